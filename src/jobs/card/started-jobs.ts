import { parseWebUrl } from '../../slack/blocks/mrkdwn.ts'
import type { StartedJob } from '../../slice.ts'
import { jobMailActions } from '../model/mail-actions.ts'
import { mailScope } from '../model/job-mail.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { readCardUrl } from './card-context.ts'

const JOBS_NAMED = 3

/** Nothing came of the others, or another job goes on with them. */
const isStarted = ({ state, continued }: Job): boolean => state !== 'dropped' && continued === undefined

/** The jobs that were started from a mail and that everybody in this channel may know of, newest first. */
export async function findStartedJobs(scope: JobScope, mail: string, channel: string): Promise<StartedJob[]> {
  const { jobs } = await scope.jobs.store.list(mailScope(mail), { limit: JOBS_NAMED })
  const found = await Promise.all(
    jobs.filter(isStarted).map(async (job) => {
      const url = await readCardUrl(scope, job)
      // Left out if Slack does not say who may follow the link.
      const mayMention = await scope.jobAccess.mayMention(scope.team, channel, job).catch(() => false)
      return url !== undefined && mayMention ? [{ title: shortenTitle(job), url }] : []
    }),
  )
  return found.flat()
}

/** The pull request that can be sent to the writer of the mail; undefined if this person may not read the job, or if there is none. */
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
