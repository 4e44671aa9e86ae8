import { type BigIntStats, closeSync, openSync, readSync, statSync } from 'node:fs'

/** How an open database lost its files, as the end of a sentence. */
export type FileLoss =
  | 'is no longer there'
  | 'has been replaced by another file'
  | 'has been emptied'
  | 'has lost its -wal or -shm file'
  | 'has lost the content of its -wal file'

function readStats(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

/**
 * Whether a program other than SQLite emptied a log. SQLite would restart the log, and what it then writes follows a gap. An empty log proves
 * nothing, because a checkpoint of another program leaves one.
 */
function beginsWithGap(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      const start = Buffer.alloc(4)
      return readSync(file, start, 0, start.length, 0) > 0 && start.readUInt32BE() === 0
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

const isSameFile = (one: BigIntStats, other: BigIntStats): boolean => one.dev === other.dev && one.ino === other.ino

/**
 * Returns a function that reports what happened to the files since they were opened; undefined while the path still names the same ones. SQLite
 * itself goes on writing into a deleted file. Costs six system calls.
 */
export function createFileCheck(path: string, realPath: string): () => FileLoss | undefined {
  const opened = readStats(path)
  const logPath = `${realPath}-wal`
  // The log and its shared index: SQLite creates both at the first write and keeps them while the database is open.
  const besides = [logPath, `${realPath}-shm`].map((beside) => ({ path: beside, opened: readStats(beside) }))
  return () => {
    const file = readStats(path)
    if (!file || !opened) return 'is no longer there'
    if (!isSameFile(file, opened)) return 'has been replaced by another file'
    if (file.size === 0n) return 'has been emptied'
    for (const beside of besides) {
      const found = readStats(beside.path)
      beside.opened ??= found
      if (beside.opened && (!found || !isSameFile(found, beside.opened))) return 'has lost its -wal or -shm file'
    }
    return beginsWithGap(logPath) ? 'has lost the content of its -wal file' : undefined
  }
}
