import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import type { SubmittedReply } from '../../tasks/reply-task.ts'

const neverLeft: Reply['state'][] = ['cancelled', 'failed', 'dropped']

/**
 * Takes back the scheduled reply that a form replaces. False if it has left, or is about to, although its writer saw it waiting: of this and the
 * send that is due, the first one in the record counts.
 */
export async function takeBack(
  services: OutboundServices,
  { team, thread, instead, takesBack = false }: SubmittedReply,
  by: string,
): Promise<boolean> {
  if (instead === undefined) return true
  const old = await services.replyStore
    .replies(team)
    .update(instead, (now) =>
      now && isScheduled(now) && now.thread === thread ? { ...now, state: 'cancelled', again: by } : undefined,
    )
  if (!old || old.thread !== thread) return true
  if (old.again === by) {
    await refreshReplyCards(services, team, instead)
    await services.slices.refreshHome(team, [old.user])
    return true
  }
  return !takesBack || neverLeft.includes(old.state)
}
