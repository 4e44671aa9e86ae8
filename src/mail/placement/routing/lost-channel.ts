import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import { slackId } from '../../../slack/inbound/payload-ids.ts'
import { SHARED_CHANNEL } from '../../../slack/outbox/cleared-writes.ts'
import { cardKinds } from '../../action-ids.ts'
import { quarantineLoadId } from '../../records/mail/digest.ts'
import { isUnsentThread } from '../../records/mail/mail-thread.ts'
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

const sharedSchema = z.object({
  team: z.string(),
  channel: z.string(),
  /** The event that Slack reported it with. */
  event: z.string(),
  page: z.number(),
  /** The head after which the page begins; absent for the first one. */
  after: z.string().exactOptional(),
})
type SharedChannel = z.infer<typeof sharedSchema>

/** Hides mail that no list of waiting mail has in a channel that became shared, page by page. Frozen. */
const sharedTask = taskKind('mail.channel_shared', sharedSchema)

const THREADS_PER_PAGE = 50
/** The newest 4,000 heads of a channel: the cost stays the same however many the channel has had. */
const MAX_HEAD_PAGES = 80

/**
 * Parks open mail of a channel as soon as that is archived or shared with another organization, or the app is removed: the admins are alerted then,
 * and not with the next mail. Where another organization reads, also mail that waits for nobody, such as automatic mail. Threads that are done stay
 * until something happens in them.
 */
export const lostChannelFeature: ScopedFeature<PlacementScope> = {
  listen(slack) {
    for (const type of ['channel_archive', 'group_archive']) slack.event(type, sendLostLists)
    slack.event('channel_shared', async (scope, event) => {
      await sendLostLists(scope, event)
      const channel = slackId.safeParse(event.event['channel']).data
      if (channel !== undefined) await sendShared(scope, { team: event.team, channel, event: event.eventId, page: 0 })
    })
    slack.event('member_left_channel', async (scope, event) => {
      if (event.event['user'] === scope.slack.installations.lastKnown(scope.team)?.userId)
        await sendLostLists(scope, event)
    })
  },
  tasks: [scopedHandler(lostTask, parkPage), scopedHandler(sharedTask, hidePage)],
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

const sendShared = ({ queue }: PlacementScope, task: SharedChannel): Promise<void> =>
  queue.send(sharedTask.of(task), {
    id: `mail.channel_shared:${task.team}:${task.event}:${task.page}`,
    lane: `mail.channel_lost:${task.team}:${task.channel}`,
  })

/** Parks the threads of a page of heads that nobody is done with; the first page also has lists, reminders and cards of quarantined mail deleted. */
async function hidePage(scope: PlacementScope, task: SharedChannel): Promise<void> {
  const { channel, page, after } = task
  const { threads, next } = await scope.mailStore.listHeads(channel, { after, limit: THREADS_PER_PAGE })
  if (threads.length === 0 && (page > 0 || !(await mayHaveLists(scope, channel)))) return
  const code = await findRemainingProblem(scope, { channel, code: SHARED_CHANNEL })
  if (code !== SHARED_CHANNEL) return
  if (page === 0) await withdrawLists(scope, channel)
  for (const id of new Set(threads)) {
    const thread = await scope.mailStore.findThread(id)
    // A new mail counts as done until it is sent.
    if (thread && (thread.work !== 'done' || isUnsentThread(thread))) await parkThread(scope, id, { code, channel })
  }
  if (next !== undefined && page + 1 < MAX_HEAD_PAGES) await sendShared(scope, { ...task, page: page + 1, after: next })
}

/** Whether mail or quarantined mail ever came to a channel, or an import listed mail there. */
async function mayHaveLists({ placement, records }: PlacementScope, channel: string): Promise<boolean> {
  const { loads } = placement.digestStore
  if ((await loads.get(channel)) || (await loads.get(quarantineLoadId(channel)))) return true
  for await (const { value } of records.imports.all())
    if (value.digests.some((digest) => digest.channel === channel)) return true
  return false
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
