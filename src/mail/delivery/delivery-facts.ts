import type { MailEvent } from '../../clients/mailbox/event-schemas.ts'
import { readAddresses } from '../model/address.ts'
import { ALL_RECIPIENTS, type DeliveryReport } from '../model/delivery-status.ts'

type Recipients = { address: string; status?: string }[]

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
    const more = readRecipients(delivery.recipients).map(({ address }) => ({ address, at }))
    return (report) => ({ ...report, delivered: merge(report.delivered, more) })
  }
  if (bounce) {
    const { type = 'Permanent', sub_type: subType = 'General' } = bounce
    const at = timeOf(bounce.timestamp, now)
    const more = readRecipients(bounce.recipients).map(({ address, status }) => ({
      address,
      at,
      type,
      subType,
      ...(status && { status }),
    }))
    return (report) => ({ ...report, bounced: merge(report.bounced, more, (one) => one.type) })
  }
  if (complaint) {
    const at = timeOf(complaint.timestamp, now)
    const more = readRecipients(complaint.recipients).map(({ address }) => ({ address, at }))
    return (report) => ({ ...report, complained: merge(report.complained, more) })
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
const readRecipients = (recipients: Recipients): Recipients =>
  recipients.length > 0
    ? recipients.map((one) => ({ ...one, address: readAddresses(one.address)[0]?.address ?? one.address }))
    : [{ address: ALL_RECIPIENTS }]

function merge<T extends { address: string; at: number }>(
  known: T[],
  more: T[],
  typeOf: (one: T) => string = () => '',
): T[] {
  const isSame = (one: T, other: T) =>
    one.address.toLowerCase() === other.address.toLowerCase() && typeOf(one) === typeOf(other)
  return [...known, ...more.filter((one) => !known.some((other) => isSame(one, other)))]
}
