import type { PullRequestReplyOutcome } from '../../slice.ts'
import { isKnownState } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'

const ADDRESSES_KEPT = 20

/**
 * Records on a job the outcome of the reply with its pull request, unless a newer reply has replaced it. The job's id comes from a form, and so from
 * a client: a job that was not started from that mail thread stays unchanged.
 */
export async function recordReplyOutcome(
  { jobs }: JobScope,
  id: string,
  { reply, thread, at, state, lost }: PullRequestReplyOutcome,
): Promise<void> {
  const outcome = { id: reply, at, state, lost: lost.slice(0, ADDRESSES_KEPT) }
  const job = await jobs.store.get(id)
  if (job?.mail?.thread !== thread || !isKnownState(job)) return
  await jobs.update(id, (now) =>
    (now.pullRequestReply?.at ?? 0) > at ? undefined : { ...now, pullRequestReply: outcome },
  )
}
