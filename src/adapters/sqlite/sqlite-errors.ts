import { UpstreamError } from '../../core/errors.ts'

/** SQLite's primary result codes for a file that another connection has locked: SQLITE_BUSY and SQLITE_LOCKED. */
const LOCKED = new Set([5, 6])

const DAMAGED = 'is damaged; stop Bellhop and restore a backup'
/** SQLite's primary result codes for a damaged file, SQLITE_CORRUPT and SQLITE_NOTADB, and extended ones: a read beyond its end, a bad checksum, a damaged file system. */
const DAMAGE = new Set([11, 26])
const DAMAGE_EXTENDED = new Set([522, 8202, 8458])

/** Reasons by SQLite's primary result code, where the file is not damaged. */
const REASONS = new Map([
  [3, 'cannot be written: permission denied'],
  [5, 'is locked by another program'],
  [6, 'is locked by another program'],
  [7, 'ran out of memory'],
  [8, 'is read-only'],
  [10, 'hit a disk error'],
  [13, 'cannot be written: the disk is full'],
  [14, 'cannot be opened as a file'],
])

/** SQLite's primary result code: the low byte of the extended one. */
function resultCode(error: unknown): number {
  return extendedCode(error) & 0xff
}

function extendedCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
}

/** Whether the content of the file is damaged, which no later attempt mends. */
export function isDamageError(error: unknown): boolean {
  return DAMAGE.has(resultCode(error)) || DAMAGE_EXTENDED.has(extendedCode(error))
}

/** Whether another program holds a lock on the file, which may pass. */
export function isLockedError(error: unknown): boolean {
  return LOCKED.has(resultCode(error))
}

/** Why the file cannot be used, as the end of a sentence; undefined for an error that is our own mistake. */
export function unavailableReason(error: unknown): string | undefined {
  if (isDamageError(error)) return DAMAGED
  return REASONS.get(resultCode(error))
}

/** Turns a full, locked or missing file into an `UpstreamError` that is retried later; returns any other error, which is our bug, unchanged. */
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

/** The error of every call after the close, or after the loss that `reason` names. */
export function createClosedError(reason = 'the database is closed'): UpstreamError {
  return new UpstreamError(reason, { service: 'store', code: 'unavailable', outcome: 'not_sent' })
}
