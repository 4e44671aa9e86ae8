import { contextBlock, divider, section } from '../../../../slack/blocks/block-builders.ts'
import { modal } from '../../../../slack/blocks/form-fields.ts'
import { channelMention, escapeMrkdwn, keepLiteral, truncate } from '../../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../../../slack/blocks/slack-message.ts'
import { displayAddress } from '../../../records/address.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import { nameRule } from '../../../cards/rule-name.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { ruleCallbackIds } from '../rule-ids.ts'
import { describeEffects } from '../rule-words.ts'
import type { MailDestination, RuleTrial, TrialGroup } from './try-rules.ts'

const GROUPS_SHOWN = 20
const MAILS_SHOWN = 5
const PART_CHARS = 80

const nameDestination = ({ rules: { tried } }: MailText, destination: MailDestination): string =>
  typeof destination === 'string' ? tried[destination] : channelMention(destination.channel)

const writeLine = (text: MailText, { from, subject }: Mail): string =>
  text.rules.tried.line({
    from: keepLiteral(escapeMrkdwn(truncate(from.address ? displayAddress(from) : text.noSender, PART_CHARS))),
    subject: keepLiteral(escapeMrkdwn(truncate(subject || text.noSubject, PART_CHARS))),
  })

function explainRoute(text: MailText, { route }: TrialGroup): string {
  const { tried } = text.rules
  if (!route) return tried.byNothing
  if (route.why.mark) return tried.by({ rule: escapeMrkdwn(nameRule(text, route.why.mark)) })
  return route.why.rule === 'inbox' ? tried.byInbox : tried.byDefault
}

function buildGroup(text: MailText, group: TrialGroup, unusable: RuleTrial['unusable']): MessageBlock[] {
  const { tried } = text.rules
  const { from, to, route, mails } = group
  const [before, after] = [nameDestination(text, from), nameDestination(text, to)]
  const title = before === after ? tried.stays({ where: after }) : tried.moves({ from: before, to: after })
  const { isQuarantined: _, ...effects } = route ?? {}
  const about = [
    tried.mails({ count: mails.length }),
    explainRoute(text, group),
    ...describeEffects(text, effects),
  ].join(' · ')
  const lines = mails.slice(0, MAILS_SHOWN).map((mail) => writeLine(text, mail))
  if (mails.length > MAILS_SHOWN) lines.push(tried.more({ count: mails.length - MAILS_SHOWN }))
  const problem = typeof to === 'string' ? undefined : unusable.get(to.channel)
  return [section([title, about, ...(problem === undefined ? [] : [problem]), ...lines].join('\n'))]
}

/** Counts the mail in channels that the reader can't read, and how much would go elsewhere. */
function describeHidden({ rules: { tried } }: MailText, { count, changing }: RuleTrial['hidden']): string {
  if (changing === 0) return tried.hidden({ count })
  return changing === count ? tried.hiddenAllMove({ count }) : tried.hiddenSomeMove({ count, moving: changing })
}

/** Shows the effects that rules would have had: the mail that would go elsewhere, from where to where, and because of which rule. */
export function buildTrial(
  text: MailText,
  { count, groups, unchanged, hidden, restricted, unusable }: RuleTrial,
): MessageBlock[] {
  const { tried } = text.rules
  if (count === 0) return [divider(), section(tried.noMails)]
  const left = groups.slice(GROUPS_SHOWN).reduce((sum, { mails }) => sum + mails.length, 0)
  const isAllUnchanged = groups.length === 0 && hidden.count === 0 && unchanged > 0
  return [
    divider(),
    section(tried.head({ count })),
    ...groups.slice(0, GROUPS_SHOWN).flatMap((group) => buildGroup(text, group, unusable)),
    ...contextBlock(left > 0 && tried.moreGroups({ count: left })),
    ...contextBlock(
      isAllUnchanged ? tried.allUnchanged : unchanged > 0 && tried.unchanged({ count: unchanged }),
      hidden.count > 0 && describeHidden(text, hidden),
      restricted > 0 && tried.restricted({ count: restricted }),
    ),
  ]
}

/** Shows a trial in its own modal. */
export const buildTrialModal = (text: MailText, trial: RuleTrial): View =>
  modal({
    callbackId: ruleCallbackIds.tried,
    title: text.rules.tried.title,
    close: text.rules.close,
    blocks: buildTrial(text, trial).slice(1),
  })
