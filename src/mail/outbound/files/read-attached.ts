import { mayHaveLeft, type Reply } from '../../records/replies/reply.ts'
import type { SlackFile } from '../../../slack/api/slack-files.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { isDisguisedProgram } from './file-types.ts'
import { UnsendableFile } from './unsendable-file.ts'

/**
 * Reads a file that a person attached. Ids come from the client, which can send any: files of other people are refused. The name in the mail is the
 * one that people were shown. Throws `UnsendableFile` for a file that can never be sent, and what `readFile` throws.
 */
export async function readAttachedFile(
  { team, slack: { readFile } }: OutboundScope,
  reply: Reply,
  { id, name: shown, by = reply.user }: Reply['files'][number],
): Promise<Pick<SlackFile, 'name' | 'type' | 'bytes'>> {
  const { user: uploader = by, name: now, type, bytes } = await readFile(team, id)
  if (uploader !== by) throw new UnsendableFile('file_of_others', shown)
  // A form that did not get the name has the id.
  const name = shown === id ? now : shown
  if (!mayHaveLeft(reply) && isDisguisedProgram(bytes, name)) throw new UnsendableFile('file_disguised', name)
  return { name, type, bytes }
}
