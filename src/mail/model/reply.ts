import { z } from 'zod'
import type { Json } from '../../core/json.ts'
import { partySchema } from './mail.ts'

const at = z.number()

const trouble = z.object({
  code: z.string(),
  text: z.string(),
  who: z.enum(['writer', 'admin', 'service']),
  fix: z.string().optional(),
  said: z.string().optional(),
  docs: z.string().optional(),
  upgradeUrl: z.string().optional(),
})
/** Why a send did not work, in the words that the person reads. */
export type SendProblem = z.infer<typeof trouble>

export const replySchema = z.object({
  thread: z.string(),
  /** The mail that is answered. */
  mail: z.string(),
  inboxId: z.string(),
  messageId: z.string(),
  user: z.string(),
  userName: z.string(),
  at,
  to: z.array(partySchema),
  cc: z.array(partySchema),
  bcc: z.array(partySchema),
  /** As it was written in Slack, for Edit and send again. */
  written: z.custom<Json>((value) => value !== undefined),
  text: z.string(),
  html: z.string(),
  files: z.array(z.object({ id: z.string(), name: z.string(), size: z.number().optional() })),
  /** Made once, with the record; every attempt carries it. */
  key: z.string(),
  state: z.enum(['held', 'sending', 'sent', 'failed', 'unknown', 'cancelled', 'dropped']),
  /** When the hold ends. */
  dueAt: at,
  /** Of the request's bytes; what is repeated is proved to be the same. */
  bodyHash: z.string().optional(),
  firstTriedAt: at.optional(),
  lastTriedAt: at.optional(),
  tries: z.number(),
  /** How often the service said that the first attempt is still in flight, and since when. */
  clashes: z.number(),
  clashedAt: at.optional(),
  /** How often a person let the outcome be looked up. */
  looks: z.number(),
  trouble: trouble.optional(),
  sentAt: at.optional(),
  sentId: z.string().optional(),
  /** The reply that took this one's place. */
  again: z.string().optional(),
})
/** A mail that a person sends from Slack. */
export type Reply = z.infer<typeof replySchema>

type Content = Pick<
  Reply,
  | 'thread'
  | 'mail'
  | 'inboxId'
  | 'messageId'
  | 'user'
  | 'userName'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'written'
  | 'text'
  | 'html'
  | 'files'
>

/** A reply that has not been tried, whatever else stands in the record that it is made from. Without a hold it leaves at once. */
export function buildReply(id: string, content: Content, now: number, holdMs?: number): Reply {
  const { thread, mail, inboxId, messageId, user, userName } = content
  const { to, cc, bcc, written, text, html, files } = content
  const what = { to, cc, bcc, written, text, html, files }
  const state = holdMs === undefined ? 'sending' : 'held'
  const start = { at: now, dueAt: now + (holdMs ?? 0), state, tries: 0, clashes: 0, looks: 0 } as const
  return { thread, mail, inboxId, messageId, user, userName, ...what, ...start, key: `bellhop-reply-${id}` }
}
