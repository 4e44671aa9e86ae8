import { explainError } from '../../../clients/mailbox/explain-error.ts'
import { isRefusal, UpstreamError } from '../../../core/errors.ts'
import { readExactly } from '../../../core/read-exactly.ts'
import { createContentInspector } from '../../../mail-content/attachments/inspect-content.ts'
import { isQuarantined, type Mail } from '../../records/mail/mail.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { MAX_FILES_BYTES, UnsendableFile } from './unsendable-file.ts'

type MailFile = NonNullable<Reply['mailFiles']>[number]

const CHUNK_BYTES = 1024 * 1024

/** The reason why the mailbox provides no file, by error code; other refusals have the mailbox's own reason. */
const reasons: Partial<Record<string, 'received_file_gone' | 'file_too_large'>> = {
  gone: 'received_file_gone',
  foreign_address: 'received_file_gone',
  too_large: 'file_too_large',
}

/**
 * Reads a file of a received mail from the mailbox. Throws `UnsendableFile` if it is gone, has another size than shown, is harmful, or belongs to a
 * mail that is restricted or in another thread.
 */
export async function readMailFile(
  scope: OutboundScope,
  { thread, file, isForwarded }: { thread: string; file: MailFile; isForwarded: boolean },
): Promise<{ type: string; bytes: Buffer }> {
  const mail = await scope.mailStore.findMail(file.mail)
  if (mail?.thread !== thread || isQuarantined(mail)) throw new UnsendableFile('received_file_gone', file.name)
  try {
    const { type, bytes } = await download(scope, mail, file)
    // A forward passes on the files that its writer was shown, like the mailbox's own forward.
    if (!isForwarded && (await isUnsafe(bytes, file.name))) throw new UnsendableFile('received_file_unsafe', file.name)
    return { type, bytes }
  } catch (error) {
    if (!(error instanceof UpstreamError) || !isRefusal(error)) throw error
    const known = reasons[error.details.code]
    if (known) throw new UnsendableFile(known, file.name)
    // For example, the key lacks a permission: the mailbox's message is for the admins.
    throw explainError(error).resolvedBy === 'admin' ? error : new UnsendableFile('received_file_gone', file.name)
  }
}

async function download(
  { mailbox }: OutboundScope,
  { inboxId, messageId, attachments }: Mail,
  { id, name, size }: MailFile,
): Promise<{ type: string; bytes: Buffer }> {
  const found = await mailbox.attachment({ inboxId, messageId, attachmentId: id })
  if (!found?.download_url) throw new UnsendableFile('received_file_gone', name)
  const { length, content, close } = await mailbox.download({ url: found.download_url, maxBytes: MAX_FILES_BYTES })
  const expected = size ?? found.size ?? length
  try {
    const bytes = expected === undefined ? await readAll(content) : await readExactly(content, expected)
    if (!bytes) throw new UnsendableFile('received_file_changed', name)
    const type = found.content_type ?? attachments.find((one) => one.id === id)?.type
    return { type: type ?? 'application/octet-stream', bytes }
  } finally {
    close()
  }
}

async function readAll(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Whether a file could harm a recipient; Bellhop does not pass those on. */
async function isUnsafe(bytes: Buffer, name: string): Promise<boolean> {
  const inspector = createContentInspector(name)
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
    if (await inspector.add(bytes.subarray(from, from + CHUNK_BYTES))) break
  return (await inspector.finish()).unsafe !== undefined
}
