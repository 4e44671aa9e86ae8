import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { UpstreamError } from '../../core/errors.ts'
import type { DatabaseGuard } from './database-guard.ts'
import { createClosedError, isLockedError } from './sqlite-errors.ts'

/** Below the 3 s that Slack waits, so the sender learns that another program has locked the file. */
const BUSY_MS = 2_000
const BUSY_PAUSE_MS = 25

interface PendingWrite {
  change: () => void
  resolve: () => void
  reject: (error: unknown) => void
}

/** The writes of one turn of the event loop, which share one transaction and its `fsync`. */
export interface WriteGroup {
  readonly db: DatabaseSync
  readonly begin: StatementSync
  readonly commit: StatementSync
  readonly savepoint: StatementSync
  readonly rollback: StatementSync
  readonly release: StatementSync
  readonly guard: DatabaseGuard
  pending: PendingWrite[]
  /** Another program's lock is waited for until then; undefined while the file is free. */
  busyUntil: number | undefined
}

export function createWriteGroup(db: DatabaseSync, guard: DatabaseGuard): WriteGroup {
  return {
    db,
    guard,
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    savepoint: db.prepare('SAVEPOINT one'),
    rollback: db.prepare('ROLLBACK TO one'),
    release: db.prepare('RELEASE one'),
    pending: [],
    busyUntil: undefined,
  }
}

/** Adds a change to the next commit; resolves once it is on disk, and rejects with a store error where it is not. */
export function addToGroup<T>(group: WriteGroup, change: () => T): Promise<T> {
  const failure = group.guard.failure()
  if (failure !== undefined) return Promise.reject(createClosedError(failure))
  if (!group.db.isOpen) return Promise.reject(createClosedError())
  if (group.pending.length === 0) setImmediate(commitGroup, group)
  return new Promise((resolve, reject) => {
    let results: T[] = []
    group.pending.push({
      change: () => void (results = [change()]),
      resolve: () => results.forEach((result) => resolve(result)),
      reject,
    })
  })
}

/** Commits what is pending without waiting for another program's lock longer than SQLite's own timeout. */
export function commitBeforeClose(group: WriteGroup): void {
  group.db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
  group.busyUntil = 0
  commitGroup(group)
}

function commitGroup(group: WriteGroup): void {
  const { db, commit } = group
  if (!db.isOpen || group.pending.length === 0) return
  let members: PendingWrite[] = []
  let answers: (() => void)[]
  try {
    // Found lost since these writes came in: after the copy was saved, nothing may be added to the log that lies beside it.
    group.guard.check()
    if (mustWaitForLock(group)) return void setTimeout(commitGroup, BUSY_PAUSE_MS, group)
    members = group.pending
    group.pending = []
    answers = applyTogether(group, members) ?? members.map((member) => applyAlone(group, member))
    commit.run()
    // A write into a file that no longer has its name is not acknowledged.
    group.guard.check()
  } catch (thrown) {
    const error = rollBack(group) ?? thrown
    if (members.length === 0) [members, group.pending] = [group.pending, []]
    const failure = group.guard.toStoreError(error)
    for (const member of members) member.reject(failure)
    return
  }
  for (const answer of answers) answer()
}

/** Ends an open transaction, also one that an earlier group had to leave open. Returns the error if that fails: nothing catches one here. */
function rollBack({ db, guard }: WriteGroup): UpstreamError | undefined {
  try {
    if (db.isTransaction) db.exec('ROLLBACK')
    return undefined
  } catch (error) {
    const failure = guard.toStoreError(error)
    if (failure instanceof UpstreamError) return failure
    const detail = error instanceof Error ? error.message : String(error)
    return createClosedError(`the database cannot undo a failed change (${detail})`)
  }
}

/** Begins the transaction; true if another program has locked the file and the group must come back later. */
function mustWaitForLock(group: WriteGroup): boolean {
  try {
    const failure = rollBack(group)
    if (failure !== undefined) throw failure
    group.begin.run()
    group.busyUntil = undefined
    return false
  } catch (error) {
    group.busyUntil ??= performance.now() + BUSY_MS
    if (isLockedError(error) && performance.now() < group.busyUntil) return true
    group.busyUntil = undefined
    throw error
  }
}

/** A savepoint costs as much as a small change, so there is none at first. Returns undefined if a change throws: all are rolled back. */
function applyTogether({ db, begin }: WriteGroup, members: PendingWrite[]): (() => void)[] | undefined {
  try {
    for (const member of members) member.change()
    return members.map((member) => member.resolve)
  } catch (error) {
    // A full disk rolls back the whole transaction.
    if (!db.isTransaction) throw error
    db.exec('ROLLBACK')
    begin.run()
    return undefined
  }
}

/** Applies one change in a savepoint; if the change throws, only this one is rolled back. */
function applyAlone({ db, guard, savepoint, rollback, release }: WriteGroup, member: PendingWrite): () => void {
  savepoint.run()
  try {
    member.change()
    release.run()
    return member.resolve
  } catch (error) {
    if (!db.isTransaction) throw error
    rollback.run()
    release.run()
    return () => member.reject(guard.toStoreError(error))
  }
}
