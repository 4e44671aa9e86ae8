import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Job } from '../model/job.ts'

const followUpStep = z.object({ team: z.string(), id: z.string(), n: z.number(), attempt: z.number() })
export type FollowUpStep = z.infer<typeof followUpStep>
export const followUpTask = taskKind('jobs.follow', followUpStep)

/** Sends one attempt at a follow-up; those of one job run one at a time, in order. The suffix allows one attempt to be sent twice, earlier than planned. */
export function sendFollowUp(
  queue: Queue,
  job: Job,
  n: number,
  attempt: number,
  delayMs: number,
  suffix = '',
): Promise<void> {
  return queue.send(followUpTask.of({ team: job.team, id: job.id, n, attempt }), {
    id: `jobs.follow:${job.team}:${job.id}:${n}:${attempt}${suffix}`,
    lane: `${job.team}:jobs:${job.id}`,
    delayMs,
  })
}
