import { z } from 'zod'
import { taskKind } from '../../queue/task-kinds.ts'

const changedRequestSchema = z.object({
  team: z.string(),
  user: z.string(),
  eventId: z.string(),
  /** The job; empty if it has no record yet. */
  id: z.string(),
  /** The message; tasks of earlier versions have it only if the job had no record yet. */
  asked: z.object({ channel: z.string(), ts: z.string(), threadTs: z.string().optional() }).optional(),
  /** Slack's own text; absent if the message was deleted. */
  text: z.string().optional(),
  files: z.array(z.string()),
})
export const changedRequestTask = taskKind('jobs.reworded', changedRequestSchema)
export type ChangedRequest = z.infer<typeof changedRequestSchema>

/** The message that was edited or deleted. */
export type AskingMessage = NonNullable<ChangedRequest['asked']>
