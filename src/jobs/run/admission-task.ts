import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Job } from '../model/job.ts'

const attemptSchema = z.object({ team: z.string(), id: z.string(), attempt: z.number() })
export type JobAttempt = z.infer<typeof attemptSchema>
export const admitTask = taskKind('jobs.admit', attemptSchema)
export const createJobTask = taskKind('jobs.create', attemptSchema)

/** Starts an attempt at a job after its hold: at once if the agent takes it, otherwise when its turn comes. */
export function sendAdmit(queue: Queue, { team, id, attempt }: Job, delayMs = 0): Promise<void> {
  return queue.send(admitTask.of({ team, id, attempt }), { id: `jobs.admit:${team}:${id}:${attempt}`, delayMs })
}

/** Sends the create of an attempt whose turn it is. */
export function sendCreate(queue: Queue, { team, id, attempt }: Job): Promise<void> {
  return queue.send(createJobTask.of({ team, id, attempt }), { id: `jobs.create:${team}:${id}:${attempt}` })
}
