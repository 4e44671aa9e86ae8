import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { resealValues, type ResealResult, type SealedValue } from '../encryption/reseal-walk.ts'
import type { Sealer } from '../encryption/sealer.ts'
import type { Queue } from '../queue/queue.ts'
import type { Store } from '../store/store.ts'

/** A store and a queue of the same technology: what a storage adapter provides. */
export interface OpenedStorage {
  store: Store
  queue: Queue
  /** Re-encrypts records, then tasks, with the primary key, while apps run on them. */
  reseal(): Promise<[records: ResealResult, tasks: ResealResult]>
  /** Why the storage can no longer be used until somebody repairs it, and what to do; undefined while it works or may recover by itself. */
  failure(this: void): string | undefined
  /** Resolves with the failure. */
  readonly failed: Promise<string>
  close(): Promise<void>
}

export interface StorageOptions {
  sealer: Sealer
  clock: Clock
  log: Log
  /** Opened by an operator's command next to a running app, for single reads and changes. */
  admin?: boolean
}

/** The same order for every adapter: tasks refer to records, so records come first. */
export async function resealAll(
  sealer: Sealer,
  records: AsyncIterable<SealedValue[]>,
  tasks: AsyncIterable<SealedValue[]>,
): Promise<[records: ResealResult, tasks: ResealResult]> {
  const resealedRecords = await resealValues(sealer, records)
  return [resealedRecords, await resealValues(sealer, tasks)]
}
