import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import { slackId } from '../../../slack/inbound/payload-ids.ts'
import { SHARED_CHANNEL } from '../../../slack/outbox/cleared-writes.ts'
import { cardKinds } from '../../action-ids.ts'
import { hasChannel } from '../../records/mail/placement.ts'
import { workLists } from '../../records/mail/work-lists.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { withdrawLists } from '../withdraw-notices.ts'
import { findRemainingProblem } from './channel-check.ts'

const lostSchema = z.object({
  team: z.string(),
  channel: z.string(),
  /** The event that Slack reported it with. */
  event: z.string(),
  list: z.enum(workLists),
  /** The entry after which the page begins; absent for the first one. */
  after: z.string().exactOptional(),
})
type LostChannel = z.infer<typeof lostSchema>

/** Parks the open mail of a channel that accepts no posts, page by page. Frozen. */
const lostTask = taskKind('mail.channel_lost', lostSchema)

const THREADS_PER_PAGE = 50

/**
 * Parks open mail of a channel as soon as that is archived or shared with another organization, or the app is removed: the admins are alerted then,
 * and not with the next mail. Threads that are done stay until something happens in them.
 */
export const lostChannelFeature: ScopedFeature<PlacementScope> = {
  listen(slack) {
    for (const type of ['channel_shared', 'channel_archive', 'group_archive']) slack.event(type, sendLostLists)
    slack.event('member_left_channel', async (scope, event) => {
      if (event.event['user'] === scope.slack.installations.lastKnown(scope.team)?.userId)
        await sendLostLists(scope, event)
    })
  },
  tasks: [scopedHandler(lostTask, parkPage)],
}

async function sendLostLists(scope: PlacementScope, { team, event, eventId }: SlackEvent): Promise<void> {
  const channel = slackId.safeParse(event['channel']).data
  if (channel === undefined) return
  for (const list of workLists) await sendLost(scope, { team, channel, event: eventId, list })
}

const sendLost = ({ queue }: PlacementScope, task: LostChannel): Promise<void> =>
  queue.send(lostTask.of(task), {
    id: `mail.channel_lost:${task.team}:${task.event}:${task.list}:${task.after ?? ''}`,
    lane: `mail.channel_lost:${task.team}:${task.channel}`,
  })

async function parkPage(scope: PlacementScope, task: LostChannel): Promise<void> {
  const { channel, list, after } = task
  const entries = scope.records.workIndex.entries({ scope: channel, list })
  const { rows, next } = await entries.list({ limit: THREADS_PER_PAGE, ...(after !== undefined && { after }) })
  // Most channels have no mail: Slack is not asked about them.
  const code = rows.length > 0 && (await findRemainingProblem(scope, { channel, code: 'not_in_channel' }))
  if (!code) return
  for (const { value } of rows) await parkThread(scope, value.thread, { code, channel })
  if (next !== undefined) return sendLost(scope, { ...task, after: next })
  if (code === SHARED_CHANNEL) await withdrawLists(scope, channel)
}

/** Parks a thread as its next edit in the channel would. */
async function parkThread(scope: PlacementScope, id: string, loss: { code: string; channel: string }): Promise<void> {
  const thread = await scope.mailStore.findThread(id)
  if (!thread || !hasChannel(thread) || thread.placement.channel !== loss.channel) return
  const { team, cards } = scope
  const { placement } = thread
  if (placement.is === 'posted') await cards.reportRefused({ team, kind: cardKinds.threadHead, id }, loss)
  if (placement.is === 'listed') await cards.reportRefused({ team, kind: cardKinds.digest, id: placement.digest }, loss)
}
