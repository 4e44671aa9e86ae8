import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import type { StartedJob } from '../../slice.ts'
import { jobMailActions } from '../model/mail-actions.ts'
import { mailScope } from '../model/job-mail.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { readCardUrl } from './card-context.ts'

const JOBS_NAMED = 3

/** A dropped job led to nothing; a continued one is replaced by another. */
const isStarted = ({ state, continued }: Job): boolean => state !== 'dropped' && continued === undefined

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
