import type { MailText } from '../../text/mail-text.ts'
import { isApproved, isStillApproved } from '../../records/replies/reply-approval.ts'
import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import { findDecision } from '../../records/replies/reply-decision.ts'

/** Warns people before they change or send a reply that waits for its time, if mail must be approved; undefined otherwise. */
export const describeChange = (
  { approval: words }: MailText,
  reply: Reply,
  needsApproval = false,
): string | undefined =>
  needsApproval && isScheduled(reply) ? words.change({ approval: findCover(reply) }) : undefined

/** Whether the approval of a reply covers its content and its news, or came before the news that paused it. */
function findCover(reply: Reply): 'covers' | 'seen' | 'paused' | 'other' {
  if (!isApproved(reply)) return 'other'
  if (isBeforePause(reply)) return 'paused'
  return reply.state === 'paused' ? 'seen' : 'covers'
}

/** Whether an approval doesn't cover the news that has paused the reply since. Earlier versions sent a paused reply as scheduled without another one. */
function isBeforePause(reply: Reply): boolean {
  if (reply.state === 'paused') return !isStillApproved(reply)
  const { at, seen } = reply.approval?.decided ?? {}
  const hasSeen = seen !== undefined && seen === reply.seen
  return findDecision(reply)?.verb === 'planned' && at !== reply.scheduledAt && !hasSeen
}

/** Names a person other than the writer who set the present time of a reply, in mrkdwn; undefined if there is none. */
export function describeDecision({ schedule }: MailText, reply: Reply, name: string | undefined): string | undefined {
  const decision = findDecision(reply)
  if (!decision || name === undefined || decision.by === reply.user) return undefined
  const { verb } = decision
  return verb === 'now' || verb === 'planned' || verb === 'time' ? schedule.decided({ verb, name }) : undefined
}

/** Names the person who stopped the attempts to send a reply, in mrkdwn; undefined if nobody did. */
export const describeStop = ({ replyCard }: MailText, reply: Reply, name: string | undefined): string | undefined =>
  findDecision(reply)?.verb === 'stop' && name !== undefined ? replyCard.stoppedBy({ name }) : undefined

/** Describes an approval; nothing if it was for other content. It doesn't cover the news that paused the reply later. */
function describeApproved({ approval: words }: MailText, reply: Reply, by: string | undefined): string {
  if (!isApproved(reply)) return ''
  if (isBeforePause(reply)) return by === undefined ? words.approvedBefore : words.approvedBeforeBy({ by })
  return by === undefined ? words.approved : words.approvedBy({ by })
}

/**
 * Describes the result of a request for approval, or that it waits. Both the text and `by`, the name of the person who decided, are mrkdwn. An
 * approver has no text to send again.
 */
export function describeApproval(
  text: MailText,
  reply: Reply,
  by: string | undefined,
  { isApprover = false }: { isApprover?: boolean } = {},
): string {
  const words = text.approval
  const { decided } = reply.approval ?? {}
  // Its author has corrected it: the new version is what counts.
  if (!decided && reply.state === 'cancelled' && reply.again !== undefined && isApprover) return words.replaced
  if ((!decided || decided.verdict === 'approved') && reply.state === 'cancelled')
    return by === undefined ? words.withdrawn : words.withdrawnBy({ by })
  if (!decided && reply.state === 'failed') return words.stopped
  if (!decided) return words.awaiting
  switch (decided.verdict) {
    case 'approved':
      return describeApproved(text, reply, by)
    case 'declined':
      return by === undefined ? words.declined : words.declinedBy({ by })
    case 'edited':
      return by === undefined ? words.edited : words.editedBy({ by })
    case 'expired':
      return isApprover ? words.expiredForApprover : words.expired
    case 'off':
      return isApprover ? words.switchedOffForApprover : words.switchedOff
    default:
      return ''
  }
}
