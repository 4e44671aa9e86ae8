import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import { currentCorrelation } from '../core/log.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import { openEnum } from '../store/open-enum.ts'
import type { Store } from '../store/store.ts'
import { createTable, type Table } from '../store/typed-table.ts'

/** Recorded besides the actions that access is asked for; frozen. */
export const auditOnlyActions = [
  'settings.change',
  'webhook.replace',
  'mail.hold_back',
  'task.give_up',
  'task.drop',
  'task.retry',
] as const

const outcomes = openEnum(['done', 'refused', 'failed'])

export const auditRecordSchema = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** A Slack id; absent if Bellhop acted on its own. */
  user: z.string().optional(),
  /** An action of access, or one of `auditOnlyActions`. */
  action: z.string(),
  /** The part of the action: `stop`, `cancel`. */
  verb: z.string().optional(),
  object: z.object({ kind: z.string(), id: z.string(), link: z.string().optional() }),
  /** The conversation, and the message if there is one. */
  location: z.object({ channel: z.string(), ts: z.string().optional() }).optional(),
  outcome: outcomes,
  /** Keyed hash of the text that was sent. */
  hash: z.string().optional(),
  opId: z.string(),
  correlation: z.string().optional(),
})

/** When an action was first tried. */
export const firstTrySchema = z.object({ at: z.number() })

/** An action: who did what, when, to what, where, and how it ended. Contains no text and no address. */
export type AuditRecord = z.infer<typeof auditRecordSchema>

/** An action to record. `opId`: derived from the task, the same when the task runs again. */
export interface AuditEntry extends Omit<AuditRecord, 'at' | 'hash' | 'correlation'> {
  team: string
  /** The text that was sent; only its hash is kept. */
  text?: string | undefined
}

/** Which records to list; `fromMs` is included, `untilMs` is not. */
export interface AuditFilter {
  user?: string | undefined
  action?: string | undefined
  object?: { kind: string; id: string } | undefined
  fromMs?: number | undefined
  untilMs?: number | undefined
}

/** A record in a list; `id` names it within its team, and sorts by time. */
export type ListedAuditRecord = AuditRecord & { id: string }

export interface AuditPage {
  records: ListedAuditRecord[]
  /** The `after` of the next page; undefined at the end. */
  next: string | undefined
  /** Reading stopped at this time because too little matched; older records may. Undefined for a full page, and at the end. */
  readBackTo: number | undefined
}

/** The record of every action. Append-only: no code changes or deletes a record before its time. */
export interface AuditLog {
  /** Adds one record; the same `opId` is recorded once, however often its task runs. */
  record(this: void, entry: AuditEntry): Promise<void>
  /** Records from before this time are gone. */
  keptSince(this: void): number
  /** Returns the record with this id. */
  get(this: void, team: string, id: string): Promise<AuditRecord | undefined>
  /**
   * Newest first. The cost depends on the page, not on the size of the store; a page may be short although others follow. An `after` that no page
   * gave is the same as none.
   */
  list(
    this: void,
    team: string,
    filter: AuditFilter,
    page?: { after?: string | undefined; limit?: number },
  ): Promise<AuditPage>
}

const SCAN_PAGE = 100
/** A filter by two things reads about this many records of the rarer one for each page. */
const SCAN_MAX = 2000
const PAGE = 20

const TIME_CHARS = 9
/** Sorts by time as text. */
const timeKey = (at: number): string => Math.max(0, Math.floor(at)).toString(36).padStart(TIME_CHARS, '0')
const timeOf = (id: string): number => Number.parseInt(id.slice(0, TIME_CHARS), 36)
const ID_FORM = /^[0-9a-z]{9}-[0-9a-f]{24}$/

/** Whether a text has the form of a record's id; one that comes back from a client is a claim. */
export const isAuditRecordId = (text: string): boolean => ID_FORM.test(text)

const matches = (record: AuditRecord, { user, action, object, fromMs = 0, untilMs = Infinity }: AuditFilter): boolean =>
  record.at >= fromMs &&
  record.at < untilMs &&
  (user === undefined || record.user === user) &&
  (action === undefined || record.action === action) &&
  (object === undefined || (record.object.kind === object.kind && record.object.id === object.id))

