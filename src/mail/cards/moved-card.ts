import { richText } from '../../slack/blocks/block-builders.ts'
import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import type { RichTextBlock } from '../../slack/blocks/slack-message.ts'
import type { CardMessage } from '../../slack/outbox/card-kinds.ts'
import { isKnownToBeShared } from '../../slack/outbox/cleared-writes.ts'
import type { MailScope } from '../mail-scope.ts'
import { withThreadLink } from '../notify/thread-link.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import type { MailText } from '../text/mail-text.ts'

/** Stands for the channel in the message, which rich text has as an element of its own. */
const CHANNEL_MARK = '\u0000'

/**
 * The line in place of a card whose mail thread has moved to another channel; undefined while the thread is in this one. Where another organization
 * reads, it names neither the mail nor the channel.
 */
export async function buildMovedCard(
  scope: MailScope,
  text: MailText,
  { id, thread }: { id: string; thread: MailThread | undefined },
  channel: string,
): Promise<CardMessage | undefined> {
  const now = thread && findReaderChannel(thread)
  if (now === undefined || now === channel) return undefined
  // Slack accepts no edit of rich text to anything else.
  if (await isKnownToBeShared(scope, channel)) {
    const line = text.movedCard.elsewhere
    return { text: line, blocks: [buildLine([{ type: 'text', text: line }])], mayReachOutsiders: true }
  }
  const [before = '', after = ''] = text.movedCard.there({ channel: CHANNEL_MARK }).split(CHANNEL_MARK)
  const line = buildLine([
    { type: 'text', text: before },
    { type: 'channel', channel_id: now },
    ...(after === '' ? [] : [{ type: 'text' as const, text: after }]),
  ])
  return withThreadLink(scope, text, id, {
    text: text.movedCard.there({ channel: channelMention(now) }),
    blocks: [line],
  })
}

type Section = Extract<RichTextBlock['elements'][number], { type: 'rich_text_section' }>

const buildLine = (elements: Section['elements']): RichTextBlock => richText([{ type: 'rich_text_section', elements }])
