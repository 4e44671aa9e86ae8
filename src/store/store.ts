import type { Json } from '../core/json.ts'

export interface StoredRecord {
  key: string
  value: Json
  version: number
}

/**
 * Keyed JSON records, the only durable state. Every write names the version it read (0: absent), so two workers can never both win.
 * A key is `<partition>/<id>`, split at the last `/`; ids that sort by time make a partition list newest first.
 * Values are sealed by the adapter, keys are not: no address, subject or text stands in a key. Throws `UpstreamError`
 * (service `store`, outcome `not_sent`) while the store cannot be reached or written.
 */
export interface Store {
  /** An expired record is absent at once, for every call. */
  get(key: string): Promise<StoredRecord | undefined>
  /**
   * The new version, or undefined: someone else won. Versions only grow, also over a delete. `ttlMs` counts from this put;
   * without it the record stays.
   */
  put(key: string, value: Json, options: { version: number; ttlMs?: number }): Promise<number | undefined>
  delete(key: string, options: { version: number }): Promise<boolean>
  /**
   * One partition by id, descending, in byte order. `after`: the last key of the page before. Fewer than `limit`
   * (default 100) means the end. Costs by the page, not by the store.
   */
  list(partition: string, page?: { after?: string; limit?: number }): Promise<StoredRecord[]>
  close(): Promise<void>
}
