import { actionsBlock, contextBlock, quoteBlock, section } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { mentionMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { cancelReply, editAfterFailure, situationBeforeSent, undoAndEditReply } from '../../records/reply-actions.ts'
import { cardKinds } from '../../action-ids.ts'
import { describeMailProblem } from '../../cards/describe-problem.ts'
import { describeApproval } from '../../cards/replies/describe-approval.ts'
import { offerCancelDirectly } from '../../cards/replies/cancel-offers.ts'
import { buildReason } from '../../cards/replies/reply-card.ts'
import { findNewerReply } from '../../cards/replies/reply-card-options.ts'
import { findApproversNow, nameDecider } from '../../access/find-approvers.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { nameRequest } from '../../records/replies/reply-approval.ts'
import type { Approval, Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { describeFailure } from '../../text/delivery-sentences.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { findWriterPlace } from '../../notify/gone-writer.ts'
import { mayReadSubject, isThreadReader } from '../../notify/identify-reply.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import { notifyPerson } from '../../notify/notify-person.ts'
import { noticeOthers } from '../../notify/writer-notice.ts'
import { buildActionButton, buildAllowedButtons } from '../../cards/action-buttons.ts'
import { describeRequest, findRequestSubject } from '../../cards/replies/describe-request.ts'
import { listAsks } from './ask-approver.ts'
import { closeStuckAlerts } from './stuck-alerts.ts'

const KEPT_CHARS = 2500

/** Describes the failure of an approved mail; empty if it didn't fail. */
function describeFailedSend(text: MailText, { state, approval, trouble }: Reply): string {
  if (state !== 'failed' || approval?.decided?.verdict !== 'approved') return ''
  return escapeMrkdwn(describeFailure(text, trouble ? describeMailProblem(text, trouble) : ''))
}

/** Describes a request and its end, in mrkdwn; `decider` is the name of the person who decided, if any. */
async function describeEndedRequest(
  scope: OutboundScope,
  text: MailText,
  { reply, decider, isApprover }: { reply: Reply; decider?: string | undefined; isApprover: boolean },
): Promise<string> {
  const lines = [await describeRequest(scope, text, reply), describeApproval(text, reply, decider, { isApprover })]
  return [...lines, describeFailedSend(text, reply)].filter((line) => line !== '').join('\n')
}

/** Takes the reply from those that wait, unless it waits again: the row is read first, and each request writes it. */
async function forgetWaiting({ replyStore, outbound: { awaitingReplies } }: OutboundScope, id: string): Promise<void> {
  const row = await awaitingReplies.get(id)
  if (row && (await replyStore.findReply(id))?.state !== 'awaiting') await awaitingReplies.delete(id, row.version)
}

/** Names the end of a mail that was approved and never sent, which the messages about its request show after the approval. */
const nameLaterEnd = ({ state, approval }: Reply): string | undefined =>
  approval?.decided?.verdict === 'approved' && (state === 'failed' || state === 'cancelled') ? state : undefined

/**
 * Shows the end of the request in every message that asked for it, removes the button, and forgets that the reply waits. `edit` names the edit of these
 * messages.
 */
export async function closeRequest(
  scope: OutboundScope,
  id: string,
  reply: Reply,
  edit = nameLaterEnd(reply),
): Promise<void> {
  await forgetWaiting(scope, id)
  await closeStuckAlerts(scope, id, reply)
  const { asked = [] } = reply.approval ?? {}
  await editRequestMessages(scope, { id, reply }, { request: reply.approval, edit }, async (text) => {
    const decider = await nameDecider(scope, text, reply)
    return describeEndedRequest(scope, text, { reply, decider, isApprover: true })
  })
  await scope.slices.refreshHome(scope.team, [...new Set([reply.user, ...asked])])
}

/** Replaces every message that asked for an approval in one request of a reply. */
async function editRequestMessages(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  { request, edit }: { request: Partial<Approval> | undefined; edit: string | undefined },
  describe: (text: MailText) => Promise<string>,
): Promise<void> {
  for (const { user, opId } of listAsks(id, request)) {
    const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
    const message = textMessage(await describe(text))
    const linked = await withThreadLink(scope, text, reply.thread, message)
    await scope.outbox.replace({ team: scope.team, opId, edit, message: linked })
  }
}

/** Shows in the messages of the request before this one, which was approved, why another one was needed. Safe to repeat. */
export async function closeEarlierRequest(scope: OutboundScope, found: { id: string; reply: Reply }): Promise<void> {
  const { reply } = found
  const { before, news, isTimeOnly } = reply.approval ?? {}
  if (!before) return
  await editRequestMessages(scope, found, { request: before, edit: 'asked-again' }, async (text) => {
    const by = before.by === undefined ? text.unnamed : await readQuietName(text, scope.people, scope.team, before.by)
    const why = news === 'mail' ? 'newer' : news === 'address' ? news : isTimeOnly ? 'time' : 'other'
    return [await describeRequest(scope, text, reply), text.approval.approvedBeforeNews({ by, why })].join('\n')
  })
}

/** Identifies the message that returns a reply to its writer; frozen, because the message is edited later. */
const endedOpId = (id: string, { approval }: Reply): string => `mail.approval_ended:${nameRequest(id, approval)}`
const othersOpId = (id: string, { approval }: Reply): string =>
  `mail.approval_ended:${nameRequest(id, approval)}:others`

/**
 * Returns the text to the writer, with the reason, for another edit and send; after the edit of another person, without a button. If the writer is
 * gone, notifies the others.
 */
export async function returnToWriter(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { decided } = reply.approval ?? {}
  if (!decided) return
  // The person who edited it has taken it over.
  if (decided.verdict !== 'edited') await noticeOthersOfEnd(scope, id, reply)
  const message = await buildEndedNotice(scope, id, reply)
  await scope.outbox.postDirect({ team: scope.team, user: reply.user, opId: endedOpId(id, reply), message })
}

/** Removes the buttons from the messages that returned a reply, once another version replaces it. */
export async function closeReturned(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { team, outbox, access } = scope
  const { verdict = 'edited' } = reply.approval?.decided ?? {}
  if (reply.again === undefined || reply.state !== 'cancelled' || verdict === 'approved' || verdict === 'edited') return
  // Nothing was posted to a person who has left.
  if (await access.mayUse(team, reply.user)) {
    const message = await buildEndedNotice(scope, id, reply)
    await outbox.replace({ team, opId: endedOpId(id, reply), message })
  }
  if (!reply.approval?.hasOthersNotice) return
  const text = mailTextIn(await scope.languages.ofWorkspace(team))
  await outbox.replace({
    team,
    opId: othersOpId(id, reply),
    message: await buildOthersNotice(scope, text, { id, reply }),
  })
}

/** The button to send the text of a reply, or the person who has sent another version. */
async function buildNextVersion(scope: OutboundScope, text: MailText, id: string, reply: Reply) {
  if (reply.again === undefined) return actionsBlock(buildActionButton(text, editAfterFailure, id))
  const newer = await findNewerReply(scope, text, reply)
  return contextBlock(newer && text.replyCard.newVersion({ name: newer.by }))
}

/** The subject of a reply for its writer, who may have left the channel of the answered mail since. */
async function readOwnSubject(scope: OutboundScope, text: MailText, reply: Reply) {
  const hasSubject = await mayReadSubject(scope, reply.user, reply)
  return { hasSubject, subject: hasSubject ? await findRequestSubject(scope, text, reply) : '' }
}

async function buildEndedNotice(scope: OutboundScope, id: string, reply: Reply): Promise<Message> {
  const { user, thread, approval } = reply
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const who = escapeMrkdwn(nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]))
  const by = await nameDecider(scope, text, reply)
  const yours = text.approval.returned({ ...(await readOwnSubject(scope, text, reply)), to: who })
  const sentence = `${yours} ${describeApproval(text, reply, by)}`
  const isEdited = approval?.decided?.verdict === 'edited'
  // A writer who has left the channel reads only their own words, and can't send them.
  const isReader = await isThreadReader(scope, user, reply)
  const message: Message = {
    text: sentence,
    blocks: [
      section(sentence),
      ...(isReader ? buildReason(text, reply) : []),
      ...(reply.text === '' ? [] : [quoteBlock(truncate(reply.text, KEPT_CHARS))]),
      ...(isEdited || !isReader ? [] : await buildNextVersion(scope, text, id, reply)),
    ],
  }
  return withThreadLink(scope, text, thread, message)
}

