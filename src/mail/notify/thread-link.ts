import { isolateDirection } from '../../core/isolate-direction.ts'
import { withinQuestionTime } from '../../core/question-time.ts'
import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { keepLiteral, mrkdwnLink, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { cardKinds } from '../action-ids.ts'
import type { Mail } from '../records/mail/mail.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import { isHidden } from './thread-anchor.ts'
import type { MailScope } from '../mail-scope.ts'
import type { MailText } from '../text/mail-text.ts'

/** A window cannot wait longer: a link that takes longer is left out. */
const LINK_TIMEOUT_MS = 700
/** Nobody waits for a message that is posted, but it keeps what it shows: right after a start, Slack is asked for many links. */
const POSTED_LINK_TIMEOUT_MS = 15_000
const SUBJECT_CHARS = 80

/** The link to a mail thread in Slack; undefined while it has no card, or only hidden ones. One in a channel that it has left only shows that. */
export async function findThreadLink(scope: MailScope, id: string): Promise<string | undefined> {
  const {
    team,
    cards,
    mailStore,
    slack: { conversations },
  } = scope
  const thread = await mailStore.findThread(id)
  const channel = thread && findReaderChannel(thread)
  if (!thread || channel === undefined || (await isHidden(scope, thread))) return undefined
  const head = await cards.findNewestMessage({ team, kind: cardKinds.threadHead, id }, channel)
  return head && conversations.permalink(team, head.channel, head.ts)
}

/** The link to a mail thread for a person who waits, or for a message that is posted; undefined also if Slack takes too long. */
export const findThreadLinkInTime = (
  scope: MailScope,
  id: string,
  { isPosted = false }: { isPosted?: boolean } = {},
): Promise<string | undefined> =>
  withinQuestionTime(isPosted ? POSTED_LINK_TIMEOUT_MS : LINK_TIMEOUT_MS, findThreadLink(scope, id))

/** Names a mail thread by the shortened subject of one of its mails, in mrkdwn, with the link if there is one. */
export async function linkSubject(
  scope: MailScope,
  text: MailText,
  { id, mail }: { id: string; mail: Mail | undefined },
): Promise<string> {
  const subject = keepLiteral(isolateDirection(truncate(mail?.subject || text.noSubject, SUBJECT_CHARS)))
  return mrkdwnLink(await findThreadLink(scope, id), subject)
}

/** Adds the link to a private message about a mail thread. */
export async function withThreadLink(scope: MailScope, text: MailText, id: string, message: Message): Promise<Message> {
  const link = await findThreadLink(scope, id)
  if (link === undefined) return message
  return { ...message, blocks: [...message.blocks, ...contextBlock(mrkdwnLink(link, text.work.goToMail))] }
}
