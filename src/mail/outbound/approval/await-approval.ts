import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { wasSetBack } from '../../../core/clock.ts'
import { findWorkingMoment } from '../../../core/zoned-time.ts'
import { formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import { mentionMessage } from '../../../slack/blocks/text-message.ts'
import { nameRequest } from '../../records/replies/reply-approval.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { sendWriterNotice } from '../../notify/writer-notice.ts'
import { readPersonalNotices } from '../../../settings/notice-settings.ts'
import { readWorkspaceZone } from '../../records/reminder-settings.ts'
import type { Approval, Reply } from '../../records/replies/reply.ts'
import { noticeFailedReplyTask } from '../../notify/failed-task-notices.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { areFilesExamined, type ExaminedFiles, examineFiles } from '../files/examine-files.ts'
import { toFileProblem } from '../files/file-problem.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { type ApproverRole, filterTold, hasOtherRole, nameRole, tellApprover, updateAsk } from './ask-approver.ts'
import { closeEarlierRequest, closeRequest } from './approval-messages.ts'
import { type ApprovalStep, approvalStepTask, sendAskApprovers, sendReminderLater } from '../../tasks/approval-tasks.ts'
import { sendReply } from '../../tasks/send-task.ts'
import { hasLostSender, hasOtherSender } from './approval-acts.ts'
import { endRequest, recordApproval } from './end-request.ts'
import { noteWhetherStuck } from './stuck-alerts.ts'
import { type Approvers, findApproversNow } from '../../access/find-approvers.ts'

type Again = { againMs: number }

/** Handles replies that wait for approval: notifies the approvers, reminds them once, and ends the request after a day. */
export const awaitApprovalFeature: ScopedFeature<OutboundScope> = {
  tasks: [
    scopedHandler(approvalStepTask, takeStep, async (scope, { team, reply: id }, failure) => {
      const reply = await scope.replyStore.findReply(id)
      return reply?.state === 'awaiting'
        ? noticeFailedReplyTask(scope, { team, user: reply.user, thread: reply.thread }, failure)
        : undefined
    }),
  ],
}

async function takeStep(scope: OutboundScope, task: ApprovalStep): Promise<Again | void> {
  const { reply: id, step, user, request } = task
  const reply = await scope.replyStore.findReply(id)
  if (!reply?.approval) return undefined
  // Skips steps of an earlier request; the step that asks reads the people from the record.
  if (step !== 'ask' && reply.approval.request !== request) return undefined
  if (step === 'expire') return expire(scope, id, reply)
  if (step === 'ask' && isStopped(reply)) return finishStop(scope, id, reply)
  if (reply.state !== 'awaiting') return undefined
  if (step === 'ask') return askApprovers(scope, id, reply)
  return user === undefined
    ? remindApprovers(scope, id, reply)
    : remind(scope, { id, reply, user }, await findApproversNow(scope, reply))
}

async function expire(scope: OutboundScope, id: string, reply: Reply): Promise<Again | void> {
  const { clock } = scope
  const { askedAt, expiresAt } = reply.approval ?? { askedAt: reply.at, expiresAt: reply.at }
  const waitMs = expiresAt - clock.now()
  // If the clock was set back, the delay of this task counts as the wait.
  if (reply.state === 'awaiting' && waitMs > 0 && !wasSetBack(clock, askedAt)) return { againMs: waitMs }
  await endRequest(scope, id, { verdict: 'expired' })
}

async function askApprovers(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const {
    team,
    replyStore,
    outbound: { awaitingReplies },
  } = scope
  const { at, inboxId, user: writer } = reply
  await awaitingReplies.update(id, () => ({ at, inboxId }))
  const approvers = await findApproversNow(scope, reply)
  if (!approvers) return void (await endRequest(scope, id, { verdict: 'off' }))
  if (await stopForFiles(scope, id, reply)) return undefined
  await recordApproval(scope, { id, reply, user: writer }, 'ask')
  const told = await filterTold(scope, approvers)
  // Recorded first: each approver who is asked must also learn how the request ends.
  const asked = await replyStore.replies.update(id, (now) => now && withAsked(now, told))
  if (asked?.state !== 'awaiting') return undefined
  for (const user of told) await tellApprover(scope, { id, reply: asked, user }, { as: nameRole(approvers, user) })
  await updateAsked(scope, { id, reply: asked }, approvers)
  await closeEarlierRequest(scope, { id, reply: asked })
  await noteWhetherStuck(scope, { id, reply }, approvers)
  await refreshReplyCards(scope, id)
  return scope.slices.refreshHome(team, [...new Set([writer, ...approvers.people])])
}

/**
 * Records the content of the files before anyone is asked, because the send reads them again. If one cannot be sent, returns the reply to its writer
 * and true. Throws temporary errors: the approvers are asked once they pass.
 */
async function stopForFiles(scope: OutboundScope, id: string, reply: Reply): Promise<boolean> {
  const { approval } = reply
  if (!approval || areFilesExamined(reply)) return false
  const isSame = (now: Reply) => now.state === 'awaiting' && now.approval?.request === approval.request
  try {
    const examined = await examineFiles(scope, reply)
    await scope.replyStore.replies.update(id, (now) =>
      now?.approval && isSame(now) && !areFilesExamined(now)
        ? { ...now, approval: addExamined(now.approval, examined) }
        : undefined,
    )
    return false
  } catch (error) {
    const trouble = toFileProblem(error)
    if (!trouble) throw error
    const stopped = await scope.replyStore.replies.update(id, (now) =>
      now && isSame(now) ? { ...now, state: 'failed', trouble } : undefined,
    )
    if (stopped && isStopped(stopped)) await finishStop(scope, id, stopped)
    return true
  }
}

/** Keeps what was recorded before: an approver may have read that. */
const addExamined = (approval: Approval, { files, links }: ExaminedFiles): Approval => ({
  ...approval,
  files: { ...files, ...approval.files },
  links: { ...links, ...approval.links },
})

/** Whether a file of the reply could not be sent, which ended its request. */
const isStopped = ({ state, approval }: Reply): boolean =>
  state === 'failed' && approval !== undefined && approval.decided === undefined

async function finishStop(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  await closeRequest(scope, id, reply)
  // Shows the problem, and notifies the writer.
  return sendReply(scope.queue, scope.team, { id, reply })
}

/**
 * Corrects the messages of people who were asked before: others can approve it now, they no longer can themselves, or its sender is gone or back. Safe to
 * repeat.
 */
async function updateAsked(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  approvers: Approvers,
): Promise<void> {
  const { asked = [], request, askedSenderless = false } = reply.approval ?? {}
  const isSenderless = (await hasLostSender(scope, { id, reply })) ?? askedSenderless
  const roles: Record<string, ApproverRole> = {}
  let hasEdited = false
  for (const user of asked) {
    const as = nameRole(approvers, user)
    if (hasOtherRole(reply, approvers, user) || isSenderless !== askedSenderless) {
      hasEdited = true
      await updateAsk(scope, { id, reply, user }, { as, edit: `as-${as}-${scope.clock.now()}` })
    }
    roles[user] = as
  }
  const noted = await scope.replyStore.replies.update(id, (now) =>
    now?.approval && now.approval.request === request
      ? { ...now, approval: { ...now.approval, askedAs: roles, askedSenderless: isSenderless } }
      : undefined,
  )
  // The request may have ended while the messages were edited.
  if (hasEdited && noted && noted.state !== 'awaiting') await closeRequest(scope, id, noted, 'after-roles')
}

/** Adds the people who are asked; those whose messages showed that they could no longer approve are asked again. */
function withAsked(reply: Reply, told: string[]): Reply | undefined {
  const { approval, state } = reply
  const { askedAs = {}, askedAgain = {} } = approval ?? {}
  const back = told.filter((user) => askedAs[user] === 'former')
  if (state !== 'awaiting' || !approval || back.length === 0) return withPeople(reply, 'asked', told)
  const roles = Object.fromEntries(back.map((user) => [user, 'back' as const]))
  const turns = Object.fromEntries(back.map((user) => [user, (askedAgain[user] ?? 0) + 1]))
  const again: Reply = {
    ...reply,
    approval: { ...approval, askedAs: { ...askedAs, ...roles }, askedAgain: { ...askedAgain, ...turns } },
  }
  return withPeople(again, 'asked', told) ?? again
}

/** Adds people only while the reply waits: a later message would never be withdrawn. */
function withPeople(reply: Reply, list: 'asked' | 'reminded', users: string[]): Reply | undefined {
  const { approval, state } = reply
  if (state !== 'awaiting' || !approval || approval.decided) return undefined
  const known = approval[list] ?? []
  return users.every((user) => known.includes(user))
    ? undefined
    : { ...reply, approval: { ...approval, [list]: [...new Set([...known, ...users])] } }
}

async function remindApprovers(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const approvers = await findApproversNow(scope, reply)
  if (!approvers) return void (await endRequest(scope, id, { verdict: 'off' }))
  const { sendAt = Infinity, approval } = reply
  if (sendAt <= scope.clock.now() && sendAt > (approval?.askedAt ?? 0)) await noticePassedTime(scope, id, reply)
  for (const user of approvers.people) await remind(scope, { id, reply, user }, approvers)
}

/** Notifies the writer that the chosen time has passed without an approval. */
async function noticePassedTime(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const time = formatMoment(reply.sendAt ?? reply.at)
  await sendWriterNotice(scope, reply, {
    opId: `mail.approval_late:${nameRequest(id, reply.approval)}`,
    reply: id,
    build: (text) =>
      mentionMessage(
        reply.user,
        text.approval.timePassed({ time, to: nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]) }),
      ),
  })
}

