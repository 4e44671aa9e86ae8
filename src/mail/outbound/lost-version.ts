import { deriveDeliveryStatus } from '../records/replies/delivery-status.ts'
import { findDecision } from '../records/replies/reply-decision.ts'
import { isNeverSent, type Reply, waitsSince } from '../records/replies/reply.ts'
import type { OutboundScope } from './outbound-scope.ts'

/** The most replacements of a reply that are followed. */
const VERSIONS_MAX = 20

/** A stored reply. */
export interface FoundVersion {
  id: string
  reply: Reply
}

/** Why a new version can't replace a reply: it was sent, or may be, or a newer version has replaced it, which may not be stored yet. */
export type VersionLoss = { is: 'left'; id: string } | { is: 'replaced'; id: string; newest: Reply | undefined }

/** Finds what prevents a new version from replacing this reply; undefined if nothing does. */
export async function findVersionLoss(
  scope: OutboundScope,
  { id, reply }: FoundVersion,
): Promise<VersionLoss | undefined> {
  const newest = await findNewerVersion(scope, reply)
  if (newest) return { is: 'replaced', id: newest.id, newest: newest.reply }
  const { again } = reply
  if (again !== undefined && !(await scope.replyStore.findReply(again)))
    return { is: 'replaced', id: again, newest: undefined }
  return (await isOnItsWay(scope, reply)) ? { is: 'left', id } : undefined
}

/** Finds the last version after this one that was or may still be sent; undefined if there is none. */
export async function findNewerVersion(
  { replyStore }: OutboundScope,
  { again }: Reply,
): Promise<FoundVersion | undefined> {
  let newest: FoundVersion | undefined
  let id = again
  for (let turn = 0; id !== undefined && turn < VERSIONS_MAX; turn++) {
    const reply: Reply | undefined = await replyStore.findReply(id)
    if (reply && !isNeverSent(reply)) newest = { id, reply }
    id = reply?.again
  }
  return newest
}

/** Finds why a reply was sent: a person approved it or sent it earlier than planned, or its time came. */
export function findSendingCause(reply: Reply): { why: 'approved' | 'sent' | 'onTime' | 'other'; by?: string } {
  const { verdict, by, at: decidedAt = 0 } = reply.approval?.decided ?? {}
  const approvedAt = verdict === 'approved' ? decidedAt : 0
  const decision = findDecision(reply)
  if (decision?.verb === 'now' && waitsSince(reply) > approvedAt) return { why: 'sent', by: decision.by }
  if (reply.sendAt !== undefined && approvedAt < reply.sendAt) return { why: 'onTime' }
  return verdict === 'approved' && by !== undefined ? { why: 'approved', by } : { why: 'other' }
}

/** Whether a reply was sent or may be, and has not come back. */
async function isOnItsWay({ replyStore }: OutboundScope, reply: Reply): Promise<boolean> {
  if (['held', 'sending', 'unknown'].includes(reply.state)) return true
  if (reply.state !== 'sent') return false
  const { state, bounced } = deriveDeliveryStatus(reply, await replyStore.readDeliveryReport(reply))
  return state.is !== 'rejected' && bounced.length === 0
}
