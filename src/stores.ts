import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Queue } from './queue/queue.ts'
import { tasksInFile } from './queue/renew-sqlite.ts'
import { sqliteQueue } from './queue/sqlite.ts'
import { type Renewal, renewal, type SealedValue } from './renewal.ts'
import type { Sealer } from './seal.ts'
import { sqliteFile } from './sqlite.ts'
import { recordsInFile } from './store/renew-sqlite.ts'
import { sqliteStore } from './store/sqlite.ts'
import type { Store } from './store/store.ts'

export interface Stores {
  store: Store
  queue: Queue
  /** Seals with the first key what an older one has sealed, records and tasks, in one walk beside running apps. */
  renew(): Promise<Renewal[]>
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
export async function openStores(url: string, foundations: Foundations): Promise<Stores> {
  const walk = async (...walks: AsyncIterable<SealedValue[]>[]) => {
    const found: Renewal[] = []
    for (const values of walks) found.push(await renewal(foundations.sealer, values))
    return found
  }
  if (url.startsWith('sqlite:')) {
    const file = sqliteFile(url.replace(/^sqlite:/, ''), { admin: foundations.admin ?? false })
    const store = sqliteStore(file, foundations)
    const queue = sqliteQueue(file, foundations)
    return {
      store,
      queue,
      renew: () => walk(recordsInFile(file), tasksInFile(file)),
      async close() {
        await queue.close()
        await store.close()
        file.close()
      },
    }
  }
  const [{ redisServer }, { redisStore }, { redisQueue }, { recordsInRedis }, { tasksInRedis }] = await Promise.all([
    import('./redis.ts'),
    import('./store/redis.ts'),
    import('./queue/redis.ts'),
    import('./store/renew-redis.ts'),
    import('./queue/renew-redis.ts'),
  ])
  const server = await redisServer(url, { report: (error) => foundations.log.warn({ err: error }, 'Redis') })
  const store = redisStore(server, foundations)
  const queue = redisQueue(server, foundations)
  return {
    store,
    queue,
    renew: () => walk(recordsInRedis(server), tasksInRedis(server)),
    async close() {
      await queue.close()
      await store.close()
      await server.close()
    },
  }
}
