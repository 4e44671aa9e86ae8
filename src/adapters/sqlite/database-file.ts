import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS } from './migrations.ts'
import { StorageError } from '../../core/errors.ts'
import { checkForRescuedCopy } from './rescue-copy.ts'
import { isLockedError, unavailableReason } from './sqlite-errors.ts'

/** While opening, another program's lock is waited for this long. */
const OPEN_BUSY_MS = 2_000
/** SQLite waits for a lock by blocking the whole process: this long at most, then other work gets its turn. */
const BUSY_TURN_MS = 10

/** The real path of the database file, whose folder exists afterwards. An admin command needs a file that an app has made. */
export function resolveDatabasePath(path: string, isAdmin: boolean): string {
  if (path === ':memory:') return path
  // Two names of one file must lead to one lock, and to one rescued copy.
  const realPath = existsSync(path) ? realpathSync(path) : followLink(path)
  checkForRescuedCopy(realPath)
  if (isAdmin && !existsSync(path))
    throw new StorageError(`there is no database at ${path}; start Bellhop once to create it`)
  makeFolder(dirname(path))
  return realPath
}

/** The file that a link names may have been deleted. */
function followLink(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path
}

/** Creates the folder one level at a time: Node's own `recursive` never ends where a parent takes no folders, as under /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (cause) {
    // Another process may have created it just now.
    if (existsSync(folder)) return
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StorageError(`the folder of the database cannot be created: ${reason}`, { cause })
  }
}

/** Refuses a second app on the same file. The lock ends with the process that holds it, however that process ends. */
export function lockDatabase(path: string): DatabaseSync {
  return openFile(path, `${path}.lock`, 0, (lock) => {
    try {
      lock.exec('BEGIN EXCLUSIVE')
    } catch (cause) {
      if (!isLockedError(cause)) throw cause
      throw new Error('another Bellhop is running on it; one file serves one process (several need redis://)', {
        cause,
      })
    }
  })
}

/** Opens the file for durable writes and migrates it; throws an error that operators understand. */
export function openDatabase(path: string, isAdmin: boolean): DatabaseSync {
  return openFile(path, path, OPEN_BUSY_MS, (db) => {
    if (path !== ':memory:') {
      chmodSync(path, 0o600)
      const mode = db.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode']
      if (mode !== 'wal') throw new Error('its disk cannot hold a write-ahead log; use a local disk')
    }
    db.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 1000')
    migrate(db, isAdmin)
    db.exec(`PRAGMA busy_timeout = ${BUSY_TURN_MS}`)
  })
}

function openFile(path: string, file: string, timeout: number, prepare: (db: DatabaseSync) => void): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { timeout })
    prepare(db)
    return db
  } catch (cause) {
    db?.close()
    const known = unavailableReason(cause)
    const reason = known ? `it ${known}` : cause instanceof Error ? cause.message : String(cause)
    throw new StorageError(`the database at ${path} cannot be opened: ${reason}`, { cause })
  }
}

function migrate(db: DatabaseSync, isAdmin: boolean): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > MIGRATIONS.length) throw new Error('it was written by a newer Bellhop')
  if (isAdmin && version < MIGRATIONS.length)
    throw new Error('it was written by an older Bellhop; start this one once to migrate it')
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index >= version) db.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}
