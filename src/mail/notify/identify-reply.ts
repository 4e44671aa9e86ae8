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
 * thread, also its subject and the beginning of its text. The subject of an answered or forwarded mail is only for people who may read the thread.
 * Removes the buttons for other people who may not reply there: they could not use them. Throws if Slack does not answer.
 */
export async function identifyReply(
  scope: MailScope,
  text: MailText,
  { reader, id }: { reader: string; id: string },
  message: Message,
): Promise<Message> {
  const reply = await scope.replyStore.findReply(id)
  if (!reply) return message
  const isReader = await isThreadReader(scope, reader, reply)
  const isShown = isReader || reader === reply.user
  const hasButtons = reader === reply.user || (isShown && (await mayReply(scope, reader, reply.inboxId)))
  const [first, ...rest] = message.blocks.filter(({ type }) => hasButtons || type !== 'actions')
  const about = isShown ? await quoteReply(scope, text, reply, { isReader }) : nameReply(text, reply)
  const blocks = [...(first ? [first] : []), ...about, ...rest]
  return withThreadLink(scope, text, reply.thread, { ...message, blocks })
}

function nameReply(text: MailText, { inboxId, to, cc, bcc }: Reply): MessageBlock[] {
  const line = text.writerNotices.aboutUnread({ to: nameRecipients(text, [...to, ...cc, ...bcc]), inbox: inboxId })
  return contextBlock(plainText(line, LINE_CHARS))
}

/** Without `isReader`, shows only the subject of a new mail: that of an answer or a forward is the subject of the customer's mail. */
async function quoteReply(
  { mailStore }: MailScope,
  text: MailText,
  reply: Reply,
  { isReader }: { isReader: boolean },
): Promise<MessageBlock[]> {
  const { inboxId, to, cc, bcc } = reply
  const quote = reply.text === '' ? [] : [quoteBlock(truncate(reply.text, QUOTE_CHARS))]
  if (!isReader && reply.kind !== 'new') return [...nameReply(text, reply), ...quote]
  const subject = reply.subject ?? (await mailStore.findMail(reply.mail))?.subject
  const line = text.writerNotices.about({
    subject: isolateDirection(truncate(subject || text.noSubject, SUBJECT_CHARS)),
    to: nameRecipients(text, [...to, ...cc, ...bcc]),
    inbox: inboxId,
  })
  return [...contextBlock(plainText(line, LINE_CHARS)), ...quote]
}

/** Whether a person may read the subject of a reply: that of an answer or a forward is the subject of the customer's mail. Throws if Slack does not answer. */
export const mayReadSubject = async (scope: MailScope, reader: string, reply: Reply): Promise<boolean> =>
  reply.kind === 'new' || isThreadReader(scope, reader, reply)

/** Whether a person may read the thread of a reply. Without a channel, its writer may. Throws if Slack does not answer. */
export async function isThreadReader(
  { team, access, mailStore }: MailScope,
  reader: string,
  { thread: id, user }: Reply,
): Promise<boolean> {
  const thread = await mailStore.findThread(id)
  const channel = thread && findReaderChannel(thread)
  if (channel === undefined) return reader === user && access.mayUse(team, reader)
  return access.mayRead(team, reader, channel)
}

async function mayReply({ team, access }: MailScope, user: string, inbox: string): Promise<boolean> {
  return (await access.decide({ team, user, action: 'mail.reply', inbox })).isAllowed
}
