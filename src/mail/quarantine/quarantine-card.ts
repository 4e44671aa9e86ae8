import {
  actionsBlock,
  button,
  confirmDialog,
  contextBlock,
  plainText,
  section,
} from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { truncate, dateToken, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { actionIds, formatTarget, type MailTarget } from '../action-ids.ts'
import { displayAddress } from '../model/address.ts'
import type { Mail } from '../model/mail.ts'
import { mailTexts } from '../text/en.ts'
import { buildBadgeLine } from '../thread/mail-card.ts'

const LINE_CHARS = 300

/** Restricted mail: one folded line until a person looks at it. */
export function buildQuarantineCard(mail: Mail, at: MailTarget, decidedBy?: string): Message {
  const title = mailTexts.held.title[mail.restriction ?? 'spam']
  const line = mailTexts.held.line(title, displayAddress(mail.from), mail.inboxId, mail.subject || mailTexts.noSubject)
  const value = formatTarget(at)
  const { state = 'held', at: when = mail.at } = mail.held ?? {}
  const end =
    state === 'held'
      ? actionsBlock(
          button({ actionId: actionIds.showText, text: mailTexts.held.show, value }),
          button({
            actionId: actionIds.release,
            text: mailTexts.held.release,
            value,
            confirm: confirmDialog(
              mailTexts.held.releaseAsk,
              mailTexts.held.releaseText,
              mailTexts.held.release,
              mailTexts.held.keep,
            ),
          }),
          button({
            actionId: actionIds.discard,
            text: mailTexts.held.delete,
            value,
            style: 'danger',
            confirm: confirmDialog(
              mailTexts.held.deleteAsk,
              mailTexts.held.deleteText,
              mailTexts.held.delete,
              mailTexts.held.keep,
            ),
          }),
        )
      : contextBlock(
          plainText(
            `${state === 'released' ? mailTexts.held.released : mailTexts.held.deleted} ${decidedBy ?? ''}`.trim(),
            LINE_CHARS,
          ),
          dateToken(when),
        )
  return {
    text: escapeMrkdwn(truncate(`${title}: ${mail.from.address}`, LINE_CHARS)),
    blocks: [section(plainText(`🚫 ${line}`, 600)), ...buildBadgeLine(mail), ...end],
  }
}
