import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UpstreamError } from '../../core/errors.ts'
import { MIGRATIONS } from './migrations.ts'

/** Below the 3 s that Slack waits: whoever wrote hears that another program has locked the file. */
const BUSY_MS = 2_000
/** SQLite waits for a lock by holding everything up: so long at most, then others have their turn. */
const BUSY_TURN_MS = 10
const BUSY_PAUSE_MS = 25
const BUSY = new Set([5, 6])
const SWEEP_MS = 60_000
const SWEEP_PAUSE_MS = 20

export interface SqliteDatabase {
  readonly db: DatabaseSync
  /** Opened beside a running app, for single transactions. */
  readonly isAdmin: boolean
  /**
   * Answered once the change is on disk. Changes that arrive in one turn of the event loop commit together; one that throws is taken
   * back alone. `change` runs inside the transaction, is synchronous, and runs again where another one of its group throws.
   */
  write<T>(change: () => T): Promise<T>
  /** Failures of a query in the words of the port, like those of a change. */
  read<T>(query: () => T): T
  /** `step` removes a few expired rows and says whether there are more. */
  registerSweep(step: () => boolean): void
  close(): void
}

interface Waiting {
  change: () => void
  answer: () => void
  fail: (error: unknown) => void
}

/** The one file that holds records and tasks; a second app on it is refused, also while the first one hangs. */
export function openSqliteDatabase(path: string, { admin = false, sweepMs = SWEEP_MS } = {}): SqliteDatabase {
  const real = location(path, admin)
  const lock = admin || real === ':memory:' ? undefined : lockFile(real)
  const db = open(real, admin)
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const savepoint = db.prepare('SAVEPOINT one')
  const rollback = db.prepare('ROLLBACK TO one')
  const release = db.prepare('RELEASE one')
  let group: Waiting[] = []
  let busyUntil: number | undefined
  const steps: (() => boolean)[] = []
  const sweeping = admin ? undefined : setInterval(() => void sweepAll(), sweepMs).unref()

  /** Whether the group must wait because another program has locked the file; it then comes here again. */
  function locked(): boolean {
    try {
      begin.run()
      busyUntil = undefined
      return false
    } catch (error) {
      busyUntil ??= performance.now() + BUSY_MS
      if (BUSY.has(code(error) ?? 0) && performance.now() < busyUntil) return true
      busyUntil = undefined
      throw error
    }
  }

  function flush(): void {
    if (!db.isOpen || group.length === 0) return
    let members: Waiting[] = []
    let answers: (() => void)[]
    try {
      if (locked()) return void setTimeout(flush, BUSY_PAUSE_MS)
      members = group
      group = []
      answers = allAtOnce(members) ?? members.map(apply)
      commit.run()
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      if (members.length === 0) [members, group] = [group, []]
      const failure = unavailable(error)
      for (const member of members) member.fail(failure)
      return
    }
    for (const answer of answers) answer()
  }

  /** A savepoint for each costs as much as a small change: only where one throws, all are taken back and made again with them. */
  function allAtOnce(members: Waiting[]): (() => void)[] | undefined {
    try {
      for (const member of members) member.change()
      return members.map((member) => member.answer)
    } catch (error) {
      // A full disk takes back the whole transaction.
      if (!db.isTransaction) throw error
      db.exec('ROLLBACK')
      begin.run()
      return undefined
    }
  }

  function apply(member: Waiting): () => void {
    savepoint.run()
    try {
      member.change()
      release.run()
      return member.answer
    } catch (error) {
      if (!db.isTransaction) throw error
      rollback.run()
      release.run()
      return () => member.fail(unavailable(error))
    }
  }

  function write<T>(change: () => T): Promise<T> {
    if (!db.isOpen) return Promise.reject(closed())
    if (group.length === 0) setImmediate(flush)
    return new Promise((resolve, reject) => {
      let results: T[] = []
      group.push({
        change: () => void (results = [change()]),
        answer: () => results.forEach((result) => resolve(result)),
        fail: reject,
      })
    })
  }

  function read<T>(query: () => T): T {
    if (!db.isOpen) throw closed()
    try {
      return query()
    } catch (error) {
      throw unavailable(error)
    }
  }

  async function sweepAll(): Promise<void> {
    for (const step of steps) {
      try {
        while (db.isOpen && (await write(step))) await new Promise((resolve) => setTimeout(resolve, SWEEP_PAUSE_MS))
      } catch {
        // The next round tries again; whoever writes meets the same failure and reports it.
      }
    }
  }

  return {
    db,
    isAdmin: admin,
    write,
    read,
    registerSweep: (step) => void steps.push(step),
    close() {
      if (!db.isOpen) return
      clearInterval(sweeping)
      db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
      busyUntil = 0
      flush()
      db.close()
      lock?.close()
    },
  }
}

