import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { Queue } from '../queue/queue.ts'
import { listSqliteTasks } from './sqlite/reseal-tasks.ts'
import { createSqliteQueue } from './sqlite/queue/sqlite-queue.ts'
import { type ResealResult, resealValues, type SealedValue } from '../encryption/reseal-walk.ts'
import type { Sealer } from '../encryption/sealer.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'
import { listSqliteRecords } from './sqlite/reseal-records.ts'
import { createSqliteStore } from './sqlite/sqlite-store.ts'
import type { Store } from '../store/store.ts'

export interface OpenStorage {
  store: Store
  queue: Queue
  /** Seals with the first key what an older one has sealed, records and tasks, in one walk beside running apps. */
  reseal(): Promise<ResealResult[]>
  close(): Promise<void>
}

interface Foundations {
  sealer: Sealer
  clock: Clock
  log: Log
  /** Beside a running app, for single looks and changes. */
  admin?: boolean
}

/** The scheme of `STORE_URL` picks the adapters; Redis' libraries are only loaded where they are used. */
export async function openStorage(url: string, foundations: Foundations): Promise<OpenStorage> {
  const walk = async (...walks: AsyncIterable<SealedValue[]>[]) => {
    const found: ResealResult[] = []
    for (const values of walks) found.push(await resealValues(foundations.sealer, values))
    return found
  }
  if (url.startsWith('sqlite:')) {
    const file = openSqliteDatabase(url.replace(/^sqlite:/, ''), { admin: foundations.admin ?? false })
    const store = createSqliteStore(file, foundations)
    const queue = createSqliteQueue(file, foundations)
    return {
      store,
      queue,
      reseal: () => walk(listSqliteRecords(file), listSqliteTasks(file)),
      async close() {
        await queue.close()
        await store.close()
        file.close()
      },
    }
  }
  const [
    { connectRedis: redisServer },
    { createRedisStore: redisStore },
    { createRedisQueue: redisQueue },
    { listRedisRecords: recordsInRedis },
    { listRedisTasks: tasksInRedis },
  ] = await Promise.all([
    import('./redis/redis-connection.ts'),
    import('./redis/redis-store.ts'),
    import('./redis/queue/redis-queue.ts'),
    import('./redis/reseal-records.ts'),
    import('./redis/reseal-tasks.ts'),
  ])
  const server = await redisServer(url, { onWarning: (error) => foundations.log.warn({ err: error }, 'Redis') })
  const store = redisStore(server, foundations)
  const queue = redisQueue(server, foundations)
  return {
    store,
    queue,
    reseal: () => walk(recordsInRedis(server), tasksInRedis(server)),
    async close() {
      await queue.close()
      await store.close()
      await server.close()
    },
  }
}
