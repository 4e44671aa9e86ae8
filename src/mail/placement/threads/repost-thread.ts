import { scopedHandler, type ScopedTaskHandler } from '../../../scoped-feature.ts'
import { MESSAGE_GONE } from '../../../slack/api/slack-errors.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { queueIfBusy } from '../burst/channel-load.ts'
import { leaveQueue } from '../burst/open-listed.ts'
import type { MailThread, PlacedThread } from '../../records/mail/mail-thread.ts'
import { findQueued, findWait, hasChannel, isBackIn } from '../../records/mail/placement.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { postThreadTask, sendPostThread, sendRepostThread } from '../../tasks/post-tasks.ts'
import { planReminder } from '../../tasks/reminder-tasks.ts'
import { indexWaiting } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { cardKinds } from '../../action-ids.ts'
import { shouldBroadcast } from './should-broadcast.ts'
import { postInThread } from './post-mail.ts'
import { listThread } from './change-thread.ts'
import { type LostCard, loseHead } from './lost-head.ts'
import { resumeParked, withChannel } from './thread-channel.ts'

const MAX_REPOSTED = 50

/** Handles a lost head, which the next mail replaces. If the channel accepts no posts at all, the thread waits for another one. */
export async function handleLostHead(scope: PlacementScope, id: string, lost: LostCard): Promise<void> {
  const thread = await loseHead(scope, id, lost)
  if (!thread) return
  if (!MESSAGE_GONE.has(lost.code)) return resumeParked(scope, id, thread)
  // The thread waited to go on below its head, which was deleted while the app was away.
  if (findWait(thread)) await sendPostThread(scope.queue, scope.team, id, scope.clock.now())
}

/** Replaces a lost Slack thread by another one, which begins with the mail that could not be posted. */
export async function repostAfterLoss(
  scope: PlacementScope,
  id: string,
  { lost, unposted }: { lost: LostCard; unposted: { mails: string[]; replies?: string[] } },
): Promise<void> {
  const thread = await loseHead(scope, id, lost)
  // A lost card of the channel that the thread has left is shown where it goes on.
  if (!thread || (hasChannel(thread) && thread.placement.channel !== lost.channel)) return undefined
  // A parked thread is posted whole once a channel accepts it.
  if (!hasChannel(thread) || !MESSAGE_GONE.has(lost.code)) return resumeParked(scope, id, thread)
  return sendRepostThread(scope.queue, scope.team, { thread: id, head: thread.placement.head }, unposted)
}

const newest = (ids: string[]): string[] => ids.slice(-MAX_REPOSTED)

/**
 * Returns a thread that is posted whole now: its turn has come, someone opened it in a digest, or its channel is not busy. Returns undefined if its
 * turn comes later, or if no channel accepts it now.
 */
async function takeTurn(
  scope: PlacementScope,
  { id, thread, round }: { id: string; thread: PlacedThread; round: number },
): Promise<PlacedThread | undefined> {
  const queued = findQueued(thread)
  const wait = findWait(thread)
  // A thread that was imported while no channel accepted it is in no queue.
  if (queued && queued.at !== round && !wait) return undefined
  // Read again after it left the queue: mail that came until then is shown only by this post.
  const now = queued || wait ? await leaveQueue(scope, id) : thread
  if (!now || !hasChannel(now)) return undefined
  // Only a thread that waited for a channel is queued here: a repeated attempt, which finds no wait, would leave it in the queue.
  if (!wait || queued?.at === round) return now
  const [key] = now.mails
  const mail = await scope.mailStore.findMail(key)
  const isQueued = key !== undefined && mail !== undefined && (await queueIfBusy(scope, { key, mail, thread: now }))
  return isQueued ? undefined : now
}

/**
 * Posts everything of a thread below its head. Below its previous head there, posts only missing cards, and also in the channel those that would be
 * missed.
 */
async function postWhole(scope: PlacementScope, { id, thread }: { id: string; thread: PlacedThread }): Promise<void> {
  const mails = newest(thread.mails.slice(1))
  const replies = newest(thread.replies.map((reply) => reply.id).filter((reply) => reply !== thread.begun))
  const { channel, head } = thread.placement
  if (!isBackIn(thread, channel)) return postInThread(scope, { id, thread }, { mails, replies })
  const isThere = async (kind: string, card: string) =>
    scope.cards.takeOver({ team: scope.team, kind, id: card, copy: String(head) }, channel)
  for (const key of mails) {
    if (await isThere(cardKinds.mail, key)) continue
    const mail = await scope.mailStore.findMail(key)
    const isBroadcast = mail !== undefined && shouldBroadcast(key, mail, thread)
    await postInThread(scope, { id, thread }, { mails: [key], isBroadcast })
  }
  const missing: string[] = []
  for (const reply of replies) if (!(await isThere(cardKinds.reply, reply))) missing.push(reply)
  return postInThread(scope, { id, thread }, { mails: [], replies: missing })
}

/**
 * Posts a queued or listed thread, which allows posts below it. A task of the thread's lane then posts mail that was queued in the meantime: a thread
 * leaves its queue only with all of its mail.
 */
export async function postQueued(scope: PlacementScope, id: string, thread: MailThread): Promise<void> {
  const queued = findQueued(thread)
  if (!queued || !hasChannel(thread)) return
  // The thread leaves its queue last: after a crash in between, it still counts as queued and this is repeated.
  await postWhole(scope, { id, thread })
  await sendPostThread(scope.queue, scope.team, id, queued.at)
  await leaveQueue(scope, id)
}

/** Posts a reply in the thread of the answered mail, with the whole thread if it waits; does nothing while no channel shows it. */
export async function postReply(scope: PlacementScope, id: string, reply: string): Promise<void> {
  const thread = await scope.mailStore.findThread(id)
  if (!thread || !hasChannel(thread)) return
  if (findQueued(thread)) return postQueued(scope, id, thread)
  await postInThread(scope, { id, thread }, { mails: [], replies: reply === thread.begun ? [] : [reply] })
}

/** Posts a thread that waited for a channel or for its turn, or the cards that were lost with its old head. */
export const postThreadHandler: ScopedTaskHandler<PlacementScope> = scopedHandler(
  postThreadTask,
  async (scope: PlacementScope, { team, thread: id, round, mails, replies }) => {
    const { mailStore, queue } = scope
    // A crash may have come between its record and the index.
    await indexWaiting(scope, id)
    const stored = await mailStore.findThread(id)
    if (!stored) return
    const thread = await withChannel(scope, id, stored)
    const listed = thread ?? (await mailStore.findThread(id))
    if (listed) await listThread(scope, id, listed)
    if (!thread) return
    // The index does not know the channel yet, even if the thread's turn comes later or an earlier attempt has ended here.
    if (stored.placement.is === 'parked' || findWait(thread)) {
      for (const key of thread.mails) await sendIndexMail(queue, team, key, thread.placement.channel)
      await planReminder(scope, id, thread, { head: thread.placement.head })
    }
    const known = mails?.filter((key) => thread.mails.includes(key))
    if (known) return postInThread(scope, { id, thread }, { mails: known, ...(replies && { replies }) })
    const now = await takeTurn(scope, { id, thread, round })
    if (now) await postWhole(scope, { id, thread: now })
  },
  noticeFailedThreadTask,
)
