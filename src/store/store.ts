import type { Json } from '../core/json.ts'

/** A later write must name the `version`. */
export interface StoredRecord {
  key: string
  value: Json
  version: number
}

/**
 * Keyed JSON records, the only durable state. Every write names the version it read (0 if absent): of two concurrent writers only one wins. A key is
 * `<partition>/<id>`, split at the last `/`; with ids that sort by time a partition lists newest first. The adapter seals values but not keys: a key
 * must not contain an address, a subject or text. Throws `UpstreamError` (service `store`, outcome `not_sent`) while the store cannot be reached or
 * written.
 */
export interface Store {
  /** An expired record is absent immediately, in every method. */
  get(key: string): Promise<StoredRecord | undefined>
  /**
   * Returns the new version, or undefined if another writer was first. Versions only grow, even across a delete. `ttlMs` counts from
   * this put; without it the record does not expire.
   */
  put(key: string, value: Json, options: { version: number; ttlMs?: number }): Promise<number | undefined>
  delete(key: string, options: { version: number }): Promise<boolean>
  /**
   * Lists one partition by id, descending, in byte order. `after` is the last key of the page before. Fewer records than `limit` (default
   * 100) mean the end. The cost depends on the page, not on the size of the store.
   */
  list(partition: string, page?: { after?: string; limit?: number }): Promise<StoredRecord[]>
  /**
   * Removes some of the records in the partitions whose names begin with `prefix`, without looking at versions: for partitions that are no longer
   * written. Returns the `from` of the next call; undefined at the end. The cost of a call is bounded.
   */
  removePartitions(prefix: string, from?: string): Promise<string | undefined>
  close(): Promise<void>
}