function location(path: string, admin: boolean): string {
  if (path === ':memory:') return path
  if (admin && !existsSync(path)) throw new Error(`there is no database at ${path}; start Bellhop once to make it`)
  makeFolder(dirname(path))
  // Two names of one file meet at one lock.
  return existsSync(path) ? realpathSync(path) : path
}

/** Step by step: Node's own `recursive` never ends where a parent takes no folders, as under /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (cause) {
    // Somebody else may have made it just now.
    if (existsSync(folder)) return
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the folder of the database cannot be made: ${reason}`, { cause })
  }
}

/** The lock ends with the process that holds it, whatever ends the process. */
function lockFile(path: string): DatabaseSync {
  return opening(path, `${path}.lock`, 0, (lock) => {
    try {
      lock.exec('BEGIN EXCLUSIVE')
    } catch (cause) {
      if (!BUSY.has(code(cause) ?? 0)) throw cause
      throw new Error('another Bellhop is running on it; one file serves one process (several need redis://)', {
        cause,
      })
    }
  })
}

function open(path: string, admin: boolean): DatabaseSync {
  return opening(path, path, BUSY_MS, (db) => {
    if (path !== ':memory:') {
      chmodSync(path, 0o600)
      const mode = db.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode']
      if (mode !== 'wal') throw new Error('its disk cannot hold a write-ahead log; use a local disk')
    }
    db.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 1000')
    migrate(db, admin)
    db.exec(`PRAGMA busy_timeout = ${BUSY_TURN_MS}`)
  })
}

function opening(path: string, file: string, timeout: number, prepare: (db: DatabaseSync) => void): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { timeout })
    prepare(db)
    return db
  } catch (cause) {
    db?.close()
    const known = UNAVAILABLE.get(code(cause) ?? 0)
    const reason = known ? `it ${known}` : cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the database at ${path} cannot be opened: ${reason}`, { cause })
  }
}

function migrate(db: DatabaseSync, admin: boolean): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > MIGRATIONS.length) throw new Error('a newer Bellhop has written it')
  if (admin && version < MIGRATIONS.length) throw new Error('an older Bellhop has written it; start this one once')
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index >= version) db.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}

/** A value of a BLOB column. */
export function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array()
}

/** SQLite's primary result code. */
function code(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
}

/** A file that is full, locked or gone is a store that is away: the same again later. Anything else is ours. */
function unavailable(error: unknown): unknown {
  const reason = UNAVAILABLE.get(code(error) ?? 0)
  if (!reason) return error
  return new UpstreamError(`the database ${reason}`, {
    service: 'store',
    code: 'unavailable',
    outcome: 'not_sent',
    cause: error,
  })
}

function closed(): UpstreamError {
  return new UpstreamError('the database is closed', { service: 'store', code: 'unavailable', outcome: 'not_sent' })
}

/** By SQLite's primary result codes. */
const UNAVAILABLE = new Map([
  [3, 'may not be written: permission denied'],
  [5, 'is locked by another program'],
  [6, 'is locked by another program'],
  [7, 'found no memory'],
  [8, 'may only be read'],
  [10, 'met a disk error'],
  [11, 'is damaged; stop Bellhop and restore a backup'],
  [13, 'found no room: the disk is full'],
  [14, 'cannot be opened as a file'],
])
