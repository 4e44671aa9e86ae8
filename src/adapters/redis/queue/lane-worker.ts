import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../core/clock.ts'
import { withTimeout } from '../../../core/with-timeout.ts'
import type { Sealer } from '../../../encryption/sealer.ts'
import type { RunTask, WorkOptions } from '../../../queue/queue.ts'
import { attemptTask, type TakenTask, type TaskLog } from '../../../queue/worker/attempt-task.ts'
import type { IntakeThrottle } from '../../../queue/worker/intake-throttle.ts'
import type { LaneStep } from './queue-answers.ts'
import { toSettledTask, type QueueClient, type SettledTask } from './queue-client.ts'

/** After this many tasks or this long, a lane steps back behind the others that wait. */
const SLICE_TASKS = 20
const SLICE_MS = 5_000
const AWAY_MS = 1_000
/** How long a task may still react to its signal after the grace period. */
const SETTLE_MS = 500

/** Shared by both kinds of workers of a queue in Redis. */
export interface RedisQueueState {
  readonly tasks: QueueClient
  readonly throttle: IntakeThrottle
  readonly sealer: Sealer
  readonly clock: Clock
  readonly log: TaskLog | undefined
}

/** The lanes that this process works. */
export interface LaneWorker {
  readonly queue: RedisQueueState
  readonly run: RunTask
  readonly onDeadLetter: WorkOptions['onDeadLetter']
  readonly running: Map<string, { abort: AbortController; ended: Promise<unknown> }>
  isStopped: boolean
  isClosed: boolean
}

export function createLaneWorker(
  queue: RedisQueueState,
  run: RunTask,
  onDeadLetter: WorkOptions['onDeadLetter'],
): LaneWorker {
  return { queue, run, onDeadLetter, running: new Map(), isStopped: false, isClosed: false }
}

/** Runs the tasks of a lane one after the other, until the lane is empty, has to wait (`delay`) or is left to others. */
export async function workLane(
  worker: LaneWorker,
  jobId: string,
  lane: string,
  delay: (waitMs: number) => Promise<void>,
): Promise<void> {
  const { queue, running } = worker
  const ended = Promise.withResolvers<void>()
  const sliceEnds = performance.now() + SLICE_MS
  const abort = new AbortController()
  running.set(jobId, { abort, ended: ended.promise })
  try {
    let last: SettledTask | undefined
    for (let count = 0; ; count++) {
      await queue.throttle.awaitTurn()
      const takesMore =
        !worker.isStopped && !abort.signal.aborted && count < SLICE_TASKS && performance.now() < sliceEnds
      const runKey = takesMore ? randomUUID() : undefined
      const step = await advanceUntilWritten(worker, lane, last, runKey)
      if (step?.kind === 'wait') return await delay(step.waitMs)
      if (step?.kind !== 'task' || runKey === undefined) return
      last = await runTask(worker, step.taken, runKey, abort.signal)
    }
  } finally {
    running.delete(jobId)
    ended.resolve()
  }
}

/** Ends what still runs here: another process may have taken these lanes. */
export function abortLostLanes({ running }: LaneWorker, jobIds: string[]): void {
  for (const id of jobIds) running.get(id)?.abort.abort(new Error('the lane has gone to another process'))
}

/** Waits up to `graceMs` for the running tasks, then aborts their signals and waits a little longer. */
export async function endLanes({ running }: LaneWorker, graceMs: number): Promise<void> {
  const waitForLanes = (ms: number): Promise<unknown> =>
    withTimeout(ms, Promise.all([...running.values()].map((lane) => lane.ended)))
  await waitForLanes(graceMs)
  for (const { abort } of running.values()) abort.abort(new Error('Bellhop is stopping'))
  await waitForLanes(SETTLE_MS)
}

/** An outcome is written however long Redis is away. Without one the call may fail: BullMQ then retries the wake-up job. */
async function advanceUntilWritten(
  worker: LaneWorker,
  lane: string,
  last: SettledTask | undefined,
  runKey: string | undefined,
): Promise<LaneStep | undefined> {
  const { tasks, log } = worker.queue
  for (let tries = 1; ; tries++) {
    try {
      return await tasks.advanceLane(lane, last, runKey)
    } catch (error) {
      if (!last) throw error
      if (worker.isClosed) return undefined
      if (tries === 1)
        log?.error({ err: error, task: last.id }, 'the outcome of a task cannot be written, trying again')
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    }
  }
}

async function runTask(
  { queue, run, onDeadLetter }: LaneWorker,
  taken: TakenTask,
  runKey: string,
  signal: AbortSignal,
): Promise<SettledTask> {
  const { sealer, clock, log } = queue
  const outcome = await attemptTask(run, taken, { sealer, clock, signal, onDeadLetter })
  const { id } = taken
  if (outcome.kind === 'dead') log?.error({ err: outcome.error, task: id }, 'a task failed for good')
  if (outcome.kind === 'failed') log?.warn({ err: outcome.error, task: id }, 'a task failed and will be retried')
  return toSettledTask(sealer, { id, run: runKey, outcome })
}
