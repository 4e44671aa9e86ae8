import type { Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { sendThreadStatus } from '../updates/thread-status-task.ts'
import { sendPoll } from './poll-task.ts'

/** Polls a working job, and shows in its thread that it works. Does nothing in any other state; safe to repeat. */
export async function startWatching({ queue, clock }: JobScope, job: Job): Promise<void> {
  await sendPoll(queue, clock, job)
  await sendThreadStatus(queue, job)
}
