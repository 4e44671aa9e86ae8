import { isolateDirection } from '../../core/isolate-direction.ts'
import { contextBlock, plainText, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import type { Reply } from '../records/replies/reply.ts'
import type { MailScope } from '../mail-scope.ts'
import type { MailText } from '../text/mail-text.ts'
import { nameRecipients } from '../text/name-people.ts'
import { withThreadLink } from './thread-link.ts'

const SUBJECT_CHARS = 150
const QUOTE_CHARS = 300
const LINE_CHARS = 900

/**
 * Adds to a direct message which reply it is about: its recipients and inbox, and a link to its thread; for its writer, and people who may read the
 * thread, also the subject and the beginning of the text. Removes the buttons for other people who may not reply there: they could not use them.
 * Throws if Slack does not answer.
 */
export async function identifyReply(
  scope: MailScope,
  text: MailText,
  { reader, id }: { reader: string; id: string },
  message: Message,
): Promise<Message> {
  const reply = await scope.replyStore.findReply(id)
  if (!reply) return message
  const isShown = await mayRead(scope, reader, reply)
  const hasButtons = reader === reply.user || (isShown && (await mayReply(scope, reader, reply.inboxId)))
  const [first, ...rest] = message.blocks.filter(({ type }) => hasButtons || type !== 'actions')
  const about = isShown ? await quoteReply(scope, text, reply) : nameReply(text, reply)
  const blocks = [...(first ? [first] : []), ...about, ...rest]
  return withThreadLink(scope, text, reply.thread, { ...message, blocks })
}

function nameReply(text: MailText, { inboxId, to, cc, bcc }: Reply): MessageBlock[] {
  const line = text.writerNotices.aboutUnread({ to: nameRecipients(text, [...to, ...cc, ...bcc]), inbox: inboxId })
  return contextBlock(plainText(line, LINE_CHARS))
}

async function quoteReply({ mailStore }: MailScope, text: MailText, reply: Reply): Promise<MessageBlock[]> {
  const { inboxId, to, cc, bcc } = reply
  const subject = reply.subject ?? (await mailStore.findMail(reply.mail))?.subject
  const line = text.writerNotices.about({
    subject: isolateDirection(truncate(subject || text.noSubject, SUBJECT_CHARS)),
    to: nameRecipients(text, [...to, ...cc, ...bcc]),
    inbox: inboxId,
  })
  const quote = reply.text === '' ? [] : [quoteBlock(truncate(reply.text, QUOTE_CHARS))]
  return [...contextBlock(plainText(line, LINE_CHARS)), ...quote]
}

/** Whether a person may see a reply: its writer, and people who may read its thread. */
async function mayRead(
  { team, access, mailStore }: MailScope,
  reader: string,
  { user, thread: id }: Reply,
): Promise<boolean> {
  if (reader === user) return true
  const thread = await mailStore.findThread(id)
  const channel = thread && findReaderChannel(thread)
  return channel !== undefined && access.mayRead(team, reader, channel)
}

async function mayReply({ team, access }: MailScope, user: string, inbox: string): Promise<boolean> {
  return (await access.decide({ team, user, action: 'mail.reply', inbox })).isAllowed
}
