import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { withAnswerOnTop } from '../../slack/blocks/form-fields.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { jobCallbackIds } from '../action-ids.ts'
import { findViewLocation, parseJobTarget } from '../model/answer-location.ts'
import { answerAt } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { type RefreshViewRequest, refreshViewTask } from '../updates/view-refresh-task.ts'
import { renderJobDetails } from './job-details.ts'
import { renderListFromValue } from './job-list.ts'

/** Refreshes an open list, or the details of a job, after an action there, with the answer at the top. */
export const listRefreshFeature: ScopedFeature<JobScope> = {
  tasks: [scopedHandler(refreshViewTask, refreshView)],
}

async function refreshView(scope: JobScope, request: RefreshViewRequest): Promise<void> {
  const { access, views } = scope
  const { team, user, viewId, callbackId, metadata, answer } = request
  const view = (await access.mayUse(team, user)) ? await renderView(scope, request) : undefined
  const isShown = view && (await views.update(team, viewId, withAnswerOnTop(view, answer?.message)))
  if (isShown || answer?.opId === undefined) return
  const { opId, message } = answer
  await answerAt(scope, { team, user, opId }, findViewLocation(callbackId, metadata), message)
}

async function renderView(scope: JobScope, request: RefreshViewRequest): Promise<View | undefined> {
  const { user, callbackId, metadata } = request
  if (callbackId === jobCallbackIds.list) return renderListFromValue(scope, request.user, metadata)
  if (callbackId !== jobCallbackIds.details) return undefined
  const { jobId, location } = parseJobTarget(metadata)
  const job = await scope.jobs.store.get(jobId)
  return job && (await scope.jobAccess.mayReadJob(request, job))
    ? renderJobDetails(scope, job, user, location)
    : undefined
}
