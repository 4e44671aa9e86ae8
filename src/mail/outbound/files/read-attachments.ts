import { Base64Bytes } from '../../../clients/json-body.ts'
import type { ReplyAttachment } from '../../../clients/mailbox/mailbox-schemas.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { UnreadableFile } from '../../../slack/api/slack-files.ts'
import { mayHaveLeft, type Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findFileChange } from './examine-files.ts'
import { examineLink, readExaminedLink } from './fetch-link.ts'
import { readAttachedFile } from './read-attached.ts'
import { readMailFile } from './read-mail-file.ts'
import { MAX_FILES_BYTES, nameFile, UnsendableFile } from './unsendable-file.ts'

/** An attachment in a request, and its size in bytes. */
interface OutgoingFile {
  attachment: ReplyAttachment
  size: number
}

type FileFailure = UnsendableFile | UpstreamError

/**
 * Reads all attachments of a mail, in the order of its record: files that people attached, files of received mails, and addresses. The same record
 * and files make the same bytes. Throws `UnsendableFile`, with each file that a person has to change, and temporary errors of services.
 */
export async function readAttachments(scope: OutboundScope, reply: Reply): Promise<ReplyAttachment[]> {
  const { files, mailFiles = [], links = [] } = reply
  const found: ReplyAttachment[] = []
  const failures: FileFailure[] = []
  let left = MAX_FILES_BYTES

  function take(name: string, outcome: OutgoingFile | FileFailure): void {
    if (outcome instanceof Error) return void failures.push(outcome)
    left -= outcome.size
    if (left < 0) failures.push(new UnsendableFile('files_too_large', name))
    else found.push(outcome.attachment)
  }

  // Reads one file at a time, because each one stays in memory.
  for (const file of files) take(file.name, await settle(file.name, () => readAttached(scope, reply, file)))
  for (const file of mailFiles) take(file.name, await settle(file.name, () => readMailAttachment(scope, reply, file)))
  const measured = links.map(async (link) => ({
    link,
    outcome: await settle(link.name, () => readLink(scope, reply, link)),
  }))
  for (const { link, outcome } of await Promise.all(measured)) take(link.name, outcome)
  throwFailures(failures)
  return found
}

async function settle(name: string, read: () => Promise<OutgoingFile>): Promise<OutgoingFile | FileFailure> {
  try {
    return await read()
  } catch (error) {
    return toFileFailure(error, name)
  }
}

/** Converts an error about a file. Rethrows other errors, for example of the storage. */
function toFileFailure(error: unknown, name: string): FileFailure {
  if (error instanceof UnsendableFile) return error
  // Uses the recorded name, not Slack's: the file may be one that the person may not read.
  if (error instanceof UnreadableFile) return new UnsendableFile(error.reason, name)
  if (error instanceof UpstreamError && error.details.service !== 'store') return nameFile(error, name)
  throw error
}

/** Reports files that a person has to change before temporary errors, because waiting would not help. */
function throwFailures(failures: FileFailure[]): void {
  const lasting = failures.filter((one) => one instanceof UnsendableFile)
  const [first] = lasting
  if (first) {
    const names = new Set(lasting.map(({ file }) => file))
    names.delete(first.file)
    throw new UnsendableFile(first.reason, first.file, [...names])
  }
  if (failures[0]) throw failures[0]
}

/** Reads an attached file, unless it is another one than an approval covers. */
async function readAttached(scope: OutboundScope, reply: Reply, file: Reply['files'][number]): Promise<OutgoingFile> {
  const { name, type, bytes } = await readAttachedFile(scope, reply, file)
  // Snippets can be edited in Slack, and an approval covers only the shown content.
  const change = !mayHaveLeft(reply) && reply.approval && findFileChange(reply.approval, file, bytes)
  if (change) throw new UnsendableFile(change, name)
  return toOutgoing(name, type, bytes)
}

async function readMailAttachment(
  scope: OutboundScope,
  { thread, kind }: Reply,
  file: NonNullable<Reply['mailFiles']>[number],
): Promise<OutgoingFile> {
  const { type, bytes } = await readMailFile(scope, { thread, file, isForwarded: kind === 'forward' })
  return toOutgoing(file.name, type, bytes)
}

/**
 * Attaches the file at an address. An approved one is attached with its content, because the mailbox would fetch it later; another one by its address,
 * and after a possible send without another look at it: the same bytes look up the outcome.
 */
async function readLink(
  scope: OutboundScope,
  reply: Reply,
  link: NonNullable<Reply['links']>[number],
): Promise<OutgoingFile> {
  const { url, name } = link
  const approved = reply.approval?.links?.[url]
  if (approved) return toOutgoing(name, approved.type, await readExaminedLink(scope, reply, link, approved))
  if (reply.approval && !mayHaveLeft(reply)) throw new UnsendableFile('file_unexamined', name)
  const size = mayHaveLeft(reply) ? 0 : (await examineLink(scope, reply, link)).size
  return { attachment: { url, filename: name }, size }
}

const toOutgoing = (name: string, type: string, bytes: Buffer): OutgoingFile => ({
  attachment: {
    filename: name,
    content_type: type,
    content_disposition: 'attachment',
    content: new Base64Bytes(bytes),
  },
  size: bytes.length,
})
