import { type Job, threadTsOf } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { settleOffer } from './posted-offers.ts'

/** Frozen: the effect of the message to the requester about a card that Slack refused, one for each loss. */
export function lossNoticeId(job: Job): string {
  const { id, head = 0, losses = 1 } = job
  const first = `jobs.lost:${id}:${head}:${threadTsOf(job) ?? ''}`
  return losses > 1 ? `${first}:${losses}` : first
}

/** Closes the message about the last loss of a job's card: the card is shown again. Safe to repeat. */
export const closeLossNotice = (scope: JobScope, job: Job): Promise<void> => settleOffer(scope, job, lossNoticeId(job))
