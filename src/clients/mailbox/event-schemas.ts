import { z } from 'zod'
import { lenientList, lenientNumber, lenientText, limitedText } from '../lenient-schema.ts'
import { messageSchema, threadSchema } from './mailbox-schemas.ts'

const ids = { inbox_id: lenientText, thread_id: lenientText, message_id: lenientText, timestamp: lenientText }
/** A reply's form holds far fewer. */
const MAX_RECIPIENTS = 500
const STATUS_CHARS = 200
/** Longer than any id or name of an event. */
const WORD_CHARS = 4_000

/** The recipients that an event names: the first 500, and how many there are. */
export interface EventRecipients {
  kept: { address: string; status?: string }[]
  count: number
}

const recipient = z.object({ address: lenientText, email: lenientText, status: limitedText(STATUS_CHARS) })

/** Strings, or objects with the address in one of two fields. */
const recipients = z
  .unknown()
  .optional()
  .transform((value): EventRecipients => {
    const entries: unknown[] = Array.isArray(value) ? value : []
    const kept = entries.slice(0, MAX_RECIPIENTS).flatMap((entry) => {
      const { address, email, status } =
        recipient.safeParse(typeof entry === 'string' ? { address: entry } : entry).data ?? {}
      const found = address || email
      return found ? [{ address: found, ...(status && { status }) }] : []
    })
    return { kept, count: kept.length + Math.max(0, entries.length - MAX_RECIPIENTS) }
  })

const domainRecord = z.looseObject({
  type: lenientText,
  name: lenientText,
  value: lenientText,
  status: lenientText,
  priority: lenientNumber,
})

function optionalPart<T extends z.ZodRawShape>(shape: T) {
  return z.looseObject(shape).optional().catch(undefined)
}

const eventSchema = z.looseObject({
  type: lenientText,
  event_type: z.string().min(1).max(WORD_CHARS),
  event_id: lenientText,
  message: messageSchema.optional().catch(undefined),
  thread: threadSchema.optional().catch(undefined),
  send: optionalPart({ ...ids, recipients }),
  delivery: optionalPart({ ...ids, recipients }),
  bounce: optionalPart({ ...ids, type: lenientText, sub_type: lenientText, recipients }),
  complaint: optionalPart({ ...ids, type: lenientText, sub_type: lenientText, recipients }),
  reject: optionalPart({ ...ids, reason: lenientText }),
  open: optionalPart(ids),
  domain: optionalPart({
    domain_id: lenientText,
    domain: lenientText,
    status: lenientText,
    records: lenientList(domainRecord),
  }),
})

type Parsed = z.output<typeof eventSchema>
/** An event of the mailbox. Deduplicated by `event_id`, because two webhooks may deliver the same event. */
export type MailEvent = Parsed & { event_id: string }

/** The permission that the key needs to receive a restricted event (the mailbox's documentation). */
export const eventPermissions: Partial<Record<string, string>> = {
  'message.received.spam': 'label_spam_read',
  'message.received.blocked': 'label_blocked_read',
  'message.received.unauthenticated': 'label_unauthenticated_read',
}

/** The fields that the webhook endpoint reads from an event: its id, and the ids of its subject, some of which may be missing. */
export interface MailEventEnvelope {
  event_type: string
  event_id: string
  about: { inboxId?: string; threadId?: string; messageId?: string }
  hasMessage: boolean
}

const STAGES = ['message', 'send', 'delivery', 'bounce', 'complaint', 'reject', 'open']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readMember(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function readWord(value: unknown, name: string): string | undefined {
  const found = readMember(value, name)
  return typeof found === 'string' && found !== '' && found.length <= WORD_CHARS ? found : undefined
}

/** Reads only the ids of a delivery's body, which keeps a burst of deliveries cheap. Undefined if the body is not an event. */
export function parseEnvelope(body: unknown): MailEventEnvelope | undefined {
  const type = readWord(body, 'event_type')
  if (type === undefined) return undefined
  const stage = STAGES.map((name) => readMember(body, name)).find((value) => isObject(value))
  const thread = readMember(body, 'thread')
  const messageId = readWord(stage, 'message_id')
  const id = readWord(body, 'event_id') ?? (messageId && `${type}:${messageId}`)
  if (!id) return undefined
  const inboxId = readWord(stage, 'inbox_id') ?? readWord(thread, 'inbox_id')
  const threadId = readWord(stage, 'thread_id') ?? readWord(thread, 'thread_id')
  return {
    event_type: type,
    event_id: id,
    about: { ...(inboxId && { inboxId }), ...(threadId && { threadId }), ...(messageId && { messageId }) },
    hasMessage: isObject(readMember(body, 'message')),
  }
}

/** Reads a delivery's body; undefined if it is not an event. Unknown types and fields are accepted. */
export function parseMailEvent(body: unknown): MailEvent | undefined {
  const id = parseEnvelope(body)?.event_id
  const parsed = eventSchema.safeParse(body)
  return parsed.success && id !== undefined ? { ...parsed.data, event_id: id } : undefined
}
