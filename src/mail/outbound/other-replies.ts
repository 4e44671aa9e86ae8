import { isolateDirection } from '../../core/isolate-direction.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { isNeverSent, type Reply } from '../records/replies/reply.ts'
import type { MailText } from '../text/mail-text.ts'
import type { OutboundScope } from './outbound-scope.ts'

const QUOTATION_CHARS = 100
/** Enough for the replies that are written in one thread while a request waits. */
const MAX_READ_REPLIES = 10
const MAX_NAMED = 2

/**
 * Describes the other replies in the thread of a mail that waits for approval: those that may still be sent, and those that were sent
 * after it was written or answer the same mail.
 */
export async function describeOtherReplies(
  scope: OutboundScope,
  text: MailText,
  { id, reply }: { id: string; reply: Reply },
): Promise<string[]> {
  if (reply.kind !== undefined) return []
  const thread = await scope.mailStore.findThread(reply.thread)
  if (!thread) return []
  const { scheduled = [] } = thread
  const ids = [...thread.replies.map((one) => one.id).filter((one) => !scheduled.includes(one)), ...scheduled]
  const others = ids.filter((one) => one !== id).slice(-MAX_READ_REPLIES)
  const found = await Promise.all(others.map((one) => scope.replyStore.findReply(one)))
  return found
    .flatMap((other) => (other && other.again !== id ? describeOther(text, other, reply) : []))
    .slice(-MAX_NAMED)
}

function describeOther(text: MailText, other: Reply, { mail, at }: Reply): string[] {
  const { kind, state, userName: name, sentAt = other.at } = other
  if (kind === 'forward' || isNeverSent(other) || (state === 'sent' && sentAt < at && other.mail !== mail)) return []
  const { others } = text.approval
  const quotation = isolateDirection(truncate(other.text.replace(/\s+/g, ' ').trim(), QUOTATION_CHARS))
  if (state === 'sent') return [others.sent({ name, quotation, isSince: sentAt >= at })]
  const describe =
    state === 'awaiting'
      ? others.awaiting
      : state === 'scheduled' || state === 'paused'
        ? others[state]
        : others.sending
  return [describe({ name, quotation })]
}
