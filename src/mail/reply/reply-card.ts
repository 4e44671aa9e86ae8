import { actionsBlock, contextBlock, plainText, quoteBlock, section } from '../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn, mrkdwnLink, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { editAfterFailure, replyActions, situationOf } from '../model/allowed-actions.ts'
import { describeFates } from '../model/describe-fates.ts'
import {
  type DeliveryReport,
  type DeliveryStatus,
  deriveDeliveryStatus,
  describeBounce,
} from '../model/delivery-status.ts'
import { needsAdmin, type Reply } from '../model/reply.ts'
import { mailTexts } from '../text/en.ts'
import { buildActionButton, buildAllowedButtons } from '../thread/action-buttons.ts'

const QUOTE_CHARS = 600
const LINE_CHARS = 300
const texts = mailTexts.replyCard

/** A reply as one message that is edited in place. */
export function buildReplyCard(
  reply: Reply,
  id: string,
  report: DeliveryReport,
  options: { canLookUp: boolean },
): Message {
  const status = deriveDeliveryStatus(reply, report)
  const situation = situationOf(reply, status, options.canLookUp)
  const addresses = (list: { address: string }[]) => list.map(({ address }) => address)
  const hasLeft = status.state.is === 'sent' || status.state.is === 'delivered'
  const { userName, to, cc, bcc, files } = reply
  const line = texts.line(userName, hasLeft, addresses(to), addresses(cc), addresses(bcc))
  return {
    text: escapeMrkdwn(truncate(line, LINE_CHARS)),
    blocks: [
      section(plainText(line)),
      quoteBlock(truncate(reply.text, QUOTE_CHARS)),
      ...(files.length > 0 ? contextBlock(plainText(texts.files(files.map(({ name }) => name)), LINE_CHARS)) : []),
      ...buildState(reply, status, options),
      ...actionsBlock(...buildAllowedButtons(replyActions, situation, id)),
      ...buildDeliveryProblems(status),
      ...(editAfterFailure.isAllowed(situation) ? actionsBlock(buildActionButton(editAfterFailure, id)) : []),
    ],
  }
}

/** The state in words; nothing for a state that only a later version knows. */
function buildState(reply: Reply, { state }: DeliveryStatus, { canLookUp }: { canLookUp: boolean }): MessageBlock[] {
  const { trouble, again } = reply
  const sentAgain = again ? contextBlock(texts.sentAgain) : []
  switch (state.is) {
    case 'held':
      return contextBlock(texts.held(Math.max(1, Math.round((reply.dueAt - reply.at) / 1000))))
    case 'sending':
      return contextBlock(texts.sending)
    case 'retrying':
    case 'checking':
      return contextBlock(
        texts[state.is],
        trouble && plainText(trouble.text, LINE_CHARS),
        reply.lastTriedAt !== undefined && `${texts.lastTry} ${dateToken(reply.lastTriedAt)}`,
        needsAdmin(reply) && texts.adminCan,
      )
    case 'sent':
      return [...contextBlock(`${texts.sent} ${dateToken(reply.sentAt ?? reply.at)}`), ...sentAgain]
    case 'delivered': {
      const share = state.count < state.of ? ` ${texts.some(state.count, state.of)}` : ''
      return [...contextBlock(`${texts.delivered} ${dateToken(state.at)}${share}`), ...sentAgain]
    }
    case 'failed':
      return [...buildSendProblem(reply), ...sentAgain]
    case 'rejected':
      return [section(plainText(texts.rejected(state.reason))), ...sentAgain]
    case 'cancelled':
      return [...contextBlock(texts.cancelled), ...sentAgain]
    case 'dropped':
      return contextBlock(again ? texts.sentAgain : texts.dropped)
    case 'unknown':
      return [
        section(plainText(texts.unknown)),
        ...contextBlock(trouble && plainText(trouble.text, LINE_CHARS), canLookUp ? texts.unknownFor : texts.tooLate),
      ]
    default:
      return []
  }
}

/** The service's own words are outside text: plain, with links only where they are https. */
function buildSendProblem(reply: Reply): MessageBlock[] {
  if (!reply.trouble) return [section(plainText(texts.failed))]
  const { text, said, fix, docs, upgradeUrl } = reply.trouble
  return [
    section(plainText(`${texts.failed} ${text}`)),
    ...contextBlock(said && plainText(said, 600)),
    ...contextBlock(
      fix && plainText(texts.fix(fix), 900),
      needsAdmin(reply) && texts.adminCan,
      docs && mrkdwnLink(docs, texts.docs),
      upgradeUrl && mrkdwnLink(upgradeUrl, texts.upgrade),
    ),
  ]
}

function buildDeliveryProblems({ bounced, delayed, complained, omitted }: DeliveryStatus): MessageBlock[] {
  const more = texts.moreAddresses
  const lines = [
    ...describeFates(bounced, omitted.bounced ?? 0, {
      fate: (who, one) => texts.bounced(who, one.status, describeBounce(one)),
      more,
    }),
    ...describeFates(complained, omitted.complained ?? 0, { fate: texts.complained, more }),
  ]
  const delays = describeFates(delayed, omitted.delayed ?? 0, {
    fate: (who, one) => texts.delayed(who, one.status),
    more,
  })
  return [
    ...(lines.length > 0 ? [section(plainText(lines.join('\n')))] : []),
    ...(delays.length > 0 ? contextBlock(plainText(delays.join('\n'), 900)) : []),
  ]
}
