import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StorageError } from '../../core/errors.ts'
import type { FileLoss } from './file-identity.ts'

const rescuePath = (path: string): string => `${path}.rescued`

/**
 * Saves the content of an open database whose path names another file or none, and returns instructions for the operator. The disk has the content
 * only until the database is closed.
 */
export function rescueDatabase(db: DatabaseSync, path: string, loss: FileLoss): string {
  if (loss === 'has lost the content of its -wal file')
    return 'What it acknowledged last is lost: restore a backup, or start Bellhop with what is in the file.'
  try {
    // The pages of a log that stays beside another database would be read as a part of that one.
    const isInFile = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
    if (loss === 'has lost its -wal or -shm file' && isInFile)
      return 'Everything that Bellhop has acknowledged is in the file: start Bellhop again.'
    saveCopy(db, rescuePath(path))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `What it held could not be saved (${reason}): restore a backup, then start Bellhop.`
  }
  return `Everything that Bellhop has acknowledged is in ${rescuePath(path)}: move it to ${path}, then start Bellhop.`
}

function saveCopy(db: DatabaseSync, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true })
  const partial = `${copy}.partial`
  rmSync(partial, { force: true })
  try {
    db.exec(`VACUUM INTO '${partial.replaceAll("'", "''")}'`)
    chmodSync(partial, 0o600)
    // Nobody has used the copy of an earlier loss yet.
    if (existsSync(copy)) renameSync(copy, `${copy}.earlier`)
    renameSync(partial, copy)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Refuses every database while there is a copy of one that was lost: SQLite may have filled an emptied file again, in part. */
export function checkForRescuedCopy(path: string): void {
  const copy = rescuePath(path)
  if (!existsSync(copy)) return
  throw new StorageError(
    `${copy} has what Bellhop saved when its database was lost: move it to ${path} to continue with it, or away to continue without it`,
  )
}
