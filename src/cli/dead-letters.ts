import { z } from 'zod'
import { type AuditLog, createAuditLog } from '../audit/audit-log.ts'
import { withStorage } from './with-storage.ts'
import type { Config } from '../config.ts'
import { createClock } from '../core/clock.ts'
import type { DeadLetter, Queue } from '../queue/queue.ts'
import { errorReference } from '../queue/task-kinds.ts'
import { readHomeTeam } from '../slack/directory/installations.ts'
import { createKeyedHash } from '../store/keyed-hash.ts'
import type { Store } from '../store/store.ts'

const USAGE = `npm run dead -- list             lists dead letters, newest first
npm run dead -- show WHICH       shows the task and the reason; with --data also its content, which is what people wrote
npm run dead -- retry WHICH      makes a running Bellhop run it again
npm run dead -- drop WHICH       deletes it
WHICH is a reference, an id, a kind such as jobs.start, or all.`

const REASON_LENGTH = 80

type Print = (text: string) => void

/** The queue, and what records an operator's act. */
interface DeadLetterServices {
  queue: Queue
  openRecorder: () => ReturnType<typeof createRecorder>
}

/** A dead letter that an act is about, without its content. */
interface FoundTask {
  id: string
  kind: string
  diedAt: number
  /** The workspace that the task names, if any. */
  team: string | undefined
}

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

const aboutTeam = z.object({ team: z.string() })

/** Records the operator's acts in the audit of the task's workspace, or of the home workspace if the task names none. */
async function createRecorder(config: Config, store: Store) {
  const keyedHash = await createKeyedHash(store)
  const clock = createClock(config.clockScale)
  const audit: AuditLog = createAuditLog({ store, clock, keyedHash, retentionMs: config.auditRetentionMs })
  const home = await readHomeTeam(store, config.slack.botToken)
  return async (action: 'task.drop' | 'task.retry', { id, kind, diedAt, team = home }: FoundTask): Promise<void> => {
    // Slack has never confirmed the token: no workspace has an audit yet.
    if (team === undefined) return
    await audit.record({
      team,
      action,
      verb: kind,
      object: { kind: 'task', id: errorReference(id) },
      outcome: 'done',
      opId: `${action}:${id}:${diedAt}`,
    })
  }
}

async function runVerb(
  { queue, openRecorder }: DeadLetterServices,
  [verb = '', which, option]: string[],
  print: Print,
): Promise<boolean> {
  if (!['list', 'show', 'retry', 'drop'].includes(verb) || (verb !== 'list' && which === undefined)) {
    print(USAGE)
    return false
  }
  const isList = verb === 'list'
  const found: FoundTask[] = []
  for await (const deadLetter of allDeadLetters(queue)) {
    if (!isList && !matchesName(deadLetter, which ?? '')) continue
    const { id, task, diedAt } = deadLetter
    found.push({ id, kind: task.kind, diedAt, team: aboutTeam.safeParse(task.data).data?.team })
    if (isList) print(formatRow(deadLetter))
    if (verb === 'show') print(formatDetails(deadLetter, option === '--data'))
  }
  if (isList) {
    print(found.length === 0 ? 'No dead letters.' : `${found.length} in total`)
    return true
  }
  if (verb === 'show' && found.length > 0) return true
  if (found.length === 0) {
    print(`There is no dead letter called ${which}.`)
    return which === 'all'
  }
  const record = await openRecorder()
  // Each act is recorded first: a crash in between leaves the dead letter, and the next attempt writes the same record.
  if (verb === 'drop') {
    for (const deadLetter of found) {
      await record('task.drop', deadLetter)
      await queue.dead.drop(deadLetter.id)
    }
    print(`${found.length} deleted`)
  }
  if (verb === 'retry') {
    let revived = 0
    // Oldest first: the tasks of a lane run again in the order in which they failed.
    for (const deadLetter of found.toReversed()) {
      await record('task.retry', deadLetter)
      if (await queue.dead.retry(deadLetter.id)) revived++
    }
    print(`${revived} queued again${revived < found.length ? `, ${found.length - revived} no longer there` : ''}`)
  }
  return true
}

/** The `dead` command: lists, shows, retries and deletes dead letters next to a running app. Returns the exit code. */
export async function runDeadLetterCommand(config: Config, args: string[], print: Print): Promise<number> {
  return withStorage(config, print, ({ queue, store }) =>
    runVerb({ queue, openRecorder: () => createRecorder(config, store) }, args, print),
  )
}
