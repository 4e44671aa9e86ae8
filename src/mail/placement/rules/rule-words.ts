import { findNamed, isSubject } from '../../../access/subject.ts'
import { channelMention, escapeMrkdwn, userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import type { RuleConditions } from '../../records/rule-conditions.ts'
import { nameRule } from '../../cards/rule-name.ts'
import type { MailText } from '../../text/mail-text.ts'
import { listRuleValues } from '../../text/rule-values.ts'

const VALUES_SHOWN = 6

/** Mentions the person or group that a rule assigns mail to. */
export function mentionSubject(subject: string): string | undefined {
  const named = isSubject(subject) ? findNamed(subject) : undefined
  if (named?.is === 'person') return userMention(named.id)
  return named?.is === 'group' ? `<!subteam^${named.id}>` : undefined
}

function describeKind({ rules: { kindPhrases } }: MailText, kind: string): string {
  const known: Partial<Record<string, string>> = kindPhrases
  return (Object.hasOwn(kindPhrases, kind) ? known[kind] : undefined) ?? kindPhrases.other
}

function describeValue(text: MailText, condition: keyof RuleConditions, value: string): string {
  if (condition === 'kinds') return describeKind(text, value)
  return condition === 'words' || condition === 'labels' ? text.rules.quotedValue({ value }) : value
}

function describeConditions(text: MailText, when: RuleConditions): string[] {
  const conditions: Record<keyof RuleConditions, (values: { values: string }) => string> = text.rules.conditions
  const names = Object.keys(conditions) as (keyof RuleConditions)[]
  return names.flatMap((name) => {
    const values = when[name]?.map((value) => escapeMrkdwn(describeValue(text, name, value)))
    return values ? [conditions[name]({ values: listRuleValues(text, values, VALUES_SHOWN, 'or') })] : []
  })
}

/** Describes the effects of a rule besides its channel, as markup. */
export function describeEffects(
  { rules: { outcomes } }: MailText,
  { assign, isMuted, isQuarantined }: Partial<Pick<MailRule, 'assign' | 'isMuted' | 'isQuarantined'>>,
): string[] {
  const whom = assign === undefined ? undefined : mentionSubject(assign)
  return [
    isQuarantined && outcomes.quarantined,
    whom !== undefined && outcomes.assigned({ whom }),
    isMuted && outcomes.muted,
  ].filter((part) => typeof part === 'string')
}

/** Describes a rule in words with Slack's markup. */
export function describeRule(text: MailText, rule: MailRule): string {
  const { rules, formats } = text
  const where = rule.channel === undefined ? rules.outcomes.sameChannel : channelMention(rule.channel)
  const outcomes = formats.list([where, ...describeEffects(text, rule)], 'comma')
  const conditions = describeConditions(text, rule.when)
  return conditions.length === 0
    ? rules.ruleForAll({ outcomes })
    : rules.rule({ conditions: formats.list(conditions), outcomes })
}

/** The number and the name of a rule. */
export const numberRule = (text: MailText, rules: readonly MailRule[], rule: MailRule): string =>
  text.rules.numbered({ at: rules.findIndex(({ id }) => id === rule.id) + 1, name: nameRule(text, rule) })
