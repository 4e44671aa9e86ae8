import type { Clock } from '../../../core/clock.ts'
import type { Sealer } from '../../../encryption/sealer.ts'
import type { Queue, Worker } from '../../../queue/queue.ts'
import type { TaskLog } from '../../../queue/worker/attempt-task.ts'
import { openDeadTask, openReason, sealTask } from '../../../queue/worker/sealed-task.ts'
import { createIntakeThrottle } from '../../../queue/worker/intake-throttle.ts'
import type { RedisConnection } from '../redis-connection.ts'
import type { RedisQueueState } from './lane-worker.ts'
import { createQueueClient } from './queue-client.ts'
import { startRedisWorker } from './redis-worker.ts'

const PAGE = 100

interface RedisQueueOptions {
  sealer: Sealer
  clock: Clock
  log?: TaskLog
}

/** A queue in Redis for any number of processes. A send is one call; everything else happens in the worker. */
export function createRedisQueue(server: RedisConnection, { sealer, clock, log }: RedisQueueOptions): Queue {
  const tasks = createQueueClient(server)
  const throttle = createIntakeThrottle()
  const queue: RedisQueueState = { tasks, throttle, sealer, clock, log }
  const workers = new Set<Worker>()

  return {
    async send(task, options) {
      if (options.isBulk) throttle.recordBulkSend()
      await tasks.send(sealTask(sealer, options.id, task), options)
    },
    cancel: (id) => tasks.cancel(id),
    work(run, options) {
      const worker = startRedisWorker(server, queue, run, options)
      workers.add(worker)
      return {
        async stop(graceMs) {
          workers.delete(worker)
          await worker.stop(graceMs)
        },
      }
    },
    dead: {
      async list({ after, limit = PAGE } = {}) {
        return (await tasks.listDead(after, limit)).map(({ body, reason, ...deadLetter }) => ({
          ...deadLetter,
          task: openDeadTask(sealer, deadLetter.id, body),
          reason: openReason(sealer, deadLetter.id, reason),
        }))
      },
      retry: (id) => tasks.retry(id),
      drop: (id) => tasks.drop(id),
    },
    stats: () => tasks.stats(),
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop(0)))
      workers.clear()
    },
  }
}
