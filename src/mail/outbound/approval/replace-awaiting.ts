import type { Reply } from '../../records/replies/reply.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { hasEndedUnapproved } from '../../records/replies/reply-approval.ts'
import { findVersionLoss } from '../lost-version.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { endRequest } from './end-request.ts'

/**
 * Withdraws a reply that waits for approval, because another version is being sent. Returns false if that version may not be sent: the earlier one
 * was approved in the meantime, or another person's version was faster.
 */
export async function replaceAwaiting(
  scope: OutboundScope,
  { user, instead = '', thread }: { user: string; instead?: string; thread: string },
  id: string,
): Promise<boolean> {
  const old = await scope.replyStore.findReply(instead)
  if (!old?.approval || old.thread !== thread) return true
  const now = await endRequest(scope, instead, { verdict: 'edited', by: user, again: id })
  if (!now || now.again === id) return true
  if (await isShownBoth(scope, now)) return true
  return (await findVersionLoss(scope, { id: instead, reply: now })) === undefined
}

/** Whether the form of another version has named the one that replaces this reply, and an approver is shown both. */
const isShownBoth = async ({ settings, team }: OutboundScope, reply: Reply): Promise<boolean> =>
  hasEndedUnapproved(reply) &&
  reply.approval?.decided?.verdict !== 'edited' &&
  reply.kind === undefined &&
  (await readApprovers(settings, team, reply.inboxId)) !== undefined
