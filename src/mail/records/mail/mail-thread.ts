import { z } from 'zod'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import { openEnum } from '../../../store/open-enum.ts'
import { mailLoopSchema } from './mail-loop.ts'
import { type ChannelPlacement, initialPlacement, placementSchema } from './placement.ts'
import { ruleMarkSchema } from '../rule-conditions.ts'

/** The key of a mail thread: its inbox and the service's id alone, never its subject. */
export const createThreadKey = (keyedHash: KeyedHash, inboxId: string, threadId: string): string =>
  keyedHash('thread', inboxId, threadId)

/** Everything that changes a mail thread runs in this lane, one at a time: it has one head, and its mails keep the order of their arrival. */
export const threadLane = (team: string, key: string): string => `mail:${team}:${key}`

/** Why a mail is in its channel: `inbox` and `rule` name who set the route or the rule and when. */
export const routeReasonSchema = z.object({
  /** `written`: it began with a mail that somebody wrote there. */
  rule: openEnum(['inbox', 'default', 'rule', 'written']),
  by: z.string().exactOptional(),
  at: z.number().exactOptional(),
  /** The rule as it was then. */
  mark: ruleMarkSchema.exactOptional(),
  /** The rule has no channel: its inbox's route or the default channel decided about that. */
  isElsewhere: z.boolean().exactOptional(),
  /** Whom the rule assigned it to, or why it could not. */
  assigned: z.object({ user: z.string(), problem: openEnum(['left', 'not_reader']).exactOptional() }).exactOptional(),
})
export type RouteReason = z.infer<typeof routeReasonSchema>

const writerSchema = z.object({ user: z.string(), until: z.number() })

/** Stored by the keyed hash of the thread's id. */
export const mailThreadSchema = z.object({
  inboxId: z.string(),
  threadId: z.string(),
  /** Where it is. */
  placement: placementSchema,
  why: routeReasonSchema.optional(),
  /** Keys of its mails as they arrived, the newest last. */
  mails: z.array(z.string()),
  /** All mails that ever came, including those no longer in `mails`. */
  count: z.number(),
  /** Replies that were written here, the newest last. */
  replies: z.array(z.object({ id: z.string(), user: z.string(), at: z.number() })),
  /** The one of them that began it: its head shows it. */
  begun: z.string().exactOptional(),
  /** Of these, the ones that may leave at a time that their writer chose. */
  scheduled: z.array(z.string()).exactOptional(),
  /** The person who takes care of it. */
  owner: z.object({ user: z.string(), at: z.number() }).exactOptional(),
  /** The user group that takes care of it while no person does. */
  group: z.string().exactOptional(),
  /** Absent: open. `waiting`: we answered, and an answer of theirs is expected. */
  work: openEnum(['open', 'waiting', 'done']).exactOptional(),
  /** Since when `work` is what it is. */
  workAt: z.number().exactOptional(),
  /** Put aside until then. `at` tells one snooze from the next. */
  snooze: z.object({ until: z.number(), by: z.string(), at: z.number() }).exactOptional(),
  /** Whose snooze ended by its time, and which one: it is announced once. */
  returned: z.object({ by: z.string(), at: z.number() }).exactOptional(),
  /** The mail that ended its snooze, or opened it again after we answered or were done. */
  wokenBy: z.string().exactOptional(),
  /** Whose snooze that mail ended. */
  wokenFor: z.string().exactOptional(),
  /** Nobody is mentioned or reminded, and its mails are shown in the thread only. */
  muted: z.object({ by: z.string(), at: z.number() }).exactOptional(),
  /** Who has a reply form open, at the latest until then. */
  writing: writerSchema.exactOptional(),
  /** Who else has one open. */
  alsoWriting: z.array(writerSchema).exactOptional(),
  /** What programs wrote in it since a person last did. */
  loop: mailLoopSchema.exactOptional(),
  /** When the mail came that their first answer is counted from. */
  askedAt: z.number().exactOptional(),
  /** When our first answer to it left, and how long it took. */
  firstAnswer: z.object({ at: z.number(), tookMs: z.number() }).exactOptional(),
  /** When the newest mail came or the newest reply left. */
  lastAt: z.number().exactOptional(),
  /** Its first mail is an earlier one that somebody imported: nobody is told of it. */
  isImported: z.boolean().exactOptional(),
  /** The entries that it may have in the lists of what waits. */
  listed: z.array(z.string()).exactOptional(),
  /** The last click that changed it. */
  lastClick: z.string().exactOptional(),
  /** The clicks before it, the newest last: repeated, they change nothing. */
  earlierClicks: z.array(z.string()).exactOptional(),
})
/** One mail thread of an inbox, and the channel that shows it. */
export type MailThread = z.infer<typeof mailThreadSchema>

/** A mail thread that has a channel. */
export type PlacedThread = MailThread & { placement: ChannelPlacement }

/** A thread without mails, in no channel yet. */
export const buildThread = (ids: Pick<MailThread, 'inboxId' | 'threadId'>): MailThread => ({
  ...ids,
  placement: initialPlacement,
  mails: [],
  count: 0,
  replies: [],
})

const MAX_MAILS = 500
const MAX_REPLIES = 100
const MAX_SCHEDULED = 20

/** Adds a mail to its thread, once. */
export function withMail(thread: MailThread, key: string): MailThread {
  if (thread.mails.includes(key)) return thread
  // Keep the first one: the head shows it.
  const [first, ...others] = [...thread.mails, key]
  const mails = first === undefined ? [] : [first, ...others.slice(1 - MAX_MAILS)]
  return { ...thread, mails, count: thread.count + 1 }
}

/** Adds a reply to its thread, once. */
export function withReply(thread: MailThread, reply: MailThread['replies'][number]): MailThread {
  if (thread.replies.some(({ id }) => id === reply.id)) return thread
  return { ...thread, replies: [...thread.replies, reply].slice(-MAX_REPLIES) }
}

/** Notes that a mail which comes in this thread may stop a reply. */
export function withScheduled(thread: MailThread, id: string): MailThread {
  const { scheduled = [] } = thread
  return scheduled.includes(id) ? thread : { ...thread, scheduled: [...scheduled, id].slice(-MAX_SCHEDULED) }
}

/** The thread once nothing stops that reply any more; undefined if it has no such note. */
export function withoutScheduled(thread: MailThread, id: string): MailThread | undefined {
  const { scheduled = [], ...rest } = thread
  const left = scheduled.filter((one) => one !== id)
  if (left.length === scheduled.length) return undefined
  return left.length > 0 ? { ...rest, scheduled: left } : rest
}

type Writer = z.infer<typeof writerSchema>

/** Everyone who has a reply form open, whoever opened theirs first. */
export const listWriters = ({ writing, alsoWriting = [] }: MailThread): Writer[] =>
  writing ? [writing, ...alsoWriting] : []

/** The thread with these people writing. */
export function withWriters(thread: MailThread, [first, ...others]: Writer[]): MailThread {
  const { writing: _, alsoWriting: __, ...rest } = thread
  return { ...rest, ...(first && { writing: first }), ...(others.length > 0 && { alsoWriting: others }) }
}

/** Whether a person takes care of it. */
export const isOwned = ({ owner }: MailThread): boolean => owner !== undefined
