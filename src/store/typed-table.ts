import { setTimeout as sleep } from 'node:timers/promises'
import type { ZodType } from 'zod'
import { UpstreamError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { unreadableReason } from '../encryption/record-sealer.ts'
import type { StoredRecord, Store } from './store.ts'
import { attachUnknownFields, keepUnknownFields, restoreUnknownFields } from './unknown-fields.ts'

const PAGE = 100
const UPDATE_ROUNDS = 100
const JITTER_MS = 20

export interface Row<T> {
  id: string
  value: T
  version: number
}

export interface Page<T> {
  rows: Row<T>[]
  /** The `after` of the next page; undefined at the end. */
  next: string | undefined
}

export interface TableOptions<T extends Json> {
  /** With its team in front: `T1/jobs`. */
  partition: string
  schema: ZodType<T>
  /** Counted from each write; without it the record does not expire. */
  ttlMs?: number | ((value: T) => number | undefined)
  /** Called for each record that a list leaves out because it cannot be read. */
  onUnreadable?: (error: Error) => void
}

/** Records of one kind. */
export interface Table<T extends Json> {
  /** Undefined for an empty id. Throws an error that names the record, never its content, if the stored value does not fit the schema. */
  get(id: string): Promise<Row<T> | undefined>
  /** Returns the new version, or undefined if another writer was first. `version` is the one that was read, 0 for a new record. */
  put(id: string, value: T, version: number): Promise<number | undefined>
  /**
   * Reads, changes and writes until no other writer came between. `change` may run several times; if it returns undefined the record stays unchanged.
   * Returns the record afterwards.
   */
  update(id: string, change: (value: T | undefined) => T | undefined): Promise<T | undefined>
  /** Newest first for ids that sort by time. */
  list(page?: { after?: string; limit?: number }): Promise<Page<T>>
  /** Every record, read page by page. */
  all(): AsyncGenerator<Row<T>>
  delete(id: string, version: number): Promise<boolean>
}

/**
 * Records of one kind, by id instead of key. Values have the fields that the schema knows; fields that a later version added stay in the store and
 * survive a spread and an `update`.
 */
export function createTable<T extends Json>(store: Store, options: TableOptions<T>): Table<T> {
  const { partition, schema, ttlMs, onUnreadable: report = (error) => process.emitWarning(error) } = options
  const keyOf = (id: string) => `${partition}/${escape(id)}`
  const ttlOf = (value: T) => (typeof ttlMs === 'function' ? ttlMs(value) : ttlMs)

  function parse({ key, value, version }: StoredRecord): Row<T> {
    const sealed = unreadableReason(value)
    if (sealed !== undefined) throw new Error(`the record ${key} cannot be read: ${sealed}`)
    const parsed = schema.safeParse(value)
    // Only the first step of the path: further steps can be addresses or names from outside.
    const problems = parsed.error?.issues.map(({ path: [field = 'it'], code }) => `${String(field)} (${code})`)
    if (!parsed.success) throw new Error(`the record ${key} cannot be read: ${problems?.join(', ')} does not fit`)
    attachUnknownFields(value, parsed.data)
    return { id: unescape(key.slice(partition.length + 1)), value: parsed.data, version }
  }

  async function get(id: string): Promise<Row<T> | undefined> {
    // Some ids come from outside, and no record has an empty one.
    if (id === '') return undefined
    const entry = await store.get(keyOf(id))
    return entry && parse(entry)
  }

  function write(id: string, value: Json, ttl: number | undefined, version: number): Promise<number | undefined> {
    return store.put(keyOf(id), restoreUnknownFields(value), { version, ...(ttl !== undefined && { ttlMs: ttl }) })
  }

  async function list({ after, limit = PAGE }: { after?: string; limit?: number } = {}): Promise<Page<T>> {
    const entries = await store.list(partition, { limit, ...(after !== undefined && { after: keyOf(after) }) })
    const rows: Row<T>[] = []
    for (const entry of entries) {
      try {
        rows.push(parse(entry))
      } catch (error) {
        if (error instanceof Error) report(error)
      }
    }
    const last = entries.length === limit ? entries.at(-1) : undefined
    return { rows, next: last && unescape(last.key.slice(partition.length + 1)) }
  }

  return {
    get,
    put: (id, value, version) => write(id, value, ttlOf(value), version),
    async update(id, change) {
      for (let round = 0; round < UPDATE_ROUNDS; round++) {
        const row = await get(id)
        const value = change(row?.value)
        if (value === undefined) return row?.value
        const kept = keepUnknownFields(row?.value, value)
        if ((await write(id, kept, ttlOf(value), row?.version ?? 0)) !== undefined) return value
        await sleep(Math.random() * JITTER_MS)
      }
      throw new UpstreamError(`the record ${keyOf(id)} has too many concurrent writers`, {
        service: 'store',
        code: 'unavailable',
        outcome: 'not_sent',
      })
    },
    list,
    async *all() {
      let after: string | undefined
      do {
        const page: Page<T> = await list(after === undefined ? {} : { after })
        yield* page.rows
        after = page.next
      } while (after !== undefined)
    },
    delete: (id, version) => store.delete(keyOf(id), { version }),
  }
}

/** An id may contain slashes, but the last slash of a key ends its partition. */
function escape(id: string): string {
  return id.replaceAll('%', '%25').replaceAll('/', '%2F')
}

function unescape(id: string): string {
  return id.replaceAll('%2F', '/').replaceAll('%25', '%')
}
