import { UpstreamError } from '../../core/errors.ts'

/** SQLite's primary result codes for a file that another connection has locked: SQLITE_BUSY and SQLITE_LOCKED. */
const LOCKED = new Set([5, 6])

/** Reasons by SQLite's primary result code. */
const REASONS = new Map([
  [3, 'cannot be written: permission denied'],
  [5, 'is locked by another program'],
  [6, 'is locked by another program'],
  [7, 'ran out of memory'],
  [8, 'is read-only'],
  [10, 'hit a disk error'],
  [11, 'is damaged; stop Bellhop and restore a backup'],
  [13, 'cannot be written: the disk is full'],
  [14, 'cannot be opened as a file'],
])

/** SQLite's primary result code: the low byte of the extended one. */
function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}

/** Whether another program holds a lock on the file, which may pass. */
export function isLockedError(error: unknown): boolean {
  return LOCKED.has(resultCode(error))
}

/** Why the file cannot be used, as the end of a sentence; undefined for an error that is our own mistake. */
export function unavailableReason(error: unknown): string | undefined {
  return REASONS.get(resultCode(error))
}

/** A full, locked or missing file becomes an `UpstreamError` that is retried later; any other error is our mistake and stays as it is. */
export function toStoreError(error: unknown): unknown {
  const reason = unavailableReason(error)
  if (!reason) return error
  return new UpstreamError(`the database ${reason}`, {
    service: 'store',
    code: 'unavailable',
    outcome: 'not_sent',
    cause: error,
  })
}

/** The error of every call after the close. */
export function createClosedError(): UpstreamError {
  return new UpstreamError('the database is closed', { service: 'store', code: 'unavailable', outcome: 'not_sent' })
}
