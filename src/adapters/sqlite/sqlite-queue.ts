import type { Clock } from '../../core/clock.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import type { SqliteDatabase } from './sqlite-database.ts'
import { createIntakeLog } from './intake-log.ts'
import { createIntakeThrottle } from '../../queue/worker/intake-throttle.ts'
import { createDeadLetters } from './dead-letters.ts'
import { BACKGROUND_BATCH, createPollTimer, COALESCE_MS } from '../../queue/worker/poll-timer.ts'
import type { Queue } from '../../queue/queue.ts'
import { createTaskTable } from './task-table.ts'
import {
  REMEMBER_MS,
  sealReason,
  sealTask,
  type TaskLog,
  type AttemptOutcome,
  type TakenTask,
} from '../../queue/worker/attempt.ts'
import { createWorkerPool, type TaskSource } from '../../queue/worker/worker-pool.ts'

/** How soon a running app sees what an admin command changed beside it. */
const IDLE_MS = 2_000

export interface SqliteQueueOptions {
  sealer: Sealer
  clock: Clock
  log?: TaskLog
}

/** Tasks in the shared file, worked off by the one process that has it; who opened the file closes it. */
export function createSqliteQueue(file: SqliteDatabase, { sealer, clock, log }: SqliteQueueOptions): Queue {
  const tasks = createTaskTable(file, clock)
  const arrived = createIntakeLog(file, clock, tasks)
  const door = createIntakeThrottle()
  const workers = new Set<{ wake(): void; stop(graceMs: number): Promise<void> }>()
  const wake = () => {
    for (const worker of workers) worker.wake()
  }
  if (!file.isAdmin) tasks.releaseAll()
  file.registerSweep(tasks.expire)

  const take = (limit: number, isBackground: boolean) =>
    file.write(() => {
      // More than may start, so that nothing waits here for long; not many more, for whoever waits at the door waits for this too.
      const more = arrived.join(2 * limit)
      const taken = tasks.take(limit, isBackground)
      const isAll = taken.length < limit && !more
      const waitMs = isAll ? Math.max(tasks.nextAt(isBackground) - clock.now(), COALESCE_MS) : 0
      return { taken, isAll, waitMs: Math.min(waitMs, IDLE_MS) }
    })

  const source: TaskSource = {
    take: (limit) => take(limit, false),
    settle: (taken, outcome) => file.write(() => settle(taken, outcome)),
    release: (taken) => file.write(() => taken.forEach(({ id }) => tasks.release(id))),
    isClosed: () => !file.db.isOpen,
  }

  /** Has no lanes, so that the end of a task lets no other one start: the file is asked only when one may be due. */
  function background(): { source: TaskSource; due: (ms: number) => void } {
    const look = createPollTimer(IDLE_MS)
    return {
      due: look.dueIn,
      source: {
        ...source,
        async take(limit) {
          if (look.waitMs() > 0) return { taken: [], waitMs: look.waitMs() }
          look.pollStarted()
          const { taken, isAll, waitMs } = await take(limit, true)
          look.pollEnded(isAll)
          look.dueIn(waitMs)
          return { taken, waitMs: look.waitMs() }
        },
        async settle(taken, outcome) {
          await source.settle(taken, outcome)
          if ('delayMs' in outcome) look.dueIn(outcome.delayMs)
        },
      },
    }
  }

  function settle({ id }: TakenTask, outcome: AttemptOutcome): void {
    switch (outcome.kind) {
      case 'done':
        return tasks.finish(id)
      case 'dead':
        return tasks.bury(id, sealReason(sealer, id, outcome.reason))
      case 'again':
        return void tasks.again(id, outcome.delayMs)
      case 'failed':
        return void tasks.fail(id, outcome.delayMs)
      case 'released':
        return void tasks.release(id)
    }
  }

  return {
    async send(task, { id, lane = null, delayMs = 0, rememberMs = REMEMBER_MS, isBackground = false }) {
      door.recordSend()
      const body = sealTask(sealer, id, task)
      await file.write(() =>
        arrived.add({ id, lane, body, delayMs, rememberMs, isBackground: isBackground && lane === null }),
      )
      wake()
    },
    async cancel(id) {
      while (await file.write(() => arrived.join()));
      const cancelled = await file.write(() => {
        while (arrived.join());
        return tasks.cancel(id)
      })
      wake()
      return cancelled
    },
    work(run, { concurrency, backgroundConcurrency: beside = concurrency, ...options }) {
      const common = { ...options, throttle: door, sealer, clock, ...(log && { log }) }
      const idle = background()
      const pair = [
        createWorkerPool(source, run, { ...common, concurrency }),
        createWorkerPool(idle.source, run, { ...common, concurrency: beside, batch: BACKGROUND_BATCH }),
      ]
      const worker = {
        wake() {
          idle.due(0)
          for (const one of pair) one.wake()
        },
        stop: async (graceMs: number) => void (await Promise.all(pair.map((one) => one.stop(graceMs)))),
      }
      workers.add(worker)
      return {
        async stop(graceMs) {
          workers.delete(worker)
          await worker.stop(graceMs)
        },
      }
    },
    ...createDeadLetters(file, { sealer, clock, tasks, arrived, wake }),
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop(0)))
      workers.clear()
    },
  }
}
