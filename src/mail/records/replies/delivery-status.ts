import { z } from 'zod'
import { mayHaveLeft, type Reply } from './reply.ts'

const at = z.number()

/** Stored by the keyed hash of the mail's id. */
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
  /** How many more recipients the events named than are kept. */
  omitted: z
    .object({ delivered: z.number(), bounced: z.number(), delayed: z.number(), complained: z.number() })
    .partial()
    .exactOptional(),
})
/** The events about one sent mail. Kept in a record of its own, because events may arrive before the answer to the send. */
export type DeliveryReport = z.infer<typeof deliveryReportSchema>

/** A report without events. */
export const emptyDeliveryReport: DeliveryReport = { delivered: [], bounced: [], complained: [] }

/** Replaces the address when an event names no recipients and is therefore about all of them. Frozen. */
export const ALL_RECIPIENTS = '*'

/** The state of a reply that people see: its own state until it is sent, then that of its delivery. */
export type DeliveryState =
  | { is: Reply['state'] | 'retrying' | 'checking' }
  | { is: 'delivered'; count: number; of: number; at: number }
  | { is: 'rejected'; reason: string }

/** A reply and its delivery report, combined. */
export interface DeliveryStatus {
  state: DeliveryState
  /** Permanent bounces. */
  bounced: DeliveryReport['bounced']
  /** Temporary bounces: the service keeps trying. */
  delayed: DeliveryReport['bounced']
  complained: DeliveryReport['complained']
  /** How many more addresses there are of each kind. */
  omitted: NonNullable<DeliveryReport['omitted']>
}

const lower = (address: string): string => address.toLowerCase()

/** Combines all events, in any order: a permanent bounce outweighs a delivery, and a delivery outweighs a delay. */
export function deriveDeliveryStatus(reply: Reply, report: DeliveryReport): DeliveryStatus {
  const recipients = new Set([...reply.to, ...reply.cc, ...reply.bcc].map(({ address }) => lower(address)))
  const perAddress = <T extends { address: string }>(entries: T[]): T[] =>
    entries.flatMap((one) =>
      one.address === ALL_RECIPIENTS ? [...recipients].map((address) => ({ ...one, address })) : [one],
    )
  const bounced = latest(perAddress(report.bounced).filter(({ type }) => !isTemporaryBounce(type)))
  const lost = new Set(bounced.map(({ address }) => lower(address)))
  const arrived = perAddress(report.delivered).filter(({ address }) => !lost.has(lower(address)))
  const reached = new Set(arrived.map(({ address }) => lower(address)))
  const delayed = latest(perAddress(report.bounced).filter(({ type }) => isTemporaryBounce(type))).filter(
    ({ address }) => !lost.has(lower(address)) && !reached.has(lower(address)),
  )
  const problems = { bounced, delayed, complained: perAddress(report.complained), omitted: report.omitted ?? {} }
  if (report.rejected) return { state: { is: 'rejected', reason: report.rejected.reason }, ...problems }
  if (reply.state !== 'sent') return { state: { is: stateBeforeSent(reply) }, ...problems }
  if (reached.size === 0) return { state: { is: 'sent' }, ...problems }
  const at = Math.max(...arrived.map((one) => one.at))
  const of = Math.max(recipients.size, reached.size + lost.size)
  return { state: { is: 'delivered', count: reached.size, of, at }, ...problems }
}

/** Whether the mail bounced permanently for every recipient, or was rejected. */
export function hasReachedNobody({ to, cc, bcc }: Reply, { state, bounced, omitted }: DeliveryStatus): boolean {
  if (state.is === 'rejected') return true
  const recipients = new Set([...to, ...cc, ...bcc].map(({ address }) => lower(address)))
  return state.is === 'sent' && bounced.length + (omitted.bounced ?? 0) >= recipients.size
}

/**
 * The reply's own state. While a failed attempt is repeated, `retrying` if nothing can have been sent, and `checking` if nobody knows: the mailbox
 * answers the same request with the mail from the first one.
 */
export function stateBeforeSent(reply: Reply): Reply['state'] | 'retrying' | 'checking' {
  const { state, trouble } = reply
  if (state !== 'sending' || trouble === undefined) return state
  return mayHaveLeft(reply) ? 'checking' : 'retrying'
}

/** A bounce as the service classifies it: type and sub-type. */
export const describeBounce = ({ type, subType }: { type: string; subType: string }): string =>
  [type, subType].filter((part) => part !== '').join(', ')

/** Whether a bounce is `Transient`: a warning, not yet a failure. */
export const isTemporaryBounce = (type: string): boolean => type.toLowerCase() === 'transient'

function latest<T extends { address: string; at: number }>(entries: T[]): T[] {
  const byAddress = new Map<string, T>()
  for (const entry of entries) {
    const known = byAddress.get(lower(entry.address))
    if (!known || known.at <= entry.at) byAddress.set(lower(entry.address), entry)
  }
  return [...byAddress.values()]
}
