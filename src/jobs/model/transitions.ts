import type { AgentJob } from '../../clients/agent-client.ts'
import { type Job, omitFields } from './job.ts'
import { withRemoteStatus } from './remote-status.ts'

/** Whether the text of the job was not sent and is not being sent. A text that includes follow-ups of an earlier run was sent before. */
export const isTextUnsent = ({ state, attempt, attempted, included }: Job): boolean =>
  included === undefined &&
  (['picking', 'asking', 'held', 'paused', 'waiting'].includes(state) ||
    (state === 'creating' && attempted !== attempt))

/** Whether an edit of the asking message can replace the text. */
export const canReplaceText = (job: Job): boolean =>
  isTextUnsent(job) || (job.state === 'refused' && job.included === undefined)

/** Begins another attempt at a job that was never started, or that a person starts again. */
export const newAttempt = (job: Job, state: 'held' | 'waiting' = 'waiting'): Job => ({
  ...omitFields(
    job,
    'trouble',
    'silentSince',
    'heldUntil',
    'heldForMs',
    'pausedBy',
    'twin',
    'roomAt',
    'endedAt',
    'undoneBy',
    'droppedBy',
  ),
  state,
  attempt: job.attempt + 1,
})

const EARLIER_RUN = [
  'remoteId',
  'prLink',
  'branch',
  'archivedAt',
  'createdAt',
  'startedAt',
  'pacedAt',
  'runFrom',
  'prBefore',
  'pullRequestReply',
  'continued',
  'stopAsked',
] as const

/** Restarts the job without a hold, because a person has just decided. Removes the results of an earlier run from the record. */
export const restartJob = (job: Job): Job => ({
  ...omitFields(newAttempt(job, 'held'), ...EARLIER_RUN),
  run: job.run + 1,
  beat: job.beat + 1,
})

/** The job with another text. A text that the agent refused is no longer the reason to wait: a person starts the job. */
export const withNewText = (job: Job): Job =>
  job.state === 'refused' && job.trouble?.code === 'validation_error' ? { ...restartJob(job), state: 'paused' } : job

/** Records whose click starts the job: their permission is checked again when it is sent to the agent. */
export const startedByClick = (job: Job, user: string, needs: 'jobs.start' | 'jobs.steer'): Job => ({
  ...job,
  startedBy: { user, needs },
})

export const dropJob = (job: Job): Job => ({
  ...omitFields(job, 'heldUntil', 'pausedBy', 'roomAt', 'silentSince'),
  state: 'dropped',
})

export const dismissJob = (job: Job, user: string): Job => ({ ...dropJob(job), droppedBy: user })

export const undoJob = (job: Job, user: string): Job => ({ ...dropJob(job), undoneBy: user })

export const pauseJob = (job: Job, user: string): Job => ({
  ...omitFields(job, 'heldUntil', 'heldForMs', 'roomAt'),
  state: 'paused',
  pausedBy: user,
})

/** Records the agent's id of the job, which is watched from now on. */
export const withRemoteJob = (
  job: Job,
  remote: AgentJob,
  { remoteId, startedAt, now }: { remoteId: string; startedAt: number; now: number },
): Job => ({
  ...withRemoteStatus(omitFields(job, 'trouble', 'silentSince'), remote),
  state: 'working',
  remoteId,
  startedAt,
  pacedAt: now,
  checkedAt: now,
  beat: job.beat + 1,
})

/** Watches the job again, polled as often as a new one. */
export const watchAgain = (job: Job, now: number): Job => ({
  ...omitFields(job, 'silentSince', 'trouble', 'unwatchedBy'),
  state: 'working',
  beat: job.beat + 1,
  pacedAt: now,
})

export const stopWatching = (job: Job, user: string): Job => ({
  ...omitFields(job, 'silentSince', 'trouble'),
  state: 'unwatched',
  unwatchedBy: user,
  beat: job.beat + 1,
})
