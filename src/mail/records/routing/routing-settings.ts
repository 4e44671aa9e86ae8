import { z } from 'zod'
import { mailRuleSchema } from './mail-rule.ts'

const routeSchema = z.object({
  inboxId: z.string(),
  channel: z.string(),
  by: z.string(),
  at: z.number(),
})
/** Stored once per team. */
export const routingSettingsSchema = z.object({
  /** The channels of inboxes. They count after `mailRules`. */
  rules: z.array(routeSchema),
  /** In the order in which they are tried. */
  mailRules: z.array(mailRuleSchema),
  /** Where restricted mail goes. */
  quarantine: routeSchema.omit({ inboxId: true }).optional(),
  /** How long a reply is held before it leaves, by inbox. */
  holds: z.array(z.object({ inboxId: z.string(), holdMs: z.number(), by: z.string(), at: z.number() })),
  /** Every inbox that mail has come for, newest first. */
  seen: z.array(z.string()),
  /** When somebody last said that waiting mail can be posted: what fails after that is a new problem. */
  retriedAt: z.number().exactOptional(),
})
/** Everything that admins have set about one team's mail. */
export type RoutingSettings = z.infer<typeof routingSettingsSchema>
/** The mail of one inbox belongs into one channel. */
export type InboxRoute = z.infer<typeof routeSchema>
