import { scopedHandler, type ScopedTaskHandler } from '../../../scoped-feature.ts'
import { MESSAGE_GONE } from '../../../slack/api/slack-errors.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { queueIfBusy } from '../burst/channel-load.ts'
import { leaveQueue } from '../burst/open-listed.ts'
import { isBackInChannel, type MailThread } from '../../records/mail/mail-thread.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import type { PostedThread } from '../../notify/thread-anchor.ts'
import { postThreadTask, sendPostThread, sendRepostThread } from '../../tasks/post-tasks.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { cardKinds } from '../../action-ids.ts'
import { mustBeSeen } from './must-be-seen.ts'
import { postInThread } from './post-mail.ts'
import { listThread } from './change-thread.ts'
import { countHeadUp, type LostCard } from './lost-head.ts'
import { parkUnrouted, withChannel } from './thread-channel.ts'

const MAX_REPOSTED = 50

/** A lost head is replaced with the next mail; if the channel takes no posts at all, the thread waits for another one. */
export async function handleLostHead(scope: PlacementScope, id: string, lost: LostCard): Promise<void> {
  const { code, channel } = lost
  const thread = await countHeadUp(scope, id, lost)
  if (!thread) return
  if (!MESSAGE_GONE.has(code)) return parkUnrouted(scope, id, { code, channel })
  // It was to go on below its head, which was deleted while the app was away.
  if (await scope.mailStore.waitingThreads.get(id)) await sendPostThread(scope.queue, scope.team, id, scope.clock.now())
}

/** A lost Slack thread is replaced by another one, which begins with what could not be posted. */
export async function repostAfterLoss(
  scope: PlacementScope,
  id: string,
  { lost, unposted }: { lost: LostCard; unposted: { mails: string[]; replies?: string[] } },
): Promise<void> {
  const { code, channel } = lost
  const thread = await countHeadUp(scope, id, lost)
  // The channel refused the head, and the thread waits: it is posted whole once a channel takes it.
  if (thread?.channel === undefined) return undefined
  if (!MESSAGE_GONE.has(code)) return parkUnrouted(scope, id, { code, channel })
  return sendRepostThread(scope.queue, scope.team, { thread: id, head: thread.head }, unposted)
}

const newest = (ids: string[]): string[] => ids.slice(-MAX_REPOSTED)

/** Whether a whole thread is posted now: its turn has come, somebody opened it in a digest, or its channel is not busy. */
async function takeTurn(
  scope: PlacementScope,
  { id, thread, round }: { id: string; thread: PostedThread; round: number },
): Promise<boolean> {
  const { mailStore } = scope
  const waiting = await mailStore.waitingThreads.get(id)
  // What was imported while no channel took it is in no queue.
  if (thread.queuedAt === round || (thread.queuedAt !== undefined && waiting)) await leaveQueue(scope, id)
  else if (thread.queuedAt !== undefined) return false
  if (thread.queuedAt === round) return true
  const [key] = thread.mails
  const mail = await mailStore.findMail(key)
  const { queuedAt: _, ...unqueued } = thread
  if (key === undefined || !mail || !(await queueIfBusy(scope, { key, mail, thread: unqueued }))) return true
  if (waiting) await mailStore.waitingThreads.delete(id, waiting.version)
  return false
}

/** Posts everything of a thread below its head. Below the one that it had there before, it posts only what is missing: in the channel, too, where it would be missed. */
async function postWhole(scope: PlacementScope, { id, thread }: { id: string; thread: PostedThread }): Promise<void> {
  const mails = newest(thread.mails.slice(1))
  const replies = newest(thread.replies.map((reply) => reply.id).filter((reply) => reply !== thread.begun))
  if (!isBackInChannel(thread)) return postInThread(scope, { id, thread }, { mails, replies })
  const isThere = async (kind: string, card: string) =>
    scope.cards.takeOver({ team: scope.team, kind, id: card, copy: String(thread.head) }, thread.channel)
  for (const key of mails) {
    if (await isThere(cardKinds.mail, key)) continue
    const mail = await scope.mailStore.findMail(key)
    const isBroadcast = mail !== undefined && (await mustBeSeen(scope, { key, mail, thread }))
    await postInThread(scope, { id, thread }, { mails: [key], isBroadcast })
  }
  const missing: string[] = []
  for (const reply of replies) if (!(await isThere(cardKinds.reply, reply))) missing.push(reply)
  return postInThread(scope, { id, thread }, { mails: [], replies: missing })
}

/** Posts a thread that waits for its turn or in a digest, so that something can be posted below it. Runs in the lane of the thread. */
export async function postQueued(scope: PlacementScope, id: string, thread: MailThread): Promise<void> {
  const { queuedAt, channel } = thread
  if (queuedAt === undefined || channel === undefined) return
  // Posted first: after a crash in between, it still counts as queued and the task comes here again.
  await postWhole(scope, { id, thread: { ...thread, channel } })
  await leaveQueue(scope, id)
}

/** Posts a reply in the thread of the mail that it answers, with all of a thread that waits; does nothing while no channel shows it. */
export async function postReply(scope: PlacementScope, id: string, reply: string): Promise<void> {
  const thread = await scope.mailStore.findThread(id)
  if (thread?.channel === undefined) return
  if (thread.queuedAt !== undefined) return postQueued(scope, id, thread)
  const posted = { ...thread, channel: thread.channel }
  await postInThread(scope, { id, thread: posted }, { mails: [], replies: reply === thread.begun ? [] : [reply] })
}

/** Posts a thread that waited for a channel or for its turn, or what was lost with its old head. */
export const postThreadHandler: ScopedTaskHandler<PlacementScope> = scopedHandler(
  postThreadTask,
  async (scope: PlacementScope, { team, thread: id, round, mails, replies }) => {
    const { mailStore, queue } = scope
    const stored = await mailStore.findThread(id)
    const thread = stored && (await withChannel(scope, id, stored))
    if (!thread) return
    await listThread(scope, id, thread)
    // Its channel is news to the index, also if its turn comes later or an earlier attempt has ended here.
    if (stored.channel === undefined || (await mailStore.waitingThreads.get(id)))
      for (const key of thread.mails) await sendIndexMail(queue, team, key, thread.channel)
    if (!mails && !(await takeTurn(scope, { id, thread, round }))) return
    if (!mails) return postWhole(scope, { id, thread })
    await postInThread(scope, { id, thread }, { mails, ...(replies && { replies }) })
  },
  noticeFailedThreadTask,
)
