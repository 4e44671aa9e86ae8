import { z } from 'zod'
import { hasUnknownFields } from '../../../store/unknown-fields.ts'
import { domainOf } from '../address.ts'
import type { Mail } from '../mail/mail.ts'
import { type RuleConditions, ruleConditionsSchema, type RuleMark } from '../rule-conditions.ts'
import { UNSPACED_LETTER } from '../unspaced-scripts.ts'

/** Stored with the routes, in their order. Frozen. */
export const mailRuleSchema = z.object({
  id: z.string(),
  /** As people gave it; without one the rule is called by its conditions. */
  name: z.string().exactOptional(),
  when: ruleConditionsSchema,
  /** Without one the mail goes where it would go without the rule. */
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
  /** Goes up with each change, so that nobody overwrites a change that they have not seen. */
  revision: z.number(),
})
/** Where mail goes that fits all its conditions, and what else happens to it. */
export type MailRule = z.infer<typeof mailRuleSchema>

/** What rules look at. */
export type RoutedMail = Pick<Mail, 'inboxId' | 'from' | 'to' | 'cc' | 'subject' | 'labels' | 'kinds'>

/** Inboxes are called by their id or their address, in any case. */
export const isSameInbox = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

function matchesAddress(wanted: string, address: string): boolean {
  const given = address.toLowerCase()
  if (wanted.endsWith('@')) return given.slice(0, given.lastIndexOf('@') + 1) === wanted
  if (wanted.includes('@')) return given === wanted
  const domain = domainOf(given)
  return domain === wanted || domain.endsWith(`.${wanted}`)
}

const WITHIN_WORD = /[\p{L}\p{M}\p{N}]$/u

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether a word of the text begins so: “invoice” is found in “Invoices”, “voice” is not. */
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

/** Whether a mail fits all conditions; every mail fits if there is none, and no mail a condition of a later version. */
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

/** Whether a rule has no condition, so that it takes every mail that comes to it. */
export const takesEverything = ({ when }: Pick<MailRule, 'when'>): boolean =>
  !hasUnknownFields(when) && Object.values(when).every((values) => values === undefined)

const MARK_VALUES = 3

/** How a rule is remembered where it was applied; of its conditions only as much as makes its name. */
export function markRule({ id, name, when }: MailRule): RuleMark {
  if (name !== undefined) return { id, name }
  const some = Object.entries(when).map(([condition, values]) => [condition, values.slice(0, MARK_VALUES)] as const)
  return { id, when: Object.fromEntries(some) }
}
