import { z } from 'zod'
import { accessActions } from '../../access/actions.ts'
import { type AuditFilter, auditOnlyActions, isAuditRecordId } from '../../audit/audit-log.ts'
import { parseJson } from '../../core/json.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'

/** Frozen: open modals carry these ids. */
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

/** The value of the menu's entry for every action. */
export const ANY_ACTION = '-'

export const auditActions: readonly string[] = [...accessActions, ...auditOnlyActions]

/** The number of earlier pages that fit into the metadata; **Newest** goes back from any of them. */
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
  /** Days in the reader's calendar; both are included. */
  from: choice(isDay),
  to: choice(isDay),
  /** The id of a record: limits the list to acts on its object. */
  objectOf: choice(isAuditRecordId),
  /** The start of this page, preceded by the starts of all newer ones. */
  pages: z
    .array(z.string().refine(isAuditRecordId))
    .transform((pages) => pages.slice(-PAGES_MAX))
    .catch([]),
  /** Increases when the filters are cleared: Slack keeps a choice in a block with the same id. */
  round: z.number().int().nonnegative().catch(0),
})

/** The filters and the page of the open audit. The client returns them, so anything malformed is left out. */
export type AuditQuery = z.infer<typeof querySchema>

/** Filters that people combine; `objectOf` names a record. */
export type AuditFilterChoice = Omit<AuditQuery, 'pages' | 'round'>

export const newAuditQuery: AuditQuery = { pages: [], round: 0 }

export const formatAuditQuery = (query: AuditQuery): string => JSON.stringify(query)

/** The ids of the two filter blocks: person and action, and days. */
export const filterBlockIds = ({ round }: AuditQuery): [string, string] => [`filters-${round}`, `days-${round}`]

/** Returns the query of an open modal, with the newest choices in its filters. */
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

/** Returns the query after a click in the modal. */
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
      // Another filter starts at its newest entry.
      return { ...query, pages: [] }
  }
}

/** Whether the filter excludes anything. */
export const isFiltered = ({ user, action, from, to, objectOf }: AuditFilterChoice): boolean =>
  [user, action, from, to, objectOf].some((one) => one !== undefined)

/** Midnight at the start of a day; in UTC if the time zone is unknown here. */
function startOfDay(day: string, timeZone: string | undefined, addDays = 0): number {
  const date = Temporal.PlainDate.from(day).add({ days: addDays })
  try {
    return date.toZonedDateTime(timeZone ?? 'UTC').epochMilliseconds
  } catch {
    return date.toZonedDateTime('UTC').epochMilliseconds
  }
}

/** Converts to the audit log's filter: days become times in the reader's time zone. */
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
