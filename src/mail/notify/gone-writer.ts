import { UpstreamError } from '../../core/errors.ts'
import { contextBlock } from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import type { MailScope } from '../mail-scope.ts'
import type { MailText } from '../text/mail-text.ts'

/** Whether a writer has left the workspace or the channel of their mail, and others must look after it. Returns false if Slack does not answer. */
export async function isWriterGone(
  { team, access }: Pick<MailScope, 'access' | 'team'>,
  user: string,
  channel: string,
): Promise<boolean> {
  try {
    return !(await access.mayRead(team, user, channel))
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

/** Adds to a message for a writer who is gone that others in the channel should take over. */
export async function addressOthers(
  { team, people }: Pick<MailScope, 'people' | 'team'>,
  text: MailText,
  { user, message }: { user: string; message: Message },
): Promise<Message> {
  const line = text.writerNotices.gone({ writer: await readQuietName(text, people, team, user) })
  return { text: message.text, blocks: [...message.blocks, ...contextBlock(line)] }
}
