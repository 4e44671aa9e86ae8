import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import type { SubmittedReply } from '../../tasks/reply-task.ts'

const neverLeft: Reply['state'][] = ['cancelled', 'failed', 'dropped']

/**
 * Takes back the scheduled reply that a form replaces. False if it has left, or is about to, although its writer saw it waiting: of this and the
 * send that is due, the first one in the record counts.
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
  return !takesBack || neverLeft.includes(old.state)
}
