import type { EventRecipients, MailEvent } from '../../../clients/mailbox/event-schemas.ts'
import { readAddresses } from '../../records/address.ts'
import { ALL_RECIPIENTS, type DeliveryReport, isTemporaryBounce } from '../../records/replies/delivery-status.ts'

/** More than any reply has recipients. */
const MAX_REPORTED = 1500
/** The longest address with a name in front of it. */
const RECIPIENT_CHARS = 400

/** How an event changes a report; undefined when it is not about delivery. */
type ReportChange = (report: DeliveryReport) => DeliveryReport

/**
 * What an event adds to the report about its mail. Each fact is independent of the others, so that their order does not matter; the same
 * fact twice counts once. `now` is used for events without a timestamp.
 */
export function readDeliveryFacts(event: MailEvent, now: number): ReportChange | undefined {
  const { send, delivery, bounce, complaint, reject } = event
  if (send) return (report) => ({ ...report, sentAt: report.sentAt ?? timeOf(send.timestamp, now) })
  if (delivery) {
    const at = timeOf(delivery.timestamp, now)
    const { kept, count } = readRecipients(delivery.recipients)
    const more = kept.map(({ address }) => ({ address, at }))
    return (report) => ({
      ...report,
      ...withCount(report, 'delivered', count, more.length),
      delivered: merge(report.delivered, more),
    })
  }
  if (bounce) {
    const { type = 'Permanent', sub_type: subType = 'General' } = bounce
    const at = timeOf(bounce.timestamp, now)
    const { kept, count } = readRecipients(bounce.recipients)
    const more = kept.map(({ address, status }) => ({ address, at, type, subType, ...(status && { status }) }))
    return (report) => ({
      ...report,
      ...withCount(report, isTemporaryBounce(type) ? 'delayed' : 'bounced', count, more.length),
      bounced: merge(report.bounced, more, (one) => one.type),
    })
  }
  if (complaint) {
    const at = timeOf(complaint.timestamp, now)
    const { kept, count } = readRecipients(complaint.recipients)
    const more = kept.map(({ address }) => ({ address, at }))
    return (report) => ({
      ...report,
      ...withCount(report, 'complained', count, more.length),
      complained: merge(report.complained, more),
    })
  }
  if (reject) {
    const rejected = { reason: reject.reason ?? '', at: timeOf(reject.timestamp, now) }
    return (report) => ({ ...report, rejected: report.rejected ?? rejected })
  }
  return undefined
}

function timeOf(timestamp: string | undefined, now: number): number {
  const at = Date.parse(timestamp ?? '')
  return Number.isFinite(at) ? at : now
}

/** Some services name recipients as they were written: `Name <address>`. */
const readRecipients = ({ kept, count }: EventRecipients): EventRecipients =>
  kept.length > 0
    ? { kept: kept.map((one) => ({ ...one, address: readRecipient(one.address.slice(0, RECIPIENT_CHARS)) })), count }
    : { kept: [{ address: ALL_RECIPIENTS }], count: 1 }

const readRecipient = (text: string): string => readAddresses(text)[0]?.address ?? text

/** How many recipients an event named beyond those kept; the largest of all events, so that a repeated one changes nothing. */
function withCount(
  { omitted = {} }: DeliveryReport,
  outcome: keyof NonNullable<DeliveryReport['omitted']>,
  count: number,
  kept: number,
): Pick<DeliveryReport, 'omitted'> | undefined {
  const more = Math.max(omitted[outcome] ?? 0, count - kept)
  return more > 0 ? { omitted: { ...omitted, [outcome]: more } } : undefined
}

function merge<T extends { address: string; at: number }>(
  known: T[],
  more: T[],
  typeOf: (one: T) => string = () => '',
): T[] {
  const keyOf = (one: T) => JSON.stringify([one.address.toLowerCase(), typeOf(one)])
  const found = new Map(known.map((one) => [keyOf(one), one]))
  for (const one of more) if (!found.has(keyOf(one))) found.set(keyOf(one), one)
  return [...found.values()].slice(0, MAX_REPORTED)
}
