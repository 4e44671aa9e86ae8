import { z } from 'zod'
import type { Queue } from '../queue/queue.ts'
import { taskKind } from '../queue/task-kinds.ts'

const settleSchema = z.object({
  team: z.string(),
  /** The person who changed a permission. */
  by: z.string(),
})

/** Closes the requests for access that a change of permissions has granted. Frozen. */
export const settleRequestsTask = taskKind('access.settle', settleSchema)

/** Sends the check of open requests, once per saved change. */
export const sendSettleRequests = (queue: Queue, saveId: string, settle: z.infer<typeof settleSchema>): Promise<void> =>
  queue.send(settleRequestsTask.of(settle), { id: `access.settle:${saveId}`, lane: `access.settle:${settle.team}` })
