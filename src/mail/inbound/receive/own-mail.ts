import { isSameAddress, readAddresses } from '../../records/address.ts'
import type { MailRef } from '../../records/mail/mail.ts'
import { findReplyMark } from '../../records/replies/reply-mark.ts'
import type { InboundScope } from '../inbound-scope.ts'
import type { ReceivedMessage } from './mail-record.ts'

/** The label of mail sent through the mailbox (the mailbox's documentation, Labels). */
const SENT_LABEL = 'sent'

/**
 * Why a received mail is our own. `reply` is a copy of a reply that Slack already shows. `inbox` came from the inbox's own address into an existing
 * thread. A new thread from that address may be a form on a website, so it counts as ordinary mail, as does mail with another Reply-To.
 */
export async function findOwnMail(
  scope: InboundScope,
  message: ReceivedMessage,
  { ref, thread, own }: { ref: MailRef; thread: string; own: string | undefined },
): Promise<'reply' | 'inbox' | undefined> {
  const [from] = [...readAddresses(message.from), ...readAddresses(message.from_)]
  if (await isCopyOfReply(scope, message, { ref, from: from?.address, own })) return 'reply'
  if (from === undefined || own === undefined || !isSameAddress(from.address, own)) return undefined
  if (readAddresses(message.reply_to).some(({ address }) => !isSameAddress(address, own))) return undefined
  if (message.labels.includes(SENT_LABEL)) return 'inbox'
  return (await scope.mailStore.findThread(thread)) ? 'inbox' : undefined
}

/**
 * Matches by Message-ID, or by the mark in the headers. Recipients of a reply know its mark, so the sender has to match as well. For another inbox that
 * it was sent to, a reply is mail like any other.
 */
async function isCopyOfReply(
  { replyStore }: InboundScope,
  message: ReceivedMessage,
  { ref, from, own }: { ref: MailRef; from: string | undefined; own: string | undefined },
): Promise<boolean> {
  if ((await replyStore.findDeliveryReport(ref))?.reply !== undefined) return true
  const mark = findReplyMark(message)
  const reply = mark === undefined ? undefined : await replyStore.findReply(mark)
  if (reply?.inboxId !== ref.inboxId) return false
  if (reply.sentId === ref.messageId) return true
  return from !== undefined && own !== undefined && isSameAddress(from, own)
}
