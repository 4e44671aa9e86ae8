import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { classifyFailure, UpstreamError } from '../../core/errors.ts'
import { PROBE_MS } from '../../core/retry-after.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import type { RunTask, Task, WorkOptions } from '../queue.ts'
import { openTask, UNREADABLE_TASK } from './sealed-task.ts'

/** How long an id is remembered by default. */
export const REMEMBER_MS = 3 * 24 * 3_600_000
/** For 90 days an operator can retry a dead task. */
export const DEAD_LETTER_TTL_MS = 90 * 24 * 3_600_000
const GIVE_UP_MS = 24 * 3_600_000
const FIRST_BACKOFF_MS = 1_000
/** Short like outages: a task that failed during one must not wait much longer. */
const LAST_BACKOFF_MS = 30_000
const REASON_LENGTH = 500
const NOTIFY_TRIES = 3
const NOTIFY_PAUSE_MS = 1_000

/** The part of pino's logger that the adapters use. */
export interface TaskLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** A task that a worker has taken. */
export interface TakenTask {
  id: string
  body: Uint8Array
  /** Starts since the task was sent or last returned `againMs`, including this one and starts that a crash cut short. */
  attempt: number
  /** When the first failure in a row happened; undefined if the last attempt did not fail. */
  failingSince: number | undefined
}

export type AttemptOutcome =
  | { kind: 'done' }
  /** Cut short by a stop: the task runs again at the next start. */
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

/** Attempts a task once and returns its outcome; the same for every adapter. */
export async function attemptTask(run: RunTask, taken: TakenTask, options: AttemptOptions): Promise<AttemptOutcome> {
  const { sealer, clock, signal } = options
  let task = UNREADABLE_TASK
  try {
    task = openTask(sealer, taken.id, taken.body)
    const answer = await run(task, { id: taken.id, attempt: taken.attempt, signal })
    if (!answer) return { kind: 'done' }
    if (!(answer.againMs >= 0)) throw new Error(`a task of kind ${task.kind} answered againMs: ${answer.againMs}`)
    // A task that comes again looks for itself how much longer it has to wait, so a service's wish never holds it up for long.
    return { kind: 'again', delayMs: Math.min(answer.againMs, clock.scaled(PROBE_MS)) }
  } catch (error) {
    if (signal.aborted) return { kind: 'released' }
    if (classifyFailure(error) !== 'retry') return giveUp(task, taken, options, { reason: describe(error), error })
    if (taken.failingSince !== undefined && clock.now() - taken.failingSince >= clock.scaled(GIVE_UP_MS)) {
      const reason = `failed for a day, last: ${describe(error)}`.slice(0, REASON_LENGTH)
      return giveUp(task, taken, options, { reason, error })
    }
    return { kind: 'failed', delayMs: backoffMs(error, taken.attempt, clock), error }
  }
}

/** Notifies the person affected before the task becomes a dead letter. If the process stops first, the task is released. */
async function giveUp(
  task: Task,
  { id, attempt }: TakenTask,
  { signal, onDeadLetter }: AttemptOptions,
  { reason, error }: { reason: string; error: unknown },
): Promise<AttemptOutcome> {
  const failure = { id, attempts: attempt, reason }
  const isNotified = !onDeadLetter || (await notifyUntilDone(() => onDeadLetter(task, failure), signal))
  return isNotified ? { kind: 'dead', reason, error } : { kind: 'released' }
}

/**
 * Retries while the store is away, however long; any other failure is retried a few times, because it must not block the lane for ever.
 * Returns false if the process stops first.
 */
async function notifyUntilDone(notify: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
  for (let left = NOTIFY_TRIES; left > 0;) {
    try {
      await notify()
      return true
    } catch (error) {
      if (classifyFailure(error) !== 'retry') left -= 1
      await sleep(NOTIFY_PAUSE_MS, undefined, { signal }).catch(() => {})
      if (signal.aborted) return false
    }
  }
  return true
}

function backoffMs(error: unknown, attempts: number, clock: Clock): number {
  const asked = error instanceof UpstreamError ? error.details.retryAfterMs : undefined
  if (asked !== undefined) return Math.min(asked, clock.scaled(PROBE_MS))
  return clock.scaled(Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 20), LAST_BACKOFF_MS))
}

function describe(error: unknown): string {
  const code = error instanceof UpstreamError ? `${error.details.service} ${error.details.code}: ` : ''
  return `${code}${error instanceof Error ? error.message : String(error)}`.slice(0, REASON_LENGTH)
}
