import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Several times what all files of a run take. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** Whether this machine has a file system in memory with space for a run. */
function hasMemoryFolder(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/**
 * A folder for the files of one run, in memory if possible: no test cuts the power, so none can show what a disk had kept, and each commit would wait
 * for it. `TMPDIR` overrules the choice.
 */
export function createTestFolder(): { path: string; remove(): void } {
  const root = process.env['TMPDIR'] === undefined && hasMemoryFolder() ? MEMORY : tmpdir()
  const path = mkdtempSync(join(root, 'bellhop-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
