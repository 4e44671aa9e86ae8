import { removeTrailing } from '../../../core/remove-trailing.ts'
import type { EventRecipients, MailEvent } from '../../../clients/mailbox/event-schemas.ts'
import { readAddresses } from '../../records/address.ts'
import { ALL_RECIPIENTS, type DeliveryReport, isTemporaryBounce } from '../../records/replies/delivery-status.ts'

/** More recipients than any reply has. */
const MAX_REPORTED = 1500
/** The longest address with a name in front. */
const RECIPIENT_CHARS = 400

/** Applies an event to a report. */
type ReportChange = (report: DeliveryReport) => DeliveryReport

/**
 * Reads an event's facts about its mail; undefined if it is not about delivery. The order of facts does not matter, and a repeated fact counts once.
 * `now` is used for events without a timestamp.
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
    const rejected = { reason: removeTrailing(reject.reason ?? '', '.', ' '), at: timeOf(reject.timestamp, now) }
    return (report) => ({ ...report, rejected: report.rejected ?? rejected })
  }
  return undefined
}

function timeOf(timestamp: string | undefined, now: number): number {
  const at = Date.parse(timestamp ?? '')
  return Number.isFinite(at) ? at : now
}

/** Some services report recipients as written: `Name <address>`. */
const readRecipients = ({ kept, count }: EventRecipients): EventRecipients =>
  kept.length > 0
    ? { kept: kept.map((one) => ({ ...one, address: readRecipient(one.address.slice(0, RECIPIENT_CHARS)) })), count }
    : { kept: [{ address: ALL_RECIPIENTS }], count: 1 }

const readRecipient = (text: string): string => readAddresses(text)[0]?.address ?? text

/** The number of recipients beyond those kept; the largest of all events, so a repeated event changes nothing. */
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
