import { contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { lacksSender, type Reply } from '../../records/replies/reply.ts'
import type { MailText } from '../../text/mail-text.ts'
import { describeApprovedTime } from './describe-request.ts'

/**
 * Names the people who can approve the reply, until when, and when it is then sent; or reports that nobody can, or that an approval would send nothing.
 * `approvers` is empty if nobody can approve it now.
 */
export function buildAwaiting(text: MailText, reply: Reply, approvers: string[] | undefined): MessageBlock[] {
  const { approval: words } = text
  const { approval } = reply
  if (approval && lacksSender(reply))
    return contextBlock(words.senderless, words.untilWhen({ time: formatMoment(approval.expiresAt) }))
  const isNobody = approval !== undefined && approvers?.length === 0
  const who = isNobody
    ? [section(words.nobody({ isAdmin: false }))]
    : contextBlock(describeWait(text, reply, approvers))
  return [...who, ...contextBlock(describeApprovedTime(text, reply, 0))]
}

function describeWait(
  { approval: words, formats }: MailText,
  { approval }: Reply,
  approvers: string[] | undefined,
): string {
  if (!approval) return words.awaiting
  const time = formatMoment(approval.expiresAt)
  return approvers === undefined
    ? words.awaitingUntil({ time })
    : words.awaitingFrom({ approvers: formats.list(approvers, 'or'), time })
}
