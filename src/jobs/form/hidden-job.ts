import { answerSoon } from '../../access/access-policy.ts'
import type { JobReader } from '../conversation/job-access.ts'
import type { Job } from '../model/job.ts'
import type { JobServices } from '../services.ts'

/**
 * Whether the job that a submitted form names is hidden from this person, so that the form says so with its text still there. False if Slack does not
 * answer in time: the task behind the form asks again.
 */
export async function isHiddenFrom(services: JobServices, reader: JobReader, job: Job | undefined): Promise<boolean> {
  return job === undefined || (await answerSoon(services.jobAccess.maySteerJob(reader, job))) === false
}
