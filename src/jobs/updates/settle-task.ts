import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Job } from '../model/job.ts'
import { endKeyOf } from '../model/offer.ts'

const settleSchema = z.object({ team: z.string(), id: z.string() })
export const settleTask = taskKind('jobs.settle', settleSchema)
export type SettleRequest = z.infer<typeof settleSchema>

/** Removes buttons from posted messages that the job's newest state has ended, once per state. */
export async function sendSettle(queue: Queue, job: Job, suffix = ''): Promise<void> {
  const { team, id, hasOffers, continued = '' } = job
  if (!hasOffers) return
  await queue.send(settleTask.of({ team, id }), {
    id: `jobs.settle:${team}:${id}:${endKeyOf(job)}:${continued}${suffix}`,
  })
}
