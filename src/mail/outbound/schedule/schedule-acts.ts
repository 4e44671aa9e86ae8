import { allowed } from '../../../access/authorize.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { actionsBlock, contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { escapeMrkdwn, formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Action, Submission } from '../../../slack/inbound/listeners.ts'
import { findApproversNow, isNobody } from '../../access/find-approvers.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { mailCallbackIds } from '../../action-ids.ts'
import { findAction, parseShown } from '../../records/action-row.ts'
import {
  replyActions,
  type ScheduleVerb,
  scheduleVerbs,
  situationBeforeSent,
  scheduleActNames,
} from '../../records/reply-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import {
  identifyStop,
  isApproved,
  isStillApproved,
  withoutApproval,
  withRequest,
  withTime,
} from '../../records/replies/reply-approval.ts'
import { type Approval, isScheduled, type Reply } from '../../records/replies/reply.ts'
import { withDecision } from '../../records/replies/reply-decision.ts'
import { isInsteadOfWriter, mayApproveAgain } from '../approval/approval-acts.ts'
import { closeRequest } from '../approval/approval-messages.ts'
import { decisionVerbs } from '../approval/decision-task.ts'
import type { News } from '../approval/news.ts'
import { findNewsSinceApproval } from '../approval/require-approval.ts'
import { decideNextStep } from '../next-step.ts'
import { findTimeProblem, MAX_DAYS_AHEAD } from './send-times.ts'
import { toActLocation } from '../../tasks/act-location.ts'
import { answerWithState } from '../../cards/replies/answer-with-state.ts'
import { noticeAct } from '../../notify/act-notice.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { buildAllowedButtons } from '../../cards/action-buttons.ts'
import { describeScheduled } from '../../cards/replies/describe-scheduled.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { askFirst, readAsked } from './ask-first.ts'
import { describeNewerStop, openTimeForm } from './change-time.ts'
import { type ScheduleAct, scheduleActTask, sendScheduleAct } from './schedule-act-task.ts'
import { pauseIfUnseen } from './pause-scheduled.ts'
import { pauseIfSuppressed } from './pause-suppressed.ts'
import { refreshScheduledList } from './scheduled-list.ts'
import { startReply } from '../../tasks/start-reply.ts'

const MAX_CLICKS = 20

/** Acts on a reply before its time: send now, keep the time although mail arrived, or change the time. */
export const scheduleActsFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const verb of scheduleVerbs) {
      const { actionId, opensForm } = findAction(replyActions, verb)
      slack.action(
        actionId,
        (scope, action) => (opensForm ? openTimeForm(scope, action) : sendClick(scope, action, verb)),
        () => !opensForm,
      )
    }
    slack.submit(mailCallbackIds.askNow, (scope, submission) => submitAsked(scope, submission, 'now'))
    slack.submit(mailCallbackIds.askPlanned, (scope, submission) => submitAsked(scope, submission, 'planned'))
  },
  tasks: [scopedHandler(scheduleActTask, applyAct)],
}

async function sendClick(scope: OutboundScope, action: Action, verb: ScheduleVerb): Promise<void> {
  const { team, user, value, eventId: event } = action
  if (!value || (verb !== 'time' && (await askFirst(scope, action, verb)))) return
  const { queue } = scope
  const { id: reply, shown: stop } = parseShown(value)
  const act = { team, user, reply, verb, event, ...toActLocation(action) }
  await sendScheduleAct(queue, { ...act, ...(stop !== undefined && { stop }) })
}

/** Sends the mail of somebody else, now or as scheduled, after the question. */
async function submitAsked(
  { queue, records }: OutboundScope,
  { team, user, view }: Submission,
  verb: 'now' | 'planned',
): Promise<void> {
  const state = readAsked(view)
  const event = await records.formSubmissions.name(view.id, verb)
  if (state) await sendScheduleAct(queue, { team, user, ...state, verb, event })
}

