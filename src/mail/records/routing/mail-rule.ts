import { z } from 'zod'
import { hasUnknownFields } from '../../../store/unknown-fields.ts'
import { domainOf } from '../address.ts'
import type { Mail } from '../mail/mail.ts'
import { type RuleConditions, ruleConditionsSchema, type RuleMark } from '../rule-conditions.ts'
import { UNSPACED_LETTER } from '../unspaced-scripts.ts'

/** Stored with the routes, in their order. Frozen. */
export const mailRuleSchema = z.object({
  id: z.string(),
  /** The name that people gave; without one, the rule is named after its conditions. */
  name: z.string().exactOptional(),
  when: ruleConditionsSchema,
  /** Without a channel, mail goes where it would go without the rule. */
  channel: z.string().exactOptional(),
  /** A person or a user group, as access names them. */
  assign: z.string().exactOptional(),
  isMuted: z.boolean().exactOptional(),
  isQuarantined: z.boolean().exactOptional(),
  /** Who made it and when. */
  by: z.string(),
  at: z.number(),
  /** The last change, if there was one. */
  changed: z.object({ by: z.string(), at: z.number() }).exactOptional(),
  /** Increases with each change, so nobody overwrites a change that they have not seen. */
  revision: z.number(),
})
/** A rule: where mail that meets all its conditions goes, and what else happens to the mail. */
export type MailRule = z.infer<typeof mailRuleSchema>

/** The fields that rules examine. */
export type RoutedMail = Pick<Mail, 'inboxId' | 'from' | 'to' | 'cc' | 'subject' | 'labels' | 'kinds'>

/** Whether two names of an inbox are the same, ignoring case. An inbox is named by its id or its address. */
export const isSameInbox = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether an address is the wanted one, of the wanted domain or one below it, or has the wanted local part, which ends with `@`. */
export function matchesAddress(wanted: string, address: string): boolean {
  const given = address.toLowerCase()
  if (wanted.endsWith('@')) return given.slice(0, given.lastIndexOf('@') + 1) === wanted
  if (wanted.includes('@')) return given === wanted
  const domain = domainOf(given)
  return domain === wanted || domain.endsWith(`.${wanted}`)
}

const WITHIN_WORD = /[\p{L}\p{M}\p{N}]$/u

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether a word of the text begins with `wanted`: “invoice” is found in “Invoices”, “voice” is not. */
function containsWord(text: string, wanted: string): boolean {
  const word = fold(wanted)
  if (word === '') return false
  const isUnspaced = UNSPACED_LETTER.test(String.fromCodePoint(word.codePointAt(0) ?? 0))
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isUnspaced) return true
    const before = text.slice(Math.max(0, at - 2), at)
    if (!WITHIN_WORD.test(before) || UNSPACED_LETTER.test(Array.from(before).at(-1) ?? '')) return true
  }
  return false
}

/** Whether a mail meets all conditions. Every mail does if there are none; no mail meets a condition of a later version. */
export function matchesConditions(when: RuleConditions, mail: RoutedMail): boolean {
  if (hasUnknownFields(when)) return false
  const { inboxes, senders, recipients, words, labels, kinds } = when
  const people = [...mail.to, ...mail.cc]
  const subject = words && fold(mail.subject)
  return (
    (inboxes?.some((inbox) => isSameInbox(inbox, mail.inboxId)) ?? true) &&
    (senders?.some((sender) => matchesAddress(sender, mail.from.address)) ?? true) &&
    (recipients?.some((wanted) => people.some(({ address }) => matchesAddress(wanted, address))) ?? true) &&
    (words?.some((word) => containsWord(subject ?? '', word)) ?? true) &&
    (labels?.some((label) => mail.labels?.some((one) => fold(one) === fold(label))) ?? true) &&
    (kinds?.some((kind) => mail.kinds?.some((one) => one === kind)) ?? true)
  )
}

/** Whether a rule has no condition and takes every mail that it gets. */
export const takesEverything = ({ when }: Pick<MailRule, 'when'>): boolean =>
  !hasUnknownFields(when) && Object.values(when).every((values) => values === undefined)

const MARK_VALUES = 3

/** Builds the mark of a rule where it was applied, with only as much of its conditions as makes its name. */
export function markRule({ id, name, when }: MailRule): RuleMark {
  if (name !== undefined) return { id, name }
  const some = Object.entries(when).map(([condition, values]) => [condition, values.slice(0, MARK_VALUES)] as const)
  return { id, when: Object.fromEntries(some) }
}
