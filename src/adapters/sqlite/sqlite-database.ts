import type { DatabaseSync } from 'node:sqlite'
import { lockDatabase, openDatabase, resolveDatabasePath } from './database-file.ts'
import { createDatabaseGuard, type DatabaseGuard } from './database-guard.ts'
import { createClosedError } from './sqlite-errors.ts'
import { addToGroup, commitBeforeClose, createWriteGroup } from './write-group.ts'

const SWEEP_MS = 60_000
const SWEEP_PAUSE_MS = 20
const CHECK_MS = 2_000

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
  /** Why the file can no longer be used, and what to do; every call is refused from then on. */
  failure(this: void): string | undefined
  /** Resolves with the failure. */
  readonly failed: Promise<string>
  close(): void
}

/** Opens the file. A second app on the same file is refused, even while the first one hangs. */
export function openSqliteDatabase(path: string, { admin = false, sweepMs = SWEEP_MS } = {}): SqliteDatabase {
  const realPath = resolveDatabasePath(path, admin)
  const lock = admin || realPath === ':memory:' ? undefined : lockDatabase(realPath)
  const db = openDatabase(realPath, admin)
  const guard = createDatabaseGuard(db, { path, realPath, isAdmin: admin })
  const group = createWriteGroup(db, guard)
  const sweeps: (() => boolean)[] = []

  const database: SqliteDatabase = {
    db,
    isAdmin: admin,
    write: (change) => addToGroup(group, change),
    failure: guard.failure,
    failed: guard.failed,
    read(query) {
      const failure = guard.failure()
      if (failure !== undefined) throw createClosedError(failure)
      if (!db.isOpen) throw createClosedError()
      try {
        return query()
      } catch (error) {
        throw guard.toStoreError(error)
      }
    },
    registerSweep: (step) => void sweeps.push(step),
    close() {
      if (!db.isOpen) return
      clearInterval(sweepTimer)
      clearInterval(checkTimer)
      commitBeforeClose(group)
      if (guard.mayClose()) db.close()
      lock?.close()
    },
  }
  const sweepTimer = admin ? undefined : setInterval(() => void runSweeps(database, sweeps), sweepMs).unref()
  // Also checks without requests; otherwise the app would stay ready.
  const checkTimer = admin ? undefined : setInterval(() => checkQuietly(guard), CHECK_MS).unref()
  return database
}

function checkQuietly(guard: DatabaseGuard): void {
  try {
    guard.check()
  } catch {
    // `failed` reports it.
  }
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
