import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { ChannelLoad } from '../../records/mail/digest.ts'
import { findQueued } from '../../records/mail/placement.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { sendPostThread } from '../../tasks/post-tasks.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { DIGEST_FEED_MS, emptyLoad, FEED_MS, isAwaited, POSTING_AT_ONCE, stillPosting } from './channel-load.ts'
import { endDigest, fillDigests } from './fill-digests.ts'
import { feedChannelTask, sendFeedChannel } from './feed-task.ts'
import type { WaitingMail } from './waiting-mail.ts'

/** Limit of new threads that wait for single cards; more go into a digest. */
const QUEUED_AT_MOST = 10
/** If no more than that came within this time, single cards can keep up. */
const CALM_MS = 15_000
/** Limit of rows in one run; the next one follows soon. */
const MOST_ROWS = 1000

/** Shows mail that comes faster than its channel can take it. */
export const feedChannelFeature: ScopedFeature<PlacementScope> = {
  tasks: [
    scopedHandler(
      feedChannelTask,
      (scope, { channel }) => feedChannel(scope, channel),
      (scope, _task, failure) => noticeFailedThreadTask(scope, { thread: undefined }, failure),
    ),
  ],
}

async function feedChannel(scope: PlacementScope, channel: string): Promise<void> {
  const {
    team,
    clock,
    placement: { digestStore },
  } = scope
  const waiting = await readWaiting(scope, channel)
  const load = (await digestStore.loads.get(channel))?.value ?? emptyLoad
  const now = clock.now()
  const lately = load.arrivals.filter(([at]) => Math.abs(now - at) < clock.scaled(CALM_MS))
  const threads = new Set(waiting.map(({ row }) => row.value.thread))
  const isCalm = lately.reduce((sum, [, count]) => sum + count, 0) + threads.size <= QUEUED_AT_MOST
  if (load.digest !== undefined && isCalm) await endDigest(scope, { channel, load })
  if (isCalm || (load.digest === undefined && threads.size <= QUEUED_AT_MOST))
    return postSingly(scope, channel, waiting)
  await fillDigests(scope, { channel, load: { ...load, arrivals: lately }, waiting })
  return sendFeedChannel(scope, team, channel, DIGEST_FEED_MS)
}

/** Reads the queued mails of waiting threads, the oldest first. Posts threads immediately that someone now waits for. */
async function readWaiting(scope: PlacementScope, channel: string): Promise<WaitingMail[]> {
  const {
    team,
    mailStore,
    queue,
    placement: { digestStore },
  } = scope
  const queued = digestStore.queued(channel)
  const waiting: WaitingMail[] = []
  for await (const row of queued.all()) {
    const id = row.value.thread
    const thread = await mailStore.findThread(id)
    const placement = thread && findQueued(thread)
    if (thread && placement?.channel === channel && !isAwaited(thread))
      waiting.push({ row, thread: { ...thread, placement } })
    else {
      if (placement?.channel === channel) await sendPostThread(queue, team, id, placement.at)
      await queued.delete(row.id, row.version)
    }
    if (waiting.length === MOST_ROWS) break
  }
  return waiting
}

/** Sends as many first cards as the channel takes now; others follow when one of these is posted. */
async function postSingly(scope: PlacementScope, channel: string, waiting: WaitingMail[]): Promise<void> {
  const {
    team,
    clock,
    queue,
    placement: { digestStore },
  } = scope
  const queued = digestStore.queued(channel)
  const threads = new Map(waiting.map(({ row, thread }) => [row.value.thread, thread]))
  const at = clock.now()
  let chosen: string[] = []
  let isMore = false
  await digestStore.loads.update(channel, (known = emptyLoad): ChannelLoad => {
    const posting = stillPosting(known, at)
    const isPosting = (id: string) => posting.some(({ thread }) => thread === id)
    const fresh = [...threads.keys()].filter((id) => !isPosting(id)).slice(0, POSTING_AT_ONCE - posting.length)
    chosen = [...threads.keys()].filter((id) => isPosting(id) || fresh.includes(id))
    isMore = chosen.length < threads.size || waiting.length === MOST_ROWS
    return { ...known, posting: [...posting, ...fresh.map((thread) => ({ thread, at }))], isQueued: isMore }
  })
  for (const id of chosen) await sendPostThread(queue, team, id, threads.get(id)?.placement.at ?? 0)
  for (const { row } of waiting) if (chosen.includes(row.value.thread)) await queued.delete(row.id, row.version)
  // Usually a posted card starts the next run; this run is for a card that was lost on its way.
  if (isMore) await sendFeedChannel(scope, team, channel, FEED_MS * 5)
}
