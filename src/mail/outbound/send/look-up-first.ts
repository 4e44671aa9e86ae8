import { UpstreamError } from '../../../core/errors.ts'
import { buildSendingAct } from '../../access/mail-acts.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { isKeyExpired } from '../../records/replies/can-look-up.ts'
import { isApproved } from '../../records/replies/reply-approval.ts'
import type { Reply, SendProblem } from '../../records/replies/reply.ts'
import { hasNewsSinceApproval } from '../approval/require-approval.ts'
import { findSentReply } from '../delivery/find-sent-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findUnseenMail } from '../schedule/pause-scheduled.ts'
import { findRefusedSince } from '../schedule/pause-suppressed.ts'
import { lookUpLater, type Retry, stopSending } from './send-outcome.ts'
import { noAnswer, notAllowed, notApproved, stoppedSince } from './send-problems.ts'
import { tellIfUnseen } from './unseen-outcome.ts'

/**
 * Looks up a reply that may have been sent, by reading: repeating the request sends the mail if no attempt did. Only a request that could be sent now
 * for the first time is repeated; otherwise a person decides. The mailbox's answer also shows its clock, which the age of the key depends on.
 */
export async function lookUpFirst(
  scope: OutboundScope,
  id: string,
  reply: Reply,
): Promise<Retry | 'repeat' | undefined> {
  try {
    const found = await findSentReply(scope, { id, reply })
    if (found) {
      await tellIfUnseen(scope, { id, reply: found })
      return undefined
    }
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.service !== 'mailbox') throw error
    if (!isKeyExpired(reply, scope.clock, scope.mailbox)) return lookUpLater(scope, { id, reply }, error)
  }
  const problem = await findObstacle(scope, id, reply)
  return problem ? stopSending(scope, id, { state: 'unknown', problem }) : 'repeat'
}

/** Returns why a reply that may have been sent must not be repeated. */
async function findObstacle(scope: OutboundScope, id: string, reply: Reply): Promise<SendProblem | undefined> {
  const { team, settings, clock, mailbox } = scope
  if (isKeyExpired(reply, clock, mailbox)) return reply.trouble ?? noAnswer
  if (!isApproved(reply) && (reply.approval || (await readApprovers(settings, team, reply.inboxId)))) return notApproved
  if (await hasNewsSince(scope, reply)) return stoppedSince
  return (await isRefusedNow(scope, id, reply)) ? notAllowed : undefined
}

/** Whether mail came, or an address can no longer be used: a person would be asked before a first attempt now. */
const hasNewsSince = async (scope: OutboundScope, reply: Reply): Promise<boolean> =>
  reply.sendAt === undefined
    ? hasNewsSinceApproval(scope, reply)
    : (await findUnseenMail(scope, reply)) !== undefined || (await findRefusedSince(scope, reply)).length > 0

/**
 * Checks permission again after the hold: settings or the person may have changed since. A person who may no longer send is notified by direct
 * message.
 */
export async function isRefusedNow(scope: OutboundScope, id: string, reply: Reply): Promise<boolean> {
  const act = await buildSendingAct(scope, { id, reply })
  const { user } = act
  const permission = await scope.authorizer.ask(act)
  if (permission.is === 'allowed') return false
  const { message } = permission
  if (await scope.access.mayUse(scope.team, user))
    await scope.outbox.postDirect({ team: scope.team, user, opId: `mail.refused:${id}`, message })
  return true
}
