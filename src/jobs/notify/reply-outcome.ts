import type { PullRequestReplyOutcome } from '../../slice.ts'
import { isKnownState, type Job } from '../model/job.ts'
import type { PullRequestReply } from '../model/job-mail.ts'
import type { JobScope } from '../job-scope.ts'

const ADDRESSES_KEPT = 20

/**
 * Records on a job the outcome of the reply with its pull request, unless a newer reply has replaced it. The job's id comes from a form, and so from
 * a client: a job that was not started from that mail thread stays unchanged.
 */
export async function recordReplyOutcome(
  { jobs }: JobScope,
  id: string,
  { reply, thread, at, state, lost, text }: PullRequestReplyOutcome,
): Promise<void> {
  const outcome = { id: reply, at, state, lost: lost.slice(0, ADDRESSES_KEPT) }
  const job = await jobs.store.get(id)
  if (job?.mail?.thread !== thread || !isKnownState(job)) return
  await jobs.update(id, (now) =>
    (now.pullRequestReply?.at ?? 0) > at ? undefined : { ...now, pullRequestReply: withLink(now, outcome, text) },
  )
}

/** Keeps which of the job's pull requests the text names: the job may have made another one since the form was opened, and may make more. */
function withLink(job: Job, outcome: PullRequestReply, text: string): PullRequestReply {
  const { prLink, prBefore, pullRequestReply: known } = job
  const link = known?.id === outcome.id ? known.link : [prLink, prBefore].find((one) => one && namesLink(text, one))
  return { ...outcome, ...(link !== undefined && { link }) }
}

/** Whether the text has this address, and not merely one that begins with it. */
const namesLink = (text: string, url: string): boolean => new RegExp(`${RegExp.escape(url)}(?![\\w/?#-])`).test(text)
