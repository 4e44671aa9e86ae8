import type { DatabaseSync } from 'node:sqlite'
import { lockDatabase, openDatabase, resolveDatabasePath } from './database-file.ts'
import { createClosedError, toStoreError } from './sqlite-errors.ts'
import { addToGroup, commitBeforeClose, createWriteGroup } from './write-group.ts'

const SWEEP_MS = 60_000
const SWEEP_PAUSE_MS = 20

/** The one file that holds records and tasks. */
export interface SqliteDatabase {
  readonly db: DatabaseSync
  /** Opened by an operator's command next to a running app, for single transactions. */
  readonly isAdmin: boolean
  /**
   * Resolves once the change is on disk. Changes that arrive in one turn of the event loop commit together; if one throws, only that
   * one is rolled back. `change` is synchronous, runs inside the transaction, and runs again if another change of its group throws.
   */
  write<T>(change: () => T): Promise<T>
  /** Runs a query; its failures become store errors, like those of a change. */
  read<T>(query: () => T): T
  /** Runs `step` every minute: it removes a few expired rows and returns whether there are more. */
  registerSweep(step: () => boolean): void
  close(): void
}

/** Opens the file. A second app on the same file is refused, even while the first one hangs. */
export function openSqliteDatabase(path: string, { admin = false, sweepMs = SWEEP_MS } = {}): SqliteDatabase {
  const realPath = resolveDatabasePath(path, admin)
  const lock = admin || realPath === ':memory:' ? undefined : lockDatabase(realPath)
  const db = openDatabase(realPath, admin)
  const group = createWriteGroup(db)
  const sweeps: (() => boolean)[] = []

  const database: SqliteDatabase = {
    db,
    isAdmin: admin,
    write: (change) => addToGroup(group, change),
    read(query) {
      if (!db.isOpen) throw createClosedError()
      try {
        return query()
      } catch (error) {
        throw toStoreError(error)
      }
    },
    registerSweep: (step) => void sweeps.push(step),
    close() {
      if (!db.isOpen) return
      clearInterval(sweepTimer)
      commitBeforeClose(group)
      db.close()
      lock?.close()
    },
  }
  const sweepTimer = admin ? undefined : setInterval(() => void runSweeps(database, sweeps), sweepMs).unref()
  return database
}

async function runSweeps(database: SqliteDatabase, sweeps: (() => boolean)[]): Promise<void> {
  for (const step of sweeps) {
    try {
      while (database.db.isOpen && (await database.write(step)))
        await new Promise((resolve) => setTimeout(resolve, SWEEP_PAUSE_MS))
    } catch {
      // The next round tries again; every writer meets the same failure and reports it.
    }
  }
}

/** A value of a BLOB column. */
export function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array()
}
