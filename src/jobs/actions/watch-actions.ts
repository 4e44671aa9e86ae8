import { jobActions } from '../model/allowed-actions.ts'
import { applyOnce, type Job, wasApplied } from '../model/job.ts'
import { stopWatching, watchAgain } from '../model/transitions.ts'
import { notifyJobEnd } from '../notify/notify-requester.ts'
import { startWatching } from '../run/start-watching.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobActionRequest, JobActionResult } from './job-action-task.ts'

export const watchActions = { watch: rewatchJob, check: rewatchJob, unwatch: unwatchJob }

/** Polls the job again, as often as a new one. */
async function rewatchJob(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { isAllowed } = request.verb === 'watch' ? jobActions.watch : jobActions.check
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, request.eventId, () => (isAllowed(now) ? watchAgain(now, scope.clock.now()) : undefined)),
  )
  if (next) await startWatching(scope, next)
  return wasApplied(next, request.eventId) ? { done: {} } : {}
}

/** Stops the polls, and notifies the people who would have been notified of the end. */
async function unwatchJob(scope: JobScope, job: Job, { eventId, user }: JobActionRequest): Promise<JobActionResult> {
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, eventId, () => (jobActions.unwatch.isAllowed(now) ? stopWatching(now, user) : undefined)),
  )
  if (next?.state === 'unwatched') await notifyJobEnd(scope, next)
  if (wasApplied(next, eventId)) return { done: {} }
  return next?.state === 'unwatched' ? {} : { reply: (text) => text.notNow }
}
