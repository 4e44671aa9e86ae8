import { buildReplyAct, type WantedAction } from '../../access/mail-acts.ts'
import { decideApproval, nameRequest } from '../../records/replies/reply-approval.ts'
import type { Approval, Reply } from '../../records/replies/reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { closeRequest, returnToWriter, tellExpired } from './approval-messages.ts'

type Decided = NonNullable<Approval['decided']>

/** What the audit calls each end of a request; frozen. */
const verbs: Record<string, string> = { expired: 'expire', off: 'switch_off', edited: 'edit' }

/**
 * Ends the request without an approval, once: nothing leaves, and its writer gets the text back unless it was edited. Returns the reply, which
 * may have been decided otherwise before.
 */
export async function endRequest(
  services: OutboundServices,
  team: string,
  id: string,
  { verdict, by, again }: { verdict: 'expired' | 'off' | 'edited'; by?: string; again?: string },
): Promise<Reply | undefined> {
  const decided: Decided = { verdict, at: services.clock.now(), ...(by !== undefined && { by }) }
  const reply = await services.replyStore.replies(team).update(id, (now) => {
    const ended = now && decideApproval(now, decided)
    return ended && { ...ended, ...(again !== undefined && { again }) }
  })
  if (reply?.approval?.decided?.verdict !== verdict) return reply
  await recordApproval(services, team, { id, reply, user: by }, verbs[verdict] ?? verdict)
  await refreshReplyCards(services, team, id)
  await closeRequest(services, team, id, reply)
  if (verdict !== 'edited') await returnToWriter(services, team, id, reply)
  if (verdict === 'expired') await tellExpired(services, team, id, reply)
  return reply
}

/** Records what became of the request, with the hash of what would leave; without a user if nobody did it. */
export async function recordApproval(
  services: OutboundServices,
  team: string,
  { id, reply, user }: { id: string; reply: Reply; user: string | undefined },
  verb: string,
): Promise<void> {
  const doing: WantedAction = { action: 'mail.approve', verb }
  const opId = `mail.approval:${verb}:${nameRequest(id, reply.approval)}`
  const text = reply.approval?.hash
  const act = await buildReplyAct(services, { team, user: user ?? reply.user, opId }, doing, { id, reply })
  if (user !== undefined) return services.authorizer.recordAct(act, { text })
  const { action, object } = act
  return services.audit.record({ team, action, verb, object, outcome: 'done', opId: `done:${opId}`, text })
}