async function applyAct(scope: OutboundScope, done: ScheduleAct): Promise<void> {
  const { team, user, reply: id, verb, event, channel, threadTs } = done
  const requester = { team, user, opId: `mail.schedule:${event}`, channel, threadTs }
  const found = await scope.replyStore.findReply(id)
  // A repeat that comes long after, when others have changed the time since.
  if (found?.earlierClicks?.includes(event)) return undefined
  const doing = { action: findAction(replyActions, verb).needs, verb: scheduleActNames[verb] }
  const act = await buildReplyAct(scope, requester, doing, { id, reply: found })
  // A repeat after a crash only does the remaining steps.
  const permission = found?.lastClick === event ? allowed : await scope.authorizer.ask(act)
  if (permission.is !== 'allowed') return answer(scope, done, permission.message)
  // The check of mail that has just arrived may still be in its queue.
  if (verb === 'now' && found && isScheduled(found)) await pauseIfUnseen(scope, id)
  // Each act starts the wait again: what is refused by now would never stop the reply.
  if (found && isScheduled(found) && found.lastClick !== event) await pauseIfSuppressed(scope, id, found)
  const by = found && (await isInsteadOfWriter(scope, user, found)) ? { by: user } : {}
  const facts = await findFacts(scope, { verb, user }, found)
  const edit = (now: Reply | undefined) => now && change(scope, { ...now, ...by }, done, facts)
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const { schedule: words } = text
  const before = await scope.replyStore.findReply(id)
  if (before && (await isUnapprovable(scope, edit(before)))) {
    await scope.authorizer.recordAct(act, { outcome: 'refused' })
    const stays = { isPaused: before.state === 'paused', time: formatMoment(before.dueAt) }
    return answer(scope, done, textMessage(words.nobodyCould(stays)))
  }
  const reply = await scope.replyStore.replies.update(id, edit)
  if (reply?.lastClick !== event) {
    if (reply && verb !== 'time' && isStoppedUnseen(reply, done))
      return answer(scope, done, await describePaused(scope, text, { id, reply }))
    const problem = verb === 'time' && done.sendAt ? findTimeProblem(scope.clock.now(), done.sendAt) : undefined
    const isStopped = verb === 'time' && reply !== undefined && done.stop !== identifyStop(reply)
    const isOver = isStopped ? words.stoppedMeanwhile : words.timeOver
    const why = problem === 'tooFar' ? words.form.tooFar({ days: MAX_DAYS_AHEAD }) : problem ? words.form.past : isOver
    const isWaiting = reply !== undefined && isScheduled(reply)
    if (isWaiting && !isStopped) return answer(scope, done, textMessage(why))
    return answer(scope, done, await answerWithState(scope, { user, id, reply }, isWaiting ? why : words.over))
  }
  await scope.authorizer.recordAct(act)
  if (isApprovedByAct(reply, user)) {
    const approving = { action: 'mail.approve', verb: decisionVerbs.approved } as const
    const approval = await buildReplyAct(scope, { ...requester, opId: `mail.approve:${event}` }, approving, {
      id,
      reply,
    })
    await scope.authorizer.recordAct(approval, { text: reply.approval?.hash })
    // Names the person whose approval counts now.
    await closeRequest(scope, id, reply, `approved-${event}`)
  }
  await startReply(scope, id, reply)
  await noticeAct(scope, { id, reply }, { verb, by: user, event })
  await refreshReplyCards(scope, id)
  await scope.slices.refreshHome(team, [...new Set([user, reply.user])])
  // In the reply's thread, the card shows the result.
  if (!done.view && !done.isHome && !done.responseUrl && !channel?.startsWith('D')) return undefined
  const time = formatMoment(reply.dueAt)
  const who = escapeMrkdwn(nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]))
  const sentence =
    reply.state === 'awaiting'
      ? text.approval.waitsNearby({ to: who })
      : reply.state === 'scheduled'
        ? words.goesOut({ time })
        : words.goesOutNow
  return answer(scope, done, textMessage(sentence))
}

/** Whether the reply is paused, and the person has been shown something else. */
const isStoppedUnseen = (reply: Reply, { stop }: ScheduleAct): boolean =>
  reply.state === 'paused' && stop !== identifyStop(reply)

/** Describes why a reply is paused, to a person who may read its thread, with what they can do now. */
async function describePaused(
  scope: OutboundScope,
  text: MailText,
  { id, reply }: { id: string; reply: Reply },
): Promise<Message> {
  const { text: plain, blocks } = textMessage(describeScheduled(text, reply))
  const why = await describeNewerStop(scope, text, reply)
  const buttons = buildAllowedButtons(text, replyActions, situationBeforeSent(reply, false), id)
  return {
    text: plain,
    blocks: [...blocks, ...why.flatMap((sentence) => contextBlock(plainText(sentence))), ...actionsBlock(...buttons)],
  }
}

/** The facts besides its record that decide the next step of a reply. */
interface Facts {
  holdMs: number
  hasApprovers: boolean
  /** The news that the person who approved the reply has not seen. */
  news: News | undefined
  /** Set if the text was approved, and the person may approve what is new about it. */
  isApprover: boolean
}

async function findFacts(
  scope: OutboundScope,
  { verb, user }: { verb: ScheduleVerb; user: string },
  found: Reply | undefined,
): Promise<Facts> {
  if (!found) return { holdMs: 0, hasApprovers: false, news: undefined, isApprover: false }
  const approvers = await readApprovers(scope.settings, scope.team, found.inboxId)
  return {
    holdMs: scope.clock.scaled(await scope.routes.readHoldMs(found.inboxId)),
    hasApprovers: approvers !== undefined,
    isApprover: await mayApproveAgain(scope, user, found),
    news: verb === 'now' ? await findNewsSinceApproval(scope, found) : undefined,
  }
}

