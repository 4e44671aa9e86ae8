import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError, classifyFailure } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import type { RunTask, Task, WorkOptions } from '../queue.ts'

export const REMEMBER_MS = 3 * 24 * 3_600_000
/** Whoever wants to repeat a dead task does so within these 90 days. */
export const DEAD_LETTER_TTL_MS = 90 * 24 * 3_600_000
const GIVE_UP_MS = 24 * 3_600_000
const FIRST_BACKOFF_MS = 1_000
const LAST_BACKOFF_MS = 5 * 60_000
const REASON_LENGTH = 500
const TELL_TRIES = 3
const TELL_PAUSE_MS = 1_000
const UNREADABLE: Task = { kind: 'unreadable', version: 0, data: null }

/** What the adapters tell: pino's shape. */
export interface TaskLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** A task that a worker has taken. */
export interface TakenTask {
  id: string
  body: Uint8Array
  /** Starts since the task was sent or last answered `againMs`, this one included; one that a crash cut short counts. */
  attempt: number
  /** When the first failure in a row was; undefined if the last attempt did not fail. */
  failingSince: number | undefined
}

export type AttemptOutcome =
  | { kind: 'done' }
  /** Cut short by a stop: it runs again at the next start. */
  | { kind: 'released' }
  | { kind: 'again'; delayMs: number }
  | { kind: 'failed'; delayMs: number; error: unknown }
  | { kind: 'dead'; reason: string; error: unknown }

interface AttemptOptions {
  sealer: Sealer
  clock: Clock
  signal: AbortSignal
  onDeadLetter?: WorkOptions['onDeadLetter']
}

/** One attempt of a task and what becomes of it: the same for every adapter. */
export async function attemptTask(run: RunTask, taken: TakenTask, options: AttemptOptions): Promise<AttemptOutcome> {
  const { sealer, clock, signal, onDeadLetter: dying } = options
  let task = UNREADABLE

  async function die(reason: string, error: unknown): Promise<AttemptOutcome> {
    const death = { id: taken.id, attempts: taken.attempt, reason }
    const told = !dying || (await insist(() => dying(task, death), signal))
    return told ? { kind: 'dead', reason, error } : { kind: 'released' }
  }

  try {
    task = openTask(sealer, taken.id, taken.body)
    const answer = await run(task, { id: taken.id, attempt: taken.attempt, signal })
    if (!answer) return { kind: 'done' }
    if (!(answer.againMs >= 0)) throw new Error(`a task of kind ${task.kind} answered againMs: ${answer.againMs}`)
    return { kind: 'again', delayMs: answer.againMs }
  } catch (error) {
    if (signal.aborted) return { kind: 'released' }
    if (classifyFailure(error) !== 'retry') return die(reasonOf(error), error)
    if (taken.failingSince !== undefined && clock.now() - taken.failingSince >= clock.scaled(GIVE_UP_MS))
      return die(`failed for a day, last: ${reasonOf(error)}`.slice(0, REASON_LENGTH), error)
    return { kind: 'failed', delayMs: backoffMs(error, taken.attempt, clock), error }
  }
}

/** A store that is away comes back; what fails for another reason must not hold the lane for ever. False: the process stops first. */
async function insist(tell: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
  for (let left = TELL_TRIES; left > 0;) {
    try {
      await tell()
      return true
    } catch (error) {
      if (classifyFailure(error) !== 'retry') left -= 1
      await sleep(TELL_PAUSE_MS, undefined, { signal }).catch(() => {})
      if (signal.aborted) return false
    }
  }
  return true
}

function backoffMs(error: unknown, attempts: number, clock: Clock): number {
  const asked = error instanceof UpstreamError ? error.details.retryAfterMs : undefined
  return asked ?? clock.scaled(Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 20), LAST_BACKOFF_MS))
}

function reasonOf(error: unknown): string {
  const code = error instanceof UpstreamError ? `${error.details.service} ${error.details.code}: ` : ''
  return `${code}${error instanceof Error ? error.message : String(error)}`.slice(0, REASON_LENGTH)
}

const plain = ({ kind, version, data, correlation }: Task) =>
  JSON.stringify([kind, version, data, ...(correlation === undefined ? [] : [correlation])])
const context = (id: string) => `task:${id}`

/** As bytes, which take three quarters of the room that text would. */
export function sealTask(sealer: Sealer, id: string, task: Task): Buffer {
  return sealer.sealBytes(plain(task), context(id))
}

function openTask(sealer: Sealer, id: string, body: Uint8Array): Task {
  let parts: Json
  try {
    parts = JSON.parse(sealer.openBytes(body, context(id)))
  } catch (cause) {
    // A JSON error quotes the text it met, so its message stays inside.
    const reason = cause instanceof Error && !(cause instanceof SyntaxError) ? cause.message : 'it is not JSON'
    throw new Error(`the task cannot be read: ${reason}`, { cause })
  }
  if (!Array.isArray(parts)) throw new Error('the task cannot be read: it is not a task')
  const [kind, version, data = null, correlation] = parts
  if (typeof kind !== 'string' || typeof version !== 'number') throw new Error('the task cannot be read: no kind')
  return { kind, version, data, ...(typeof correlation === 'string' && { correlation }) }
}

/** A dead task is listed also when it cannot be opened: its kind says so. */
export function openDeadTask(sealer: Sealer, id: string, body: Uint8Array): Task {
  try {
    return openTask(sealer, id, body)
  } catch {
    return UNREADABLE
  }
}

/** Why a task died is sealed like the task: an error may quote what it met. */
export function sealReason(sealer: Sealer, id: string, reason: string): string {
  return sealer.seal(reason, reasonSealContext(id))
}

export function openReason(sealer: Sealer, id: string, sealed: string): string {
  try {
    return sealer.open(sealed, reasonSealContext(id))
  } catch {
    return 'the reason cannot be read'
  }
}

/** What a task is sealed for. */
export const taskSealContext = context

/** What the reason of a death is sealed for. */
export function reasonSealContext(id: string): string {
  return `reason:${id}`
}
