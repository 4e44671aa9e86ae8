import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import { currentCorrelation } from '../core/log.ts'
import type { KeyedHash } from '../store/keyed-hash.ts'
import { openEnum } from '../store/open-enum.ts'
import type { Store } from '../store/store.ts'
import { createTable, type Table } from '../store/typed-table.ts'

const outcomes = openEnum(['done', 'refused', 'failed'])

export const auditRecordSchema = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** A Slack id; absent if Bellhop did it on its own. */
  user: z.string().optional(),
  /** An action of access, `settings.change`, or what Bellhop did on its own: `mail.hold_back`, `webhook.replace`, `task.give_up`. */
  action: z.string(),
  /** What of the action it was: `stop`, `cancel`. */
  verb: z.string().optional(),
  object: z.object({ kind: z.string(), id: z.string(), link: z.string().optional() }),
  /** The conversation, and the message if there is one. */
  place: z.object({ channel: z.string(), ts: z.string().optional() }).optional(),
  outcome: outcomes,
  /** Keyed hash of the text that left. */
  hash: z.string().optional(),
  opId: z.string(),
  correlation: z.string().optional(),
})

/** One action: who did what, when, to what, where, and how it ended. It contains no text and no address. */
export type AuditRecord = z.infer<typeof auditRecordSchema>

/** An action to record. `opId`: derived from the task, the same when the task runs again. */
export interface AuditEntry extends Omit<AuditRecord, 'at' | 'hash' | 'correlation'> {
  team: string
  /** The text that left; only its hash is kept. */
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

export interface AuditPage {
  records: AuditRecord[]
  /** The `after` of the next page; undefined at the end. */
  next: string | undefined
}

/** The record of every action. It is only ever added to: no code changes or deletes a record before its time. */
export interface AuditLog {
  /** Adds one record; the same `opId` is recorded once, however often its task runs. */
  record(this: void, entry: AuditEntry): Promise<void>
  /** Newest first. The cost depends on the page, not on the size of the store; a page may be short although others follow. */
  list(
    this: void,
    team: string,
    filter: AuditFilter,
    page?: { after?: string | undefined; limit?: number },
  ): Promise<AuditPage>
}

const SCAN_PAGE = 100
/** A filter by two things reads at most this many records of the rarer one for each page. */
const SCAN_MAX = 2000
const PAGE = 20

/** Sorts by time as text. */
const timeKey = (at: number): string => Math.max(0, at).toString(36).padStart(9, '0')

const matches = (record: AuditRecord, { user, action, object }: AuditFilter): boolean =>
  (user === undefined || record.user === user) &&
  (action === undefined || record.action === action) &&
  (object === undefined || (record.object.kind === object.kind && record.object.id === object.id))

/** The records in one partition by time, and again by person, by action and by object, so that each filter has its own list. */
export function createAuditLog(options: {
  store: Store
  clock: Clock
  keyedHash: KeyedHash
  retentionMs: number
}): AuditLog {
  const { store, clock, keyedHash, retentionMs: ttlMs } = options
  const table = (team: string, list: string): Table<AuditRecord> =>
    createTable(store, { partition: `${team}/${list}`, schema: auditRecordSchema, ttlMs })
  const times = (team: string) =>
    createTable(store, { partition: `${team}/audit-op`, schema: z.object({ at: z.number() }), ttlMs })
  const byUser = (user: string) => `audit-person-${user}`
  const byAction = (action: string) => `audit-action-${action}`
  const byObject = ({ kind, id }: AuditRecord['object']) => `audit-object-${keyedHash('audit-object', kind, id)}`

  /** The rarest list that contains everything that the filter asks for. */
  function findList({ user, action, object }: AuditFilter): string {
    if (object) return byObject(object)
    if (user !== undefined) return byUser(user)
    return action === undefined ? 'audit' : byAction(action)
  }

  return {
    async record({ team, text, ...entry }) {
      const name = keyedHash('audit', entry.opId)
      // The time of the first attempt: a task that runs again writes the same records under the same ids.
      const first = await times(team).update(name, (now) => now ?? { at: clock.now() })
      const at = first?.at ?? clock.now()
      const correlation = currentCorrelation()
      const record: AuditRecord = {
        at,
        ...entry,
        ...(text !== undefined && { hash: keyedHash('audit-text', text) }),
        ...(correlation !== undefined && { correlation }),
      }
      const lists = ['audit', byAction(record.action), byObject(record.object)]
      if (record.user !== undefined) lists.push(byUser(record.user))
      await Promise.all(lists.map((list) => table(team, list).put(`${timeKey(at)}-${name}`, record, 0)))
    },
    async list(team, filter, { after, limit = PAGE } = {}) {
      const rows = table(team, findList(filter))
      const { fromMs = 0, untilMs } = filter
      const records: AuditRecord[] = []
      let cursor = after ?? (untilMs === undefined ? undefined : timeKey(untilMs))
      for (let scanned = 0; scanned < SCAN_MAX; scanned += SCAN_PAGE) {
        const page = await rows.list({ limit: SCAN_PAGE, ...(cursor !== undefined && { after: cursor }) })
        for (const { id, value } of page.rows) {
          if (value.at < fromMs) return { records, next: undefined }
          if (!matches(value, filter)) continue
          records.push(value)
          if (records.length === limit) return { records, next: id }
        }
        if (page.next === undefined) return { records, next: undefined }
        cursor = page.next
      }
      return { records, next: cursor }
    },
  }
}
