import type { CardRef } from '../../slack/outbox/cards.ts'
import type { Job } from '../model/job.ts'

/** Frozen: posted cards and their records carry it. */
export const JOB_CARD = 'jobs.card'

/** Frozen: the questions whether a later message is for the job, one for each message. */
export const ADDITION_CARD = 'jobs.addition'

/** Frozen: names the copies in other channels. */
export const MIRROR_PREFIX = 'mirror-'

/** The name of a card posted again after `head` losses; undefined for the first card. */
export const headCopyName = ({ head }: Pick<Job, 'head'>): string | undefined =>
  head === undefined ? undefined : `head-${head}`

/** The card that heads the job's thread. */
export function cardRef(job: Job): CardRef {
  const copy = headCopyName(job)
  return { team: job.team, kind: JOB_CARD, id: job.id, ...(copy !== undefined && { copy }) }
}
