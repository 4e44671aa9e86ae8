import type { ReplyBody } from '../../../clients/mailbox/mailbox-schemas.ts'
import { formatAddress } from '../../records/address.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { joinBodies } from '../../records/replies/reply-content.ts'
import { buildReplyMark } from '../../records/replies/reply-mark.ts'
import { findSendRoute } from '../../records/replies/send-route.ts'
import { readAttachments } from '../files/read-attachments.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** Builds the request that sends a reply; the same record and files make the same bytes. Throws `UnsendableFile` for files that cannot be sent. */
export async function buildReplyRequest(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
): Promise<ReplyBody> {
  // The mailbox adds the files of a mail that it forwards.
  const { mailFiles: _, ...written } = reply
  const isForwarded = findSendRoute(reply).by === 'forward'
  const attachments = await readAttachments(scope, isForwarded ? written : reply)
  const { to, cc, bcc, kind, subject, replyTo = [], labels = [] } = reply
  const headers = { ...reply.headers, ...buildReplyMark(id) }
  return {
    to: to.map(formatAddress),
    ...(cc.length > 0 && { cc: cc.map(formatAddress) }),
    ...(bcc.length > 0 && { bcc: bcc.map(formatAddress) }),
    ...(replyTo.length > 0 && { reply_to: replyTo.map(formatAddress) }),
    ...(kind !== undefined && subject !== undefined && { subject }),
    ...joinBodies(reply),
    ...(labels.length > 0 && { labels }),
    ...(attachments.length > 0 && { attachments }),
    headers,
  }
}
