import { isNeverSent, isScheduled } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import type { SubmittedReply } from '../../tasks/reply-task.ts'

/**
 * Withdraws the scheduled reply that a form replaces. Returns false if it was sent, or is about to be, although its writer saw it waiting: if the
 * send is due at the same time, the first of the two in the record counts.
 */
export async function takeBack(
  scope: OutboundScope,
  { team, thread, instead, takesBack = false }: SubmittedReply,
  by: string,
): Promise<boolean> {
  if (instead === undefined) return true
  const old = await scope.replyStore.replies.update(instead, (now) =>
    now && isScheduled(now) && now.thread === thread ? { ...now, state: 'cancelled', again: by } : undefined,
  )
  if (!old || old.thread !== thread) return true
  if (old.again === by) {
    await refreshReplyCards(scope, instead)
    await scope.slices.refreshHome(team, [old.user])
    return true
  }
  return !takesBack || isNeverSent(old)
}
