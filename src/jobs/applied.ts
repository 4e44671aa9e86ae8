import type { Job } from './job.ts'
import type { FollowUp } from './records.ts'

const triedAs = ({ n, attempt }: FollowUp): string => `${n}:${attempt}`

/** Whether the job's record shows this try of a follow-up; one that is sent again may come after later ones. */
export const isApplied = (job: Job, followUp: FollowUp): boolean =>
  followUp.attempt === 1 ? (job.applied ?? 0) >= followUp.n : job.appliedAgain === triedAs(followUp)

/** What the job's record says from now on. */
export const applied = (followUp: FollowUp): Pick<Job, 'applied' | 'appliedAgain'> =>
  followUp.attempt === 1 ? { applied: followUp.n } : { appliedAgain: triedAs(followUp) }
