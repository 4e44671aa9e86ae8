import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Feature } from '../../../slice.ts'
import { buildReplyAct, type MailAct } from '../../access/mail-acts.ts'
import { cardKinds } from '../../action-ids.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { describeApproval } from '../../cards/replies/describe-approval.ts'
import { decideNextStep } from '../../records/replies/reply-steps.ts'
import { decideApproval } from '../../records/replies/reply-approval.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { recordRecipients } from '../../senders/record-recipients.ts'
import { startReply } from '../../tasks/start-reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { closeRequest, offerWriterCancel, returnToWriter } from './approval-messages.ts'
import { findApprovalRefusal, markContent } from './approval-acts.ts'
import { type ApprovalDecision, decisionTask, decisionVerbs } from './decision-task.ts'
import { endRequest } from './end-request.ts'

/** Carries out approvals: the first decision about exactly what was shown counts, if the person may decide it now. */
export const decideApprovalFeature = (services: OutboundServices): Feature => ({
  tasks: [decisionTask.handler((decision) => applyDecision(services, decision))],
})

async function applyDecision(services: OutboundServices, decision: ApprovalDecision): Promise<void> {
  const { team, user, reply: id, event, verdict } = decision
  const requester = { team, user, opId: `mail.approve:${event}` }
  const found = await services.replyStore.findReply(team, id)
  const doing = { action: 'mail.approve' as const, verb: decisionVerbs[verdict] }
  const act = await buildReplyAct(services, requester, doing, { id, reply: found })
  // Repeated after a crash, it is decided already and only what follows is missing.
  if (found?.approval?.decided?.click !== event) {
    const refusal = await findApprovalRefusal(services, act, found)
    if (refusal) return replyToRequester(services, requester, refusal)
    if (found && !(await readApprovers(services.settings, team, found.inboxId)))
      await endRequest(services, team, id, { verdict: 'off' })
  }
  const holdMs = found ? services.clock.scaled(await services.routes.readHoldMs(team, found.inboxId)) : 0
  const reply = await services.replyStore
    .replies(team)
    .update(id, (now) => now && changeReply(services, now, decision, holdMs))
  if (!reply || reply.approval?.decided?.click !== event) return explainLate(services, requester, reply, decision)
  return finishDecision(services, { id, reply, act }, verdict)
}

/** The reply after the decision; undefined if it is decided already, has expired, or is not what the person was shown. */
function changeReply(
  services: OutboundServices,
  reply: Reply,
  { reply: id, user, event, verdict, mark, reason }: ApprovalDecision,
  holdMs: number,
): Reply | undefined {
  const now = services.clock.now()
  if (mark !== markContent(services, id, reply) || now >= (reply.approval?.expiresAt ?? 0)) return undefined
  const decided = { verdict, at: now, by: user, click: event, ...(reason !== undefined && { reason }) }
  if (verdict === 'declined') return decideApproval(reply, decided)
  const step = decideNextStep({ now, needsApproval: false, sendAt: reply.sendAt, holdMs })
  return decideApproval(reply, decided, { ...step, scheduledAt: now })
}

async function finishDecision(
  services: OutboundServices,
  { id, reply, act }: { id: string; reply: Reply; act: MailAct },
  verdict: ApprovalDecision['verdict'],
): Promise<void> {
  const { team } = act
  if (verdict === 'approved') {
    await recordRecipients(services, team, id, reply)
    // The timer starts before anything is shown: a hold that is seen always ends.
    await startReply(services, team, id, reply)
  }
  await services.authorizer.recordAct(act, { text: reply.approval?.hash })
  await refreshReplyCards(services, team, id)
  await closeRequest(services, team, id, reply)
  if (verdict === 'declined') return returnToWriter(services, team, id, reply)
  if (reply.state !== 'held') return undefined
  const head = await services.cards.findNewestMessage({ team, kind: cardKinds.threadHead, id: reply.thread })
  if (head) await offerWriterCancel(services, team, id, reply, { channel: head.channel, threadTs: head.ts })
}

/** Somebody was faster, or what they saw is not what would leave. */
async function explainLate(
  services: OutboundServices,
  requester: { team: string; user: string; opId: string },
  reply: Reply | undefined,
  { mark, reply: id }: ApprovalDecision,
): Promise<void> {
  const { team, user } = requester
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  if (!reply) return replyToRequester(services, requester, text.approval.over)
  const by = reply.approval?.decided?.by
  const name = by === undefined ? undefined : await readQuietName(text, services.people, team, by)
  const isOther = mark !== markContent(services, id, reply)
  const what = isOther && reply.state === 'awaiting' ? text.approval.changed : describeApproval(text, reply, name)
  return replyToRequester(services, requester, textMessage(text.approval.cameLate(what)))
}
