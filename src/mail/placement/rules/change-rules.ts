import { z } from 'zod'
import { keepUnknownFields } from '../../../store/unknown-fields.ts'
import type { MailRoutes } from '../../records/routing/mail-routes.ts'
import { type MailRule, mailRuleSchema } from '../../records/routing/mail-rule.ts'

/** Limit of rules: all of them are read for each mail. */
export const RULES_MAX = 100

/** A change to the rules, with the state that the person saw. Frozen. */
export const ruleChangeSchema = z.discriminatedUnion('do', [
  /** `before`: the rule that follows the new one; without it, the new rule is the last. */
  z.object({ do: z.literal('add'), rule: mailRuleSchema, before: z.string().exactOptional() }),
  /** `seen`: the revision that was edited. `position` is set only if the rule moves. */
  z.object({
    do: z.literal('edit'),
    rule: mailRuleSchema,
    seen: z.number(),
    position: z.object({ before: z.string().exactOptional() }).exactOptional(),
  }),
  /** Swaps a rule with its neighbour, if they are still neighbours. */
  z.object({ do: z.literal('move'), id: z.string(), over: z.string(), to: z.enum(['above', 'below']) }),
  z.object({ do: z.literal('delete'), id: z.string(), seen: z.number() }),
])
export type RuleChange = z.infer<typeof ruleChangeSchema>

/** Why a change was not made: someone else changed the same rule, deleted it or moved it, or there are too many rules. */
export type RuleConflict = { is: 'changed'; now: MailRule } | { is: 'gone' } | { is: 'moved' } | { is: 'full' }

/** `rules`: the rules afterwards; undefined if nothing changed. */
export type RuleOutcome =
  | { conflict: RuleConflict; rules?: never }
  | { conflict?: never; rules: MailRule[] | undefined }

function insertRule(rules: MailRule[], rule: MailRule, before: string | undefined): MailRule[] {
  const others = rules.filter(({ id }) => id !== rule.id)
  const at = others.findIndex(({ id }) => id === before)
  return at < 0 ? [...others, rule] : [...others.slice(0, at), rule, ...others.slice(at)]
}

const isSameChange = (one: MailRule, other: MailRule): boolean =>
  one.revision === other.revision && one.changed?.at === other.changed?.at && one.changed?.by === other.changed?.by

/** Whether a rule is an unchanged new one of the same form, which was submitted again with other content before its first task had run. */
const isEarlierSubmission = (rule: MailRule, next: MailRule): boolean =>
  rule.revision === next.revision && rule.by === next.by && rule.at !== next.at

/** Applies one change to the rules, unless someone else changed the same rule first. A repeated change has no effect. */
export function applyRuleChange(rules: MailRule[], change: RuleChange): RuleOutcome {
  switch (change.do) {
    case 'add':
      if (rules.some((one) => one.id === change.rule.id && !isEarlierSubmission(one, change.rule)))
        return { rules: undefined }
      if (rules.filter(({ id }) => id !== change.rule.id).length >= RULES_MAX) return { conflict: { is: 'full' } }
      return { rules: insertRule(rules, change.rule, change.before) }
    case 'edit': {
      const { seen, position } = change
      const now = rules.find(({ id }) => id === change.rule.id)
      if (!now) return { conflict: { is: 'gone' } }
      if (isSameChange(now, change.rule)) return { rules: undefined }
      // A condition of a later version stays, although no form of this version shows it.
      const rule = keepUnknownFields(now, { ...change.rule, when: keepUnknownFields(now.when, change.rule.when) })
      if (now.revision !== seen) return { conflict: { is: 'changed', now } }
      if (position) return { rules: insertRule(rules, rule, position.before) }
      return { rules: rules.map((one) => (one.id === rule.id ? rule : one)) }
    }
    case 'move':
      return moveRule(rules, change)
    case 'delete': {
      const now = rules.find(({ id }) => id === change.id)
      if (!now) return { rules: undefined }
      if (now.revision !== change.seen) return { conflict: { is: 'changed', now } }
      return { rules: rules.filter(({ id }) => id !== change.id) }
    }
  }
}

function moveRule(rules: MailRule[], { id, over, to }: Extract<RuleChange, { do: 'move' }>): RuleOutcome {
  const from = rules.findIndex((rule) => rule.id === id)
  const neighbour = rules.findIndex((rule) => rule.id === over)
  const [moved, other] = [rules[from], rules[neighbour]]
  if (!moved || !other) return { conflict: { is: 'moved' } }
  const step = to === 'above' ? -1 : 1
  if (neighbour === from - step) return { rules: undefined }
  if (neighbour !== from + step) return { conflict: { is: 'moved' } }
  return { rules: rules.with(from, other).with(neighbour, moved) }
}

/** Stores one change to the rules, unless someone else changed the same rule first. */
export async function changeRules({ change }: Pick<MailRoutes, 'change'>, wanted: RuleChange): Promise<RuleOutcome> {
  let outcome: RuleOutcome = { rules: undefined }
  await change((settings) => {
    outcome = applyRuleChange(settings.mailRules, wanted)
    return outcome.rules && { ...settings, mailRules: outcome.rules }
  })
  return outcome
}
