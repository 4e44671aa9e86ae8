import {
  type DeliveryReport,
  type DeliveryStatus,
  deriveDeliveryStatus,
  hasReachedNobody,
} from '../../records/replies/delivery-status.ts'
import { answersNobody, findDecisionTime, isWithdrawn, lacksSender, type Reply } from '../../records/replies/reply.ts'

/** A reply and the events about it. */
export interface StoredReply {
  id: string
  reply: Reply
  report: DeliveryReport
}

/** A reply with its state and the time of its newest trouble. */
export interface TroubledReply {
  id: string
  reply: Reply
  status: DeliveryStatus
  at: number
}

/** The state of the mail that was written in a thread. */
export interface ReplyStanding {
  /** Replies that did not arrive, or were marked as spam, and that nobody has acted on since; the newest first. */
  troubles: TroubledReply[]
  /** Replies that are not sent yet, the most urgent first. */
  pending: { reply: Reply; is: PendingState }[]
  /** The newest reply that was sent and may have reached someone, when its writer decided to send it, and whether the mailbox still tries to deliver it. */
  lastSent: { reply: Reply; decidedAt: number; sentAt: number; isDelayed: boolean } | undefined
}

const pendingStates = ['paused', 'senderless', 'awaiting', 'checking', 'retrying', 'scheduled'] as const
/** States of a reply that is not sent yet, the most urgent first. */
export type PendingState = (typeof pendingStates)[number]

/** The kind of a mail that people write, as the texts name it. */
export const nameReplyKind = ({ kind }: Pick<Reply, 'kind'>): 'reply' | 'forward' | 'other' =>
  kind === undefined ? 'reply' : kind === 'forward' ? kind : 'other'

/** When the newest trouble of a reply came; undefined if it has none. */
function findTroubleAt({ reply, report }: StoredReply, { state, bounced, complained }: DeliveryStatus) {
  // The steady clock of attempts may be behind the time at which the reply was written.
  const triedAt = Math.max(reply.lastTriedAt ?? 0, reply.at)
  const failedAt = state.is === 'failed' || state.is === 'unknown' ? [triedAt] : []
  const rejectedAt = state.is === 'rejected' ? [report.rejected?.at ?? reply.at] : []
  const times = [...failedAt, ...rejectedAt, ...[...bounced, ...complained].map(({ at }) => at)]
  return times.length > 0 ? Math.max(...times) : undefined
}

/**
 * Judges the replies of a thread. A reply that was taken back or replaced counts no more. Its trouble ends once somebody writes again in the thread, or
 * marks it as done (`doneAt`).
 */
export function judgeReplies(stored: StoredReply[], doneAt = 0): ReplyStanding {
  const replies = new Map(stored.map(({ id, reply }) => [id, reply]))
  const isReplaced = ({ again }: Reply): boolean => {
    const next = again === undefined ? undefined : replies.get(again)
    return next !== undefined && (!isWithdrawn(next) || isReplaced(next))
  }
  const counted = stored
    .filter(({ reply }) => !isWithdrawn(reply) && !isReplaced(reply))
    .map((one) => ({ ...one, status: deriveDeliveryStatus(one.reply, one.report) }))
  const lastWrittenAt = Math.max(0, ...counted.map(({ reply }) => (answersNobody(reply) ? 0 : reply.at)))
  const troubles = counted
    .flatMap(({ status, ...one }) => {
      const at = findTroubleAt(one, status)
      const isOver = at === undefined || at <= doneAt || lastWrittenAt > at
      return isOver ? [] : [{ id: one.id, reply: one.reply, status, at }]
    })
    .toSorted((one, other) => other.at - one.at)
  const pending = pendingStates.flatMap((is) =>
    counted.flatMap(({ reply, status }) =>
      (lacksSender(reply) ? 'senderless' : status.state.is) === is ? [{ reply, is }] : [],
    ),
  )
  const sent = counted.flatMap(({ reply, status }) =>
    reply.state === 'sent' && reply.sentAt !== undefined && !hasReachedNobody(reply, status)
      ? [{ reply, decidedAt: findDecisionTime(reply), sentAt: reply.sentAt, isDelayed: status.delayed.length > 0 }]
      : [],
  )
  return { troubles, pending, lastSent: sent.toSorted((one, other) => other.sentAt - one.sentAt)[0] }
}
