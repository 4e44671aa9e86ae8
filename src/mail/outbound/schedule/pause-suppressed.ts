import { pauseReply, writtenSince } from '../../records/replies/reply-approval.ts'
import { canBePaused, isPastDue, type Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findSuppressed } from '../suppression/find-suppressed.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { listScheduled, pauseIfUnseen } from './pause-scheduled.ts'
import { showPausedNotice } from './paused-notice.ts'

/** Finds the addresses of a reply whose bounce, complaint or block Bellhop learned of after it was written or its time was set. */
export async function findRefusedSince(scope: OutboundScope, reply: Reply): Promise<string[]> {
  const { inboxId, to, cc, bcc } = reply
  const since = writtenSince(reply)
  return (await findSuppressed(scope, inboxId, [...to, ...cc, ...bcc]))
    .filter(({ because }) => because.some(({ notedAt }) => notedAt > since))
    .map(({ address }) => address)
}

/**
 * Pauses a scheduled or delayed reply if one of its addresses bounced, complained or was blocked after its time was set; before that, the form
 * required a tick. If the reply is already paused, adds those addresses to what has stopped it. Returns whether the reply is paused because of them.
 */
export async function pauseIfSuppressed(scope: OutboundScope, id: string, found: Reply): Promise<boolean> {
  const { schedules } = found
  const refused = await findRefusedSince(scope, found)
  if (refused.length === 0) return false
  await listScheduled(scope, id, found)
  const isOverdue = isPastDue(found, scope.clock)
  const reply = await scope.replyStore.replies.update(id, (now) => {
    if (!now || !canBePaused(now, scope.clock) || now.schedules !== schedules) return undefined
    const known = now.refusedBy ?? []
    const refusedBy = [...new Set([...known, ...refused])]
    if (now.state === 'paused') return refusedBy.length > known.length ? { ...now, refusedBy } : undefined
    return pauseReply(now, { refusedBy, ...(isOverdue && { isOverdue }) })
  })
  if (reply?.state !== 'paused') return false
  await refreshReplyCards(scope, id)
  await scope.slices.refreshHome(scope.team, [reply.user])
  await showPausedNotice(scope, id, reply)
  return true
}

/** Pauses a scheduled or delayed reply if newer mail or an address requires a decision. Returns whether the reply is paused. */
export const pauseIfNews = async (scope: OutboundScope, id: string, found: Reply): Promise<boolean> =>
  (await pauseIfUnseen(scope, id)) || pauseIfSuppressed(scope, id, found)
