import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

const requestSchema = z.object({
  team: z.string(),
  user: z.string(),
  event: z.string(),
  id: z.string(),
  /** The open list, and its page. */
  list: z.object({ view: z.string(), page: z.string() }).exactOptional(),
})
export type ClearRequest = z.infer<typeof requestSchema>

/** Allows mail to an address again. Frozen. */
export const clearSuppressionTask = taskKind('mail.unsuppress', requestSchema)

/** Durable when it resolves; once per event. */
export const sendClearSuppression = (queue: Queue, request: ClearRequest): Promise<void> =>
  queue.send(clearSuppressionTask.of(request), {
    id: `mail.unsuppress:${request.team}:${request.event}`,
    lane: `mail.unsuppress:${request.team}:${request.id}`,
  })
