import { jobActions } from '../model/allowed-actions.ts'
import { applyOnce, type Job, wasApplied } from '../model/job.ts'
import { stopWatching, watchAgain } from '../model/transitions.ts'
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

async function unwatchJob({ jobs }: JobScope, job: Job, { eventId }: JobActionRequest): Promise<JobActionResult> {
  const next = await jobs.update(job.id, (now) =>
    applyOnce(now, eventId, () => (jobActions.unwatch.isAllowed(now) ? stopWatching(now) : undefined)),
  )
  if (wasApplied(next, eventId)) return { done: {} }
  return next?.state === 'unwatched' ? {} : { reply: (text) => text.notNow }
}
