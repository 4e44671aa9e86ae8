import type { MailText } from '../../text/mail-text.ts'
import { isApproved } from '../../records/replies/reply-approval.ts'
import { isScheduled, type Reply } from '../../records/replies/reply.ts'

/** Warns people before they change or send a reply that waits for its time, if mail must be approved; undefined otherwise. */
export const describeChange = (
  { approval: words }: MailText,
  reply: Reply,
  needsApproval = false,
): string | undefined =>
  needsApproval && isScheduled(reply) ? words.change({ isApproved: isApproved(reply) }) : undefined

/** Describes the result of a request for approval, or that it waits. Both the text and `by`, the name of the person who decided, are mrkdwn. */
export function describeApproval({ approval: words }: MailText, reply: Reply, by: string | undefined): string {
  const { decided } = reply.approval ?? {}
  if ((!decided || decided.verdict === 'approved') && reply.state === 'cancelled') return words.withdrawn
  if (!decided && reply.state === 'failed') return words.stopped
  if (!decided) return words.awaiting
  switch (decided.verdict) {
    case 'approved':
      return by === undefined ? words.approved : words.approvedBy({ by })
    case 'declined':
      return by === undefined ? words.declined : words.declinedBy({ by })
    case 'edited':
      return by === undefined ? words.edited : words.editedBy({ by })
    case 'expired':
      return words.expired
    case 'off':
      return words.switchedOff
    default:
      return ''
  }
}
