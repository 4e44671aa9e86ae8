import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import type { JobActivity, StartedJob } from '../../slice.ts'
import { jobMailActions } from '../model/mail-actions.ts'
import { mailScope } from '../model/job-mail.ts'
import { isKnownState, isLive, type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { readCardUrl } from './card-context.ts'

const JOBS_NAMED = 3
/** An earlier job of a mail has ended, or will never be looked after. */
const JOBS_READ = 20

/** A dropped job led to nothing; an ended one that was continued is replaced by another. */
const isStarted = (job: Job): boolean => job.state !== 'dropped' && (job.continued === undefined || isLive(job))

/** Returns the jobs that were started from a mail and that every reader of this channel may know about, newest first. */
export async function findStartedJobs(scope: JobScope, mail: string, channel: string): Promise<StartedJob[]> {
  const { jobs } = await scope.jobs.store.list(mailScope(mail), { limit: JOBS_NAMED })
  const found = await Promise.all(
    jobs.filter(isStarted).map(async (job) => {
      const url = await readCardUrl(scope, job)
      // Without Slack's answer about its readers, a job is left out.
      const mayMention = await scope.jobAccess.mayMention(scope.team, channel, job).catch(() => false)
      return url !== undefined && mayMention ? [{ title: shortenTitle(job), url }] : []
    }),
  )
  return found.flat()
}

/** Returns the state of the newest jobs that were started from a mail. */
export async function findJobActivity({ jobs: { store } }: JobScope, mail: string): Promise<JobActivity | undefined> {
  const { jobs } = await store.list(mailScope(mail), { limit: JOBS_READ })
  if (jobs.length === 0) return undefined
  const times = jobs.flatMap(({ askedAt, startedAt = 0, endedAt = 0 }) => [askedAt, startedAt, endedAt])
  return { isLive: jobs.some((job) => isLive(job) || !isKnownState(job)), lastAt: Math.max(...times) }
}

/** The pull request that can be sent to the writer of the mail; undefined if there is none, or this person may not read the job. */
export async function findPullRequest(
  { jobs, jobAccess }: JobScope,
  user: string,
  id: string,
): Promise<{ url: string; thread: string; mail: string } | undefined> {
  const job = await jobs.store.get(id)
  const url = parseWebUrl(job?.prLink)
  if (!job?.mail || url === undefined || !jobMailActions.reply_mail.isAllowed(job)) return undefined
  if (!(await jobAccess.mayReadJob({ user }, job))) return undefined
  return { url, thread: job.mail.thread, mail: job.mail.mail }
}

/** The mail that a job was started from; undefined if there is none, or this person may not read the job. */
export async function findSourceMail(
  { jobs, jobAccess }: JobScope,
  user: string,
  id: string,
): Promise<{ thread: string; mail: string } | undefined> {
  const job = await jobs.store.get(id)
  if (!job?.mail || !(await jobAccess.mayReadJob({ user }, job))) return undefined
  return { thread: job.mail.thread, mail: job.mail.mail }
}
