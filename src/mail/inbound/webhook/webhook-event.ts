import { z } from 'zod'
import {
  type MailEventEnvelope,
  parseEnvelope,
  type MailEvent,
  parseMailEvent,
} from '../../../clients/mailbox/event-schemas.ts'
import type { Json } from '../../../core/json.ts'
import type { MailRef } from '../../records/mail/mail.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

/** Any JSON, because the value comes from a parser or the store. */
const json = z.custom<Json>((value) => value !== undefined)

/** Handles one event as delivered by the mailbox. `thread` is the mail thread that the event belongs to, whose lane the task is in. Frozen. */
export const mailEventTask = taskKind(
  'mail.event',
  z.object({ team: z.string(), event: json, thread: z.string().exactOptional() }),
)

/** Holds a signed delivery that this version cannot read, as base64. Fails immediately and is kept as a dead letter. Frozen. */
export const unreadableDeliveryTask = taskKind('mail.unreadable', z.object({ team: z.string(), body: z.string() }))

const RECEIVED = new Set([
  'message.received',
  'message.received.spam',
  'message.received.blocked',
  'message.received.unauthenticated',
])
const OUTCOMES = new Set([
  'message.sent',
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.rejected',
])

/** Whether an event reports incoming mail, restricted or not. */
export const isReceivedEvent = (type: string): boolean => RECEIVED.has(type)
/** Whether an event reports on a sent mail. */
export const isDeliveryEvent = (type: string): boolean => OUTCOMES.has(type)

/** Reads the ids in a delivery's JSON. Returns undefined if they do not suffice to act on: a repeat would not help. */
export function readEventIds(body: unknown): MailEventEnvelope | undefined {
  const event = parseEnvelope(body)
  if (!event) return undefined
  const { inboxId, threadId, messageId } = event.about
  if (isReceivedEvent(event.event_type) && !(event.hasMessage && inboxId && threadId && messageId)) return undefined
  if (isDeliveryEvent(event.event_type) && !(inboxId && messageId)) return undefined
  return event
}

/** Reads the whole event, if `readEventIds` accepts it. */
export function readMailEvent(body: unknown): { event: MailEvent; about: Partial<MailRef> } | undefined {
  const about = readEventIds(body)?.about
  const event = parseMailEvent(body)
  return about && event && { event, about }
}
