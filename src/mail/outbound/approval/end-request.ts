import { buildReplyAct, type WantedAction } from '../../access/mail-acts.ts'
import { decideApproval, nameRequest } from '../../records/replies/reply-approval.ts'
import type { Approval, Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { sendReplyFailed } from '../../tasks/reply-left-task.ts'
import { closeRequest, noticeOthersConcerned, returnToWriter, tellExpired } from './approval-messages.ts'

type Decided = NonNullable<Approval['decided']>

/** The verbs for each end of a request in the audit; frozen. */
const verbs: Record<string, string> = { expired: 'expire', off: 'switch_off', edited: 'edit' }

/**
 * Ends the request without an approval, once: the reply is not sent, and its writer gets the text back, unless they edited it themselves. Returns the
 * reply, which may have been decided otherwise before.
 */
export async function endRequest(
  scope: OutboundScope,
  id: string,
  { verdict, by, again }: { verdict: 'expired' | 'off' | 'edited'; by?: string; again?: string },
): Promise<Reply | undefined> {
  const decided: Decided = { verdict, at: scope.clock.now(), ...(by !== undefined && { by }) }
  const reply = await scope.replyStore.replies.update(id, (now) => {
    const ended = now && decideApproval(now, decided)
    return ended && { ...ended, ...(again !== undefined && { again }) }
  })
  if (reply?.approval?.decided?.verdict !== verdict) return reply
  await recordApproval(scope, { id, reply, user: by }, verbs[verdict] ?? verdict)
  await refreshReplyCards(scope, id)
  await closeRequest(scope, id, reply)
  // Another edit may have been faster.
  if (reply.approval.decided.by !== reply.user) await returnToWriter(scope, id, reply)
  if (verdict !== 'edited') {
    await returnThread(scope, id, reply)
  }
  if (verdict === 'expired') await tellExpired(scope, id, reply)
  return reply
}

/** Returns a thread whose reply is not sent: it no longer waits for the other side, and its owner is notified. */
export async function returnThread(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  await sendReplyFailed(scope.queue, { team: scope.team, thread: reply.thread, reply: id })
  await noticeOthersConcerned(scope, id, reply)
}

/** Records the end of a request, with the hash of the content; without a user if no person ended it. */
export async function recordApproval(
  scope: OutboundScope,
  { id, reply, user }: { id: string; reply: Reply; user: string | undefined },
  verb: string,
): Promise<void> {
  const doing: WantedAction = { action: 'mail.approve', verb }
  const opId = `mail.approval:${verb}:${nameRequest(id, reply.approval)}`
  const text = reply.approval?.hash
  const act = await buildReplyAct(scope, { user: user ?? reply.user, opId }, doing, { id, reply })
  if (user !== undefined) return scope.authorizer.recordAct(act, { text })
  const { action, object } = act
  return scope.audit.record({ team: scope.team, action, verb, object, outcome: 'done', opId: `done:${opId}`, text })
}
