import type { ClearedBody, ReplyBody } from '../../../clients/mailbox/mailbox-schemas.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { buildSendingAct } from '../../access/mail-acts.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { isKeyExpired } from '../../records/replies/can-look-up.ts'
import { isApproved } from '../../records/replies/reply-approval.ts'
import { canBePaused, isDelayed, mayHaveLeft, type Reply, type SendProblem } from '../../records/replies/reply.ts'
import { identifyReply } from '../../notify/identify-reply.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { News } from '../approval/news.ts'
import { findNewsSinceApproval, requestAgainAfterNews, requireApproval } from '../approval/require-approval.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findUnseenMail } from '../newer-mails.ts'
import { findRefusedSince, pauseIfNews } from '../schedule/pause-suppressed.ts'
import { stopSending } from './send-outcome.ts'
import { changedBytes, noAnswer, notAllowed, notApproved, stoppedBy } from './send-problems.ts'

/**
 * The guard of every mail that is sent, asked right before each attempt: whether news or a missing approval requires a decision, the key is young
 * enough, this content is approved, the sender has permission and can read the thread's channel, and a repeat has the same bytes. Returns undefined
 * if the reply waits or was stopped; the people concerned are notified. Throws `UpstreamError` if Slack does not answer.
 */
export async function clearReply(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  { body, bodyHash }: { body: ReplyBody; bodyHash: string },
): Promise<ClearedBody | undefined> {
  if (await stopIfRefused(scope, id, reply)) return undefined
  if (reply.bodyHash === undefined || reply.bodyHash === bodyHash) return body as ClearedBody
  scope.log.error(
    { team: scope.team, reply: id },
    'a stored reply no longer makes the same request and is not repeated',
  )
  return stopSending(scope, id, { state: 'unknown', problem: changedBytes })
}

/** Stops a reply that may not be sent now, whatever its bytes. Returns whether it waits or was stopped. */
export async function stopIfRefused(scope: OutboundScope, id: string, reply: Reply): Promise<boolean> {
  if (await requireDecision(scope, id, reply)) return true
  const problem = await findObstacle(scope, id, reply)
  if (problem) await stopSending(scope, id, { state: mayHaveLeft(reply) ? 'unknown' : 'failed', problem })
  return problem !== undefined
}

/**
 * Makes a reply wait for a person before its first attempt, because mail came, an address can no longer be used, or approval was turned on: for its
 * writer if they chose a time or it is delayed, otherwise for an approval. Returns whether it waits.
 */
async function requireDecision(scope: OutboundScope, id: string, reply: Reply): Promise<boolean> {
  return (await stopIfNews(scope, id, reply)) || requireApproval(scope, id)
}

/** Makes a reply wait for a person before its first attempt, because mail came or an address can no longer be used. Returns whether it waits. */
export async function stopIfNews(scope: OutboundScope, id: string, reply: Reply): Promise<boolean> {
  // Without a chosen time, news after an approval is for another approver.
  const isAsked = reply.sendAt === undefined && (await requestAgainAfterNews(scope, id, reply))
  return isAsked || (canBePaused(reply, scope.clock) && pauseIfNews(scope, id, reply))
}

/** Returns why a reply must not be sent, or not be repeated if it may have been sent. */
async function findObstacle(scope: OutboundScope, id: string, reply: Reply): Promise<SendProblem | undefined> {
  const { team, settings, clock, mailbox } = scope
  if (isKeyExpired(reply, clock, mailbox)) return reply.trouble ?? noAnswer
  // Before a possible send, `requireApproval` asks for an approval that is missing.
  const needsApproval = reply.approval ?? (mayHaveLeft(reply) && (await readApprovers(settings, team, reply.inboxId)))
  if (needsApproval && !isApproved(reply)) return mayHaveLeft(reply) ? notApproved : notAllowed
  const news = mayHaveLeft(reply) && (await findNewsSince(scope, reply))
  return news ? stoppedBy[news] : findRefusal(scope, id, reply)
}

/** Finds what came up since: a person would be asked before a first attempt now. */
async function findNewsSince(scope: OutboundScope, reply: Reply): Promise<News | undefined> {
  const news = reply.sendAt === undefined && (await findNewsSinceApproval(scope, reply))
  if (news) return news
  if (reply.sendAt === undefined && !isDelayed(reply, scope.clock)) return undefined
  if ((await findUnseenMail(scope, reply)) !== undefined) return 'mail'
  return (await findRefusedSince(scope, reply)).length > 0 ? 'address' : undefined
}

/** Asks for permission again: settings or the person may have changed. A person who may no longer send reads by direct message which email that is. */
async function findRefusal(scope: OutboundScope, id: string, reply: Reply): Promise<SendProblem | undefined> {
  const act = await buildSendingAct(scope, { id, reply })
  const { user } = act
  const permission = await scope.authorizer.ask(act)
  if (permission.is === 'allowed') return undefined
  const { team, access, languages, outbox } = scope
  if (await access.mayUse(team, user)) {
    const text = mailTextIn(await languages.ofPerson(team, user))
    const sentence = textMessage(text.writerNotices.notAllowed, permission.message.blocks)
    const message = await identifyReply(scope, text, { reader: user, id }, sentence)
    await outbox.postDirect({ team, user, opId: `mail.refused:${id}`, message })
  }
  return notAllowed
}
