import { type BigIntStats, statSync } from 'node:fs'

/** What happened to the files of an open database, as the end of a sentence. */
export type FileLoss =
  | 'is no longer there'
  | 'has been replaced by another file'
  | 'has been emptied'
  | 'has lost its -wal file'

function readStats(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

const isSameFile = (one: BigIntStats, other: BigIntStats): boolean => one.dev === other.dev && one.ino === other.ino

/**
 * Returns a function that tells what has happened to the files since they were opened; undefined while the path still names the same ones.
 * SQLite itself goes on writing into a file that was deleted. It costs two system calls.
 */
export function createFileCheck(path: string, logPath: string): () => FileLoss | undefined {
  const opened = readStats(path)
  let openedLog = readStats(logPath)
  return () => {
    const file = readStats(path)
    if (!file || !opened) return 'is no longer there'
    if (!isSameFile(file, opened)) return 'has been replaced by another file'
    if (file.size === 0n) return 'has been emptied'
    const log = readStats(logPath)
    openedLog ??= log
    return openedLog && (!log || !isSameFile(log, openedLog)) ? 'has lost its -wal file' : undefined
  }
}
