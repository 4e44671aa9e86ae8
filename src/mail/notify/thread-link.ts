import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { cardKinds } from '../action-ids.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import { isHidden } from './thread-anchor.ts'
import type { MailScope } from '../mail-scope.ts'
import type { MailText } from '../text/mail-text.ts'

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

/** Adds the link to a private message about a mail thread. */
export async function withThreadLink(scope: MailScope, text: MailText, id: string, message: Message): Promise<Message> {
  const link = await findThreadLink(scope, id)
  if (link === undefined) return message
  return { ...message, blocks: [...message.blocks, ...contextBlock(mrkdwnLink(link, text.work.goToMail))] }
}
