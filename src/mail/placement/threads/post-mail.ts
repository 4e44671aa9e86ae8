import { UpstreamError } from '../../../core/errors.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { actionsBlock, contextBlock } from '../../../slack/blocks/block-builders.ts'
import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { queueIfBusy } from '../burst/channel-load.ts'
import { sendPostThread } from '../../tasks/post-tasks.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { buildReadButton } from '../../cards/action-buttons.ts'
import { cardKinds } from '../../action-ids.ts'
import { isAutomatic, type Mail, stopsReplies } from '../../records/mail/mail.ts'
import { buildThread, type MailThread, type PlacedThread } from '../../records/mail/mail-thread.ts'
import { findReaderChannel, findWait, hasChannel, isOfLaterVersion } from '../../records/mail/placement.ts'
import { withArrival } from '../../records/mail/thread-changes.ts'
import { withListing } from '../../records/mail/work-lists.ts'
import { sendCheckOwner } from '../../tasks/check-owner-task.ts'
import { sendCheckScheduled } from '../../tasks/check-scheduled-task.ts'
import { isGone } from '../../notify/gone-writer.ts'
import { notifyPerson } from '../../notify/notify-person.ts'
import { anchorBelowHead, threadHeadRef } from '../../notify/thread-anchor.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { listThread, refreshMailBelow } from './change-thread.ts'
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

/** Adds a mail to its thread; undefined while no channel takes the thread, which is listed as waiting then; people are notified of the mail. Throws for a thread that a later version keeps: its process takes the task. */
export async function placeMail(scope: PlacementScope, key: string, mail: Mail): Promise<PlacedMail | undefined> {
  const { inboxId, threadId, thread: id } = mail
  const fresh = buildThread({ inboxId, threadId })
  const stored = await scope.mailStore.threads.update(id, (known = fresh) => {
    if (isOfLaterVersion(known)) throw createLaterVersionError()
    return withListing(withArrival(known, { key, mail, now: scope.clock.now() }), id)
  })
  // A scheduled reply is paused first, whether or not a channel shows the mail.
  if (stopsReplies(mail))
    for (const reply of stored?.scheduled ?? []) await sendCheckScheduled(scope.queue, { team: scope.team, reply }, key)
  const thread = stored && (await withChannel(scope, id, stored))
  if (thread) return { key, mail, thread }
  const waiting = await scope.mailStore.findThread(id)
  if (!waiting) return undefined
  await listThread(scope, id, waiting)
  await noticeNewMail(scope, { key, mail, thread: waiting })
  return undefined
}

const createLaterVersionError = (): UpstreamError =>
  new UpstreamError('a later version keeps the thread of this mail', {
    service: 'store',
    code: 'later_version',
    outcome: 'not_sent',
  })

/** Posts a mail in its thread. */
export async function showPlacedMail(scope: PlacementScope, placed: PlacedMail): Promise<void> {
  const { key, mail, thread } = placed
  const { thread: id } = mail
  if (thread.mails[0] === key) return postInThread(scope, { id, thread }, { mails: [] })
  const stored = await scope.mailStore.findThread(id)
  if (stored && findWait(stored)) {
    // The earlier mails of the thread also wait. The round is not the time of the mail: several mails may have the same one.
    await sendPostThread(scope.queue, scope.team, id, scope.clock.now())
    return noticeNewMail(scope, placed)
  }
  const isBroadcast = await shouldBroadcast(scope, { key, mail, thread })
  await postInThread(scope, { id, thread }, { mails: [key], isBroadcast })
  await scope.cards.refresh({ team: scope.team, kind: cardKinds.threadHead, id })
  await refreshMailBelow(scope, thread.mails[thread.mails.indexOf(key) - 1])
  return noticeNewMail(scope, placed)
}

/**
 * Notifies the person who snoozed a thread of the mail that ends the snooze. Further mail is for the responsible person or the last one to answer, if
 * they or the channel want to be notified of everything, or if no channel shows it.
 */
async function noticeNewMail(
  scope: PlacementScope,
  { key, mail, thread }: Omit<PlacedMail, 'thread'> & { thread: MailThread },
): Promise<void> {
  const { wokenBy, wokenFor, owner, replies } = thread
  const isReturn = wokenBy === key && wokenFor !== undefined
  const user = isReturn ? wokenFor : (owner?.user ?? replies.at(-1)?.user)
  if (user === undefined || isAutomatic(mail) || thread.muted) return
  if (owner && (await isGone(scope, owner.user, findReaderChannel(thread))))
    await sendCheckOwner(scope.queue, { team: scope.team, user: owner.user, thread: mail.thread }, key)
  const isShown = hasChannel(thread)
  if (!isShown && !(await isReader(scope, thread, user))) return
  await notifyPerson(
    scope,
    { id: mail.thread, thread },
    {
      user,
      opId: `mail.news:${key}`,
      reason: isReturn || !isShown ? 'concerns' : 'everything',
      build: (text) => {
        const subject = isolateDirection(mail.subject || text.noSubject)
        const line = text.work.news({ from: mail.from.address || text.noSender, subject })
        if (isShown) return mentionMessage(user, line)
        const read = buildReadButton(text, { thread: mail.thread, mail: key })
        return mentionMessage(user, line, [...contextBlock(text.work.waits), ...actionsBlock(read)])
      },
    },
  )
}

/** Whether a person may read the last channel of a thread that waits for another one. */
async function isReader({ team, access }: PlacementScope, thread: MailThread, user: string): Promise<boolean> {
  const channel = findReaderChannel(thread)
  return channel !== undefined && (await access.mayRead(team, user, channel))
}

/** Adds a mail to its thread and posts it there, or queues it while too many others wait for the channel. */
export async function postMail(scope: PlacementScope, key: string, mail: Mail): Promise<void> {
  const placed = await placeMail(scope, key, mail)
  await sendIndexMail(scope.queue, scope.team, key, 'released')
  if (!placed) return
  if (!(await queueIfBusy(scope, placed))) await showPlacedMail(scope, placed)
  await listThread(scope, mail.thread, placed.thread)
}