/** Notifies the others of the end of a request whose writer is gone, with a button to send the text themselves. */
async function noticeOthersOfEnd(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { anchor, isWriterGone } = await findWriterPlace(scope, reply)
  if (!isWriterGone) return
  const { request } = reply.approval ?? {}
  // Recorded first: the message must lose its button once another version replaces the reply.
  if (anchor)
    await scope.replyStore.replies.update(id, (now) =>
      now?.approval && now.approval.request === request && !now.approval.hasOthersNotice
        ? { ...now, approval: { ...now.approval, hasOthersNotice: true } }
        : undefined,
    )
  const build = (text: MailText) => buildOthersNotice(scope, text, { id, reply })
  await noticeOthers(scope, reply, { opId: othersOpId(id, reply), build }, anchor)
}

async function buildOthersNotice(
  scope: OutboundScope,
  text: MailText,
  { id, reply }: { id: string; reply: Reply },
): Promise<Message> {
  const decider = await nameDecider(scope, text, reply)
  const sentence = await describeEndedRequest(scope, text, { reply, decider, isApprover: false })
  return textMessage(sentence, [...buildReason(text, reply), ...(await buildNextVersion(scope, text, id, reply))])
}

/**
 * Notifies other people than the writer that the mail is not sent: the owner of the thread, because the customer waits for them, and the person who changed
 * only its time after it was approved.
 */
