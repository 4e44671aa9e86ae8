import { type Clock, DAY_MS } from '../../../core/clock.ts'
import { hashReplyContent } from './reply-content.ts'
import { type Approval, mayHaveLeft, type Reply, type ReplyContent } from './reply.ts'

/** An answer that nobody approved is of no use much later. */
const APPROVAL_MS = DAY_MS
/** Those who were asked may have overlooked it. */
const REMINDER_MS = 4 * 60 * 60_000

/** The reply with another time: tasks for the one before send nothing. */
export function withTime(reply: Reply, step: Pick<Reply, 'state' | 'dueAt'>, now: number): Reply {
  const { pausedBy, isOverdue: _, refusedBy: __, ...rest } = reply
  const seen = pausedBy === undefined ? {} : { seen: pausedBy }
  return { ...rest, ...seen, ...step, schedules: (reply.schedules ?? 0) + 1, scheduledAt: now }
}

/** The request that somebody else than its authors approves what leaves. */
export function requestApproval(clock: Clock, content: ReplyContent, authors: string[]): Approval {
  const now = clock.now()
  return { askedAt: now, expiresAt: now + clock.scaled(APPROVAL_MS), hash: hashReplyContent(content), authors }
}

/** The reply, which waits for an approval that it does not have as it is now. `reply` has not been sent for certain. */
export function withRequest(clock: Clock, reply: Reply): Reply {
  const { approval: earlier, requests, by, user, bodyHash: _, firstTriedAt: __, trouble: ___, ...rest } = reply
  const authors = earlier?.authors ?? [...new Set([user, ...(by === undefined ? [] : [by]), ...(reply.authors ?? [])])]
  const request = earlier ? (earlier.request ?? 0) + 1 : requests
  const now = clock.now()
  return {
    ...withTime({ ...rest, user, ...(by !== undefined && { by }) }, { state: 'awaiting', dueAt: now }, now),
    approval: { ...requestApproval(clock, reply, authors), ...(request !== undefined && { request }) },
  }
}

/** The reply without the approval that it had: nobody has approved it as it is now, if somebody has to later. */
export function withoutApproval({ approval, ...reply }: Reply): Reply {
  return approval ? { ...reply, authors: approval.authors, requests: (approval.request ?? 0) + 1 } : reply
}

/** Names the request in ids: a reply has another one once its time was changed after an approval. */
export const nameRequest = (id: string, approval: { request?: number | undefined } | undefined): string =>
  approval?.request === undefined ? id : `${id}:again-${approval.request}`

/** Everybody who wrote or edited what `user` sends now in place of `old`; what has left by now was another mail. */
export function listAuthors(user: string, old: Reply | undefined): string[] {
  const earlier = old && !mayHaveLeft(old) ? [...(old.approval?.authors ?? old.authors ?? []), old.user] : []
  return [...new Set([user, ...earlier])]
}

/** How long after the request the approvers are reminded, and after how long it expires. */
export const approvalDelays = (clock: Clock): { remindMs: number; expireMs: number } => ({
  remindMs: clock.scaled(REMINDER_MS),
  expireMs: clock.scaled(APPROVAL_MS),
})

/** Whether somebody has approved exactly what this reply sends. */
export const isApproved = (reply: Reply): boolean =>
  reply.approval?.decided?.verdict === 'approved' && reply.approval.hash === hashReplyContent(reply)

/** The reply with how its request ended; undefined if it has ended already. */
export const decideApproval = (
  reply: Reply,
  decided: NonNullable<Approval['decided']>,
  next: Pick<Reply, 'state' | 'dueAt' | 'scheduledAt'> = { state: 'cancelled', dueAt: reply.dueAt },
): Reply | undefined =>
  reply.state === 'awaiting' && reply.approval
    ? { ...reply, ...next, approval: { ...reply.approval, decided } }
    : undefined
