import { contextBlock, plainText } from '../../slack/blocks/block-builders.ts'
import { dateToken } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { excerptMail } from '../records/mail/mail-preview.ts'
import { displayAddress } from '../records/address.ts'
import type { Mail } from '../records/mail/mail.ts'
import type { MailText } from '../text/mail-text.ts'
import { buildQuietBadges } from './mail-people.ts'

const EXCERPT_CHARS = 100
const LINE_CHARS = 900

function nameKind({ automatic }: MailText, { kinds = [], isOwn }: Mail): string {
  if (isOwn) return automatic.own
  if (kinds.includes('bounce')) return automatic.bounce
  return kinds.includes('auto_reply') ? automatic.auto_reply : automatic.list
}

/** A mail that a program wrote, or that is our own, as one line. */
export function buildAutomaticLine(text: MailText, mail: Mail): MessageBlock[] {
  const from = mail.from.address ? displayAddress(mail.from) : text.noSender
  const line = text.automaticFrom(nameKind(text, mail), from, excerptMail(mail, EXCERPT_CHARS))
  return contextBlock(
    plainText(`⚙️ ${line}`, LINE_CHARS),
    dateToken(mail.at, '{date_short_pretty} {time}'),
    !mail.isOwn && buildQuietBadges(text, mail),
  )
}
