import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { lacksSender, mayLackSender, type Reply } from '../../records/replies/reply.ts'
import { sendAskApprovers } from '../../tasks/approval-tasks.ts'
import { hasLostSender } from '../approval/approval-acts.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/**
 * Notes whether the sender of a reply that is scheduled or awaits approval may still send it, and refreshes what shows the reply after a change. Without
 * an answer from Slack in time, nothing changes: the guard of the send asks again. Safe to repeat.
 */
export async function noteSender(scope: OutboundScope, id: string): Promise<void> {
  const { clock, queue, replyStore, slices, team } = scope
  const found = await replyStore.findReply(id)
  if (!found || !mayLackSender(found)) return
  const isLacking = await hasLostSender(scope, { id, reply: found })
  if (isLacking === undefined) return
  // The messages to its approvers show it.
  if (found.state === 'awaiting' && (found.approval?.askedSenderless ?? false) !== isLacking)
    await sendAskApprovers(queue, team, { id, reply: found }, `sender-${clock.now()}`)
  if (isLacking === lacksSender(found)) return
  const reply = await replyStore.replies.update(id, (now) =>
    now?.state === found.state && now.schedules === found.schedules ? withSender(now, isLacking) : undefined,
  )
  if (!reply) return
  await refreshReplyCards(scope, id)
  await slices.refreshHome(team, [reply.user])
}

function withSender(reply: Reply, isLacking: boolean): Reply {
  const { senderless: _, ...rest } = reply
  return isLacking ? { ...rest, senderless: reply.schedules ?? 0 } : rest
}
