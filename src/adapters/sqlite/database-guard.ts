import type { DatabaseSync } from 'node:sqlite'
import { createFileCheck } from './file-identity.ts'
import { rescueDatabase } from './rescue-copy.ts'
import { createClosedError, isDamageError, toStoreError } from './sqlite-errors.ts'

const ADVICE = 'The log of Bellhop says what to do.'

/** Notices that an open database can no longer be used: its file was deleted or replaced, or is damaged. */
export interface DatabaseGuard {
  /** Throws a store error if the path no longer names the open files, after saving their content. */
  check(this: void): void
  /** Like `toStoreError`; the first error that shows damage ends the use of the file. */
  toStoreError(this: void, error: unknown): unknown
  /** Why the file can no longer be used, and what to do. */
  failure(this: void): string | undefined
  /** Resolves with the failure. */
  readonly failed: Promise<string>
  /** Whether the connection may be closed: SQLite would copy the gaps of an emptied log into the database. */
  mayClose(this: void): boolean
}

interface Options {
  path: string
  /** The path without links, beside which SQLite keeps its other files. */
  realPath: string
  /** True for an operator's command, which saves nothing: the app does. */
  isAdmin: boolean
}

export function createDatabaseGuard(db: DatabaseSync, { path, realPath, isAdmin }: Options): DatabaseGuard {
  const findLoss = path === ':memory:' ? () => undefined : createFileCheck(path, realPath)
  const failed = Promise.withResolvers<string>()
  let failure: string | undefined
  let isLogEmptied = false

  function fail(message: string): void {
    failure = message
    failed.resolve(message)
  }

  return {
    failure: () => failure,
    failed: failed.promise,
    mayClose: () => !isLogEmptied,
    check() {
      const loss = failure === undefined ? findLoss() : undefined
      isLogEmptied ||= loss === 'has lost the content of its -wal file'
      // Copies immediately: an operator may start another process before this one has ended.
      if (loss) fail(`the database file ${path} ${loss}. ${isAdmin ? ADVICE : rescueDatabase(db, realPath, loss)}`)
      if (failure !== undefined) throw createClosedError(failure)
    },
    toStoreError(error) {
      if (failure === undefined && isDamageError(error)) {
        const detail = error instanceof Error ? error.message : String(error)
        fail(`the database file ${path} is damaged (${detail}). Restore a backup, then start Bellhop.`)
      }
      return toStoreError(error)
    },
  }
}
