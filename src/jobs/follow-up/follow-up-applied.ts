import type { Job } from '../model/job.ts'
import type { FollowUp } from '../model/job-store.ts'

const KEPT = 10

const triedAs = ({ n, attempt }: FollowUp): string => `${n}:${attempt}`

/** Whether the job's record shows this try of a follow-up; they may arrive in another order than they were asked for. */
export const isFollowUpApplied = (job: Job, followUp: FollowUp): boolean =>
  job.applied?.includes(triedAs(followUp)) ?? false

/** What the job's record says from now on. */
export const withFollowUpApplied = (job: Job, followUp: FollowUp): string[] =>
  [...(job.applied ?? []), triedAs(followUp)].slice(-KEPT)
