import { actionsBlock, button, richText } from '../../slack/blocks/block-builders.ts'
import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import type { RichTextBlock } from '../../slack/blocks/slack-message.ts'
import type { CardMessage } from '../../slack/outbox/card-kinds.ts'
import { isKnownToBeShared } from '../../slack/outbox/cleared-writes.ts'
import type { MailScope } from '../mail-scope.ts'
import { mailActionIds } from '../action-ids.ts'
import { isHidden } from '../notify/thread-anchor.ts'
import { withThreadLink } from '../notify/thread-link.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import type { MailText } from '../text/mail-text.ts'

/** Stands for the channel in the message, which rich text has as an element of its own. */
const CHANNEL_MARK = '\u0000'

/**
 * The line in place of a card whose mail thread has moved to another channel; undefined while the thread is in this one. Where another organization
 * reads, also in place of a card whose thread waits for a channel: it names neither the mail nor a channel, and its button answers the people who may
 * read the mail.
 */
export async function buildMovedCard(
  scope: MailScope,
  text: MailText,
  { id, thread }: { id: string; thread: MailThread | undefined },
  channel: string,
): Promise<CardMessage | undefined> {
  const now = thread && findReaderChannel(thread)
  if (!thread || now === undefined || (now === channel && !(await isHidden(scope, thread)))) return undefined
  // Slack accepts no edit of rich text to anything else.
  if (await isKnownToBeShared(scope, channel)) {
    const line = text.movedCard.hidden
    const open = button({ actionId: mailActionIds.openListed, text: text.digest.open, value: id })
    return {
      text: line,
      blocks: [buildLine([{ type: 'text', text: line }]), ...actionsBlock(open)],
      mayReachOutsiders: true,
    }
  }
  if (now === channel) return undefined
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
