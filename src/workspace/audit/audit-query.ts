import { z } from 'zod'
import { accessActions } from '../../access/actions.ts'
import { type AuditFilter, auditOnlyActions, isAuditRecordId } from '../../audit/audit-log.ts'
import { parseJson } from '../../core/json.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'

/** Frozen: open modals carry them. */
export const auditActionIds = {
  open: 'workspace.audit',
  person: 'workspace.audit_person',
  action: 'workspace.audit_action',
  from: 'workspace.audit_from',
  to: 'workspace.audit_to',
  only: 'workspace.audit_only',
  anyObject: 'workspace.audit_any_object',
  clear: 'workspace.audit_clear',
  older: 'workspace.audit_older',
  newer: 'workspace.audit_newer',
  newest: 'workspace.audit_newest',
  csv: 'workspace.audit_csv',
} as const

/** The menu's entry for every action. */
export const ANY_ACTION = '-'

/** Everything that the menu of actions offers. */
export const auditActions: readonly string[] = [...accessActions, ...auditOnlyActions]

/** As many pages back as the metadata has room for; **Newest** leads out of all of them. */
const PAGES_MAX = 50

const dayForm = /^\d{4}-\d{2}-\d{2}$/
/** The 30th of February has the form of a day. */
function isDay(text: string): boolean {
  if (!dayForm.test(text)) return false
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}
const choice = (fits: (text: string) => boolean) => z.string().refine(fits).optional().catch(undefined)

const querySchema = z.object({
  user: choice((text) => /^[UW][A-Z0-9]{1,30}$/.test(text)),
  action: choice((text) => auditActions.includes(text)),
  /** Days by the reader's calendar; both are included. */
  from: choice(isDay),
  to: choice(isDay),
  /** The id of a record: only what was done with the same object. */
  objectOf: choice(isAuditRecordId),
  /** Where this page begins, and before it where each newer one did. */
  pages: z
    .array(z.string().refine(isAuditRecordId))
    .transform((pages) => pages.slice(-PAGES_MAX))
    .catch([]),
  /** Goes up when the filters are cleared: in a block of the same id, Slack keeps what the person had chosen. */
  round: z.number().int().nonnegative().catch(0),
})

/** What the open audit shows: its filters and its page. It comes back from the client, so whatever does not have its form is left out. */
export type AuditQuery = z.infer<typeof querySchema>

/** A filter that people combine with others; `objectOf` names a record. */
export type AuditFilterChoice = Omit<AuditQuery, 'pages' | 'round'>

export const newAuditQuery: AuditQuery = { pages: [], round: 0 }

/** The query as the modal's metadata. */
export const formatAuditQuery = (query: AuditQuery): string => JSON.stringify(query)

/** The ids of the two blocks with filters: person and action, and days. */
export const filterBlockIds = ({ round }: AuditQuery): [string, string] => [`filters-${round}`, `days-${round}`]

/** The query of an open modal, with what the person has just chosen in its filters. */
export function readAuditQuery({ privateMetadata, values }: Pick<OpenView, 'privateMetadata' | 'values'>): AuditQuery {
  const query = parseQuery(parseJson(privateMetadata))
  const [first, second] = filterBlockIds(query).map((id) => values[id])
  if (!first || !second) return query
  const chosen = { ...first, ...second }
  const { person, action, from, to } = auditActionIds
  return parseQuery({
    ...query,
    user: chosen[person]?.selected_user ?? undefined,
    action: chosen[action]?.selected_option?.value,
    from: chosen[from]?.selected_date ?? undefined,
    to: chosen[to]?.selected_date ?? undefined,
  })
}

const parseQuery = (json: unknown): AuditQuery => {
  const parsed = querySchema.safeParse(json)
  return parsed.success ? parsed.data : newAuditQuery
}

/** The query after a click on one of the modal's elements. */
export function changeAuditQuery(query: AuditQuery, actionId: string, value: string | undefined): AuditQuery {
  const { pages, round, objectOf: _, ...others } = query
  const cursor = value !== undefined && isAuditRecordId(value) ? value : undefined
  switch (actionId) {
    case auditActionIds.older:
      return cursor === undefined ? query : { ...query, pages: [...pages, cursor].slice(-PAGES_MAX) }
    case auditActionIds.newer:
      return { ...query, pages: pages.slice(0, -1) }
    case auditActionIds.only:
      return cursor === undefined ? query : { ...others, objectOf: cursor, pages: [], round }
    case auditActionIds.anyObject:
      return { ...others, pages: [], round }
    case auditActionIds.clear:
      return { pages: [], round: round + 1 }
    case auditActionIds.csv:
      return query
    default:
      // Another filter begins at its newest entry.
      return { ...query, pages: [] }
  }
}

/** Whether anything is left out. */
export const isFiltered = ({ user, action, from, to, objectOf }: AuditFilterChoice): boolean =>
  [user, action, from, to, objectOf].some((one) => one !== undefined)

/** Midnight at the beginning of a day; in UTC if the time zone is not known here. */
function startOfDay(day: string, timeZone: string | undefined, addDays = 0): number {
  const date = Temporal.PlainDate.from(day).add({ days: addDays })
  try {
    return date.toZonedDateTime(timeZone ?? 'UTC').epochMilliseconds
  } catch {
    return date.toZonedDateTime('UTC').epochMilliseconds
  }
}

/** The filter of the audit log: the days become moments by the reader's time zone. */
export function toAuditFilter(
  { user, action, from, to }: AuditFilterChoice,
  { timeZone, object }: { timeZone: string | undefined; object: AuditFilter['object'] },
): AuditFilter {
  return {
    ...(user !== undefined && { user }),
    ...(action !== undefined && { action }),
    ...(from !== undefined && { fromMs: startOfDay(from, timeZone) }),
    ...(to !== undefined && { untilMs: startOfDay(to, timeZone, 1) }),
    ...(object && { object }),
  }
}
