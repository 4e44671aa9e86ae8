import type { MailText } from '../text/mail-text.ts'
import { listRuleValues } from '../text/rule-values.ts'
import type { RuleConditions, RuleMark } from '../records/rule-conditions.ts'

const NAME_VALUES = 2

/** Names a kind of mail; one of a later version is other mail. */
function nameKind({ rules }: MailText, kind: string): string {
  const known: Partial<Record<string, string>> = rules.kinds
  return (Object.hasOwn(rules.kinds, kind) ? known[kind] : undefined) ?? rules.otherKind
}

function nameConditions(text: MailText, when: RuleConditions): string {
  const { rules } = text
  const { senders, recipients, words, labels, kinds, inboxes } = when
  // The most telling conditions come first.
  const named: Record<keyof RuleConditions, string[] | undefined> = {
    senders,
    recipients,
    words,
    labels,
    kinds: kinds?.map((kind) => nameKind(text, kind)),
    inboxes,
  }
  const parts = Object.values(named).flatMap((values) =>
    values ? [listRuleValues(text, values, NAME_VALUES, 'comma')] : [],
  )
  return parts.length === 0 ? rules.every : parts.join(' · ')
}

/** The name of a rule as plain text: the one that people gave it, or its conditions. */
export const nameRule = (text: MailText, { name, when = {} }: Omit<RuleMark, 'id'>): string =>
  name ?? nameConditions(text, when)
