import { type Job, omitFields } from './job.ts'

/** A new attempt at a job that was never started, or whose start a person wants again. */
export const newAttempt = (job: Job, state: 'held' | 'waiting' = 'waiting'): Job => ({
  ...omitFields(job, 'trouble', 'silentSince', 'heldUntil', 'heldForMs', 'pausedBy', 'twin', 'roomAt', 'endedAt'),
  state,
  attempt: job.attempt + 1,
})

/** From the start, without a hold: a person has just decided. What a run before it left behind goes. */
export const restartJob = (job: Job): Job => ({
  ...omitFields(
    newAttempt(job, 'held'),
    'remoteId',
    'prLink',
    'branch',
    'archivedAt',
    'createdAt',
    'startedAt',
    'pacedAt',
  ),
  run: job.run + 1,
  beat: job.beat + 1,
})
