import { createHash } from 'node:crypto'
import { UpstreamError } from '../../../core/errors.ts'
import { UnreadableFile } from '../../../slack/api/slack-files.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** Slack lets people edit only snippets, which have at most this many bytes. */
const EDITABLE_BYTES = 1024 * 1024

/** Hashes the content of a file. Stored; frozen. */
export const hashFile = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Hashes the attached files that can be edited in Slack, by their ids. Skips an unreadable file: sending it reports the error. */
export async function hashEditableFiles(
  { team, slack: { readFile } }: OutboundScope,
  { files }: Pick<Reply, 'files'>,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const { id, size = 0 } of files) {
    if (size > EDITABLE_BYTES) continue
    try {
      hashes[id] = hashFile((await readFile(team, id)).bytes)
    } catch (error) {
      if (!(error instanceof UnreadableFile) && !(error instanceof UpstreamError)) throw error
    }
  }
  return hashes
}
