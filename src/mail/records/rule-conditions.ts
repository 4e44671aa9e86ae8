import { z } from 'zod'

/** The conditions of a rule: a mail must match one value of each list that is present. Frozen. */
export const ruleConditionsSchema = z.object({
  inboxes: z.array(z.string()).exactOptional(),
  /** Addresses and domains, in lower case. */
  senders: z.array(z.string()).exactOptional(),
  /** Addresses, domains, and local parts including the `@`, in lower case. */
  recipients: z.array(z.string()).exactOptional(),
  /** Words or phrases of the subject. */
  words: z.array(z.string()).exactOptional(),
  labels: z.array(z.string()).exactOptional(),
  kinds: z.array(z.string()).exactOptional(),
})
export type RuleConditions = z.infer<typeof ruleConditionsSchema>

/** The mark of a rule where it was applied, even after the rule changes or is removed: its name, or the conditions that make its name. */
export const ruleMarkSchema = z.object({
  id: z.string(),
  name: z.string().exactOptional(),
  when: ruleConditionsSchema.exactOptional(),
})
export type RuleMark = z.infer<typeof ruleMarkSchema>
