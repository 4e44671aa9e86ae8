import type { Clock } from '../../core/clock.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import type { RunTask, Worker, WorkOptions } from '../queue.ts'
import { attemptTask, type AttemptOutcome, type TakenTask, type TaskLog } from './attempt-task.ts'

/** How long a task may still react to its signal after the grace period. */
const SETTLE_MS = 500
const AWAY_MS = 1_000
const BATCH = 4

/** Where tasks come from and where their outcomes are written. */
export interface TaskSource {
  /** At most `limit` tasks that may run now, where `free` slots are left; fewer mean that nothing more may run for `waitMs`. */
  take(limit: number, free: number): Promise<{ taken: TakenTask[]; waitMs: number }>
  settle(taken: TakenTask, outcome: AttemptOutcome): Promise<void>
  release(taken: TakenTask[]): Promise<void>
  isClosed(): boolean
}

/** How long nothing is taken; a firm pause holds even when `wake` is called. Without a time, until a slot is free. */
interface Pause {
  waitMs: number | undefined
  isFirm: boolean
}

interface Options extends WorkOptions {
  /** How many tasks may start in one turn of the event loop. */
  batch?: number
  sealer: Sealer
  clock: Clock
  log?: TaskLog
}

export interface WorkerPool extends Worker {
  wake(): void
  /** Ends the task here, because another process may have taken it. */
  abortLost(taken: TakenTask): void
}

interface PoolState {
  readonly source: TaskSource
  readonly run: RunTask
  readonly options: Options
  readonly running: Map<TakenTask, { abort: AbortController; ended: Promise<void> }>
  isStopped: boolean
  isPaused: boolean
  /** `wake` was called since the last look at the source. */
  isWoken: boolean
  filling: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
}

/** Keeps up to `concurrency` tasks running; takes more when one ends or when woken, and sleeps otherwise. */
export function createWorkerPool(source: TaskSource, run: RunTask, options: Options): WorkerPool {
  const pool: PoolState = {
    source,
    run,
    options,
    running: new Map(),
    isStopped: false,
    isPaused: false,
    isWoken: false,
    filling: undefined,
    timer: undefined,
  }
  wakePool(pool)
  return {
    wake: () => wakePool(pool),
    abortLost: (taken) => pool.running.get(taken)?.abort.abort(new Error('the task has gone to another process')),
    stop: (graceMs) => stopPool(pool, graceMs),
  }
}

function wakePool(pool: PoolState): void {
  pool.isWoken = true
  if (pool.isStopped || pool.isPaused || pool.filling) return
  clearTimeout(pool.timer)
  pool.filling = fillPool(pool).then(
    (pause) => pausePool(pool, pause),
    (error: unknown) => {
      pool.options.log?.error({ err: error }, 'the queue cannot be read, trying again')
      pausePool(pool, { waitMs: AWAY_MS, isFirm: true })
    },
  )
}

function pausePool(pool: PoolState, { waitMs, isFirm }: Pause): void {
  pool.filling = undefined
  // A task may have been sent between the last look and this moment.
  if (!isFirm && pool.isWoken) return wakePool(pool)
  if (pool.isStopped || waitMs === undefined) return
  pool.isPaused = isFirm
  pool.timer = setTimeout(() => {
    pool.isPaused = false
    wakePool(pool)
  }, waitMs)
}

async function fillPool(pool: PoolState): Promise<Pause> {
  const { source, running } = pool
  const { concurrency, batch = BATCH } = pool.options
  while (!pool.isStopped && running.size < concurrency) {
    pool.isWoken = false
    const free = concurrency - running.size
    const limit = Math.min(batch, free)
    const { taken, waitMs } = await source.take(limit, free)
    if (pool.isStopped) {
      await source.release(taken)
      break
    }
    for (const task of taken) startTask(pool, task)
    if (taken.length < limit && !pool.isWoken) return { waitMs, isFirm: false }
  }
  pool.isWoken = false
  return { waitMs: undefined, isFirm: false }
}

function startTask(pool: PoolState, taken: TakenTask): void {
  const { sealer, clock, onDeadLetter } = pool.options
  const abort = new AbortController()
  const ended = attemptTask(pool.run, taken, { sealer, clock, signal: abort.signal, onDeadLetter })
    .then((outcome) => writeOutcome(pool, taken, outcome))
    .finally(() => {
      pool.running.delete(taken)
      wakePool(pool)
    })
  pool.running.set(taken, { abort, ended })
}

/** Tries until the outcome is written, however long the store is away; until then the task keeps its slot and its lane. */
async function writeOutcome({ source, options }: PoolState, taken: TakenTask, outcome: AttemptOutcome): Promise<void> {
  const { log } = options
  if (outcome.kind === 'dead') log?.error({ err: outcome.error, task: taken.id }, 'a task failed for good')
  if (outcome.kind === 'failed') log?.warn({ err: outcome.error, task: taken.id }, 'a task failed and will be retried')
  for (let tries = 1; !source.isClosed(); tries++) {
    try {
      await source.settle(taken, outcome)
      return
    } catch (error) {
      if (source.isClosed()) return
      if (tries === 1)
        log?.error({ err: error, task: taken.id }, 'the outcome of a task cannot be written, trying again')
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    }
  }
}

async function stopPool(pool: PoolState, graceMs: number): Promise<void> {
  const waitForRunning = (ms: number): Promise<unknown> =>
    withTimeout(ms, Promise.all([...pool.running.values()].map((task) => task.ended)))
  pool.isStopped = true
  clearTimeout(pool.timer)
  await pool.filling
  await waitForRunning(graceMs)
  for (const { abort } of pool.running.values()) abort.abort(new Error('Bellhop is stopping'))
  await waitForRunning(SETTLE_MS)
}
