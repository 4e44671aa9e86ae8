import { type Reply, waitsSince } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findSuppressed } from '../suppression/find-suppressed.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { showPausedNotice } from './paused-notice.ts'

/**
 * Stops a scheduled reply whose time has come, if mail to one of its addresses bounced, was complained about or was blocked since that time was
 * set: before that, the form asked for a tick. Returns whether it is stopped.
 */
export async function pauseIfSuppressed(scope: OutboundScope, id: string, found: Reply): Promise<boolean> {
  const { inboxId, to, cc, bcc, schedules } = found
  const suppressed = await findSuppressed(scope, inboxId, [...to, ...cc, ...bcc])
  const since = waitsSince(found)
  const refusedBy = suppressed
    .filter(({ because }) => because.some(({ at }) => at !== undefined && at > since))
    .map(({ address }) => address)
  if (refusedBy.length === 0) return false
  const reply = await scope.replyStore.replies.update(id, (now) =>
    now?.state === 'scheduled' && now.schedules === schedules
      ? { ...now, state: 'paused', isOverdue: true, refusedBy }
      : undefined,
  )
  if (reply?.state !== 'paused') return false
  await refreshReplyCards(scope, id)
  await scope.slices.refreshHome(scope.team, [reply.user])
  await showPausedNotice(scope, id, reply)
  return true
}