/** Reminds an approver once, in their working time, if that comes before the end. */
async function remind(
  scope: OutboundScope,
  { id, reply, user }: { id: string; reply: Reply; user: string },
  approvers: Approvers | undefined,
): Promise<void> {
  const { team, clock, settings, people, queue, replyStore } = scope
  if (!approvers?.people.includes(user)) return undefined
  const { level, reminders, working } = await readPersonalNotices(settings, team, user)
  if (level === 'nothing' || !reminders.isOn) return undefined
  const { timeZone } = await people.person(team, user, { isShownOnly: true })
  const now = clock.now()
  const at = findWorkingMoment(now, working, timeZone ?? (await readWorkspaceZone(settings, team)))
  const waitMs = clock.scaled(at - now)
  if (waitMs > 0 && now + waitMs > (reply.approval?.expiresAt ?? now)) return undefined
  if (waitMs > 0) return sendReminderLater(queue, team, { id, reply, user }, waitMs)
  const reminded = await replyStore.replies.update(id, (one) => one && withPeople(one, 'reminded', [user]))
  if (!reminded?.approval?.reminded?.includes(user) || reminded.state !== 'awaiting') return undefined
  await tellApprover(scope, { id, reply: reminded, user }, { isReminder: true, as: nameRole(approvers, user) })
  // The reminder shows whether the sender is gone, and the earlier messages must agree.
  if (await hasOtherSender(scope, { id, reply: reminded }))
    await sendAskApprovers(queue, team, { id, reply: reminded }, `sender-${now}`)
}
