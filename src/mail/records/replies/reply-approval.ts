import { type Clock, DAY_MS } from '../../../core/clock.ts'
import { hashReplyContent } from './reply-content.ts'
import { type Approval, mayHaveLeft, type Reply, type ReplyContent, waitsSince } from './reply.ts'

/** An answer without approval is of no use much later. */
const APPROVAL_MS = DAY_MS
/** Approvers are reminded, because they may have overlooked the request. */
const REMINDER_MS = 4 * 60 * 60_000

/** Returns the reply with another send time; tasks for the earlier time send nothing. */
export function withTime(reply: Reply, step: Pick<Reply, 'state' | 'dueAt'>, now: number): Reply {
  const { pausedBy, isOverdue: _, refusedBy: __, ...rest } = reply
  const seen = pausedBy === undefined ? {} : { seen: pausedBy }
  return { ...rest, ...seen, ...step, schedules: (reply.schedules ?? 0) + 1, scheduledAt: now }
}

/** Builds the request that someone other than the authors approves the mail. */
export function requestApproval(clock: Clock, content: ReplyContent, authors: string[]): Approval {
  const now = clock.now()
  return { askedAt: now, expiresAt: now + clock.scaled(APPROVAL_MS), hash: hashReplyContent(content), authors }
}

/** Returns the reply with a request for approval of its current content. `reply` must certainly be unsent. */
export function withRequest(
  clock: Clock,
  reply: Reply,
  cause: Partial<Pick<Approval, 'why' | 'news' | 'isTimeOnly'>> = {},
): Reply {
  const { approval: earlier, requests, bodyHash: _, firstTriedAt: __, trouble: ___, ...rest } = reply
  const request = earlier ? (earlier.request ?? 0) + 1 : requests
  const now = clock.now()
  return {
    ...withTime(rest, { state: 'awaiting', dueAt: now }, now),
    approval: {
      ...requestApproval(clock, reply, listReplyAuthors(reply)),
      ...(request !== undefined && { request }),
      ...pickApproved(earlier),
      ...cause,
    },
  }
}

/** The earlier request, if it was approved. */
function pickApproved({ request, asked = [], reminded = [], askedAgain, decided }: Partial<Approval> = {}): Pick<
  Approval,
  'before'
> {
  if (decided?.verdict !== 'approved') return {}
  const { by } = decided
  return {
    before: {
      asked,
      reminded,
      ...(askedAgain && { askedAgain }),
      ...(request !== undefined && { request }),
      ...(by !== undefined && { by }),
    },
  }
}

/** Returns the reply without its approval, which does not cover the current content. A later request is another one. */
export function withoutApproval({ approval, ...reply }: Reply): Reply {
  return approval ? { ...reply, authors: approval.authors, requests: (approval.request ?? 0) + 1 } : reply
}

/** Names the request in ids. A reply gets another request if its time was changed after an approval. */
export const nameRequest = (id: string, approval: { request?: number | undefined } | undefined): string =>
  approval?.request === undefined ? id : `${id}:again-${approval.request}`

/** Everyone who wrote or edited this reply, or had it sent: none of them may approve it. */
export const listReplyAuthors = ({
  user,
  by,
  authors = [],
  approval,
}: Pick<Reply, 'user' | 'by' | 'authors' | 'approval'>): string[] => [
  ...new Set([user, ...(by === undefined ? [] : [by]), ...(approval?.authors ?? authors)]),
]

/**
 * Everyone who wrote or edited the mail that `user` now sends in place of `old`. If `old` was sent or may have been, it was another mail, and its
 * authors don't count. Set `wasRejected` if the mailbox rejected it after it had taken it.
 */
export function listAuthors(user: string, old: Reply | undefined, wasRejected = false): string[] {
  const isUnsent = old && (wasRejected || old.state === 'failed' || !mayHaveLeft(old))
  return [...new Set([user, ...(isUnsent ? listReplyAuthors(old) : [])])]
}

/**
 * How long after the request the approvers are reminded, when the mail should have been sent, if that is before the end, and after how long the request
 * expires, in milliseconds.
 */
export function approvalDelays(
  clock: Clock,
  { sendAt, approval }: Pick<Reply, 'approval' | 'sendAt'>,
): { remindMs: number; dueMs?: number; expireMs: number } {
  const untilSendMs = sendAt === undefined || !approval ? 0 : sendAt - approval.askedAt
  const expireMs = clock.scaled(APPROVAL_MS)
  const isDueBefore = untilSendMs > 0 && untilSendMs < expireMs
  return { remindMs: clock.scaled(REMINDER_MS), ...(isDueBefore && { dueMs: untilSendMs }), expireMs }
}

/** Returns the reply stopped before its first attempt, for its writer to decide. It must certainly be unsent. */
export function pauseReply(
  reply: Reply,
  why: Pick<Reply, 'pausedBy' | 'askedAfter' | 'refusedBy' | 'isOverdue'>,
): Reply {
  const { bodyHash: _, firstTriedAt: __, trouble: ___, ...unsent } = reply
  return { ...unsent, state: 'paused', ...why }
}

/**
 * Identifies what has stopped a reply before its time, for buttons and forms to carry what they showed; undefined for a reply that isn't paused.
 * Another time, newer mail, or one more address that can no longer be used, is another stop.
 */
export function identifyStop({ state, schedules = 0, pausedBy = '', refusedBy }: Reply): string | undefined {
  if (state !== 'paused') return undefined
  return refusedBy ? `${schedules}:${pausedBy}:${refusedBy.length}` : `${schedules}:${pausedBy}`
}

/**
 * Since when a reply has been as the person who decides about its news last saw it: for one with a chosen time, that is its writer, and an approval
 * starts its wait again without them.
 */
export const writtenSince = (reply: Reply): number =>
  reply.sendAt !== undefined && reply.approval?.decided?.at === waitsSince(reply)
    ? reply.approval.askedAt
    : waitsSince(reply)

/** Lists the mails of the thread that this person has certainly seen. */
export const listSeenMails = ({ mail, seen, pausedBy, sendAt, approval }: Reply): string[] =>
  [mail, seen, pausedBy, sendAt === undefined ? approval?.decided?.seen : undefined].filter((key) => key !== undefined)

/** Whether the current content of the reply has been approved. */
export const isApproved = (reply: Reply): boolean =>
  reply.approval?.decided?.verdict === 'approved' && reply.approval.hash === hashReplyContent(reply)

/**
 * Whether the approval of the reply still holds: it isn't paused, or the person who approved it had seen the mail that paused it afterwards, because only
 * its writer hadn't.
 */
export const isStillApproved = (reply: Reply): boolean =>
  isApproved(reply) && (reply.state !== 'paused' || hasSeenPause(reply))

function hasSeenPause({ approval, pausedBy, refusedBy }: Reply): boolean {
  return pausedBy !== undefined && refusedBy === undefined && approval?.decided?.seen === pausedBy
}

/** Whether the request for approval ended without one. A reply that is taken back otherwise was taken back by a person. */
export const hasEndedUnapproved = ({ approval }: Reply): boolean =>
  (approval?.decided?.verdict ?? 'approved') !== 'approved'

/** Returns the reply with the result of its request; undefined if the request has already ended. */
export const decideApproval = (
  reply: Reply,
  decided: NonNullable<Approval['decided']>,
  next: Pick<Reply, 'state' | 'dueAt' | 'scheduledAt'> = { state: 'cancelled', dueAt: reply.dueAt },
): Reply | undefined =>
  reply.state === 'awaiting' && reply.approval
    ? { ...reply, ...next, approval: { ...reply.approval, decided } }
    : undefined
