import { beside } from './beside.ts'
import type { Config } from './config.ts'
import type { DeadTask, Queue } from './queue/queue.ts'
import { referenceOf } from './queue/task.ts'

const USAGE = `npm run dead -- list             what was given up, newest first
npm run dead -- show WHICH       why, and what it was; with --data also what it carries: people's words
npm run dead -- retry WHICH      lets a running Bellhop do it again
npm run dead -- drop WHICH       forgets it
WHICH is a reference, an id, a kind such as jobs.start, or all.`

const REASON_LENGTH = 80

type Print = (text: string) => void

async function letters(queue: Queue): Promise<DeadTask[]> {
  const found: DeadTask[] = []
  for (;;) {
    const after = found.at(-1)?.id
    const page = await queue.dead.list(after === undefined ? {} : { after })
    if (page.length === 0) return found
    found.push(...page)
  }
}

const fits = ({ id, task }: DeadTask, which: string): boolean =>
  which === 'all' || which === id || which === task.kind || which.toUpperCase() === referenceOf(id)

function row({ id, task, attempts, reason, diedAt }: DeadTask): string {
  const short = reason.replaceAll(/\s+/g, ' ').slice(0, REASON_LENGTH)
  const when = new Date(diedAt).toISOString().slice(0, 19)
  return `${referenceOf(id)}  ${when}Z  ${task.kind.padEnd(20)}  ${String(attempts).padStart(3)} ×  ${short}`
}

function whole({ id, task, lane, attempts, reason, diedAt }: DeadTask, withData: boolean): string {
  const lines = [
    `reference  ${referenceOf(id)}`,
    `id         ${id}`,
    `kind       ${task.kind}, version ${task.version}`,
    ...(lane === undefined ? [] : [`lane       ${lane}`]),
    ...(task.correlation === undefined ? [] : [`logged as  ${task.correlation}`]),
    `given up   ${new Date(diedAt).toISOString()}, after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    `because    ${reason}`,
    ...(withData ? [`carries    ${JSON.stringify(task.data, null, 2)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

async function run(queue: Queue, [verb = '', which, option]: string[], print: Print): Promise<boolean> {
  if (!['list', 'show', 'retry', 'drop'].includes(verb) || (verb !== 'list' && which === undefined)) {
    print(USAGE)
    return false
  }
  const all = await letters(queue)
  if (verb === 'list') {
    for (const letter of all) print(row(letter))
    print(all.length === 0 ? 'Nothing was given up.' : `${all.length} in all`)
    return true
  }
  const chosen = all.filter((letter) => fits(letter, which ?? ''))
  if (chosen.length === 0) {
    print(`Nothing that was given up is called ${which}.`)
    return which === 'all'
  }
  for (const letter of chosen) {
    if (verb === 'show') print(whole(letter, option === '--data'))
    else if (verb === 'drop') await queue.dead.drop(letter.id)
    else await queue.dead.retry(letter.id)
  }
  if (verb !== 'show') print(`${chosen.length} ${verb === 'drop' ? 'forgotten' : 'back in line'}`)
  return true
}

/** The dead letters for an operator, beside a running app; the exit code. */
export async function dead(config: Config, args: string[], print: Print): Promise<number> {
  return beside(config, print, ({ queue }) => run(queue, args, print))
}
