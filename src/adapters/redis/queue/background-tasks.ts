import { randomUUID } from 'node:crypto'
import type { Sealer } from '../../../encryption/sealer.ts'
import { settledTask, type QueueClient } from './queue-client.ts'
import { createPollTimer } from '../../../queue/worker/poll-timer.ts'
import type { TakenTask } from '../../../queue/worker/attempt.ts'
import type { TaskSource } from '../../../queue/worker/worker-pool.ts'

/** A killed process's tasks come again after this. */
const LEASE_MS = 8_000
const EXTEND_MS = 2_500
/** What another process has sent, or had when it died, is looked for this often. */
const LOOK_MS = 2_000
const AWAY_MS = 1_000

interface Options {
  sealer: Sealer
  /** Told of each failure; the work is tried again. */
  reportFailure: (error: Error) => void
  /** A task that another process may have by now must end here. */
  onLeaseLost: (taken: TakenTask) => void
}

/** Tasks of the background in Redis: taken and settled by the dozen, each this process's own as long as it extends its lease. */
export function createBackgroundTasks(
  tasks: QueueClient,
  { sealer, reportFailure: report, onLeaseLost: lose }: Options,
) {
  const look = createPollTimer(LOOK_MS)
  const held = new Map<TakenTask, string>()
  let extendedAt = performance.now()
  let closed = false

  const failed = (error: unknown): void => {
    if (!closed && error instanceof Error) report(error)
  }

  async function extend(): Promise<void> {
    if (held.size > 0) for (const taken of await tasks.extend(held, LEASE_MS)) lose(taken)
    extendedAt = performance.now()
  }
  const extending = setInterval(() => void extend().catch(failed), EXTEND_MS).unref()

  async function take(limit: number): Promise<TakenTask[]> {
    // A process that stood still must not take from itself what it still runs.
    if (performance.now() - extendedAt > LEASE_MS / 2) await extend()
    const run = randomUUID()
    const { taken, waitMs } = await tasks.take(limit, { run, leaseMs: LEASE_MS })
    for (const one of taken) held.set(one, run)
    look.pollEnded(taken.length < limit)
    if (waitMs !== undefined) look.dueIn(waitMs)
    return taken
  }

  const source: TaskSource = {
    async take(limit) {
      if (look.waitMs() > 0) return { taken: [], waitMs: look.waitMs() }
      look.pollStarted()
      const taken = await take(limit).catch((error: unknown) => {
        failed(error)
        look.pause(AWAY_MS)
        return []
      })
      return { taken, waitMs: look.waitMs() }
    },
    async settle(taken, outcome) {
      await tasks.settle(settledTask(sealer, { id: taken.id, run: held.get(taken) ?? '', outcome }))
      held.delete(taken)
      if ('delayMs' in outcome) look.dueIn(outcome.delayMs)
    },
    release: async (taken) => void (await Promise.all(taken.map((one) => source.settle(one, { kind: 'released' })))),
    isClosed: () => closed,
  }

  return {
    source,
    due: look.dueIn,
    close(): void {
      closed = true
      clearInterval(extending)
    },
  }
}
