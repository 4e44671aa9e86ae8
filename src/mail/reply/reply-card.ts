import {
  actionsBlock,
  button,
  confirmDialog,
  contextBlock,
  plainText,
  quoteBlock,
  section,
} from '../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { truncate, dateToken, escapeMrkdwn, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { WriterAlert } from '../delivery/delivery-events.ts'
import { actionIds } from '../action-ids.ts'
import { type Reply, type SendProblem } from '../model/reply.ts'
import { mailTexts } from '../text/en.ts'
import { type DeliveryReport, type DeliveryStatus, deriveDeliveryStatus } from '../model/delivery-status.ts'
import { mentionMessage } from '../../slack/blocks/text-message.ts'

const QUOTE_CHARS = 600
const LINE_CHARS = 300
const say = mailTexts.outgoing

/** A reply as one message that is edited in place. */
export function buildReplyCard(
  letter: Reply,
  id: string,
  known: DeliveryReport,
  options: { canLook: boolean },
): Message {
  const seen = deriveDeliveryStatus(letter, known)
  const addresses = (list: { address: string }[]) => list.map(({ address }) => address)
  const isOnItsWay = ['held', 'sending', 'retrying', 'sent', 'delivered'].includes(seen.state.is)
  const { userName, to, cc, bcc } = letter
  const line = say.line(userName, isOnItsWay, addresses(to), addresses(cc), addresses(bcc))
  const state = standing(letter, id, seen, options)
  return {
    text: escapeMrkdwn(truncate(line, LINE_CHARS)),
    blocks: [
      section(plainText(line, 1000)),
      quoteBlock(truncate(letter.text, QUOTE_CHARS)),
      ...(letter.files.length > 0
        ? contextBlock(plainText(say.files(letter.files.map(({ name }) => name)), LINE_CHARS))
        : []),
      ...state,
      ...troubles(seen, id),
    ],
  }
}

function standing(
  letter: Reply,
  id: string,
  { state: now }: DeliveryStatus,
  options: { canLook: boolean },
): MessageBlock[] {
  const press = (actionId: string, text: string, primary = false) =>
    button({ actionId, text, value: id, ...(primary && { style: 'primary' }) })
  const next = (isPrimary: boolean) =>
    letter.again ? contextBlock(say.sentAgain) : actionsBlock(press(actionIds.editAndSendAgain, say.edit, isPrimary))
  switch (now.is) {
    case 'held':
      return [
        ...contextBlock(say.held(Math.max(1, Math.round((letter.dueAt - letter.at) / 1000)))),
        ...actionsBlock(press(actionIds.cancel, say.cancel)),
      ]
    case 'sending':
      return contextBlock(say.sending)
    case 'retrying':
      return [
        ...contextBlock(
          say.retrying,
          letter.trouble && plainText(letter.trouble.text, LINE_CHARS),
          letter.lastTriedAt !== undefined && `${say.lastTry} ${dateToken(letter.lastTriedAt)}`,
        ),
        ...actionsBlock(press(actionIds.stopTrying, say.stopTrying)),
      ]
    case 'sent':
      return contextBlock(`${say.sent} ${dateToken(letter.sentAt ?? letter.at)}`)
    case 'delivered':
      return contextBlock(
        `${say.delivered} ${dateToken(now.at)}${now.count < now.of ? ` ${say.some(now.count, now.of)}` : ''}`,
      )
    case 'failed':
      return [...reason(letter.trouble), ...next(true)]
    case 'rejected':
      return [section(plainText(say.rejected(now.reason))), ...next(true)]
    case 'cancelled':
      return [...contextBlock(say.cancelled), ...next(false)]
    case 'dropped':
      return contextBlock(letter.again ? say.sentAgain : say.dropped)
    case 'unknown':
      return [
        section(plainText(say.unknown)),
        ...contextBlock(
          letter.trouble && plainText(letter.trouble.text, LINE_CHARS),
          options.canLook ? say.unknownFor : say.tooLate,
        ),
        ...actionsBlock(
          options.canLook && press(actionIds.lookUp, say.look, true),
          button({
            actionId: actionIds.sendAgain,
            text: say.again,
            value: id,
            confirm: confirmDialog(say.againAsk, say.againText, say.again, say.keep),
          }),
          button({
            actionId: actionIds.drop,
            text: say.drop,
            value: id,
            style: 'danger',
            confirm: confirmDialog(say.dropAsk, say.dropText, say.drop, say.keep),
          }),
        ),
      ]
  }
}

/** The service's own words are outside text: plain, and the links only where they are https. */
function reason(trouble: SendProblem | undefined): MessageBlock[] {
  if (!trouble) return [section(plainText(say.failed))]
  return [
    section(plainText(`${say.failed} ${trouble.text}`)),
    ...contextBlock(trouble.said && plainText(trouble.said, 600)),
    ...contextBlock(
      trouble.fix && plainText(say.fix(trouble.fix), 900),
      trouble.docs && mrkdwnLink(trouble.docs, say.docs),
      trouble.upgradeUrl && mrkdwnLink(trouble.upgradeUrl, say.upgrade),
    ),
  ]
}

const kindOf = ({ type, subType }: { type: string; subType: string }): string =>
  [type, subType].filter((part) => part !== '').join(', ')

function troubles({ bounced, delayed, complained }: DeliveryStatus, id: string): MessageBlock[] {
  const lines = [
    ...bounced.map((one) => say.bounced(one.address, one.status, kindOf(one))),
    ...complained.map(({ address }) => say.complained(address)),
  ]
  return [
    ...(lines.length > 0 ? [section(plainText(lines.join('\n')))] : []),
    ...(delayed.length > 0
      ? contextBlock(plainText(delayed.map((one) => say.delayed(one.address, one.status)).join('\n'), 900))
      : []),
    ...(bounced.length > 0
      ? actionsBlock(button({ actionId: actionIds.editAndSendAgain, text: say.edit, value: id, style: 'primary' }))
      : []),
  ]
}

/** What the writer is called for. */
export function buildWriterAlert(loud: WriterAlert): Message {
  const edit = actionsBlock(
    button({ actionId: actionIds.editAndSendAgain, text: say.edit, value: loud.reply, style: 'primary' }),
  )
  switch (loud.about) {
    case 'bounced': {
      const text = mailTexts.loud.bounced(
        loud.bounced.map((one) => mailTexts.loud.failure(one.address, one.status, kindOf(one))),
      )
      return mentionMessage(loud.letter.user, text, edit)
    }
    case 'complained':
      return mentionMessage(loud.letter.user, mailTexts.loud.complained(loud.addresses))
    case 'rejected':
      return mentionMessage(loud.letter.user, mailTexts.loud.rejected(loud.reason), edit)
  }
}

/** The send itself did not work, or nobody knows. */
export function buildSendFailureNotice(letter: Reply, id: string): Message {
  const text = letter.trouble?.text ?? ''
  if (letter.state === 'unknown') return mentionMessage(letter.user, mailTexts.loud.unknown(text))
  const fix = letter.trouble?.fix
  return mentionMessage(letter.user, mailTexts.loud.failed(text), [
    ...contextBlock(fix && plainText(say.fix(fix), 900)),
    ...actionsBlock(button({ actionId: actionIds.editAndSendAgain, text: say.edit, value: id, style: 'primary' })),
  ])
}
