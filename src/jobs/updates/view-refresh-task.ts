import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { jobCallbackIds } from '../action-ids.ts'

/** Refreshes immediately, and again when the action's result has usually arrived. */
const REFRESH_DELAYS_MS = [0, 3000]

/** An open list of jobs, or page about one. */
export interface OpenJobsView {
  id: string
  callbackId: string
  metadata: string
}

const refreshSchema = z.object({
  team: z.string(),
  user: z.string(),
  viewId: z.string(),
  callbackId: z.string(),
  metadata: z.string(),
  /** The answer to an act in the view, shown at its top. With an `opId`, the answer is posted elsewhere if the view is closed. */
  answer: z
    .object({
      opId: z.string().optional(),
      message: z.object({ text: z.string(), blocks: z.custom<Message['blocks']>(Array.isArray) }),
    })
    .optional(),
})
export const refreshViewTask = taskKind('jobs.view', refreshSchema)
export type RefreshViewRequest = z.infer<typeof refreshSchema>

export const showsJobs = (view: OpenJobsView | undefined): view is OpenJobsView =>
  view?.callbackId === jobCallbackIds.list || view?.callbackId === jobCallbackIds.details

/** Refreshes the view that an action came from, if it shows jobs; once per event. */
export async function sendListRefresh(
  queue: Queue,
  action: { team: string; user: string; eventId: string; view?: OpenJobsView | undefined },
  answer?: { opId: string; message: Message },
): Promise<void> {
  const { team, user, eventId, view } = action
  if (!showsJobs(view)) return
  const { id: viewId, callbackId, metadata } = view
  const base = { team, user, viewId, callbackId, metadata }
  for (const [turn, delayMs] of REFRESH_DELAYS_MS.entries()) {
    const shown = answer && (turn === 0 ? answer : { message: answer.message })
    await queue.send(refreshViewTask.of({ ...base, ...(shown && { answer: shown }) }), {
      id: `jobs.view:${team}:${eventId}:${delayMs}`,
      delayMs,
    })
  }
}
