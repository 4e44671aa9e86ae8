import { isRefusal, UpstreamError } from '../../../core/errors.ts'
import { UnreadableFile } from '../../../slack/api/slack-files.ts'
import type { Approval, Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { examineLink } from './fetch-link.ts'
import { hashFile } from './hash-file.ts'
import { readAttachedFile } from './read-attached.ts'
import { MAX_FILES_BYTES, nameFile, UnsendableFile } from './unsendable-file.ts'

/** Slack lets people edit only snippets, which have at most this many bytes. */
const EDITABLE_BYTES = 1024 * 1024

/** The part of an approval that identifies the content of files. */
export type ExaminedFiles = Required<Pick<Approval, 'files' | 'links'>>

type Attached = Reply['files'][number]

const isEditable = ({ size = 0 }: Attached): boolean => size <= EDITABLE_BYTES

/** Whether the content of every file that can change was recorded with the request for approval. */
export const areFilesExamined = ({ files, links = [], approval }: Reply): boolean =>
  files.every((file) => !isEditable(file) || approval?.files?.[file.id] !== undefined) &&
  links.every(({ url }) => approval?.links?.[url] !== undefined)

/** Returns why an approval does not cover this file: its content changed, or was not recorded. Undefined if it is covered. */
export function findFileChange(
  approval: Approval,
  file: Attached,
  bytes: Buffer,
): 'file_changed' | 'file_unexamined' | undefined {
  if (file.size !== undefined && file.size !== bytes.length) return 'file_changed'
  if (!isEditable(file)) return undefined
  const approved = approval.files?.[file.id]
  if (approved === undefined) return 'file_unexamined'
  return approved === hashFile(bytes) ? undefined : 'file_changed'
}

/**
 * Reads every file whose content can change after an approval: those that can be edited in Slack, and those at addresses. Throws `UnsendableFile` for
 * a file that cannot be sent, and temporary errors of services.
 */
export async function examineFiles(scope: OutboundScope, reply: Reply): Promise<ExaminedFiles> {
  const { files, mailFiles = [], links = [] } = reply
  const hashes: [string, string][] = []
  for (const file of files) if (isEditable(file)) hashes.push([file.id, await hashAttached(scope, reply, file)])
  const examined = await Promise.all(
    links.map(async (link) => [link.url, await examineLink(scope, reply, link)] as const),
  )
  let left = [...files, ...mailFiles].reduce((room, { size = 0 }) => room - size, MAX_FILES_BYTES)
  for (const [index, [, { size }]] of examined.entries()) {
    left -= size
    if (left < 0) throw new UnsendableFile('files_too_large', links[index]?.name ?? '')
  }
  return { files: Object.fromEntries(hashes), links: Object.fromEntries(examined) }
}

async function hashAttached(scope: OutboundScope, reply: Reply, file: Attached): Promise<string> {
  const { name } = file
  try {
    return hashFile((await readAttachedFile(scope, reply, file)).bytes)
  } catch (error) {
    if (error instanceof UnreadableFile) throw new UnsendableFile(error.reason, name)
    if (!(error instanceof UpstreamError) || isRefusal(error)) throw error
    // Reading is safe to repeat, whatever became of the first attempt.
    const { message, details } = nameFile(error, name)
    throw new UpstreamError(message, { ...details, outcome: 'not_sent' })
  }
}
