import { randomUUID } from 'node:crypto'
import type { Sealer } from '../../../encryption/sealer.ts'
import type { TakenTask } from '../../../queue/worker/attempt-task.ts'
import { createPollTimer } from '../../../queue/worker/poll-timer.ts'
import type { TaskSource } from '../../../queue/worker/worker-pool.ts'
import { toSettledTask, type QueueClient } from './queue-client.ts'

/** The tasks of a killed process are taken again after this. */
const LEASE_MS = 8_000
const EXTEND_MS = 2_500
/** How often to look for tasks that another process sent, or held when it died. */
const LOOK_MS = 2_000
const AWAY_MS = 1_000

interface Options {
  sealer: Sealer
  /** Reports a failure that is tried again. */
  reportFailure: (error: Error) => void
}

/** Ends a task here, because another process may have taken it. */
type AbortLost = (taken: TakenTask) => void

/** Background tasks as the worker uses them. */
export interface BackgroundTasks {
  source: TaskSource
  dueIn: (ms: number) => void
  /** Extends the leases of the running tasks until the close. Called once, as soon as there is a pool that can abort a task. */
  extendLeases: (abortLost: AbortLost) => void
  close: () => void
}

interface BackgroundState extends Options {
  readonly tasks: QueueClient
  readonly timer: ReturnType<typeof createPollTimer>
  /** The tasks that run here, by the key under which they were taken. */
  readonly leased: Map<TakenTask, string>
  extendedAt: number
  abortLost: AbortLost | undefined
  extending: NodeJS.Timeout | undefined
  isClosed: boolean
}

/** The source of background tasks in Redis, taken and settled in batches. A process keeps its tasks by extending their leases. */
export function createBackgroundTasks(tasks: QueueClient, { sealer, reportFailure }: Options): BackgroundTasks {
  const state: BackgroundState = {
    sealer,
    reportFailure,
    tasks,
    timer: createPollTimer(LOOK_MS),
    leased: new Map(),
    extendedAt: performance.now(),
    abortLost: undefined,
    extending: undefined,
    isClosed: false,
  }
  return {
    source: createSource(state),
    dueIn: state.timer.dueIn,
    extendLeases(abortLost) {
      state.abortLost = abortLost
      state.extending = setInterval(
        () => void extendLeases(state).catch((error: unknown) => reportIfOpen(state, error)),
        EXTEND_MS,
      ).unref()
    },
    close() {
      state.isClosed = true
      clearInterval(state.extending)
    },
  }
}

function createSource(state: BackgroundState): TaskSource {
  const { tasks, timer, leased, sealer } = state
  const source: TaskSource = {
    async take(limit) {
      if (timer.waitMs() > 0) return { taken: [], waitMs: timer.waitMs() }
      timer.pollStarted()
      const taken = await takeTasks(state, limit).catch((error: unknown) => {
        reportIfOpen(state, error)
        timer.pause(AWAY_MS)
        return []
      })
      return { taken, waitMs: timer.waitMs() }
    },
    async settle(taken, outcome) {
      await tasks.settle(toSettledTask(sealer, { id: taken.id, run: leased.get(taken) ?? '', outcome }))
      leased.delete(taken)
      if ('delayMs' in outcome) timer.dueIn(outcome.delayMs)
    },
    release: async (taken) => void (await Promise.all(taken.map((one) => source.settle(one, { kind: 'released' })))),
    isClosed: () => state.isClosed,
  }
  return source
}

async function takeTasks(state: BackgroundState, limit: number): Promise<TakenTask[]> {
  const { tasks, timer, leased } = state
  // A process that was suspended must not take tasks from itself that it still runs.
  if (performance.now() - state.extendedAt > LEASE_MS / 2) await extendLeases(state)
  const run = randomUUID()
  const { taken, waitMs } = await tasks.takeBackground(limit, { run, leaseMs: LEASE_MS })
  for (const one of taken) leased.set(one, run)
  timer.pollEnded(taken.length < limit)
  if (waitMs !== undefined) timer.dueIn(waitMs)
  return taken
}

async function extendLeases(state: BackgroundState): Promise<void> {
  const { tasks, leased, abortLost } = state
  if (leased.size > 0) for (const taken of await tasks.extendLeases(leased, LEASE_MS)) abortLost?.(taken)
  state.extendedAt = performance.now()
}

function reportIfOpen({ isClosed, reportFailure }: BackgroundState, error: unknown): void {
  if (!isClosed && error instanceof Error) reportFailure(error)
}
