import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Job } from '../model/job.ts'

const followUpAttemptSchema = z.object({ team: z.string(), id: z.string(), n: z.number(), attempt: z.number() })
export type FollowUpAttempt = z.infer<typeof followUpAttemptSchema>
export const followUpTask = taskKind('jobs.follow', followUpAttemptSchema)

/** Sends one attempt at a follow-up; the attempts of one job run one at a time, in order. A suffix sends the same attempt earlier than planned. */
export function sendFollowUp(
  queue: Queue,
  { team, id }: Job,
  { n, attempt, delayMs, suffix = '' }: { n: number; attempt: number; delayMs: number; suffix?: string },
): Promise<void> {
  return queue.send(followUpTask.of({ team, id, n, attempt }), {
    id: `jobs.follow:${team}:${id}:${n}:${attempt}${suffix}`,
    lane: `${team}:jobs:${id}`,
    delayMs,
  })
}
