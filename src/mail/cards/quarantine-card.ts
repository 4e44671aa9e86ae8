import { isolateDirection } from '../../core/isolate-direction.ts'
import {
  actionsBlock,
  button,
  contextBlock,
  dottedBlock,
  plainText,
  section,
} from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, formatMoment, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { formatMailTarget, mailActionIds, type MailTarget } from '../action-ids.ts'
import { displayAddress } from '../records/address.ts'
import { quarantineActions } from '../records/quarantine-actions.ts'
import { isDeleted, type Mail } from '../records/mail/mail.ts'
import { nameRule } from './rule-name.ts'
import type { MailText } from '../text/mail-text.ts'
import { buildAllowedButtons } from './action-buttons.ts'
import { buildQuietBadges, nameOtherRecipients, buildSenderWarnings } from './mail-people.ts'

const LINE_CHARS = 300
const RULE_CHARS = 80

function titleOf(text: MailText, { restriction = 'spam', heldBy }: Mail): string {
  const { title, byRule } = text.quarantine
  if (restriction === 'rule' && heldBy) return byRule({ rule: truncate(nameRule(text, heldBy), RULE_CHARS) })
  const known: Partial<Record<string, string>> = title
  return known[restriction] ?? title.other
}

/** Shows who decided about the mail, and when; nothing for a decision of a later version. */
function buildDecisionLine({ quarantine, unnamed }: MailText, { held, at }: Mail, decidedBy = unnamed): MessageBlock[] {
  if (held?.state !== 'released' && held?.state !== 'deleted') return []
  const decision = held.state === 'released' ? quarantine.released : quarantine.deleted
  return contextBlock(plainText(decision({ by: decidedBy }), LINE_CHARS), formatMoment(held.at ?? at))
}

/**
 * Shows restricted mail as one collapsed line until a person decides about it; of a deleted mail, only that there was one. `conversation` names the earlier
 * mail of its thread, in mrkdwn.
 */
export function buildQuarantineCard(
  text: MailText,
  mail: Mail,
  at: MailTarget,
  { decidedBy, conversation }: { decidedBy?: string | undefined; conversation?: string | undefined } = {},
): Message {
  const title = titleOf(text, mail)
  const decision = buildDecisionLine(text, mail, decidedBy)
  if (isDeleted(mail)) {
    const line = text.quarantine.deletedLine({ title, inbox: mail.inboxId })
    return {
      text: escapeMrkdwn(truncate(title, LINE_CHARS)),
      blocks: [section(plainText(`🚫 ${line}`, 600)), ...decision],
    }
  }
  // The title already shows this badge.
  const said = mail.restriction === 'rule' ? undefined : mail.restriction
  const subject = isolateDirection(mail.subject || text.noSubject)
  const facts = { title, from: displayAddress(mail.from), inbox: mail.inboxId, subject }
  const isReleased = mail.held?.state === 'released'
  const line = isReleased ? text.quarantine.releasedLine(facts) : text.quarantine.line(facts)
  return {
    text: escapeMrkdwn(truncate(`${title}: ${mail.from.address}`, LINE_CHARS)),
    blocks: [
      section(plainText(`🚫 ${line}`, 600)),
      ...buildSenderWarnings(text, mail, said),
      ...contextBlock(conversation),
      ...dottedBlock(buildQuietBadges(text, mail, said), nameOtherRecipients(text, mail)),
      ...actionsBlock(...buildAllowedButtons(text, quarantineActions, mail, formatMailTarget(at))),
      ...decision,
      // The email's card may not be posted yet: the click answers where it is.
      ...(isReleased
        ? actionsBlock(button({ actionId: mailActionIds.openListed, text: text.digest.open, value: mail.thread }))
        : []),
    ],
  }
}