export async function noticeOthersConcerned(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const thread = await scope.mailStore.findThread(reply.thread)
  if (!thread) return
  const { decided, isTimeOnly } = reply.approval ?? {}
  const request = nameRequest(id, reply.approval)
  const chooser = isTimeOnly && reply.decision?.verb === 'time' ? reply.decision.by : undefined
  // A forward or a new email answers nobody.
  const owner = reply.kind === undefined ? thread.owner?.user : undefined
  const { anchor, isWriterGone } = await findWriterPlace(scope, reply)
  // Then the owner is asked in the place of the writer.
  const asked = isWriterGone && !anchor ? undefined : owner
  for (const user of new Set([chooser, asked])) {
    if (user === undefined || user === reply.user || user === decided?.by) continue
    await notifyPerson(
      scope,
      { id: reply.thread, thread },
      {
        user,
        opId: user === chooser ? `mail.approval_chooser:${request}` : `mail.approval_owner:${request}`,
        reason: 'concerns',
        build: async (text) => {
          const end = describeApproval(text, reply, await nameDecider(scope, text, reply), { isApprover: true })
          return mentionMessage(user, text.approval.ownersReply({ isChooser: user === chooser, end }))
        },
      },
    )
  }
}

/**
 * Notifies those who were asked, and could still approve, that the request has expired: an edit of the message that asked them does not notify.
 */
export async function tellExpired(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const approvers = (await findApproversNow(scope, reply))?.people ?? []
  for (const user of (reply.approval?.asked ?? []).filter((one) => approvers.includes(one))) {
    const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
    const sentence = await describeEndedRequest(scope, text, { reply, isApprover: true })
    const message = await withThreadLink(scope, text, reply.thread, textMessage(sentence))
    await scope.outbox.postDirect({
      team: scope.team,
      user,
      opId: `mail.approval_expired:${nameRequest(id, reply.approval)}:${user}`,
      message,
    })
  }
}

/**
 * Offers the writer Cancel while an approved reply is held: in the thread, visible only to them, or by direct message if no channel shows it. Returns
 * whether the writer learned of the approval: only the direct message notifies.
 */
export async function offerWriterCancel(scope: OutboundScope, id: string, reply: Reply): Promise<boolean> {
  const { user, thread } = reply
  const found = await scope.mailStore.findThread(thread)
  const channel = found && findChannel(found)
  const kind = cardKinds.threadHead
  const head = channel && (await scope.cards.findNewestMessage({ team: scope.team, kind, id: thread }, channel))
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const who = escapeMrkdwn(nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]))
  const sentence = head
    ? text.approval.canUndo({ to: who })
    : text.approval.goesOut({
        by: (await nameDecider(scope, text, reply)) ?? text.unnamed,
        ...(await readOwnSubject(scope, text, reply)),
        to: who,
      })
  const buttons = buildAllowedButtons(text, [cancelReply, undoAndEditReply], situationBeforeSent(reply, false), id)
  const message = { text: sentence, blocks: [section(sentence), ...actionsBlock(...buttons)] }
  const opId = `mail.approved_undo:${nameRequest(id, reply.approval)}`
  if (!head) {
    await offerCancelDirectly(scope, { id, reply, opId, message })
    return true
  }
  await scope.outbox.postEphemeral({ team: scope.team, user, opId, message, channel: head.channel, threadTs: head.ts })
  return false
}