/** Keeps the records in one partition by time, and again by person, by action and by object; each filter has its own list. */
export function createAuditLog(options: {
  store: Store
  clock: Clock
  keyedHash: KeyedHash
  retentionMs: number
}): AuditLog {
  const { store, clock, keyedHash, retentionMs: ttlMs } = options
  const table = (team: string, list: string): Table<AuditRecord> =>
    createTable(store, { partition: `${team}/${list}`, schema: auditRecordSchema, ttlMs })
  const times = (team: string) => createTable(store, { partition: `${team}/audit-op`, schema: firstTrySchema, ttlMs })
  const byUser = (user: string) => `audit-person-${user}`
  const byAction = (action: string) => `audit-action-${action}`
  const byObject = ({ kind, id }: AuditRecord['object']) => `audit-object-${keyedHash('audit-object', kind, id)}`

  /** The rarest list that contains everything that the filter asks for. */
  function findList({ user, action, object }: AuditFilter): string {
    if (object) return byObject(object)
    if (user !== undefined) return byUser(user)
    return action === undefined ? 'audit' : byAction(action)
  }

  /** Where a list begins: never after the end of the time that is asked for, whatever page is asked for. */
  function findStart(after: string | undefined, { untilMs }: AuditFilter): string | undefined {
    const end = untilMs === undefined ? undefined : timeKey(untilMs)
    const start = after !== undefined && isAuditRecordId(after) ? after : undefined
    if (start === undefined || end === undefined) return start ?? end
    return start < end ? start : end
  }

  return {
    async record({ team, text, ...entry }) {
      const name = keyedHash('audit', entry.opId)
      // The time of the first attempt: a task that runs again writes the same records under the same ids.
      const first = await times(team).update(name, (now) => (now ? undefined : { at: clock.now() }))
      const at = first?.at ?? clock.now()
      const correlation = currentCorrelation()
      const wanted: AuditRecord = {
        at,
        ...entry,
        ...(text !== undefined && { hash: keyedHash('audit-text', text) }),
        ...(correlation !== undefined && { correlation }),
      }
      const id = `${timeKey(at)}-${name}`
      // The other lists get what the first attempt wrote: they never differ, even if it was cut short and the next one ended otherwise.
      const record = (await table(team, 'audit').update(id, (now) => (now ? undefined : wanted))) ?? wanted
      const lists = [byAction(record.action), byObject(record.object)]
      if (record.user !== undefined) lists.push(byUser(record.user))
      await Promise.all(lists.map((list) => table(team, list).put(id, record, 0)))
    },
    keptSince: () => clock.now() - ttlMs,
    get: async (team, id) => (isAuditRecordId(id) ? (await table(team, 'audit').get(id))?.value : undefined),
    async list(team, filter, { after, limit = PAGE } = {}) {
      const rows = table(team, findList(filter))
      const { user, action, object, fromMs = 0 } = filter
      const isOwnList = [user, action, object].filter((one) => one !== undefined).length <= 1
      // Reads one record more than a page holds, to see whether another page follows.
      const step = isOwnList ? limit + 1 : Math.max(limit + 1, SCAN_PAGE)
      const records: ListedAuditRecord[] = []
      let cursor = findStart(after, filter)
      for (let scanned = 0; scanned < SCAN_MAX; scanned += step) {
        const page = await rows.list({ limit: step, ...(cursor !== undefined && { after: cursor }) })
        for (const { id, value } of page.rows) {
          if (value.at < fromMs) return { records, next: undefined, readBackTo: undefined }
          if (!matches(value, filter)) continue
          if (records.length === limit) return { records, next: records.at(-1)?.id, readBackTo: undefined }
          records.push({ ...value, id })
        }
        if (page.next === undefined) return { records, next: undefined, readBackTo: undefined }
        cursor = page.next
      }
      if (records.length === limit) return { records, next: records.at(-1)?.id, readBackTo: undefined }
      return { records, next: cursor, readBackTo: cursor === undefined ? undefined : timeOf(cursor) }
    },
  }
}
