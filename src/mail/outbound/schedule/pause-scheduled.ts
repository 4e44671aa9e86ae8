import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { withoutScheduled, withScheduled } from '../../records/mail/mail-thread.ts'
import { pauseReply } from '../../records/replies/reply-approval.ts'
import { canBePaused, isPastDue, type Reply } from '../../records/replies/reply.ts'
import { scheduledCheckTask } from '../../tasks/check-scheduled-task.ts'
import { noticeFailedReplyTask } from '../../notify/failed-task-notices.ts'
import { findUnseenMail } from '../newer-mails.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { noteSender } from './note-sender.ts'
import { offerToOthers, showPausedNotice } from './paused-notice.ts'

/** Pauses a scheduled reply when mail arrives before its time. */
export const pauseScheduledFeature: ScopedFeature<OutboundScope> = {
  tasks: [
    scopedHandler(
      scheduledCheckTask,
      async (scope, { reply }) => {
        await pauseIfUnseen(scope, reply)
        await noteSender(scope, reply)
        await offerToOthers(scope, reply)
      },
      async (scope, { team, reply: id }, failure) => {
        const reply = await scope.replyStore.findReply(id)
        return reply ? noticeFailedReplyTask(scope, { team, user: reply.user, thread: reply.thread }, failure) : false
      },
    ),
  ],
}

/**
 * Lists a reply that newer mail stops, before that is stored: further mail, and a writer who leaves, must find it. Safe to repeat.
 */
export async function listScheduled({ mailStore, outbound }: OutboundScope, id: string, reply: Reply): Promise<void> {
  await mailStore.threads.update(reply.thread, (known) => known && withScheduled(known, id))
  await outbound.scheduledReplies.note(id, reply)
}

/** Makes new mail no longer pause the reply. */
async function forgetScheduled({ mailStore }: OutboundScope, id: string, thread: string): Promise<void> {
  await mailStore.threads.update(thread, (known) => known && withoutScheduled(known, id))
}

/** Whether the customer has written since the reply was; true for a thread of an earlier version. */
async function hasCustomerWritten({ mailStore }: OutboundScope, { thread, at }: Reply): Promise<boolean> {
  const { theirsAt = Infinity } = (await mailStore.findThread(thread)) ?? {}
  return theirsAt > at
}

/** Makes the reply no longer mark its thread as done: it was to do that unless the customer writes first. */
function withoutClosing(reply: Reply): Reply {
  const { closes: _, ...open } = reply
  return open
}

/**
 * Pauses a scheduled or delayed reply if its writer has not seen the newest mail of its thread. If the send is due at the same time, the first of the
 * two in the reply's record counts. Returns whether the reply is paused.
 */
export async function pauseIfUnseen(scope: OutboundScope, id: string): Promise<boolean> {
  const { team, replyStore, clock } = scope
  const found = await replyStore.findReply(id)
  if (!found) return false
  if (!canBePaused(found, clock)) {
    if (found.state !== 'awaiting') await forgetScheduled(scope, id, found.thread)
    return false
  }
  const unseen = await findUnseenMail(scope, found)
  if (unseen !== undefined) await listScheduled(scope, id, found)
  const isOverdue = isPastDue(found, clock)
  const isOvertaken = unseen !== undefined && (await hasCustomerWritten(scope, found))
  const decideClosing = (paused: Reply): Reply => (isOvertaken ? withoutClosing(paused) : paused)
  const reply = await replyStore.replies.update(id, (now) => {
    // The time was changed since.
    if (now?.schedules !== found.schedules) return undefined
    const late = isOverdue && !now?.isOverdue ? { isOverdue } : {}
    if (now?.state === 'paused')
      return decideClosing({ ...now, ...late, ...(unseen !== undefined && { pausedBy: unseen }) })
    if (!now || !canBePaused(now, clock) || unseen === undefined) return undefined
    return decideClosing(pauseReply(now, { ...late, pausedBy: unseen, askedAfter: unseen }))
  })
  if (reply?.state !== 'paused') return false
  await refreshReplyCards(scope, id)
  await scope.slices.refreshHome(team, [reply.user])
  // After a crash, the notice may be missing.
  await showPausedNotice(scope, id, reply)
  return true
}
