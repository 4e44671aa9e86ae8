import { isSameAddress } from '../../records/address.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { findReplyMark } from '../../records/replies/reply-mark.ts'
import type { InboundScope } from '../inbound-scope.ts'

/** Enough for the inboxes that one mail is sent to. */
const MAX_COPIES = 10

/**
 * Notes on a reply or forward as which mail another inbox of the workspace received it: what is answered there is known in its own thread. Recipients of
 * a reply know its mark, so the sender has to match as well. Safe to repeat.
 */
export async function noteCopyOfReply(
  { replyStore, records }: Pick<InboundScope, 'records' | 'replyStore'>,
  key: string,
  mail: Mail,
): Promise<void> {
  const mark = findReplyMark(mail)
  const reply = mark === undefined ? undefined : await replyStore.findReply(mark)
  if (mark === undefined || !reply || reply.inboxId === mail.inboxId || reply.copies?.includes(key)) return
  const sender = await records.findInboxAddress(reply.inboxId)
  if (sender === undefined || !isSameAddress(sender, mail.from.address)) return
  await replyStore.replies.update(mark, (now) =>
    now && !now.copies?.includes(key) ? { ...now, copies: [...(now.copies ?? []), key].slice(-MAX_COPIES) } : undefined,
  )
}
