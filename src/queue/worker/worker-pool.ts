import type { Clock } from '../../core/clock.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import type { Gate } from './intake-throttle.ts'
import type { Run, Worker, WorkOptions } from '../queue.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import { attempt, type Log, type Outcome, type Taken } from './attempt.ts'

/** How long a task may still use its signal after the grace has passed. */
const SETTLE_MS = 500
const AWAY_MS = 1_000

/** Where tasks come from and where their outcomes go. */
export interface Source {
  /** At most `limit` tasks that may run now; fewer mean that nothing more is due for `waitMs`. */
  take(limit: number): Promise<{ taken: Taken[]; waitMs: number }>
  settle(taken: Taken, outcome: Outcome): Promise<void>
  giveBack(taken: Taken[]): Promise<void>
  closed(): boolean
}

/** Until when nothing is asked for: a firm pause holds also when somebody wakes; without a time, until a slot is free. */
interface Pause {
  waitMs: number | undefined
  firm: boolean
}

interface Options extends WorkOptions {
  /** How many may start in one turn while the door is calm, if not as many as the gate says. */
  atOnce?: number
  gate: Gate
  sealer: Sealer
  clock: Clock
  log?: Log
}

export interface Slots extends Worker {
  wake(): void
  /** Another process may have it by now: what still runs here must end. */
  lose(taken: Taken): void
}

/** Keeps up to `concurrency` tasks running, asks for more when one ends or somebody wakes it, and sleeps otherwise. */
export function slots(source: Source, run: Run, options: Options): Slots {
  const { concurrency, atOnce, dying, gate, sealer, clock, log } = options
  const running = new Map<Taken, { abort: AbortController; ended: Promise<void> }>()
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
        rest({ waitMs: AWAY_MS, firm: true })
      },
    )
  }

  function rest({ waitMs, firm }: Pause): void {
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
      const { batch, pauseMs } = gate.allowance()
      const limit = Math.min(pauseMs > 0 ? batch : (atOnce ?? batch), concurrency - running.size)
      const { taken, waitMs } = await source.take(limit)
      if (stopped) {
        await source.giveBack(taken)
        break
      }
      for (const task of taken) start(task)
      if (pauseMs > 0) return { waitMs: pauseMs, firm: true }
      if (taken.length < limit && !woken) return { waitMs, firm: false }
    }
    woken = false
    return { waitMs: undefined, firm: false }
  }

  function start(taken: Taken): void {
    const abort = new AbortController()
    const ended = gate
      .task(() => attempt(run, taken, { sealer, clock, signal: abort.signal, dying }))
      .then((outcome) => settle(taken, outcome))
      .finally(() => {
        running.delete(taken)
        wake()
      })
    running.set(taken, { abort, ended })
  }

  /** The outcome is written however long the store is away: until then the task keeps its slot and its lane. */
  async function settle(taken: Taken, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'dead') log?.error({ err: outcome.error, task: taken.id }, 'a task failed for good')
    if (outcome.kind === 'failed') log?.warn({ err: outcome.error, task: taken.id }, 'a task failed, again later')
    for (let tries = 1; !source.closed(); tries++) {
      try {
        await source.settle(taken, outcome)
        return
      } catch (error) {
        if (source.closed()) return
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
    lose: (taken) => running.get(taken)?.abort.abort(new Error('the task has gone to another process')),
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
