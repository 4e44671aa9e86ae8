import type { Clock } from '../../core/clock.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import type { IntakeThrottle } from './intake-throttle.ts'
import type { RunTask, Worker, WorkOptions } from '../queue.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import { attemptTask, type TaskLog, type AttemptOutcome, type TakenTask } from './attempt.ts'

/** How long a task may still use its signal after the grace has passed. */
const SETTLE_MS = 500
const AWAY_MS = 1_000

/** Where tasks come from and where their outcomes go. */
export interface TaskSource {
  /** At most `limit` tasks that may run now; fewer mean that nothing more is due for `waitMs`. */
  take(limit: number): Promise<{ taken: TakenTask[]; waitMs: number }>
  settle(taken: TakenTask, outcome: AttemptOutcome): Promise<void>
  release(taken: TakenTask[]): Promise<void>
  isClosed(): boolean
}

/** Until when nothing is asked for: a firm pause holds also when somebody wakes; without a time, until a slot is free. */
interface Pause {
  waitMs: number | undefined
  isFirm: boolean
}

interface Options extends WorkOptions {
  /** How many may start in one turn while the door is calm, if not as many as the gate says. */
  batch?: number
  throttle: IntakeThrottle
  sealer: Sealer
  clock: Clock
  log?: TaskLog
}

export interface WorkerPool extends Worker {
  wake(): void
  /** Another process may have it by now: what still runs here must end. */
  abortLost(taken: TakenTask): void
}

/** Keeps up to `concurrency` tasks running, asks for more when one ends or somebody wakes it, and sleeps otherwise. */
export function createWorkerPool(source: TaskSource, run: RunTask, options: Options): WorkerPool {
  const { concurrency, batch: atOnce, onDeadLetter: dying, throttle: gate, sealer, clock, log } = options
  const running = new Map<TakenTask, { abort: AbortController; ended: Promise<void> }>()
  let stopped = false
  let paused = false
  let woken = false
  let filling: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    woken = true
    if (stopped || paused || filling) return
    clearTimeout(timer)
    filling = fill().then(
      (pause) => rest(pause),
      (error: unknown) => {
        log?.error({ err: error }, 'the queue cannot be read, trying again')
        rest({ waitMs: AWAY_MS, isFirm: true })
      },
    )
  }

  function rest({ waitMs, isFirm: firm }: Pause): void {
    filling = undefined
    // Somebody may have sent between the last look and this moment.
    if (!firm && woken) return wake()
    if (stopped || waitMs === undefined) return
    paused = firm
    timer = setTimeout(() => {
      paused = false
      wake()
    }, waitMs)
  }

  async function fill(): Promise<Pause> {
    while (!stopped && running.size < concurrency) {
      woken = false
      const { batch, pauseMs } = gate.startAllowance()
      const limit = Math.min(pauseMs > 0 ? batch : (atOnce ?? batch), concurrency - running.size)
      const { taken, waitMs } = await source.take(limit)
      if (stopped) {
        await source.release(taken)
        break
      }
      for (const task of taken) start(task)
      if (pauseMs > 0) return { waitMs: pauseMs, isFirm: true }
      if (taken.length < limit && !woken) return { waitMs, isFirm: false }
    }
    woken = false
    return { waitMs: undefined, isFirm: false }
  }

  function start(taken: TakenTask): void {
    const abort = new AbortController()
    const ended = gate
      .runTask(() => attemptTask(run, taken, { sealer, clock, signal: abort.signal, onDeadLetter: dying }))
      .then((outcome) => settle(taken, outcome))
      .finally(() => {
        running.delete(taken)
        wake()
      })
    running.set(taken, { abort, ended })
  }

  /** The outcome is written however long the store is away: until then the task keeps its slot and its lane. */
  async function settle(taken: TakenTask, outcome: AttemptOutcome): Promise<void> {
    if (outcome.kind === 'dead') log?.error({ err: outcome.error, task: taken.id }, 'a task failed for good')
    if (outcome.kind === 'failed') log?.warn({ err: outcome.error, task: taken.id }, 'a task failed, again later')
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

  const ended = (ms: number): Promise<unknown> =>
    withTimeout(ms, Promise.all([...running.values()].map((task) => task.ended)))

  wake()
  return {
    wake,
    abortLost: (taken) => running.get(taken)?.abort.abort(new Error('the task has gone to another process')),
    async stop(graceMs) {
      stopped = true
      clearTimeout(timer)
      await filling
      await ended(graceMs)
      for (const { abort } of running.values()) abort.abort(new Error('Bellhop is stopping'))
      await ended(SETTLE_MS)
    },
  }
}
