import { z } from 'zod'
import type { KeyedHash } from '../../store/keyed-hash.ts'

/** The mailbox's ids of one mail. */
export interface MailRef {
  inboxId: string
  threadId: string
  messageId: string
}

/** The key of a mail: by its inbox and the service's id alone, never by subject. */
export const mailKey = (fingerprint: KeyedHash, inboxId: string, messageId: string): string =>
  fingerprint('mail', inboxId, messageId)

/** A person's mail address in a record. */
export const partySchema = z.object({ name: z.string().exactOptional(), address: z.string() })

const attachment = z.object({
  id: z.string().optional(),
  name: z.string(),
  size: z.number().optional(),
  type: z.string().optional(),
  isInline: z.boolean(),
})

export const badgeNames = [
  'spam',
  'blocked',
  'unauthenticated',
  'external',
  'first_contact',
  'reply_to_differs',
  'look_alike',
] as const
export type Badge = (typeof badgeNames)[number]

const restriction = z.enum(['spam', 'blocked', 'unauthenticated'])
export type Restriction = z.infer<typeof restriction>

export const mailSchema = z.object({
  thread: z.string(),
  inboxId: z.string(),
  threadId: z.string(),
  messageId: z.string(),
  /** The inbox's own mail address, where it is known. */
  own: z.string().exactOptional(),
  at: z.number(),
  from: partySchema,
  replyTo: z.array(partySchema),
  to: z.array(partySchema),
  cc: z.array(partySchema),
  subject: z.string(),
  /** The whole body, as it came; both absent: it could not be fetched (yet). */
  text: z.string().optional(),
  html: z.string().optional(),
  /** What the service takes for the new text, where it says so. */
  newText: z.string().optional(),
  newHtml: z.string().optional(),
  preview: z.string().optional(),
  isFetched: z.boolean(),
  /** The mailbox does not hand it out. */
  isRefused: z.boolean().exactOptional(),
  /** The body was larger than is kept. */
  isCut: z.boolean().exactOptional(),
  attachments: z.array(attachment),
  headers: z.record(z.string(), z.string()),
  badges: z.array(z.enum(badgeNames)),
  /** The domain that the sender's looks like. */
  looksLike: z.string().optional(),
  /** How many mails of the thread the service knows, this one included. */
  count: z.number().optional(),
  restriction: restriction.optional(),
  /** Restricted mail waits apart until a person lets it in or throws it away. */
  held: z
    .object({ state: z.enum(['held', 'released', 'deleted']), by: z.string().optional(), at: z.number() })
    .optional(),
})
/** One received mail. */
export type Mail = z.infer<typeof mailSchema>
