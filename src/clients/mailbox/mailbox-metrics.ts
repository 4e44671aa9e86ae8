import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import { lenientList, lenientNumber, lenientText } from '../lenient-schema.ts'
import type { MailboxCaller } from './mailbox-request.ts'

/** The events that the mailbox counts. */
export type MetricKind = 'sent' | 'delivered' | 'bounced' | 'delayed' | 'rejected' | 'complained' | 'received'

/** Counts by time, oldest first. Where the service counts in buckets, `at` is the start of the bucket. */
export type MailMetrics = Record<MetricKind, { at: number; count: number }[]>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** In the documented form, one entry per mail; a period with more is fetched in parts. */
const MAX_OCCURRENCES = 20_000

const bucket = z.looseObject({ timestamp: lenientText, count: lenientNumber })
const occurrence = z.union([z.string(), bucket])
const kinds = z.record(z.string(), lenientList(occurrence, MAX_OCCURRENCES))

/** The service answers in two forms: `{ message: { sent: [time, …] | null } }` as documented, and `{ "message.sent": [{ timestamp, count }] }`. */
const answerSchema = z.looseObject({ message: z.looseObject({}).nullish() }).transform((answer): MailMetrics => {
  const documented = kinds.safeParse(answer['message']).data ?? {}
  const flat = kinds.safeParse(answer).data ?? {}
  const counts = (kind: MetricKind) =>
    [...(documented[kind] ?? []), ...(flat[`message.${kind}`] ?? [])]
      .map((entry) =>
        typeof entry === 'string'
          ? { at: Date.parse(entry), count: 1 }
          : { at: Date.parse(entry.timestamp ?? ''), count: entry.count ?? 0 },
      )
      .filter(({ at }) => Number.isFinite(at))
  return byKind(counts)
})

function byKind(counts: (kind: MetricKind) => { at: number; count: number }[]): MailMetrics {
  const of = (kind: MetricKind) => counts(kind).sort((one, other) => one.at - other.at)
  return {
    sent: of('sent'),
    delivered: of('delivered'),
    bounced: of('bounced'),
    delayed: of('delayed'),
    rejected: of('rejected'),
    complained: of('complained'),
    received: of('received'),
  }
}

/** The end of the next part: a whole day, hour or minute, so no bucket crosses it. */
function nextBoundary(from: number, widthMs: number): number {
  const unitMs = widthMs >= 2 * DAY_MS ? DAY_MS : widthMs >= 2 * HOUR_MS ? HOUR_MS : MINUTE_MS
  return Math.max(Math.floor((from + widthMs) / unitMs) * unitMs, from + 1)
}

/** A time range in milliseconds since 1970; all kinds unless some are named. */
export interface MetricsQuery {
  startAt: number
  endAt: number
  kinds?: MetricKind[]
}

/** Fetches the metrics of any range; one that the service finds too wide is fetched in parts. */
export async function fetchMetrics({ call }: MailboxCaller, query: MetricsQuery): Promise<MailMetrics> {
  const { startAt, endAt } = query
  const parts: MailMetrics[] = []
  let from = startAt
  let widthMs = endAt - startAt
  while (from < endAt) {
    const to = from + widthMs >= endAt ? endAt : nextBoundary(from, widthMs)
    try {
      const part = await call(
        {
          method: 'GET',
          route: '/v0/metrics',
          query: {
            event_types: query.kinds?.map((kind) => `message.${kind}`),
            start_timestamp: new Date(from).toISOString(),
            end_timestamp: new Date(to).toISOString(),
          },
        },
        answerSchema,
      )
      // An entry exactly on a boundary may be in both parts; it belongs to the later one.
      const isFirst = from === startAt
      const isLast = to === endAt
      const lower = from
      parts.push(byKind((kind) => part[kind].filter(({ at }) => (isFirst || at >= lower) && (isLast || at < to))))
      from = to
    } catch (error) {
      const tooWide = error instanceof UpstreamError && error.details.code === 'query_range_too_wide'
      if (!tooWide || widthMs < 2 * MINUTE_MS) throw error
      widthMs = Math.ceil((to - from) / 2)
    }
  }
  return byKind((kind) => parts.flatMap((part) => part[kind]))
}
