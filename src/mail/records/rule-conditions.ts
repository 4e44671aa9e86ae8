import { z } from 'zod'

/** What a mail must have for a rule to take it: each list that is there, by one of its values. Frozen. */
export const ruleConditionsSchema = z.object({
  inboxes: z.array(z.string()).exactOptional(),
  /** Addresses and domains, in lower case. */
  senders: z.array(z.string()).exactOptional(),
  /** Addresses, domains, and parts before an `@` that end with it, in lower case. */
  recipients: z.array(z.string()).exactOptional(),
  /** Words or phrases of the subject. */
  words: z.array(z.string()).exactOptional(),
  labels: z.array(z.string()).exactOptional(),
  kinds: z.array(z.string()).exactOptional(),
})
export type RuleConditions = z.infer<typeof ruleConditionsSchema>

/** What a rule is called where it was applied, even after it has changed or gone: its name, or the conditions that its name is made from. */
export const ruleMarkSchema = z.object({
  id: z.string(),
  name: z.string().exactOptional(),
  when: ruleConditionsSchema.exactOptional(),
})
export type RuleMark = z.infer<typeof ruleMarkSchema>
