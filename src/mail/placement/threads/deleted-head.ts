import { z } from 'zod'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { DeletedMessage } from '../../../slack/inbound/listeners.ts'
import { threadLane } from '../../records/mail/mail-thread.ts'
import { threadHeadRef } from '../../notify/thread-anchor.ts'
import type { PlacementScope } from '../placement-scope.ts'

const headGoneSchema = z.object({ team: z.string(), thread: z.string(), channel: z.string(), ts: z.string() })

/** Handles the deletion of a mail thread's head in Slack. Frozen. */
export const headGoneTask = taskKind('mail.gone', headGoneSchema)

/** Reports a deleted message if it was the head of a mail thread; once per message. */
export async function sendHeadGone(
  { mailStore, queue }: PlacementScope,
  { team, channel, ts }: DeletedMessage,
): Promise<void> {
  const shown = await mailStore.slackThreads.get(`${channel}:${ts}`)
  if (!shown) return
  const { thread } = shown.value
  await queue.send(headGoneTask.of({ team, thread, channel, ts }), {
    id: `mail.gone:${team}:${channel}:${ts}`,
    lane: threadLane(team, thread),
  })
}

/** Gives the next mail of the thread a new head instead of a card below the deleted one. */
export async function replaceDeletedHead(
  { cards, mailStore }: PlacementScope,
  { team, thread: id, channel, ts }: z.infer<typeof headGoneSchema>,
): Promise<void> {
  const thread = await mailStore.findThread(id)
  if (thread) await cards.reportGone(threadHeadRef(team, id, thread.placement.head), { channel, ts })
}
