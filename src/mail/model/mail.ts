import { z } from 'zod'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import { routeReasonSchema } from './mail-routes.ts'

/** A mail thread as keys name it: by its inbox and the service's id alone, never by subject. */
export const threadKey = (fingerprint: KeyedHash, inboxId: string, threadId: string): string =>
  fingerprint('thread', inboxId, threadId)
export const mailKey = (fingerprint: KeyedHash, inboxId: string, messageId: string): string =>
  fingerprint('mail', inboxId, messageId)

/** Everything that changes a mail thread runs here, one at a time: there is one head, and mails stand in the order of their arrival. */
export const threadLane = (team: string, key: string): string => `mail:${team}:${key}`

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

const mail = z.object({
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
export type Mail = z.infer<typeof mail>

const thread = z.object({
  inboxId: z.string(),
  threadId: z.string(),
  channel: z.string().optional(),
  why: routeReasonSchema.optional(),
  /** Keys of its mails as they arrived, the newest last. */
  mails: z.array(z.string()),
  /** Also those that no longer stand in `mails`. */
  count: z.number(),
  /** Replies that were written here, the newest last. */
  replies: z.array(z.object({ id: z.string(), user: z.string(), at: z.number() })),
  /** Which head stands: a lost one is followed by a copy. */
  head: z.number(),
})
export type MailThread = z.infer<typeof thread>

const MAX_MAILS = 500
const MAX_REPLIES = 100

/** Appends once. */
export function withMail(thread: MailThread, key: string): MailThread {
  if (thread.mails.includes(key)) return thread
  // The first one stays: the head shows it.
  const [first, ...others] = [...thread.mails, key]
  const mails = first === undefined ? [] : [first, ...others.slice(1 - MAX_MAILS)]
  return { ...thread, mails, count: thread.count + 1 }
}

export function withReply(thread: MailThread, reply: MailThread['replies'][number]): MailThread {
  if (thread.replies.some(({ id }) => id === reply.id)) return thread
  return { ...thread, replies: [...thread.replies, reply].slice(-MAX_REPLIES) }
}

const contact = z.object({
  /** The mail or reply in which this address was first seen. */
  seenIn: z.string(),
  /** The first mail that came from it. */
  wroteIn: z.string().optional(),
})

/** The records of mail, by team. */
export function createMailStore(store: Store) {
  return {
    mails: (team: string) => createTable(store, { partition: `${team}/mails`, schema: mail }),
    threads: (team: string) => createTable(store, { partition: `${team}/mail.threads`, schema: thread }),
    /** Slack thread → mail thread; ids are `<channel>:<ts>`. */
    places: (team: string) =>
      createTable(store, { partition: `${team}/mail.places`, schema: z.object({ thread: z.string() }) }),
    /** Mail threads that stand nowhere, because no channel takes them. */
    unplaced: (team: string) =>
      createTable(store, {
        partition: `${team}/mail.unplaced`,
        schema: z.object({ inboxId: z.string(), at: z.number() }),
      }),
    /** Restricted mails that stand nowhere, and which card each of them gets next: a lost one is followed by a copy. */
    unheld: (team: string) =>
      createTable(store, {
        partition: `${team}/mail.unheld`,
        schema: z.object({ thread: z.string(), card: z.number(), at: z.number() }),
      }),
    contacts: (team: string) => createTable(store, { partition: `${team}/mail.contacts`, schema: contact }),
  }
}

export type MailStore = ReturnType<typeof createMailStore>
