import { resealAll, type OpenedStorage, type StorageOptions } from '../opened-storage.ts'
import { createSqliteQueue } from './queue/sqlite-queue.ts'
import { listSqliteRecords } from './reseal-records.ts'
import { listSqliteTasks } from './reseal-tasks.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { createSqliteStore } from './sqlite-store.ts'

/** Records and tasks in one file: `sqlite:<path>`. */
export function openSqliteStorage(url: string, options: StorageOptions): OpenedStorage {
  const database = openSqliteDatabase(url.replace(/^sqlite:/, ''), { admin: options.admin ?? false })
  const store = createSqliteStore(database, options)
  const queue = createSqliteQueue(database, options)
  return {
    store,
    queue,
    reseal: () => resealAll(options.sealer, listSqliteRecords(database), listSqliteTasks(database)),
    async close() {
      await queue.close()
      await store.close()
      database.close()
    },
  }
}
