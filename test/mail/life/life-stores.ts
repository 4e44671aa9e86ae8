import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The stores of a model: two prepared ones, and the one of the present sequence, which a kill copies to the other. */
export type StoreName = 'plain' | 'approval' | 'one' | 'other'

export interface LifeStores {
  /** For `STORE_URL`. */
  url(name: StoreName): string
  /** Copies the content of this moment, even while an app is writing: this process does nothing else meanwhile. */
  copy(from: StoreName, to: StoreName): void
  close(): void
}

/** Opens a folder for files of SQLite, in memory where the system has one there. */
export function openLifeStores(): LifeStores {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bellhop-life-'))
  const pathOf = (name: StoreName): string => join(folder, `${name}.db`)
  return {
    url: (name) => `sqlite:${pathOf(name)}`,
    copy(from, to) {
      for (const end of ['', '-wal', '-shm']) rmSync(pathOf(to) + end, { force: true })
      for (const end of ['', '-wal'])
        if (existsSync(pathOf(from) + end)) copyFileSync(pathOf(from) + end, pathOf(to) + end)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
