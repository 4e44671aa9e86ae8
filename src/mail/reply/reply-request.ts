import { Base64Bytes } from '../../clients/json-body.ts'
import type { ReplyAttachment, ReplyBody } from '../../clients/mailbox/mailbox-schemas.ts'
import { UserError } from '../../core/errors.ts'
import { formatAddress } from '../model/address.ts'
import type { Reply } from '../model/reply.ts'
import { joinBodies } from '../model/reply-content.ts'
import { buildReplyMark } from '../model/reply-mark.ts'
import type { MailServices } from '../services.ts'
import type { ProblemReason } from '../text/mail-text.ts'

/** All files travel in one request. */
export const MAX_FILES_BYTES = 64 * 1024 * 1024

/** A reply cannot leave with these files. */
export class UnsendableFiles extends UserError {
  readonly reason: ProblemReason

  constructor(reason: 'file_of_others' | 'files_too_large') {
    super(`a reply cannot leave with these files: ${reason}`)
    this.reason = reason
  }
}

/** The request that sends a reply; the same record and files make the same bytes. Throws `UnreadableFile` or `UnsendableFiles` for files that cannot be sent. */
export async function buildReplyRequest(
  services: MailServices,
  team: string,
  { id, reply }: { id: string; reply: Reply },
): Promise<ReplyBody> {
  const attachments = await readAttachments(services, team, reply)
  const { to, cc, bcc, kind, subject, replyTo = [], labels = [] } = reply
  const headers = { ...reply.headers, ...(isSentMarked(reply) && buildReplyMark(id)) }
  return {
    to: to.map(formatAddress),
    ...(cc.length > 0 && { cc: cc.map(formatAddress) }),
    ...(bcc.length > 0 && { bcc: bcc.map(formatAddress) }),
    ...(replyTo.length > 0 && { reply_to: replyTo.map(formatAddress) }),
    ...(kind !== undefined && subject !== undefined && { subject }),
    ...joinBodies(reply),
    ...(labels.length > 0 && { labels }),
    ...(attachments.length > 0 && { attachments }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}

/** Whether an attempt carries the reply's mark: as the first one did, since a repeated request must have the same bytes. */
export const isSentMarked = ({ bodyHash, isMarked = false }: Reply): boolean => bodyHash === undefined || isMarked

/** The ids come from the client, which can send any: nobody attaches a file of somebody else's. */
async function readAttachments(
  { readFile }: MailServices,
  team: string,
  { user, files }: Reply,
): Promise<ReplyAttachment[]> {
  const attachments: ReplyAttachment[] = []
  let size = 0
  for (const { id, by = user } of files) {
    const { user: uploader = by, name, type, bytes } = await readFile(team, id)
    if (uploader !== by) throw new UnsendableFiles('file_of_others')
    size += bytes.length
    if (size > MAX_FILES_BYTES) throw new UnsendableFiles('files_too_large')
    attachments.push({
      filename: name,
      content_type: type,
      content_disposition: 'attachment',
      content: new Base64Bytes(bytes),
    })
  }
  return attachments
}
