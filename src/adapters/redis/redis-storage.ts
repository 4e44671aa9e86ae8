import { resealAll, type OpenedStorage, type StorageOptions } from '../opened-storage.ts'
import { createRedisQueue } from './queue/redis-queue.ts'
import { connectRedis } from './redis-connection.ts'
import { createRedisStore } from './redis-store.ts'
import { listRedisRecords } from './reseal-records.ts'
import { listRedisTasks } from './reseal-tasks.ts'

/** Records and tasks in Redis, for any number of processes. */
export async function openRedisStorage(url: string, options: StorageOptions): Promise<OpenedStorage> {
  const server = await connectRedis(url, { onWarning: (error) => options.log.warn({ err: error }, 'Redis') })
  const store = createRedisStore(server, options)
  const queue = createRedisQueue(server, options)
  return {
    store,
    queue,
    reseal: () => resealAll(options.sealer, listRedisRecords(server), listRedisTasks(server)),
    failure: () => undefined,
    // An outage of Redis may end at any time.
    failed: new Promise(() => {}),
    async close() {
      await queue.close()
      await store.close()
      await server.close()
    },
  }
}
