import { dottedBlock, plainText } from '../../slack/blocks/block-builders.ts'
import { formatMoment } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { excerptRichText, type MailPreview } from '../records/mail/mail-preview.ts'
import { displayAddress } from '../records/address.ts'
import type { Mail } from '../records/mail/mail.ts'
import type { MailText } from '../text/mail-text.ts'
import { buildQuietBadges } from './mail-people.ts'

const EXCERPT_CHARS = 100
const LINE_CHARS = 900

function kindOf({ kinds = [], isOwn }: Mail): 'own' | 'bounce' | 'auto_reply' | 'list' {
  if (isOwn) return 'own'
  if (kinds.includes('bounce')) return 'bounce'
  return kinds.includes('auto_reply') ? 'auto_reply' : 'list'
}

/** A mail that a program wrote, or that is our own, as one line. */
export function buildAutomaticLine(text: MailText, mail: Mail, preview: MailPreview): MessageBlock[] {
  const from = mail.from.address ? displayAddress(mail.from) : text.noSender
  const kind = kindOf(mail)
  const excerpt = excerptRichText(preview.newContent, EXCERPT_CHARS)
  const line = excerpt === '' ? text.automatic({ kind, from }) : text.automaticQuoted({ kind, from, excerpt })
  return dottedBlock(
    plainText(`⚙️ ${line}`, LINE_CHARS),
    formatMoment(mail.at),
    !mail.isOwn && buildQuietBadges(text, mail),
  )
}
