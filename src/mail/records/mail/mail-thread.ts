import { z } from 'zod'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import { openEnum } from '../../../store/open-enum.ts'
import { mailLoopSchema } from './mail-loop.ts'
import { type ChannelPlacement, initialPlacement, placementSchema } from './placement.ts'
import { ruleMarkSchema } from '../rule-conditions.ts'

/** The key of a mail thread, made from its inbox and the service's id, never from its subject. */
export const createThreadKey = (keyedHash: KeyedHash, inboxId: string, threadId: string): string =>
  keyedHash('thread', inboxId, threadId)

/** The lane of all tasks that change a mail thread, one at a time: the thread has one head, and its mail keeps the order of arrival. */
export const threadLane = (team: string, key: string): string => `mail:${team}:${key}`

/** Why a person cannot be responsible for mail: they left, cannot read its channel, or may not answer it. Frozen: records contain it. */
export const assignmentProblems = ['left', 'not_reader', 'not_allowed'] as const
export type AssignmentProblem = (typeof assignmentProblems)[number]

/** Why a mail is in its channel: `inbox` and `rule` name who set the route or the rule and when. */
export const routeReasonSchema = z.object({
  /** `written`: the thread began with a mail that someone wrote in the channel. */
  rule: openEnum(['inbox', 'default', 'rule', 'written']),
  by: z.string().exactOptional(),
  at: z.number().exactOptional(),
  /** The rule at that time. */
  mark: ruleMarkSchema.exactOptional(),
  /** Set if the rule has no channel, and the inbox's route or the default channel decided. */
  isElsewhere: z.boolean().exactOptional(),
  /** The person that the rule assigned, or the reason why it could not. */
  assigned: z.object({ user: z.string(), problem: openEnum(assignmentProblems).exactOptional() }).exactOptional(),
})
export type RouteReason = z.infer<typeof routeReasonSchema>

const waitingNoticeSchema = z.object({
  mail: z.string(),
  user: z.string(),
  /** Why the person was notified, as in `NewMailReason`; absent if they snoozed the thread. */
  role: openEnum(['owner', 'writer']).exactOptional(),
  after: openEnum(['reply', 'forward', 'other']).exactOptional(),
  /** Set if the person who snoozed the thread was notified of the same mail. */
  isSecond: z.boolean().exactOptional(),
  /** Set if the person wrote the answered mail, and others were notified as well. */
  isAnswered: z.boolean().exactOptional(),
  /** Set if the mail ended the person's snooze. Absent in records of earlier versions. */
  endsSnooze: z.boolean().exactOptional(),
  /** The rule at that time, if the person was notified because it assigned the thread to them. */
  rule: ruleMarkSchema.exactOptional(),
})

/** A mail of a person brought in by us alone, when it came, and how they were brought in: `named` by another one of them. */
const asideSchema = z.object({ mail: z.string(), at: z.number(), by: openEnum(['forward', 'copy', 'named']) })

/** A mail that people were notified of: when it was received, and the last reply and the owner at that time. */
const ringSchema = z.object({ at: z.number(), reply: z.string().exactOptional(), owner: z.string().exactOptional() })

const writerSchema = z.object({ user: z.string(), until: z.number() })

