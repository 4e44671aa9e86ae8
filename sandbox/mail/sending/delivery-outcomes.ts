import { isJsonObject, type JsonObject } from '../../server/control-routes.ts'
import type { ServiceScript } from '../../control-types.ts'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import type { MailboxEvents } from '../webhooks/mailbox-events.ts'
import { bareAddress } from '../api/message-objects.ts'
import type { Mail } from '../api/mailbox-types.ts'

export const DELIVERY_OUTCOMES = [
  'sent',
  'delivered',
  'bounced',
  'complained',
  'rejected',
  'delayed',
  'opened',
] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export type OutcomeScript = ServiceScript<'delivered' | 'bounced' | 'manual'>

const STAGES: Partial<Record<DeliveryOutcome, string>> = {
  sent: 'send',
  delivered: 'delivery',
  bounced: 'bounce',
  complained: 'complaint',
  rejected: 'reject',
}

/** The status of a bounce (RFC 3463): whether it is for good, and why. */
function bounceStatus(given: JsonObject): string {
  const transient = given['type'] === 'Transient'
  const reason = given['sub_type'] === 'MailboxFull' ? '2.2' : transient ? '4.7' : '1.1'
  return `${transient ? 4 : 5}.${reason}`
}

function stage(mail: Mail, outcome: DeliveryOutcome, given: JsonObject): JsonObject {
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc].map(bareAddress)
  const ids = {
    inbox_id: mail.inbox_id,
    thread_id: mail.thread_id,
    message_id: mail.message_id,
    timestamp: new Date().toISOString(),
  }
  if (outcome === 'rejected') return { ...ids, reason: 'Bad content', ...given }
  if (outcome === 'complained') return { ...ids, type: 'abuse', sub_type: '', recipients, ...given }
  if (outcome !== 'bounced') return { ...ids, recipients, ...given }
  const named = Array.isArray(given['recipients']) ? (given['recipients'] as unknown[]) : recipients
  const status = bounceStatus(given)
  return {
    ...ids,
    type: 'Permanent',
    sub_type: 'General',
    ...given,
    recipients: named.map((one) => (isJsonObject(one) ? one : { address: String(one), status })),
  }
}

/** Applies an outcome to a sent mail. An open only adds a label, and a delay only counts in the metrics. */
export function applyOutcome(
  events: MailboxEvents,
  mail: Mail,
  outcome: DeliveryOutcome,
  given: JsonObject = {},
): string | undefined {
  mail.sent?.events.push({ event: outcome, at: Date.now() })
  const name = STAGES[outcome]
  if (name) return events.fire(`message.${outcome}`, mail.inbox_id, { [name]: stage(mail, outcome, given) })
  if (outcome === 'opened') {
    if (!mail.labels.includes('opened')) mail.labels.push('opened')
  } else {
    events.note(`message.${outcome}`, mail.inbox_id)
  }
  return undefined
}

/** After a send, fires `message.sent`, then the outcome of the script. */
export function scheduleOutcome(
  server: SandboxServer,
  events: MailboxEvents,
  mail: Mail,
  { outcome, afterMs }: OutcomeScript,
): void {
  server.clock.after(0, () => applyOutcome(events, mail, 'sent'))
  if (outcome !== 'manual') server.clock.after(afterMs, () => applyOutcome(events, mail, outcome))
}
