import type { JobActivity } from '../../slice.ts'
import { keptSince, type Mail } from '../records/mail/mail.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import type { Reply } from '../records/replies/reply.ts'

/** A reply with its id. */
export interface KnownReply {
  id: string
  reply: Reply
}

/** A thread with what decides how long it is kept. */
export interface ThreadContent {
  thread: MailThread
  replies: KnownReply[]
  /** Its newest mail. */
  newest?: Pick<Mail, 'at' | 'storedAt' | 'held'> | undefined
  /** The docs jobs started from its mails. */
  jobs: JobActivity[]
}

/** The replies of a thread that its record names. */
export const listReplies = ({ replies, begun, scheduled = [] }: MailThread): string[] => [
  ...new Set([...replies.map(({ id }) => id), ...(begun === undefined ? [] : [begun]), ...scheduled]),
]

/** Returns when anything last happened in a thread, in ms. */
export function findLastTime({ thread, replies, newest, jobs }: ThreadContent): number {
  const { lastAt = 0, theirsAt = 0, workAt = 0, formAt = 0, owner } = thread
  const lastMail = newest ? keptSince(newest) : 0
  return Math.max(
    lastAt,
    theirsAt,
    workAt,
    formAt,
    owner?.at ?? 0,
    lastMail,
    ...thread.replies.map(({ at }) => at),
    ...replies.map(({ reply }) => findReplyTime(reply)),
    ...jobs.map((one) => one.lastAt),
  )
}

/** A reply ends after it was written: it was sent, or its time or its request for approval passed. */
const findReplyTime = ({ at, dueAt, lastTriedAt = 0, sentAt = 0, approval }: Reply): number =>
  Math.max(at, dueAt, lastTriedAt, sentAt, approval?.decided?.at ?? approval?.askedAt ?? 0)

/** The states in which a reply is over; any other one, also of a later version, may still be sent. */
const OVER: ReadonlySet<Reply['state']> = new Set(['sent', 'failed', 'unknown', 'cancelled', 'dropped'])

/**
 * Whether somebody still works on a thread, however old it is: a person claimed it and has not answered it, it is snoozed, one of its replies may still be
 * sent, a docs job started from it goes on, or no channel has shown it.
 */
export function isInUse({ thread, replies, jobs }: Pick<ThreadContent, 'thread' | 'jobs'> & UsedReplies): boolean {
  const { owner, work = 'open', snooze, placement } = thread
  if (snooze || (owner && work === 'open')) return true
  // Also a placement of a later version.
  if (placement.is !== 'posted' && placement.is !== 'listed') return true
  return jobs.some(({ isLive }) => isLive) || replies.some(({ reply: { state } }) => !OVER.has(state))
}

interface UsedReplies {
  replies: { reply: Pick<Reply, 'state'> }[]
}
