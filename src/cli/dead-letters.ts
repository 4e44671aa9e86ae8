import { withStorage } from './with-storage.ts'
import type { Config } from '../config.ts'
import type { DeadLetter, Queue } from '../queue/queue.ts'
import { errorReference } from '../queue/task-kinds.ts'

const USAGE = `npm run dead -- list             lists dead letters, newest first
npm run dead -- show WHICH       shows the task and the reason; with --data also its content, which is what people wrote
npm run dead -- retry WHICH      makes a running Bellhop run it again
npm run dead -- drop WHICH       deletes it
WHICH is a reference, an id, a kind such as jobs.start, or all.`

const REASON_LENGTH = 80

type Print = (text: string) => void

/** All dead letters, newest first, read page by page because their data may be large. */
async function* allDeadLetters(queue: Queue): AsyncGenerator<DeadLetter> {
  let page = await queue.dead.list()
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield* page
    page = await queue.dead.list({ after: last.id })
  }
}

const matchesName = ({ id, task }: DeadLetter, which: string): boolean =>
  which === 'all' || which === id || which === task.kind || which.toUpperCase() === errorReference(id)

function formatRow({ id, task, attempts, reason, diedAt }: DeadLetter): string {
  const short = reason.replaceAll(/\s+/g, ' ').slice(0, REASON_LENGTH)
  const when = new Date(diedAt).toISOString().slice(0, 19)
  return `${errorReference(id)}  ${when}Z  ${task.kind.padEnd(20)}  ${String(attempts).padStart(3)} ×  ${short}`
}

function formatDetails({ id, task, lane, attempts, reason, diedAt }: DeadLetter, withData: boolean): string {
  const lines = [
    `reference  ${errorReference(id)}`,
    `id         ${id}`,
    `kind       ${task.kind}, version ${task.version}`,
    ...(lane === undefined ? [] : [`lane       ${lane}`]),
    ...(task.correlation === undefined ? [] : [`logged as  ${task.correlation}`]),
    `given up   ${new Date(diedAt).toISOString()}, after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    `reason     ${reason}`,
    ...(withData ? [`content    ${JSON.stringify(task.data, null, 2)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

async function runVerb(queue: Queue, [verb = '', which, option]: string[], print: Print): Promise<boolean> {
  if (!['list', 'show', 'retry', 'drop'].includes(verb) || (verb !== 'list' && which === undefined)) {
    print(USAGE)
    return false
  }
  const isList = verb === 'list'
  const ids: string[] = []
  for await (const deadLetter of allDeadLetters(queue)) {
    if (!isList && !matchesName(deadLetter, which ?? '')) continue
    ids.push(deadLetter.id)
    if (isList) print(formatRow(deadLetter))
    if (verb === 'show') print(formatDetails(deadLetter, option === '--data'))
  }
  if (isList) {
    print(ids.length === 0 ? 'No dead letters.' : `${ids.length} in total`)
    return true
  }
  if (ids.length === 0) {
    print(`There is no dead letter called ${which}.`)
    return which === 'all'
  }
  if (verb === 'drop') {
    for (const id of ids) await queue.dead.drop(id)
    print(`${ids.length} deleted`)
  }
  if (verb === 'retry') {
    let revived = 0
    // Oldest first: the tasks of a lane run again in the order in which they failed.
    for (const id of ids.toReversed()) if (await queue.dead.retry(id)) revived++
    print(`${revived} queued again${revived < ids.length ? `, ${ids.length - revived} no longer there` : ''}`)
  }
  return true
}

/** The `dead` command: lists, shows, retries and deletes dead letters next to a running app. Returns the exit code. */
export async function runDeadLetterCommand(config: Config, args: string[], print: Print): Promise<number> {
  return withStorage(config, print, ({ queue }) => runVerb(queue, args, print))
}