/** Stored by the keyed hash of the thread's id. */
export const mailThreadSchema = z.object({
  inboxId: z.string(),
  threadId: z.string(),
  placement: placementSchema,
  why: routeReasonSchema.optional(),
  /** Keys of the mails in the order of arrival, the newest last. */
  mails: z.array(z.string()),
  /** The number of all mails that ever came, including those no longer in `mails`. */
  count: z.number(),
  /** Replies that were written here, the newest last. */
  replies: z.array(z.object({ id: z.string(), user: z.string(), at: z.number() })),
  /** The reply that began the thread and is shown by the head. */
  begun: z.string().exactOptional(),
  /** Replies that may be sent at a time chosen by their writer. */
  scheduled: z.array(z.string()).exactOptional(),
  /** The person responsible for the thread. */
  owner: z.object({ user: z.string(), at: z.number() }).exactOptional(),
  /** The user group responsible while no person is. */
  group: z.string().exactOptional(),
  /** Open if absent. `waiting`: we answered, and the other side is expected to answer. */
  work: openEnum(['open', 'waiting', 'done']).exactOptional(),
  /** Since when `work` has had this value. */
  workAt: z.number().exactOptional(),
  /** The person who marked the thread as done; counts only while it is done. Absent in records of earlier versions. */
  doneBy: z.string().exactOptional(),
  /** Snoozed until this time. `at` distinguishes one snooze from the next. */
  snooze: z.object({ until: z.number(), by: z.string(), at: z.number() }).exactOptional(),
  /** The snooze that ended by its time, and its person; the end is announced once. */
  returned: z.object({ by: z.string(), at: z.number() }).exactOptional(),
  /** The mail that ended the snooze or reopened a thread that was done. */
  wokenBy: z.string().exactOptional(),
  /** The person whose snooze that mail ended. */
  wokenFor: z.string().exactOptional(),
  /** Direct messages that show one of its mails as waiting for a channel; they are edited once it has one. */
  waitingNotices: z.array(waitingNoticeSchema).exactOptional(),
  /** Notices of quarantined mail that the thread doesn't show, the newest last; each is edited once someone decides about its mail. */
  quarantineNotices: z.array(z.object({ mail: z.string(), user: z.string(), at: z.number() })).exactOptional(),
  /** The newest mail of the customer that people were notified of. */
  rang: ringSchema.exactOptional(),
  /** The newest mail of each person brought in by us alone that people were notified of, by the sender's address; the newest last. */
  asidesRang: z.array(ringSchema.extend({ from: z.string() })).exactOptional(),
  /** Mail that came within a minute of one by the same side that people were notified of: only the thread shows it. */
  quiet: z.array(z.string()).exactOptional(),
  /** Until when its mails that are shown only in the thread take their turns, if many came together. */
  postsUntil: z.number().exactOptional(),
  /** Set if nobody is mentioned or reminded, and mail is shown only in the thread. */
  muted: z.object({ by: z.string(), at: z.number() }).exactOptional(),
  /** The person who has a reply form open, at the latest until `until`. */
  writing: writerSchema.exactOptional(),
  /** Other people who have a reply form open. */
  alsoWriting: z.array(writerSchema).exactOptional(),
  /** When someone last opened a form for a reply to a mail of the thread, or for its forward. */
  formAt: z.number().exactOptional(),
  /** The mail that programs wrote since a person last wrote. */
  loop: mailLoopSchema.exactOptional(),
  /** When the mail came from which the time to our first answer is counted. */
  askedAt: z.number().exactOptional(),
  /** When our first answer was sent, and how long it took. */
  firstAnswer: z.object({ at: z.number(), tookMs: z.number() }).exactOptional(),
  /** When the newest mail came or the newest reply was sent. */
  lastAt: z.number().exactOptional(),
  /** The newest mail of the customer, and its own time. Absent in records of earlier versions. */
  newest: z.object({ mail: z.string(), at: z.number() }).exactOptional(),
  /** When the newest mail of the customer came. */
  theirsAt: z.number().exactOptional(),
  /** The mails of people brought in by us alone, the newest last: the customer's newest is still the one to answer. */
  asides: z.array(asideSchema).exactOptional(),
  /** Set while the thread is open only because of one of these mails: the customer had been answered. */
  isAsideOnly: z.literal(true).exactOptional(),
  /** When the newest of our replies was sent, unless it reached nobody. Absent in records of earlier versions. */
  oursAt: z.number().exactOptional(),
  /** Set if the first mail was imported; nobody is notified of the thread. */
  isImported: z.boolean().exactOptional(),
  /** The entries that the thread may have in the lists of waiting mail. */
  listed: z.array(z.string()).exactOptional(),
  /** The state that people were last reminded of. */
  reminded: z.object({ kind: z.string(), since: z.number() }).exactOptional(),
  /** The newest reminders that name the thread, the last one last; they are edited with each change. */
  reminders: z.array(z.string()).exactOptional(),
  /** The last click that changed the thread. */
  lastClick: z.string().exactOptional(),
  /** Earlier clicks, the newest last; they change nothing if they are repeated. */
  earlierClicks: z.array(z.string()).exactOptional(),
  /** The owner before a click with which another person took the thread from them, was done with it, snoozed it or ended its snooze. */
  formerOwner: z.object({ user: z.string(), click: z.string() }).exactOptional(),
  /** The person whose snooze a click of another one ended, unless they are its owner. */
  formerSnoozer: z.object({ user: z.string(), click: z.string() }).exactOptional(),
})
/** A mail thread of an inbox, and the channel that shows it. */
export type MailThread = z.infer<typeof mailThreadSchema>

