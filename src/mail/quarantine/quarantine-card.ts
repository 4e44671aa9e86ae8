import { isolateDirection } from '../../core/isolate-direction.ts'
import { actionsBlock, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { formatTarget, type MailTarget } from '../action-ids.ts'
import { displayAddress } from '../model/address.ts'
import { quarantineActions } from '../model/allowed-actions.ts'
import type { Mail, MailRestriction } from '../model/mail.ts'
import { mailTexts } from '../text/en.ts'
import { buildAllowedButtons } from '../thread/action-buttons.ts'
import { buildQuietBadges, buildRecipientLine, buildSenderWarnings } from '../thread/mail-people.ts'

const LINE_CHARS = 300
const texts = mailTexts.quarantine
const titles: Record<MailRestriction, string> = texts.title

function titleOf({ restriction = 'spam' }: Mail): string {
  const known: Partial<Record<string, string>> = titles
  return known[restriction] ?? texts.title.other
}

/** Who decided about the mail, and when; nothing for a decision that only a later version knows. */
function buildDecisionLine({ held, at }: Mail, decidedBy = ''): MessageBlock[] {
  if (held?.state !== 'released' && held?.state !== 'deleted') return []
  const decision = held.state === 'released' ? texts.released : texts.deleted
  return contextBlock(plainText(`${decision} ${decidedBy}`.trim(), LINE_CHARS), dateToken(held.at ?? at))
}

/** Restricted mail as one collapsed line, until a person decides about it. */
export function buildQuarantineCard(mail: Mail, at: MailTarget, decidedBy?: string): Message {
  const title = titleOf(mail)
  const subject = isolateDirection(mail.subject || mailTexts.noSubject)
  const line = texts.line(title, displayAddress(mail.from), mail.inboxId, subject)
  return {
    text: escapeMrkdwn(truncate(`${title}: ${mail.from.address}`, LINE_CHARS)),
    blocks: [
      section(plainText(`🚫 ${line}`, 600)),
      ...buildSenderWarnings(mail, mail.restriction),
      ...contextBlock(buildQuietBadges(mail, mail.restriction)),
      ...buildRecipientLine(mail),
      ...actionsBlock(...buildAllowedButtons(quarantineActions, mail, formatTarget(at))),
      ...buildDecisionLine(mail, decidedBy),
    ],
  }
}
