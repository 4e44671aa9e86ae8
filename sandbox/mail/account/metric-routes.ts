import type { MailOccurrence } from '../webhooks/mailbox-events.ts'
import { MailboxError, type FieldIssue } from '../api/error-codes.ts'
import { queryValues } from '../api/field-reader.ts'
import { visibleInboxes, type MailRequest, type MailRoute } from '../api/route-guard.ts'
import type { MailboxState } from '../api/mailbox-types.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NAMES = ['sent', 'delivered', 'bounced', 'delayed', 'rejected', 'complained', 'received'] as const
const TYPES: string[] = NAMES.map((name) => `message.${name}`)
const MORE = [
  'message.received.spam',
  'message.received.blocked',
  'message.received.unauthenticated',
  'domain.verified',
]

interface Range {
  start: number
  end: number
}

function range(query: URLSearchParams, names: [string, string], needed: boolean, issues: FieldIssue[]): Range {
  const [start, end] = names.map((name, index) => {
    const given = query.get(name)
    const at = given === null ? NaN : Date.parse(given)
    if (given === null && !needed) return index === 0 ? Date.now() - DAY_MS : Date.now()
    if (Number.isNaN(at)) issues.push({ path: [name], message: given === null ? 'Required' : 'Expected date-time' })
    return at
  })
  if (start !== undefined && end !== undefined && start > end)
    issues.push({ path: [names[1]], message: `Must not be before ${names[0]}` })
  return { start: start ?? 0, end: end ?? 0 }
}

/** The counts of message events. There are two shapes of answer; the names of the range parameters select one. */
export function metricRoutes(state: MailboxState, occurrences: MailOccurrence[]): MailRoute[] {
  function ask(asked: MailRequest, buckets: boolean): { types: string[]; found: MailOccurrence[]; from: Range } {
    const { query } = asked.call
    const inboxes = new Set(visibleInboxes(state, asked).map((inbox) => inbox.inbox_id))
    const issues: FieldIssue[] = []
    const allowed = buckets ? [...TYPES, ...MORE] : TYPES
    const types = queryValues(query, 'event_types').flatMap((one) => one.split(',').filter(Boolean))
    for (const type of types)
      if (!allowed.includes(type)) issues.push({ path: ['event_types'], message: `${type} is no metric event type` })
    const names: [string, string] = buckets ? ['start', 'end'] : ['start_timestamp', 'end_timestamp']
    const from = range(query, names, !buckets, issues)
    if (issues.length > 0) throw new MailboxError('validation_error', { errors: issues })
    const days = state.account.metrics_range_days
    if (from.end - from.start > days * DAY_MS)
      throw new MailboxError('query_range_too_wide', { message: `The range is wider than ${days} days` })
    const found = occurrences.filter(
      ({ type, at, inbox_id }) =>
        at >= from.start &&
        at <= from.end &&
        (inbox_id === undefined || inboxes.has(inbox_id)) &&
        allowed.includes(type),
    )
    return { types, found, from }
  }

  function times(asked: MailRequest): Record<string, string[] | null> {
    const { types, found } = ask(asked, false)
    const entries = NAMES.map((name): [string, string[] | null] => {
      const at = found.filter(({ type }) => type === `message.${name}`).map((one) => new Date(one.at).toISOString())
      const wanted = types.length === 0 || types.includes(`message.${name}`)
      return [name, wanted && at.length > 0 ? at : null]
    })
    return Object.fromEntries(entries)
  }

  function counts(asked: MailRequest): Record<string, { timestamp: string; count: number }[]> {
    const { types, found, from } = ask(asked, true)
    const periodMs = Math.max(1, Number(asked.call.query.get('period') ?? 3600)) * 1000
    const answer: Record<string, { timestamp: string; count: number }[]> = {}
    for (const type of types.length > 0 ? types : TYPES) {
      const buckets = new Map<number, number>()
      for (const one of found) {
        if (one.type !== type) continue
        const bucket = from.start + Math.floor((one.at - from.start) / periodMs) * periodMs
        buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
      }
      answer[type] = [...buckets].map(([at, count]) => ({ timestamp: new Date(at).toISOString(), count }))
    }
    return answer
  }

  const scopes = ['/v0', '/v0/inboxes/:inbox_id', '/v0/pods/:pod_id']
  return scopes.flatMap((base): MailRoute[] => [
    {
      method: 'GET',
      pattern: `${base}/metrics`,
      permission: 'metrics_read',
      run: (asked) => {
        const { query } = asked.call
        const other = !query.has('start_timestamp') && (query.has('start') || query.has('end'))
        return { status: 200, body: other ? counts(asked) : { message: times(asked) } }
      },
    },
    {
      method: 'GET',
      pattern: `${base}/metrics/events`,
      permission: 'metrics_read',
      run: (asked) => ({ status: 200, body: counts(asked) }),
    },
  ])
}
