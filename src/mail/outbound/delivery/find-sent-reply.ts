import type { MailMessage } from '../../../clients/mailbox/mailbox-schemas.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { findReplyMark } from '../../records/replies/reply-mark.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { readMarkInMailbox, recordFoundMail } from './found-mail.ts'

/** Mail is listed from this long before the first attempt on: the mailbox's clock may differ from ours. */
const EARLIER_MS = 60 * 60_000
/** A page has a hundred mails. */
const MAX_PAGES = 10
/** Upper bound on mails that are read one by one, if the list has no headers. */
const MAX_READS = 25
/** The mailbox's label of mail that was sent from it. Mail that came in is never the reply, whatever its headers say. */
const SENT = 'sent'

/**
 * Looks for a reply whose answer was lost in the mail that its inbox has sent, by its mark, and records it as sent. Returns the reply if it was found.
 * A reply that was not found may still be sent: the list can lag, and an attempt can be in flight. Throws `UpstreamError` if the mailbox does not
 * answer; a mailbox that refuses to list its mail has nothing to find.
 */
export async function findSentReply(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
): Promise<Reply | undefined> {
  const { inboxId } = reply
  let reads = 0
  for (const { message_id: messageId, thread_id: threadId, headers, timestamp } of await listSentMail(scope, reply)) {
    if (messageId === undefined) continue
    const isListedWhole = Object.keys(headers).length > 0
    if (!isListedWhole && (await isKnown(scope, { inboxId, messageId }))) continue
    if (!isListedWhole && ++reads > MAX_READS) break
    const mark = isListedWhole
      ? findReplyMark({ headers })
      : (await readMarkInMailbox(scope, { inboxId, messageId }))?.mark
    if (mark !== id) continue
    const sentAt = Date.parse(timestamp ?? '') || scope.clock.now()
    return recordFoundMail(scope, id, { messageId, threadId, sentAt })
  }
  return undefined
}

/** The mail that the inbox has sent since the first attempt, oldest first. */
async function listSentMail(
  { team, mailbox, log }: OutboundScope,
  { inboxId, firstTriedAt, at }: Reply,
): Promise<MailMessage[]> {
  const after = new Date((firstTriedAt ?? at) - EARLIER_MS).toISOString()
  const found: MailMessage[] = []
  let pageToken: string | undefined
  try {
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await mailbox.messages.list({ inboxId, after, ...(pageToken !== undefined && { pageToken }) })
      found.push(...page.messages.filter(({ labels }) => labels.includes(SENT)))
      if (page.next === undefined || page.next === pageToken) break
      pageToken = page.next
    }
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw error
    log.warn({ team, err: error }, 'the mailbox does not list the mail that it sent')
  }
  return found.toReversed()
}

/** Whether a mail is known to be another reply. */
const isKnown = async ({ replyStore }: OutboundScope, mail: { inboxId: string; messageId: string }): Promise<boolean> =>
  (await replyStore.findDeliveryReport(mail))?.reply !== undefined
