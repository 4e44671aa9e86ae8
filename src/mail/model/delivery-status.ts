import { z } from 'zod'
import type { Reply } from './reply.ts'

const at = z.number()

export const deliveryReportSchema = z.object({
  reply: z.string().optional(),
  sentAt: at.optional(),
  delivered: z.array(z.object({ address: z.string(), at })),
  bounced: z.array(
    z.object({
      address: z.string(),
      at,
      type: z.string(),
      subType: z.string(),
      status: z.string().optional(),
    }),
  ),
  complained: z.array(z.object({ address: z.string(), at })),
  rejected: z.object({ reason: z.string(), at }).optional(),
})
/** What the events say about one mail that left; kept apart from the reply, since they may come before the send's own answer. */
export type DeliveryReport = z.infer<typeof deliveryReportSchema>

export const emptyDeliveryReport: DeliveryReport = { delivered: [], bounced: [], complained: [] }

/** In place of an address: the event names no recipients, so it is about all of them. Frozen. */
export const ALL_RECIPIENTS = '*'

/** What a person reads about a reply: its own state until it is sent, then what became of it. */
type DeliveryState =
  | { is: 'held' | 'sending' | 'retrying' | 'failed' | 'unknown' | 'cancelled' | 'dropped' | 'sent' }
  | { is: 'delivered'; count: number; of: number; at: number }
  | { is: 'rejected'; reason: string }

export interface DeliveryStatus {
  state: DeliveryState
  /** For good. */
  bounced: DeliveryReport['bounced']
  /** The service keeps trying. */
  delayed: DeliveryReport['bounced']
  complained: DeliveryReport['complained']
}

const lower = (address: string): string => address.toLowerCase()

/** Everything that is known, whatever order it came in: a bounce for good outweighs a delivery, a delivery a delay. */
export function deriveDeliveryStatus(letter: Reply, known: DeliveryReport): DeliveryStatus {
  const recipients = new Set([...letter.to, ...letter.cc, ...letter.bcc].map(({ address }) => lower(address)))
  const named = <T extends { address: string }>(entries: T[]): T[] =>
    entries.flatMap((one) =>
      one.address === ALL_RECIPIENTS ? [...recipients].map((address) => ({ ...one, address })) : [one],
    )
  const bounced = latest(named(known.bounced).filter(({ type }) => !isTemporaryBounce(type)))
  const lost = new Set(bounced.map(({ address }) => lower(address)))
  const arrived = named(known.delivered).filter(({ address }) => !lost.has(lower(address)))
  const reached = new Set(arrived.map(({ address }) => lower(address)))
  const delayed = latest(named(known.bounced).filter(({ type }) => isTemporaryBounce(type))).filter(
    ({ address }) => !lost.has(lower(address)) && !reached.has(lower(address)),
  )
  const more = { bounced, delayed, complained: named(known.complained) }
  if (known.rejected) return { state: { is: 'rejected', reason: known.rejected.reason }, ...more }
  if (letter.state !== 'sent') {
    const isRetrying = letter.state === 'sending' && letter.trouble !== undefined
    return { state: { is: isRetrying ? 'retrying' : letter.state }, ...more }
  }
  if (reached.size === 0) return { state: { is: 'sent' }, ...more }
  const last = Math.max(...arrived.map((one) => one.at))
  const of = Math.max(recipients.size, reached.size + lost.size)
  return { state: { is: 'delivered', count: reached.size, of, at: last }, ...more }
}

/** A `Transient` bounce is a warning, not yet a failure. */
export const isTemporaryBounce = (type: string): boolean => type.toLowerCase() === 'transient'

function latest<T extends { address: string; at: number }>(entries: T[]): T[] {
  const byAddress = new Map<string, T>()
  for (const entry of entries) {
    const known = byAddress.get(lower(entry.address))
    if (!known || known.at <= entry.at) byAddress.set(lower(entry.address), entry)
  }
  return [...byAddress.values()]
}
