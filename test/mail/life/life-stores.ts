import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The stores of a model: two prepared ones, and the one of the present sequence, which a kill copies to the other. */
export const STORE_NAMES = ['plain', 'approval', 'one', 'other'] as const
export type StoreName = (typeof STORE_NAMES)[number]

export interface LifeStores {
  /** For `STORE_URL`. */
  url(name: StoreName): string
  /** Keeps a prepared store as it is now: its copies will be `olderMs` older, however long the run takes. */
  freeze(name: StoreName, olderMs: number): Promise<void>
  /** Copies the content of one moment, even while an app is writing. */
  copy(from: StoreName, to: StoreName): Promise<void>
  /** Makes everything older in a store that has a clock of its own. */
  age(name: StoreName, ms: number): Promise<void>
  close(): Promise<void>
}

/** Opens a folder for files of SQLite, in memory where the system has one there. The app's clock is the only one. */
export function openSqliteStores(): LifeStores {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bellhop-life-'))
  const pathOf = (name: StoreName): string => join(folder, `${name}.db`)
  return {
    url: (name) => `sqlite:${pathOf(name)}`,
    freeze: () => Promise.resolve(),
    // This process does nothing else meanwhile.
    copy(from, to) {
      for (const end of ['', '-wal', '-shm']) rmSync(pathOf(to) + end, { force: true })
      for (const end of ['', '-wal'])
        if (existsSync(pathOf(from) + end)) copyFileSync(pathOf(from) + end, pathOf(to) + end)
      return Promise.resolve()
    },
    age: () => Promise.resolve(),
    close() {
      rmSync(folder, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}
