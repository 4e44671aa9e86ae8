import type { Act } from '../../../access/authorize.ts'
import type { Requester } from '../../../slack/outbox/private-reply.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { nameDecider } from '../../access/find-approvers.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { describeApproval } from '../../cards/replies/describe-approval.ts'
import { describeRequest } from '../../cards/replies/describe-request.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import { areFilesExamined } from '../files/examine-files.ts'
import { decideNextStep } from '../next-step.ts'
import { findDecision } from '../../records/replies/reply-decision.ts'
import { decideApproval } from '../../records/replies/reply-approval.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { noticeAct } from '../../notify/act-notice.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { startReply } from '../../tasks/start-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { closeRequest, offerWriterCancel, returnToWriter } from './approval-messages.ts'
import { askToApprove, markContent } from './approval-acts.ts'
import { type ApprovalDecision, decisionTask, decisionVerbs } from './decision-task.ts'
import { endRequest, returnThread } from './end-request.ts'
import { findNews, findSurroundings, type News } from './news.ts'

/** Carries out decisions: the first decision about exactly the shown content counts, if the person may decide now. */
export const decideApprovalFeature: ScopedFeature<OutboundScope> = {
  tasks: [scopedHandler(decisionTask, applyDecision)],
}

async function applyDecision(scope: OutboundScope, decision: ApprovalDecision): Promise<void> {
  const { team, user, reply: id, event, verdict } = decision
  const requester = { team, user, opId: `mail.approve:${event}` }
  const found = await scope.replyStore.findReply(id)
  const doing = { action: 'mail.approve' as const, verb: decisionVerbs[verdict] }
  const act = await buildReplyAct(scope, requester, doing, { id, reply: found })
  // A repeat after a crash only does the remaining steps.
  if (found?.approval?.decided?.click !== event) {
    const permission = await askToApprove(scope, act, found)
    if (permission.is !== 'allowed') return replyToRequester(scope, requester, permission.message)
    if (found && !(await readApprovers(scope.settings, team, found.inboxId)))
      await endRequest(scope, id, { verdict: 'off' })
  }
  const holdMs = found ? scope.clock.scaled(await scope.routes.readHoldMs(found.inboxId)) : 0
  // A repeat after a crash only does the remaining steps.
  const isNew = found !== undefined && verdict === 'approved' && found.approval?.decided?.click !== event
  const surroundings = isNew ? await findSurroundings(scope, found) : undefined
  const news = isNew && surroundings !== undefined ? findNews(surroundings, found, decision) : undefined
  const seen = surroundings?.newest?.key ?? ''
  const reply = await scope.replyStore.replies.update(id, (now) =>
    now && !news ? changeReply(scope, now, decision, { holdMs, seen }) : undefined,
  )
  if (!reply || reply.approval?.decided?.click !== event)
    return explainLate(scope, requester, reply, { ...decision, news })
  return finishDecision(scope, { id, reply, act }, verdict)
}

/** Returns the reply after the decision; undefined if it was decided before, has expired, differs from the shown content, or has unread files. */
function changeReply(
  scope: OutboundScope,
  reply: Reply,
  { reply: id, user, event, verdict, mark, reason }: ApprovalDecision,
  { holdMs, seen }: { holdMs: number; seen: string },
): Reply | undefined {
  const now = scope.clock.now()
  if (mark !== markContent(scope, id, reply) || now >= (reply.approval?.expiresAt ?? 0)) return undefined
  const decided = { verdict, at: now, by: user, click: event, ...(reason !== undefined && { reason }) }
  if (verdict === 'declined') return decideApproval(reply, decided)
  if (!areFilesExamined(reply)) return undefined
  const step = decideNextStep({ now, needsApproval: false, sendAt: reply.sendAt, holdMs })
  return decideApproval(reply, { ...decided, seen }, { ...step, scheduledAt: now })
}

async function finishDecision(
  scope: OutboundScope,
  { id, reply, act }: { id: string; reply: Reply; act: Act },
  verdict: ApprovalDecision['verdict'],
): Promise<void> {
  if (verdict === 'approved') {
    // The timer starts before the card is updated: a hold that people see always ends.
    await startReply(scope, id, reply)
  }
  await scope.authorizer.recordAct(act, { text: reply.approval?.hash })
  await refreshReplyCards(scope, id)
  await closeRequest(scope, id, reply)
  if (verdict === 'declined') {
    await returnThread(scope, id, reply)
    return returnToWriter(scope, id, reply)
  }
  if (reply.state === 'held' && (await offerWriterCancel(scope, id, reply))) return undefined
  const { by, click = id } = reply.approval?.decided ?? {}
  if (by !== undefined) await noticeAct(scope, { id, reply }, { verb: 'approved', by, event: click })
}

interface LateDecision extends ApprovalDecision {
  /** The news that the person had not seen. */
  news: News | undefined
}

/** Explains why a reply still waits although a person decided; undefined if it no longer waits. */
async function explainWaiting(
  scope: OutboundScope,
  { approval: words, unnamed }: MailText,
  reply: Reply,
  { mark, reply: id, news }: LateDecision,
): Promise<string | undefined> {
  if (reply.state !== 'awaiting') return undefined
  if (mark !== markContent(scope, id, reply)) {
    const by = findDecision(reply)?.by
    if (by === undefined) return words.changedSince
    return words.changedSinceBy({ by: await readQuietName({ unnamed }, scope.people, scope.team, by) })
  }
  // The task that ends the request may not have run yet.
  if ((reply.approval?.expiresAt ?? Infinity) <= scope.clock.now()) return words.expiredForApprover
  if (news) return words.newsSince({ is: news === 'address' ? news : 'other' })
  return areFilesExamined(reply) ? undefined : words.unread
}

/** Answers a decision that came too late, or about content that has changed. */
async function explainLate(
  scope: OutboundScope,
  requester: Requester,
  reply: Reply | undefined,
  decision: LateDecision,
): Promise<void> {
  const { user } = requester
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  if (!reply) return replyToRequester(scope, requester, text.approval.over)
  const name = await nameDecider(scope, text, reply)
  const waiting = await explainWaiting(scope, text, reply, decision)
  const sentence = waiting ?? describeApproval(text, reply, name, { isApprover: true })
  const { verdict, by } = reply.approval?.decided ?? {}
  const isSame = waiting === undefined && verdict === decision.verdict && by !== user
  const why =
    isSame && name !== undefined ? text.approval.cameFirst({ verdict, by: name }) : text.approval.cameLate({ sentence })
  const typed =
    decision.reason === undefined ? [] : [text.approval.typedReason({ reason: escapeMrkdwn(decision.reason) })]
  const lines = [await describeRequest(scope, text, reply), why, ...typed]
  const message = textMessage(lines.join('\n'))
  return replyToRequester(scope, requester, await withThreadLink(scope, text, reply.thread, message))
}
