import { isRecent } from '../../../core/clock.ts'
import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { closeAlerts } from '../delivery/writer-alerts.ts'
import { closeRequest, closeReturned } from '../approval/approval-messages.ts'
import { buildAllowedButtons } from '../../cards/action-buttons.ts'
import { offerCancelDirectly } from '../../cards/replies/cancel-offers.ts'
import { refreshReplyCards, refreshThreadCards } from '../../cards/refresh-cards.ts'
import { showReplyOnJob } from '../../cards/replies/show-on-job.ts'
import { noticeAct, rewordActNotice } from '../../notify/act-notice.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import { postReply } from '../../placement/threads/repost-thread.ts'
import { cancelReply, editAwaitingReply, situationBeforeSent, undoAndEditReply } from '../../records/reply-actions.ts'
import { withReply } from '../../records/mail/mail-thread.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { type DeliveryReport, deriveDeliveryStatus } from '../../records/replies/delivery-status.ts'
import { isNeverSent, type Reply } from '../../records/replies/reply.ts'
import { sendOwnReply } from '../../tasks/own-reply-task.ts'
import type { SubmittedReply } from '../../tasks/reply-task.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { closeKept } from './kept-message.ts'

/** Shows a new reply: in its thread, and with Cancel where its writer is. `begun` is the id of the thread that it begins. */
export async function showCreated(
  scope: OutboundScope,
  {
    id,
    submitted: { user, place, closes, instead },
    begun,
  }: { id: string; submitted: SubmittedReply; begun: string | undefined },
  stored: Reply,
): Promise<void> {
  const isHeadThere = begun !== undefined && (await isThreadHere(scope, begun, place))
  // After a crash, the hold may be over.
  const canCancel = stored.state === 'awaiting' || (stored.state === 'held' && stored.dueAt > scope.clock.now())
  if (canCancel && !isHeadThere && (place || !(await hasPlace(scope, stored.thread))))
    await offerCancel(scope, { user, place }, id, stored)
  await showReply(scope, id, stored)
  // Choices of the replaced version, perhaps of a colleague, are not this person's.
  if (closes !== undefined && !stored.aside && closes !== (await findEarlierChoice(scope, instead)))
    await scope.outbound.closingChoices.keep(user, stored.inboxId, closes)
  if (stored.kind === undefined)
    await sendOwnReply(scope.queue, { team: scope.team, thread: stored.thread, user, reply: id })
  // Its draft is gone, and it may be listed as scheduled.
  await scope.slices.refreshHome(scope.team, [user])
}

/** Whether the version with which the form began was to close its thread; undefined if it replaces none. */
async function findEarlierChoice(
  { replyStore }: OutboundScope,
  instead: string | undefined,
): Promise<boolean | undefined> {
  const old = instead === undefined ? undefined : await replyStore.findReply(instead)
  return old && (old.closes ?? false)
}

/** Adds a reply to its thread, and posts it there. */
export async function showReply(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { thread, user, at } = reply
  await scope.mailStore.threads.update(thread, (known) => known && withReply(known, { id, user, at }))
  await postReply(scope, thread, id)
  await refreshThreadCards(scope, thread)
  await showReplyOnJob(scope, id)
}

/**
 * Records that a reply is replaced, and so are its earlier replacements that were never sent: each older message leads to the version that was. Only a
 * reply of the same thread that was never sent, or that came back, counts, because the form's value is unverified.
 */
export async function markReplaced(
  scope: OutboundScope,
  { old, thread, by }: { old: string; thread: string; by: string },
): Promise<void> {
  const { replyStore } = scope
  const found = await replyStore.findReply(old)
  const hasComeBack = found?.state === 'sent' && hasFailed(found, await replyStore.readDeliveryReport(found))
  const replaced = await replyStore.replies.update(old, (reply) =>
    reply?.thread === thread && reply.again === undefined && (hasComeBack || isNeverSent(reply))
      ? { ...reply, again: by }
      : undefined,
  )
  await refreshReplyCards(scope, old)
  if (replaced?.thread !== thread) return
  await closeReturned(scope, old, replaced)
  // Its approvers have read that it was stopped.
  if (replaced.approval && !replaced.approval.decided) await closeRequest(scope, old, replaced, 'replaced')
  await (replaced.refusal ? closeKept(scope, replaced) : closeAlerts(scope, replaced))
  const next = replaced.again
  if (next === undefined || next === by) return
  const earlier = await replyStore.findReply(next)
  if (earlier && isNeverSent(earlier)) await markReplaced(scope, { old: next, thread, by })
}

