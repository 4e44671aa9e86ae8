import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Feature } from '../../slice.ts'
import { callbackIds } from '../action-ids.ts'
import type { JobServices } from '../services.ts'
import { renderJobDetails } from './job-details.ts'
import { renderListFromValue } from './job-list.ts'

/** Refreshes at once, and again when the action's result has usually arrived. */
const REFRESH_DELAYS_MS = [0, 3000]

const refreshSchema = z.object({
  team: z.string(),
  user: z.string(),
  viewId: z.string(),
  callbackId: z.string(),
  metadata: z.string(),
})
const refreshTask = taskKind('jobs.view', refreshSchema)
type RefreshRequest = z.infer<typeof refreshSchema>

/** Shows an open list, or the details of a job, anew after something was done from it. */
export function listRefreshFeature(services: JobServices): Feature {
  return { tasks: [refreshTask.handler((request) => refreshView(services, request))] }
}

/** Refreshes the view that an action came from, if it shows jobs. */
export async function sendListRefresh(
  queue: Queue,
  action: {
    team: string
    user: string
    eventId: string
    view?: { id: string; callbackId: string; metadata: string } | undefined
  },
): Promise<void> {
  const { team, user, eventId, view } = action
  if (view?.callbackId !== callbackIds.list && view?.callbackId !== callbackIds.details) return
  const { id: viewId, callbackId, metadata } = view
  for (const delayMs of REFRESH_DELAYS_MS)
    await queue.send(refreshTask.of({ team, user, viewId, callbackId, metadata }), {
      id: `jobs.view:${team}:${eventId}:${delayMs}`,
      delayMs,
    })
}

async function refreshView(services: JobServices, request: RefreshRequest): Promise<void> {
  const { access, jobs, jobAccess, views } = services
  const { team, user, viewId, callbackId, metadata } = request
  if (!(await access.mayAct(team, user))) return
  if (callbackId === callbackIds.list) {
    await views.update(team, viewId, await renderListFromValue(services, request, metadata))
    return
  }
  const job = callbackId === callbackIds.details ? await jobs.storeOf(team).get(metadata) : undefined
  if (job && (await jobAccess.mayReadJob(request, job)))
    await views.update(team, viewId, await renderJobDetails(services, job))
}
