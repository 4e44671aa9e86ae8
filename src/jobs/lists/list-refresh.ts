import type { Feature } from '../../slice.ts'
import { divider } from '../../slack/blocks/block-builders.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { jobCallbackIds } from '../action-ids.ts'
import { findViewPlace, parseJobTarget } from '../model/answer-place.ts'
import { answerAt } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { type RefreshViewRequest, refreshViewTask } from '../updates/view-refresh-task.ts'
import { renderJobDetails } from './job-details.ts'
import { renderListFromValue } from './job-list.ts'

/** Shows an open list, or the details of a job, anew after something was done from it, with the answer at its top. */
export function listRefreshFeature(services: JobServices): Feature {
  return { tasks: [refreshViewTask.handler((request) => refreshView(services, request))] }
}

async function refreshView(services: JobServices, request: RefreshViewRequest): Promise<void> {
  const { access, views } = services
  const { team, user, viewId, callbackId, metadata, answer } = request
  const view = (await access.mayUse(team, user)) ? await renderView(services, request) : undefined
  const blocks = answer ? [...answer.message.blocks, divider()] : []
  const isShown = view && (await views.update(team, viewId, { ...view, blocks: [...blocks, ...view.blocks] }))
  if (isShown || answer?.opId === undefined) return
  const { opId, message } = answer
  await answerAt(services, { team, user, opId }, findViewPlace(callbackId, metadata), message)
}

async function renderView(services: JobServices, request: RefreshViewRequest): Promise<View | undefined> {
  const { team, user, callbackId, metadata } = request
  if (callbackId === jobCallbackIds.list) return renderListFromValue(services, request, metadata)
  if (callbackId !== jobCallbackIds.details) return undefined
  const { jobId, place } = parseJobTarget(metadata)
  const job = await services.jobs.storeOf(team).get(jobId)
  return job && (await services.jobAccess.mayReadJob(request, job))
    ? renderJobDetails(services, job, user, place)
    : undefined
}
