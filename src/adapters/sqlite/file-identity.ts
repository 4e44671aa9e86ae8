import { type BigIntStats, statSync } from 'node:fs'

/** What happened to the files of an open database, as the end of a sentence. */
export type FileLoss =
  | 'is no longer there'
  | 'has been replaced by another file'
  | 'has been emptied'
  | 'has lost its -wal or -shm file'

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
 * SQLite itself goes on writing into a file that was deleted. It costs three system calls.
 */
export function createFileCheck(path: string, realPath: string): () => FileLoss | undefined {
  const opened = readStats(path)
  // The log, and the index of it that processes share: SQLite makes both with the first write, and keeps them while the database is open.
  const besides = ['-wal', '-shm'].map((suffix) => ({
    path: `${realPath}${suffix}`,
    opened: readStats(`${realPath}${suffix}`),
  }))
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
    return undefined
  }
}
