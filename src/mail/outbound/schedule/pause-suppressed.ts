import { pauseReply, writtenSince } from '../../records/replies/reply-approval.ts'
import { canBePaused, type Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findSuppressed } from '../suppression/find-suppressed.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { showPausedNotice } from './paused-notice.ts'

/** Finds the addresses of a scheduled reply whose bounce, complaint or block Bellhop learned of after its time was set. */
export async function findRefusedSince(scope: OutboundScope, reply: Reply): Promise<string[]> {
  const { inboxId, to, cc, bcc } = reply
  const since = writtenSince(reply)
  return (await findSuppressed(scope, inboxId, [...to, ...cc, ...bcc]))
    .filter(({ because }) => because.some(({ notedAt }) => notedAt > since))
    .map(({ address }) => address)
}

/**
 * Pauses a due scheduled reply if one of its addresses bounced, complained or was blocked after its time was set; before that, the form required a
 * tick. Returns whether the reply is paused.
 */
export async function pauseIfSuppressed(scope: OutboundScope, id: string, found: Reply): Promise<boolean> {
  const { schedules } = found
  const refusedBy = await findRefusedSince(scope, found)
  if (refusedBy.length === 0) return false
  const reply = await scope.replyStore.replies.update(id, (now) =>
    now && canBePaused(now) && now.state !== 'paused' && now.schedules === schedules
      ? pauseReply(now, { isOverdue: true, refusedBy })
      : undefined,
  )
  if (reply?.state !== 'paused') return false
  await refreshReplyCards(scope, id)
  await scope.slices.refreshHome(scope.team, [reply.user])
  await showPausedNotice(scope, id, reply)
  return true
}
