import { withinDeadline } from '../../core/question-time.ts'
import type { NotificationChoice } from '../model/job-settings.ts'
import { isNotAllowed, type Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { findPeopleAllowed } from './ask-others-to-start.ts'

/** A person who is notified of the end by their own setting. */
export interface Recipient {
  user: string
  choice: NotificationChoice
}

/** The people to notify of the end of a run. */
export interface Recipients {
  people: Recipient[]
  /** Set if the owner has left, or may no longer manage the job: others are notified. */
  isOwnerGone: boolean
}

/**
 * Returns the owner of a job, the person who started this run again, and the writers of its follow-ups. Without any of them who is there and wants to
 * be notified, the people who may manage the job take the place of an owner who is gone. Waits for Slack only a moment.
 */
export async function findRecipients(
  scope: JobScope,
  job: Job,
  { writers, isSuccess }: { writers: string[]; isSuccess: boolean },
): Promise<Recipients> {
  const { requester, startedBy, run, runFrom } = job
  const isAgain = run > 1 && runFrom === undefined
  const users = [...new Set([requester, ...(isAgain && startedBy ? [startedBy.user] : []), ...writers])]
    // The person who stopped the watching needs no notice.
    .filter((user) => user !== job.unwatchedBy)
  const people = await Promise.all(users.map((user) => readRecipient(scope, job, user, isSuccess)))
  const isOwnerGone = !isNotAllowed(job) && (await withinDeadline(isGone(scope, job))) === true
  if (!isOwnerGone) return { people, isOwnerGone }
  const others = people.filter(({ user, choice }) => user !== requester && choice !== 'silent')
  const there = await Promise.all(others.map(({ user }) => withinDeadline(scope.jobAccess.mayReadJob({ user }, job))))
  if (there.some((isThere) => isThere !== false))
    return { people: people.filter(({ user }) => user !== requester), isOwnerGone }
  const asked = (await withinDeadline(findPeopleAllowed(scope, job, 'jobs.steer', requester))) ?? []
  return { people: asked.map((user) => ({ user, choice: 'thread' })), isOwnerGone }
}

async function readRecipient({ settings }: JobScope, job: Job, user: string, isSuccess: boolean): Promise<Recipient> {
  const choices = await settings.person(job.team, user, job.channel)
  return { user, choice: isSuccess ? choices.success : choices.failure }
}

/** Whether the owner of a job may no longer manage it. */
async function isGone({ access }: JobScope, { team, project, requester: user }: Job): Promise<boolean> {
  return !(await access.decide({ team, user, action: 'jobs.steer', project })).isAllowed
}
