import { UpstreamError } from '../../../core/errors.ts'
import { findReplyMark } from '../../records/replies/reply-mark.ts'
import { isOutcomeOpen, type Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { linkSentMail } from './delivery-events.ts'

/** A mail in the mailbox that has the mark of a reply. */
interface FoundMail {
  messageId: string
  threadId: string | undefined
  sentAt: number
}

/** Records that a reply whose answer was lost was sent as this mail, unless its outcome is known. Returns the reply if it was sent as this mail. */
export async function recordFoundMail(
  scope: OutboundScope,
  id: string,
  { messageId, threadId, sentAt }: FoundMail,
): Promise<Reply | undefined> {
  const reply = await scope.replyStore.replies.update(id, (now) => {
    if (!now || !isOutcomeOpen(now)) return undefined
    const { trouble: _, ...rest } = now
    return { ...rest, state: 'sent', sentAt, sentId: messageId, ...(threadId && { sentThread: threadId }) }
  })
  if (reply?.sentId !== messageId) return undefined
  await linkSentMail(scope, { id, reply }, { messageId, threadId })
  return reply
}

/** Reads the mark of a mail: the id of its reply, or undefined if it has none. Returns undefined if the mailbox refuses to provide the mail. */
export async function readMarkInMailbox(
  { team, mailbox, log }: OutboundScope,
  mail: { inboxId: string; messageId: string },
): Promise<{ mark: string | undefined } | undefined> {
  const { inboxId, messageId } = mail
  try {
    return { mark: findReplyMark(await mailbox.message({ inboxId, messageId })) }
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw error
    log.warn({ team, err: error }, 'the mailbox does not hand out a mail that it sent')
    return undefined
  }
}
