import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import { displayAddress } from '../../records/address.ts'
import type { ChannelLoad, QueuedMail } from '../../records/mail/digest.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailThread, PlacedThread } from '../../records/mail/mail-thread.ts'
import { findQueued, findWait } from '../../records/mail/placement.ts'
import { threadHeadRef } from '../../notify/thread-anchor.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { closeAlarmsAfter } from '../routing/unroutable-alert.ts'
import { sendFeedChannel } from './feed-task.ts'

/** Limit of first cards on their way to one channel: replies and job cards wait for no more than these. */
export const POSTING_AT_ONCE = 3
/** A card that has not been posted by then no longer delays others. */
const POSTING_TIMEOUT_MS = 60_000
export const FEED_MS = 1000
/** Interval of edits of a digest during a burst: the edits of all channels share one rate at Slack. */
export const DIGEST_FEED_MS = 4000

export const emptyLoad: ChannelLoad = { posting: [], isQueued: false, digests: 0, arrivals: [] }

/** The first cards that are still on their way. */
export const stillPosting = ({ posting }: ChannelLoad, now: number): ChannelLoad['posting'] =>
  posting.filter(({ at }) => Math.abs(now - at) < POSTING_TIMEOUT_MS)

/** Whether someone expects mail in this thread, which then never goes into a digest. */
export const isAwaited = ({ owner, group, snooze, replies }: MailThread): boolean =>
  owner !== undefined || group !== undefined || snooze !== undefined || replies.length > 0

/**
 * Queues a mail while its thread has no card and others also wait for the channel; a task then shows it as a single card or in a digest. Returns
 * false if the caller must post the mail now. Runs in the lane of the mail thread.
 */
export async function queueIfBusy(
  scope: PlacementScope,
  { key, mail, thread }: { key: string; mail: Mail; thread: PlacedThread },
): Promise<boolean> {
  const { team, cards, clock } = scope
  const id = mail.thread
  const { channel, head } = thread.placement
  const isFirst = thread.mails[0] === key
  if (!findQueued(thread)) {
    // A thread that was posted once does not wait.
    if (!isFirst || isAwaited(thread)) return false
    if (await cards.findMessage(threadHeadRef(team, id, head))) return false
    if (await enterLoad(scope, channel, id)) return false
    await changePlacement(scope, id, { do: 'queue', at: clock.now() })
  }
  await addToQueue(scope, channel, { key, mail })
  const load = (await scope.placement.digestStore.loads.get(channel))?.value
  await sendFeedChannel(scope, team, channel, load?.digest === undefined ? FEED_MS : DIGEST_FEED_MS)
  // Last: a crash before this leaves it waiting for a channel, and its task is repeated.
  const wait = findWait(thread)
  if (!wait) return true
  await changePlacement(scope, id, { do: 'show' })
  await closeAlarmsAfter(scope, { inboxId: thread.inboxId, ...wait })
  return true
}

/** Whether the first card of this thread may go to Slack now. */
async function enterLoad(scope: PlacementScope, channel: string, thread: string): Promise<boolean> {
  const at = scope.clock.now()
  const load = await scope.placement.digestStore.loads.update(channel, (known = emptyLoad) => {
    if (known.posting.some((one) => one.thread === thread)) return undefined
    const posting = stillPosting(known, at)
    if (!known.isQueued && posting.length < POSTING_AT_ONCE) return { ...known, posting: [...posting, { thread, at }] }
    return known.isQueued ? undefined : { ...known, posting, isQueued: true }
  })
  return load?.posting.some((one) => one.thread === thread) ?? false
}

/** Posts the next first card, after one was posted or refused. */
export async function leaveLoad(scope: PlacementScope, channel: string, thread: string): Promise<void> {
  const load = await scope.placement.digestStore.loads.update(channel, (known) =>
    known?.posting.some((one) => one.thread === thread)
      ? { ...known, posting: known.posting.filter((one) => one.thread !== thread) }
      : undefined,
  )
  if (load?.isQueued) await sendFeedChannel(scope, scope.team, channel, FEED_MS)
}

/** Limits for a line of a digest. */
const NAME_CHARS = 24
const FROM_CHARS = 56
const SUBJECT_CHARS = 64
const LAST_STAMP = 10 ** 16
let lastStamp = 0

/** Creates an id that lists the oldest entry first. Ids of one process are unique. */
function nextQueueId(now: number): string {
  lastStamp = Math.max(now * 1000, lastStamp + 1)
  return String(LAST_STAMP - lastStamp).padStart(16, '0')
}

async function addToQueue(
  { clock, placement: { digestStore } }: PlacementScope,
  channel: string,
  { key, mail }: { key: string; mail: Mail },
): Promise<void> {
  await digestStore.queued(channel).put(`${nextQueueId(clock.now())}-${key}`, describeQueued(key, mail), 0)
}

/** Describes a mail for the line of a digest. */
export function describeQueued(key: string, { thread, from, subject, at }: Mail): QueuedMail {
  const name = from.name && truncate(from.name, NAME_CHARS)
  const sender = truncate(displayAddress({ address: from.address, ...(name && { name }) }), FROM_CHARS)
  return { thread, mail: key, from: sender, subject: truncate(subject, SUBJECT_CHARS), at }
}