/** Whether the changed reply would need an approval that nobody can give. */
async function isUnapprovable(scope: OutboundScope, changed: Reply | undefined): Promise<boolean> {
  const approvers = changed?.state === 'awaiting' ? await findApproversNow(scope, changed) : undefined
  return approvers !== undefined && isNobody(approvers)
}

/**
 * Returns the reply with its new time. Another chosen time needs approval like the mail, and so does sending now after news; earlier approvals don't
 * count. Returns undefined if the reply no longer waits, or not for this.
 */
function change(
  scope: OutboundScope,
  reply: Reply,
  act: ScheduleAct,
  { holdMs, hasApprovers, news, isApprover }: Facts,
): Reply | undefined {
  const { verb, event, sendAt } = act
  const { clock } = scope
  const now = clock.now()
  const isCovered = isStillApproved(reply) && news === undefined
  const isOwnApproval = isApprover && isApproved(reply) && reply.state === 'paused' && !isCovered
  if (!findAction(replyActions, verb).isAllowed(situationBeforeSent(reply, false)) || reply.lastClick === event)
    return undefined
  if (verb !== 'time' && isStoppedUnseen(reply, act)) return undefined
  if (verb === 'now') {
    const { sendAt: _, ...untimed } = reply
    const approvedStep = decideNextStep({ now, needsApproval: false, holdMs })
    if (hasApprovers && isOwnApproval)
      return withAct(withOwnApproval(untimed, approvedStep, { by: act.user, now }), act)
    if (hasApprovers && !isCovered)
      return withAct(news ? withRequest(clock, untimed, { news }) : requestForTime(clock, untimed), act)
    return withAct(withTime(isCovered ? untimed : withoutApproval(untimed), approvedStep, now), act)
  }
  if (verb === 'time' && act.stop !== identifyStop(reply)) return undefined
  const dueAt = verb === 'time' ? sendAt : reply.dueAt
  if (dueAt === undefined || findTimeProblem(now, dueAt)) return undefined
  const timed = { ...reply, sendAt: dueAt }
  const isSame = dueAt === reply.sendAt && isCovered
  if (hasApprovers && (isOwnApproval || (verb === 'time' && isApprover && isApproved(reply))))
    return withAct(withOwnApproval(timed, { state: 'scheduled', dueAt }, { by: act.user, now }), act)
  if (hasApprovers && !isSame) return withAct(requestForTime(clock, timed), act)
  return withAct(withTime(isSame ? timed : withoutApproval(timed), { state: 'scheduled', dueAt }, now), act)
}

/** Requests approval of the mail for its time, and for what has paused it. */
function requestForTime(clock: OutboundScope['clock'], reply: Reply): Reply {
  if (!isApproved(reply)) return withRequest(clock, reply)
  return withRequest(clock, reply, isStillApproved(reply) ? { isTimeOnly: true } : findPauseNews(reply))
}

/** The news that has paused an approved reply. */
const findPauseNews = ({ pausedBy, refusedBy }: Reply): Partial<Pick<Approval, 'news'>> =>
  refusedBy ? { news: 'address' } : pausedBy === undefined ? {} : { news: 'mail' }

/**
 * Returns the reply with a step that a person took who may approve it: for a text that was approved before, with what has paused it since in front of
 * them, their act is the approval.
 */
function withOwnApproval(
  reply: Reply,
  step: Pick<Reply, 'state' | 'dueAt'>,
  { by, now }: { by: string; now: number },
): Reply {
  const timed = withTime(reply, step, now)
  const { approval } = reply
  if (!approval?.decided) return timed
  const seen = reply.pausedBy === undefined ? {} : { seen: reply.pausedBy }
  // Asked now: what came before is no news.
  return { ...timed, approval: { ...approval, askedAt: now, decided: { ...approval.decided, ...seen, by, at: now } } }
}

/** Whether this person's act approved the present step. */
const isApprovedByAct = ({ approval, scheduledAt, state }: Reply, user: string): boolean =>
  state !== 'awaiting' && approval?.decided?.by === user && approval.decided.at === scheduledAt

/** Adds the latest click to the reply, with its person. */
function withAct(reply: Reply, { event, verb, user }: ScheduleAct): Reply {
  const { lastClick, earlierClicks = [] } = reply
  const earlier = lastClick === undefined ? earlierClicks : [...earlierClicks, lastClick].slice(-MAX_CLICKS)
  return withDecision({ ...reply, lastClick: event, ...(earlier.length > 0 && { earlierClicks: earlier }) }, verb, user)
}

/** Answers where the act was done: in the list, on Home, or below the card. */
async function answer(scope: OutboundScope, done: ScheduleAct, message: Message): Promise<void> {
  const { team, user, event, channel, threadTs, responseUrl, view, isHome } = done
  if (view && (await refreshScheduledList(scope, { user }, view.id, message))) return
  if (isHome) return scope.slices.showOnHome(team, user, message)
  const requester = { team, user, opId: `mail.schedule:${event}`, channel, threadTs, responseUrl }
  return replyToRequester(scope, requester, message)
}
