import { z } from 'zod'
import { keepUnknownFields } from '../../../store/unknown-fields.ts'
import type { MailRoutes } from '../../records/routing/mail-routes.ts'
import { type MailRule, mailRuleSchema } from '../../records/routing/mail-rule.ts'

/** More rules than this are not kept: all of them are read for each mail. */
export const RULES_MAX = 100

/** One change to the rules. What it needs to have been seen goes with it. Frozen. */
export const ruleChangeSchema = z.discriminatedUnion('do', [
  /** `before`: the rule that it goes in front of; without one it becomes the last. */
  z.object({ do: z.literal('add'), rule: mailRuleSchema, before: z.string().exactOptional() }),
  /** `seen`: the revision that was edited. `position`: only if it moves. */
  z.object({
    do: z.literal('edit'),
    rule: mailRuleSchema,
    seen: z.number(),
    position: z.object({ before: z.string().exactOptional() }).exactOptional(),
  }),
  /** Changes places with its neighbour, if they still are neighbours. */
  z.object({ do: z.literal('move'), id: z.string(), over: z.string(), to: z.enum(['above', 'below']) }),
  z.object({ do: z.literal('delete'), id: z.string(), seen: z.number() }),
])
export type RuleChange = z.infer<typeof ruleChangeSchema>

/** Why a change was not made: somebody else has changed the same rule, deleted it or moved it, or there are too many. */
export type RuleConflict = { is: 'changed'; now: MailRule } | { is: 'gone' } | { is: 'moved' } | { is: 'full' }

/** `rules`: the rules afterwards, undefined if they were like that before. */
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

/** The rules with one change, unless somebody was faster with the same rule. Made again, it changes nothing. */
export function applyRuleChange(rules: MailRule[], change: RuleChange): RuleOutcome {
  switch (change.do) {
    case 'add':
      if (rules.some(({ id }) => id === change.rule.id)) return { rules: undefined }
      if (rules.length >= RULES_MAX) return { conflict: { is: 'full' } }
      return { rules: insertRule(rules, change.rule, change.before) }
    case 'edit': {
      const { seen, position } = change
      const now = rules.find(({ id }) => id === change.rule.id)
      if (!now) return { conflict: { is: 'gone' } }
      if (isSameChange(now, change.rule)) return { rules: undefined }
      // A condition of a later version, which no form of this one shows, stays.
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

/** Makes one change to the rules, unless somebody else was faster with the same rule. */
export async function changeRules({ change }: Pick<MailRoutes, 'change'>, wanted: RuleChange): Promise<RuleOutcome> {
  let outcome: RuleOutcome = { rules: undefined }
  await change((settings) => {
    outcome = applyRuleChange(settings.mailRules, wanted)
    return outcome.rules && { ...settings, mailRules: outcome.rules }
  })
  return outcome
}
