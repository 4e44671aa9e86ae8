import type { Clock } from '../clock.ts'
import type { Sealer } from '../seal.ts'
import type { SqliteFile } from '../sqlite.ts'
import { arrivals } from './arrivals.ts'
import { gate } from './gate.ts'
import { graveyard } from './graveyard.ts'
import type { Queue } from './queue.ts'
import { rows } from './rows.ts'
import { REMEMBER_MS, sealReason, sealTask, type Log, type Outcome, type Taken } from './runner.ts'
import { slots, type Source } from './slots.ts'

/** How soon a running app sees what an admin command changed beside it. */
const IDLE_MS = 2_000
/** What falls due within this time starts together: ten thousand polls wake nobody one by one. */
const TOGETHER_MS = 50

export interface SqliteQueueOptions {
  sealer: Sealer
  clock: Clock
  log?: Log
}

/** Tasks in the shared file, worked off by the one process that has it; who opened the file closes it. */
export function sqliteQueue(file: SqliteFile, { sealer, clock, log }: SqliteQueueOptions): Queue {
  const tasks = rows(file, clock)
  const arrived = arrivals(file, clock, tasks)
  const door = gate()
  const workers = new Set<{ wake(): void; stop(graceMs: number): Promise<void> }>()
  const wake = () => {
    for (const worker of workers) worker.wake()
  }
  if (!file.admin) tasks.releaseAll()
  file.sweep(tasks.expire)

  const source: Source = {
    take: (limit) =>
      file.write(() => {
        // More than may start, so that nothing waits here for long; not many more, for whoever waits at the door waits for this too.
        const more = arrived.join(2 * limit)
        const taken = tasks.take(limit)
        const isAll = taken.length < limit && !more
        const waitMs = isAll ? Math.max(tasks.nextAt() - clock.now(), TOGETHER_MS) : 0
        return { taken, waitMs: Math.min(waitMs, IDLE_MS) }
      }),
    settle: (taken, outcome) => file.write(() => settle(taken, outcome)),
    giveBack: (taken) => file.write(() => taken.forEach(({ id }) => tasks.release(id))),
    closed: () => !file.db.isOpen,
  }

  function settle({ id }: Taken, outcome: Outcome): void {
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
    async send(task, { id, lane = null, delayMs = 0, rememberMs = REMEMBER_MS }) {
      door.sent()
      const body = sealTask(sealer, id, task)
      await file.write(() => arrived.add({ id, lane, body, delayMs, rememberMs }))
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
    work(run, options) {
      const worker = slots(source, run, { ...options, gate: door, sealer, clock, ...(log && { log }) })
      workers.add(worker)
      return {
        async stop(graceMs) {
          workers.delete(worker)
          await worker.stop(graceMs)
        },
      }
    },
    ...graveyard(file, { sealer, clock, tasks, arrived, wake }),
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop(0)))
      workers.clear()
    },
  }
}
