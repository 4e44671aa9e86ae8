import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Job } from '../model/job.ts'

const attemptSchema = z.object({ team: z.string(), id: z.string(), attempt: z.number() })
export type JobAttempt = z.infer<typeof attemptSchema>
export const admitTask = taskKind('jobs.admit', attemptSchema)
export const createJobTask = taskKind('jobs.create', attemptSchema)

/** Sends an attempt at a job to admission after its hold; it starts immediately if the agent takes it, otherwise at its turn. */
export function sendAdmit(queue: Queue, { team, id, attempt }: Job, delayMs = 0): Promise<void> {
  return queue.send(admitTask.of({ team, id, attempt }), { id: `jobs.admit:${team}:${id}:${attempt}`, delayMs })
}

/** Sends the create request of an attempt whose turn it is. */
export function sendCreate(queue: Queue, { team, id, attempt }: Job): Promise<void> {
  return queue.send(createJobTask.of({ team, id, attempt }), { id: `jobs.create:${team}:${id}:${attempt}` })
}
