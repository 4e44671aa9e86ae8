import { StorageError } from '../../core/errors.ts'
import { resealAll, type OpenedStorage, type StorageOptions } from '../opened-storage.ts'
import { createSqliteQueue } from './queue/sqlite-queue.ts'
import { listSqliteRecords } from './reseal-records.ts'
import { listSqliteTasks } from './reseal-tasks.ts'
import { openSqliteDatabase, type SqliteDatabase } from './sqlite-database.ts'
import { createSqliteStore } from './sqlite-store.ts'

/** Records and tasks in one file: `sqlite:<path>`. */
export function openSqliteStorage(url: string, options: StorageOptions): OpenedStorage {
  const database = openSqliteDatabase(url.replace(/^sqlite:/, ''), { admin: options.admin ?? false })
  const { store, queue } = openParts(database, options)
  return {
    store,
    queue,
    failure: database.failure,
    failed: database.failed,
    reseal: () => resealAll(options.sealer, listSqliteRecords(database), listSqliteTasks(database)),
    async close() {
      await queue.close()
      await store.close()
      database.close()
    },
  }
}

/** The first queries may already find damage. */
function openParts(database: SqliteDatabase, options: StorageOptions): Pick<OpenedStorage, 'store' | 'queue'> {
  try {
    return database.read(() => ({
      store: createSqliteStore(database, options),
      queue: createSqliteQueue(database, options),
    }))
  } catch (cause) {
    const failure = database.failure()
    database.close()
    throw failure === undefined ? cause : new StorageError(failure, { cause })
  }
}
