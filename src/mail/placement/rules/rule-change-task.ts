import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { ruleChangeSchema } from './change-rules.ts'

const requestSchema = z.object({
  team: z.string(),
  user: z.string(),
  at: z.number(),
  event: z.string(),
  /** The list of rules that the person has open. */
  list: z.object({ view: z.string(), page: z.number() }).exactOptional(),
  change: ruleChangeSchema,
})
export type RuleChangeRequest = z.infer<typeof requestSchema>

/** Makes a change to the rules by an admin. Frozen. */
export const ruleChangeTask = taskKind('mail.rules', requestSchema)

/** Sends a change to the rules. Durable when it resolves. The changes of one team are made in order, each once per event. */
export const sendRuleChange = (queue: Queue, request: RuleChangeRequest): Promise<void> =>
  queue.send(ruleChangeTask.of(request), {
    id: `mail.rules:${request.team}:${request.event}`,
    lane: `mail.setting:${request.team}`,
  })