/** Whether a sent reply was rejected, or has bounced for at least one address. */
function hasFailed(reply: Reply, report: DeliveryReport): boolean {
  const { state, bounced } = deriveDeliveryStatus(reply, report)
  return state.is === 'rejected' || bounced.length > 0
}

/** Within this time, taking a reply back and sending its new version are one act to its writer. */
const SAME_ACT_MS = 600_000

/**
 * Notifies the writer of a reply that another person edited it and sent a new version, once with the notice that this person took it back, unless the end
 * of its request for approval did.
 */
export async function noticeReplaced(
  scope: OutboundScope,
  { old, by, user }: { old: string; by: string; user: string },
): Promise<void> {
  const replaced = await scope.replyStore.findReply(old)
  if (replaced?.again !== by || replaced.approval?.decided?.verdict === 'edited') return
  // Edit beside Undo has taken the reply back: its notice then names both. A new version much later notifies the writer again.
  const { decision, lastClick } = replaced
  const isSameAct =
    decision?.verb === 'cancel' &&
    decision.by === user &&
    isRecent(scope.clock, decision.at ?? 0, scope.clock.scaled(SAME_ACT_MS))
  if (replaced.state === 'cancelled' && isSameAct && lastClick !== undefined)
    return rewordActNotice(scope, { id: old, reply: replaced }, { verb: 'edit', by: user, event: lastClick })
  await noticeAct(scope, { id: old, reply: replaced }, { verb: 'edit', by: user, event: by })
}

/** Whether the form was opened in the channel of the new thread, whose head has Cancel. */
async function isThreadHere(
  { mailStore }: OutboundScope,
  thread: string,
  place: SubmittedReply['place'],
): Promise<boolean> {
  if (!place || place.threadTs !== undefined) return false
  const found = await mailStore.findThread(thread)
  return found !== undefined && findChannel(found) === place.channel
}

/** Whether a thread is in a channel, where the reply's card has Cancel. */
async function hasPlace({ mailStore }: OutboundScope, thread: string): Promise<boolean> {
  const found = await mailStore.findThread(thread)
  return found !== undefined && findChannel(found) !== undefined
}

/** Offers Cancel where the form was opened, which may differ from the thread of the reply; by direct message if it was opened in no channel. */
async function offerCancel(
  scope: OutboundScope,
  { user, place }: { user: string; place: SubmittedReply['place'] },
  id: string,
  reply: Reply,
): Promise<void> {
  const { team, outbox } = scope
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const { kind, state, dueAt, to, cc, bcc, thread } = reply
  const who = escapeMrkdwn(nameRecipients(text, [...to, ...cc, ...bcc]))
  const sentence =
    state === 'awaiting'
      ? text.approval.waitsNearby({ to: who })
      : text.replyCard.goesOut({ isAnswer: kind === undefined, recipients: who, time: dateToken(dueAt, '{time_secs}') })
  const { text: plain, blocks } = textMessage(sentence)
  const situation = situationBeforeSent(reply, false)
  const offers = [cancelReply, undoAndEditReply, editAwaitingReply]
  const message = {
    text: plain,
    blocks: [...blocks, ...actionsBlock(...buildAllowedButtons(text, offers, situation, id))],
  }
  const opId = `mail.undo:${id}`
  // Slack can't edit it later: the sentence stays true, and the link shows the present state.
  return place
    ? outbox.postEphemeral({ team, user, opId, message: await withThreadLink(scope, text, thread, message), ...place })
    : offerCancelDirectly(scope, { id, reply, opId, message })
}
