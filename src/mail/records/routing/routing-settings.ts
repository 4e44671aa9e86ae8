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
  /** The channels of inboxes, which apply after `mailRules`. */
  rules: z.array(routeSchema),
  /** In the order in which they are tried. */
  mailRules: z.array(mailRuleSchema),
  /** Where restricted mail goes. */
  quarantine: routeSchema.omit({ inboxId: true }).optional(),
  /** How long a reply is held before it is sent, by inbox. */
  holds: z.array(z.object({ inboxId: z.string(), holdMs: z.number(), by: z.string(), at: z.number() })),
  /** Every inbox that mail has come for, newest first. */
  seen: z.array(z.string()),
  /** When someone last retried waiting mail by an earlier version; now kept with each alarm. */
  retriedAt: z.number().exactOptional(),
})
/** All settings of one team's mail made by admins. */
export type RoutingSettings = z.infer<typeof routingSettingsSchema>
/** The channel for the mail of one inbox. */
export type InboxRoute = z.infer<typeof routeSchema>
