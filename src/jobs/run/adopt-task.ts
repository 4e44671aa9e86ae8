import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Job } from '../model/job.ts'

const adoptSchema = z.object({
  team: z.string(),
  id: z.string(),
  user: z.string(),
  eventId: z.string(),
  remoteId: z.string(),
})
export const adoptTask = taskKind('jobs.adopt', adoptSchema)
export type AdoptRequest = z.infer<typeof adoptSchema>

/** Watches a job that a person found in the agent's dashboard, once per form and id. */
export function sendAdopt(queue: Queue, { team, id }: Job, by: Omit<AdoptRequest, 'team' | 'id'>): Promise<void> {
  return queue.send(adoptTask.of({ team, id, ...by }), { id: `jobs.adopt:${team}:${id}:${by.eventId}:${by.remoteId}` })
}
