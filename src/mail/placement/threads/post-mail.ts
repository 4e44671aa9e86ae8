import { UpstreamError } from '../../../core/errors.ts'
import { queueIfBusy } from '../burst/channel-load.ts'
import { sendPostLater, sendPostThread } from '../../tasks/post-tasks.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { cardKinds } from '../../action-ids.ts'
import { type Mail, stopsReplies } from '../../records/mail/mail.ts'
import { buildThread, type PlacedThread } from '../../records/mail/mail-thread.ts'
import { findWait, isOfLaterVersion } from '../../records/mail/placement.ts'
import { findPostDelayMs, withArrival } from '../../records/mail/thread-changes.ts'
import { findBroughtIn } from '../../records/replies/brought-in.ts'
import { withListing } from '../../records/mail/work-lists.ts'
import { sendCheckScheduled } from '../../tasks/check-scheduled-task.ts'
import { anchorBelowHead, threadHeadRef } from '../../notify/thread-anchor.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { listThread, refreshMailBelow } from './change-thread.ts'
import { noticeNewMail, sendNoticeNewMail } from './notice-new-mail.ts'
import { shouldBroadcast } from './should-broadcast.ts'
import { withChannel } from './thread-channel.ts'

interface ThreadPosts {
  mails: string[]
  replies?: string[]
  /** Set if the mails are also shown in the channel. */
  isBroadcast?: boolean
}

/** Posts the head of a thread if it is missing, then these mails and replies below it; each card once per head. */
export async function postInThread(
  scope: PlacementScope,
  { id, thread }: { id: string; thread: PlacedThread },
  { mails, replies = [], isBroadcast = false }: ThreadPosts,
): Promise<void> {
  const { team, cards } = scope
  const { channel, head } = thread.placement
  await cards.show(threadHeadRef(team, id, head), { channel })
  const copy = head > 0 ? { copy: String(head) } : {}
  const anchor = anchorBelowHead(scope, id, thread.placement)
  for (const key of mails)
    await cards.show({ team, kind: cardKinds.mail, id: key, ...copy }, { ...anchor, isBroadcast })
  for (const reply of replies) await cards.show({ team, kind: cardKinds.reply, id: reply, ...copy }, anchor)
}

/** A mail in its thread, which has a channel. */
export interface PlacedMail {
  key: string
  mail: Mail
  thread: PlacedThread
}

/**
 * Adds a mail to its thread; undefined while no channel takes the thread, which is listed as waiting then; people are notified of the mail. Throws
 * for a thread that a later version keeps: its process takes the task.
 */
export async function placeMail(scope: PlacementScope, key: string, mail: Mail): Promise<PlacedMail | undefined> {
  const { inboxId, threadId, thread: id } = mail
  const fresh = buildThread({ inboxId, threadId })
  const before = await scope.mailStore.findThread(id)
  const by = before && (await findBroughtIn(scope, before, mail))
  const stored = await scope.mailStore.threads.update(id, (known = fresh) => {
    if (isOfLaterVersion(known)) throw createLaterVersionError()
    return withListing(withArrival(known, { key, mail, now: scope.clock.now(), by }), id)
  })
  // A scheduled reply is paused first, whether or not a channel shows the mail.
  if (stopsReplies(mail))
    for (const reply of stored?.scheduled ?? []) await sendCheckScheduled(scope.queue, { team: scope.team, reply }, key)
  const thread = stored && (await withChannel(scope, id, stored))
  if (thread) return { key, mail, thread }
  const waiting = await scope.mailStore.findThread(id)
  if (!waiting) return undefined
  await listThread(scope, id, waiting)
  // Behind the task that may have been sent to post the thread: it has a channel by then.
  await sendNoticeNewMail(scope, key, mail)
  return undefined
}

const createLaterVersionError = (): UpstreamError =>
  new UpstreamError('a later version keeps the thread of this mail', {
    service: 'store',
    code: 'later_version',
    outcome: 'not_sent',
  })

/** Posts a mail in its thread; later, if many came to the thread and its card alone shows the newest. */
export async function showPlacedMail(scope: PlacementScope, placed: PlacedMail): Promise<void> {
  const { key, mail, thread } = placed
  const { thread: id } = mail
  if (thread.mails[0] === key) return postInThread(scope, { id, thread }, { mails: [] })
  const stored = await scope.mailStore.findThread(id)
  if (stored && findWait(stored)) {
    // The earlier mails of the thread also wait. The round is not the time of the mail: several mails may have the same one.
    await sendPostThread(scope.queue, scope.team, id, scope.clock.now())
    // Behind that task: a notice that comes first finds no head to stand below.
    return sendNoticeNewMail(scope, key, mail)
  }
  const isBroadcast = shouldBroadcast(key, mail, thread)
  const delayMs = isBroadcast ? 0 : findPostDelayMs(thread, scope.clock.now())
  if (delayMs === 0) await postInThread(scope, { id, thread }, { mails: [key], isBroadcast })
  else await sendPostLater(scope.queue, scope.team, { key, thread: id, head: thread.placement.head }, delayMs)
  await scope.cards.refresh({ team: scope.team, kind: cardKinds.threadHead, id })
  await refreshMailBelow(scope, thread.mails[thread.mails.indexOf(key) - 1])
  return noticeNewMail(scope, placed)
}

/** Adds a mail to its thread and posts it there, or queues it while too many others wait for the channel. */
export async function postMail(scope: PlacementScope, key: string, mail: Mail): Promise<void> {
  const placed = await placeMail(scope, key, mail)
  await sendIndexMail(scope.queue, scope.team, key, 'released')
  if (!placed) return
  if (await queueIfBusy(scope, placed)) await noticeNewMail(scope, placed)
  else await showPlacedMail(scope, placed)
  await listThread(scope, mail.thread, placed.thread)
}