/** How a person came into a thread: by our forward to them or a copy of our reply, or named by another person with no other part in it. */
export type BroughtIn = NonNullable<MailThread['asides']>[number]['by']

/** How the sender of a mail was brought into its thread by us alone; undefined for a mail of the customer. */
export const findBroughtBy = ({ asides = [] }: Pick<MailThread, 'asides'>, key: string): BroughtIn | undefined =>
  asides.find(({ mail }) => mail === key)?.by

/** A mail thread that has a channel. */
export type PlacedThread = MailThread & { placement: ChannelPlacement }

/** Builds a thread without mails, in no channel yet. */
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
  // Keep the first mail: the head shows it.
  const [first, ...others] = [...thread.mails, key]
  const mails = first === undefined ? [] : [first, ...others.slice(1 - MAX_MAILS)]
  return { ...thread, mails, count: thread.count + 1 }
}

/** Adds a reply to its thread, once. */
export function withReply(thread: MailThread, reply: MailThread['replies'][number]): MailThread {
  if (thread.replies.some(({ id }) => id === reply.id)) return thread
  return { ...thread, replies: [...thread.replies, reply].slice(-MAX_REPLIES) }
}

/** Adds a reply that new mail in this thread may stop. */
export function withScheduled(thread: MailThread, id: string): MailThread {
  const { scheduled = [] } = thread
  return scheduled.includes(id) ? thread : { ...thread, scheduled: [...scheduled, id].slice(-MAX_SCHEDULED) }
}

/** Returns the thread without a reply that new mail can no longer stop; undefined if the thread does not list it. */
export function withoutScheduled(thread: MailThread, id: string): MailThread | undefined {
  const { scheduled = [], ...rest } = thread
  const left = scheduled.filter((one) => one !== id)
  if (left.length === scheduled.length) return undefined
  return left.length > 0 ? { ...rest, scheduled: left } : rest
}

type Writer = z.infer<typeof writerSchema>

/** Everyone who has a reply form open, the first to open one first. */
export const listWriters = ({ writing, alsoWriting = [] }: MailThread): Writer[] =>
  writing ? [writing, ...alsoWriting] : []

/** The thread with these people writing. */
export function withWriters(thread: MailThread, [first, ...others]: Writer[]): MailThread {
  const { writing: _, alsoWriting: __, ...rest } = thread
  return { ...rest, ...(first && { writing: first }), ...(others.length > 0 && { alsoWriting: others }) }
}

/** Whether the thread is still ours alone: it began with a mail that was never sent, and nobody has written to it. */
export const isUnsentThread = ({ begun, oursAt, theirsAt }: MailThread): boolean =>
  begun !== undefined && oursAt === undefined && theirsAt === undefined

/** Whether a person is responsible for the thread. */
export const isOwned = ({ owner }: MailThread): boolean => owner !== undefined
