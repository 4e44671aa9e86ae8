import { z } from 'zod'
import type { KeyedHash } from '../../store/keyed-hash.ts'

/** A mail thread as keys name it: by its inbox and the service's id alone, never by subject. */
export const threadKey = (fingerprint: KeyedHash, inboxId: string, threadId: string): string =>
  fingerprint('thread', inboxId, threadId)
/** Everything that changes a mail thread runs here, one at a time: there is one head, and mails stand in the order of their arrival. */
export const threadLane = (team: string, key: string): string => `mail:${team}:${key}`

/** Why a mail is where it is. */
export const routeReasonSchema = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('inbox'), by: z.string(), at: z.number() }),
  z.object({ rule: z.literal('default') }),
])
export type RouteReason = z.infer<typeof routeReasonSchema>

export const mailThreadSchema = z.object({
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
export type MailThread = z.infer<typeof mailThreadSchema>

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
