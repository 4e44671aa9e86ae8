import type { OpenedStorage, StorageOptions } from './opened-storage.ts'

type OpenStorage = (url: string, options: StorageOptions) => Promise<OpenedStorage>

const openSqlite: OpenStorage = async (url, options) =>
  (await import('./sqlite/sqlite-storage.ts')).openSqliteStorage(url, options)
const openRedis: OpenStorage = async (url, options) =>
  (await import('./redis/redis-storage.ts')).openRedisStorage(url, options)

/** The adapter of each scheme; its libraries are only loaded where it is used. */
const ADAPTERS: Record<string, OpenStorage> = {
  'sqlite:': openSqlite,
  'redis:': openRedis,
  'rediss:': openRedis,
  'redis+sentinel:': openRedis,
}

/** Opens the storage that `STORE_URL` names; the scheme picks the adapter. */
export async function openStorage(url: string, options: StorageOptions): Promise<OpenedStorage> {
  const open = ADAPTERS[url.slice(0, url.indexOf(':') + 1)]
  if (!open) throw new Error('STORE_URL has a scheme that no storage adapter knows')
  return open(url, options)
}
