import { contextBlock, plainText, quoteBlock } from '../../../../slack/blocks/block-builders.ts'
import { formatMoment, truncate } from '../../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { quoteMail } from '../../../records/mail/mail-preview.ts'
import { displayAddress } from '../../../records/address.ts'
import type { ReadMail } from '../../../records/mail/mail-reading.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { describeHidden } from '../../../text/mail-sentences.ts'
import { buildMissingBodyNote, nameEmptyBody } from '../../../cards/mail-body.ts'

const QUOTE_CHARS = 600
const LINE_CHARS = 300

/** Shows the mail that a form answers: its sender, and the beginning of its new text, inert. */
export function buildAnsweredMail(text: MailText, mail: ReadMail): MessageBlock[] {
  const { text: quoted, collapsedMails, ...facts } = quoteMail(mail, QUOTE_CHARS)
  const missing = buildMissingBodyNote(text, mail)
  const isEmpty = quoted === '' && missing.length === 0
  const from = mail.from.address ? displayAddress(mail.from) : text.noSender
  return [
    ...contextBlock(plainText(truncate(from, LINE_CHARS)), formatMoment(mail.at)),
    ...(quoted === '' ? [] : [quoteBlock(quoted)]),
    ...missing,
    ...contextBlock(isEmpty && nameEmptyBody(text, mail, facts)),
    ...contextBlock(describeHidden(text, collapsedMails, false)),
  ]
}
