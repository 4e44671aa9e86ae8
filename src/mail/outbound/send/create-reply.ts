import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { actionsBlock, quoteBlock } from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { buildMailAct, buildNewMailAct, buildReplyAct, findRefusal, sendingReply } from '../../access/mail-acts.ts'
import { cardKinds } from '../../action-ids.ts'
import { replaceAwaiting } from '../approval/replace-awaiting.ts'
import { editAfterFailure, replyActions } from '../../records/allowed-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { isQuarantined, type Mail } from '../../records/mail/mail.ts'
import { withReply, withScheduled } from '../../records/mail/mail-thread.ts'
import { buildReply, type Reply } from '../../records/replies/reply.ts'
import { isApproved, listAuthors, requestApproval } from '../../records/replies/reply-approval.ts'
import { hashReplyContent } from '../../records/replies/reply-content.ts'
import { decideNextStep } from '../next-step.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { noticeFailedReplyTask } from '../../notify/failed-task-notices.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { showReplyOnJob } from '../../cards/replies/show-on-job.ts'
import { postReply } from '../../placement/threads/repost-thread.ts'
import { beginThread, buildNewMail, type NewMail } from './begin-thread.ts'
import { buildReplyContent } from './build-content.ts'
import { recordRecipients } from '../../senders/record-recipients.ts'
import { replyCreationTask, type SubmittedReply } from '../../tasks/reply-task.ts'
import { canReplace, findReplacedRefusal, findReplacedThread } from './replaced-thread.ts'
import { startReply } from '../../tasks/start-reply.ts'
import { takeBack } from './take-back.ts'

/** Most of a reply; all of it is in the form that the button opens. */
const KEPT_CHARS = 2500

/** Makes a reply of a submitted form: stored whole with its key, shown in the thread, and held so that it can be cancelled. */
export const replyCreationFeature: ScopedFeature<OutboundScope> = {
  tasks: [scopedHandler(replyCreationTask, createReply, noticeFailedReplyTask)],
}

/** A new mail that replaces another one is in its thread, and in no other than that of its own inbox. */
async function joinReplaced(scope: OutboundScope, submitted: SubmittedReply): Promise<SubmittedReply> {
  const { kind, thread, instead, inboxId } = submitted
  const old = kind === 'new' && thread === '' && instead ? await scope.replyStore.findReply(instead) : undefined
  if (old?.kind !== 'new' || old.inboxId !== inboxId) return submitted
  if (!(await scope.mailStore.findThread(old.thread))) return submitted
  return { ...submitted, thread: old.thread, mail: old.mail }
}

async function createReply(scope: OutboundScope, given: SubmittedReply): Promise<void> {
  const { mailStore, replyStore, clock } = scope
  const { team, user, form, instead, place } = given
  const id = replyIdOf(scope, form)
  const joined = await joinReplaced(scope, given)
  const begun = await buildNewMail(scope, id, joined)
  const submitted = begun ? { ...given, thread: begun.mail.thread, mail: begun.key } : joined
  const mail = begun?.mail ?? (await mailStore.findMail(submitted.mail))
  const known = await replyStore.findReply(id)
  // Repeated after a crash, it is decided already.
  const refusal = known && !known.isRefused ? undefined : await findReplyRefusal(scope, submitted, { mail, begun })
  const replacing = { ...submitted, thread: await findReplacedThread(scope, submitted) }
  if (mail && !refusal && (await isUnseen(scope, submitted, { mail, known })))
    return keepRefused(scope, id, submitted, { mail, why: ({ preview }) => preview.changedLater })
  const isOvertaken =
    !refusal && mail !== undefined && instead !== undefined && !(await replaceAwaiting(scope, replacing, id))
  if (mail && (refusal || isOvertaken || known?.isRefused))
    await keepRefused(scope, id, submitted, {
      mail,
      why: ({ approval, replyCard }) => (isOvertaken ? approval.overtaken : replyCard.kept),
    })
  const requester = { team, user, opId: `mail.reply:${form}`, ...place }
  if (refusal) return replyToRequester(scope, requester, refusal)
  if (isOvertaken || known?.isRefused) return undefined
  if (!mail || isQuarantined(mail)) {
    const { forms } = mailTextIn(await scope.languages.ofPerson(team, user))
    return replyToRequester(scope, requester, forms.gone)
  }
  if (begun && !(await beginThread(scope, id, submitted, begun))) {
    return keepRefused(scope, id, submitted, { mail, why: ({ compose }) => compose.noChannel })
  }
  if (!known && !(await takeBack(scope, replacing, id)))
    return keepRefused(scope, id, submitted, { mail, why: ({ schedule }) => schedule.leftAlready })
  const fresh = await buildFromForm(scope, id, submitted, mail)
  if (fresh.sendAt !== undefined) await noteScheduled(scope, id, fresh)
  const stored = (await replyStore.replies.update(id, (now) => (now ? undefined : fresh))) ?? fresh
  // Those of a mail that is declined stay new.
  if (stored.state !== 'awaiting') await recordRecipients(scope, id, stored)
  // The timer starts before anything is shown: a hold that is seen always ends.
  await startReply(scope, id, stored)
  // Repeated after a crash, the hold may be over.
  const isHeadThere = begun && (await isThreadHere(scope, begun.mail.thread, place))
  if (place && !isHeadThere && (stored.state === 'awaiting' || (stored.state === 'held' && stored.dueAt > clock.now())))
    await offerCancel(scope, { user, ...place }, id, stored)
  await showReply(scope, id, stored)
  if (stored.sendAt !== undefined) await scope.slices.refreshHome(team, [user])
  if (instead !== undefined) await markReplaced(scope, { old: instead, thread: replacing.thread, by: id })
  return undefined
}

/** Whether the preview showed its writer another mail than the one that would be made now, or that was kept from leaving because of that. */
async function isUnseen(
  scope: OutboundScope,
  submitted: SubmittedReply,
  { mail, known }: { mail: Mail; known: Reply | undefined },
): Promise<boolean> {
  if (submitted.previewed === undefined || (known && !known.isRefused)) return false
  const content = known ?? (await buildReplyContent(scope, submitted, mail))
  return submitted.previewed !== hashReplyContent(content)
}

/** Undefined if this person may answer this mail now; otherwise what they read. */
async function findReplyRefusal(
  scope: OutboundScope,
  submitted: SubmittedReply,
  { mail, begun }: { mail: Mail | undefined; begun: NewMail | undefined },
): Promise<Message | undefined> {
  const { team, user, form, mail: key, place } = submitted
  const actor = { team, user, opId: `mail.reply:${form}`, ...place }
  const act = begun
    ? buildNewMailAct(scope, actor, begun.mail.inboxId)
    : buildMailAct(scope, actor, sendingReply, { key, mail })
  return (await findRefusal(scope, await act)) ?? findReplacedRefusal(scope, submitted)
}

/** The text of a refused reply is not lost: its writer gets it back, to be sent once they are allowed to. */
async function keepRefused(
  scope: OutboundScope,
  id: string,
  submitted: SubmittedReply,
  { mail, why }: { mail: Mail; why: (text: MailText) => string },
): Promise<void> {
  const { replyStore, languages, outbox } = scope
  const { team, user, form } = submitted
  const { approval: _, ...written } = await buildFromForm(scope, id, submitted, mail)
  const fresh: Reply = { ...written, state: 'cancelled', isRefused: true }
  await replyStore.replies.update(id, (now) => (now ? undefined : fresh))
  const text = mailTextIn(await languages.ofPerson(team, user))
  const { text: plain, blocks } = plainTextMessage(why(text))
  const edit = actionsBlock(buildActionButton(text, editAfterFailure, id))
  const quoted = fresh.text === '' ? [] : [quoteBlock(truncate(fresh.text, KEPT_CHARS))]
  const message = { text: plain, blocks: [...blocks, ...quoted, ...edit] }
  return outbox.postDirect({ team, user, opId: `mail.kept:${form}`, message })
}

/** Whether somebody looks at the channel of a new thread, whose head has Cancel. */
async function isThreadHere(
  { mailStore }: OutboundScope,
  thread: string,
  place: SubmittedReply['place'],
): Promise<boolean> {
  if (!place || place.threadTs !== undefined) return false
  return (await mailStore.findThread(thread))?.channel === place.channel
}

/** Cancel where the form was opened, which may be another place than the thread with the reply. */
async function offerCancel(
  { team, outbox, languages }: OutboundScope,
  where: { user: string; channel: string; threadTs?: string },
  id: string,
  { kind, state, at, dueAt, to, cc, bcc }: Reply,
): Promise<void> {
  const text = mailTextIn(await languages.ofPerson(team, where.user))
  const seconds = Math.max(1, Math.round((dueAt - at) / 1000))
  const who = text.nameSome([...to, ...cc, ...bcc])
  const sentence = state === 'awaiting' ? text.approval.waitsNearby(who) : text.replyCard.goesOut(kind, who, seconds)
  const cancel = replyActions.filter(({ click }) => click?.verb === 'cancel')
  const { text: plain, blocks } = plainTextMessage(sentence)
  const buttons = cancel.map((action) => buildActionButton(text, action, id))
  const message = { text: plain, blocks: [...blocks, ...actionsBlock(...buttons)] }
  return outbox.postEphemeral({ team, ...where, opId: `mail.undo:${id}`, message })
}

/** The id of the reply that a submission makes. */
export const replyIdOf = ({ keyedHash }: OutboundScope, submission: string): string => keyedHash('reply', submission)

async function buildFromForm(scope: OutboundScope, id: string, submitted: SubmittedReply, mail: Mail): Promise<Reply> {
  const { routes, clock, replyStore, settings } = scope
  const { team, user, sendAt, instead, seen } = submitted
  const content = await buildReplyContent(scope, submitted, mail)
  const holdMs = clock.scaled(await routes.readHoldMs(content.inboxId))
  const now = clock.now()
  const needsApproval = (await readApprovers(settings, team, content.inboxId)) !== undefined
  const step = decideNextStep({ now, needsApproval, sendAt, holdMs })
  const old = instead === undefined ? undefined : await replyStore.findReply(instead)
  const isReplacing = canReplace(content, old)
  const authors = listAuthors(user, isReplacing ? old : undefined)
  return {
    ...buildReply(id, content, now),
    ...step,
    ...(sendAt !== undefined && { sendAt }),
    ...(seen && { seen }),
    ...(isReplacing && instead !== undefined && { replaces: instead }),
    ...(needsApproval ? { approval: requestApproval(clock, content, authors) } : authors.length > 1 && { authors }),
  }
}

/** Before it is stored: a mail that comes from then on stops it. */
async function noteScheduled(scope: OutboundScope, id: string, reply: Reply) {
  const {
    team,
    mailStore,
    authorizer,
    outbound: { scheduledReplies },
  } = scope
  await mailStore.threads.update(reply.thread, (known) => known && withScheduled(known, id))
  await scheduledReplies.note(id, reply)
  const actor = { team, user: reply.user, opId: `mail.schedule:${id}` }
  const act = await buildReplyAct(scope, actor, { action: 'mail.reply', verb: 'schedule' }, { id, reply })
  await authorizer.recordAct(act, { text: hashReplyContent(reply) })
}

async function showReply(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { thread, user, at } = reply
  await scope.mailStore.threads.update(thread, (known) => known && withReply(known, { id, user, at }))
  await postReply(scope, thread, id)
  await scope.cards.refresh({ team: scope.team, kind: cardKinds.threadHead, id: thread })
  await showReplyOnJob(scope, id)
}

/** Of the replies of the same thread: which one is replaced is what the form says. */
async function markReplaced(
  scope: OutboundScope,
  { old, thread, by }: { old: string; thread: string; by: string },
): Promise<void> {
  await scope.replyStore.replies.update(old, (reply) =>
    reply?.thread === thread && reply.again === undefined ? { ...reply, again: by } : undefined,
  )
  await refreshReplyCards(scope, old)
}

/** The id of the reply that repeats this one. */
export const repeatIdOf = ({ keyedHash }: OutboundScope, old: string): string => keyedHash('reply', 'again', old)

/** Sends the same mail under a new key, because a person decided so: the first one may have left, too. */
export async function repeatReply(
  scope: OutboundScope,
  { old, reply, by }: { old: string; reply: Reply; by: string },
): Promise<void> {
  const id = repeatIdOf(scope, old)
  const { team, clock, settings, replyStore } = scope
  const now = clock.now()
  // The same bytes need no second approval.
  const needsApproval = !isApproved(reply) && (await readApprovers(settings, team, reply.inboxId)) !== undefined
  const approval = needsApproval ? requestApproval(clock, reply, [...new Set([by, reply.user])]) : reply.approval
  const fresh: Reply = {
    ...buildReply(id, reply, now),
    ...decideNextStep({ now, needsApproval, holdMs: 0 }),
    ...(approval && { approval }),
    ...(by !== reply.user && { by }),
    replaces: old,
  }
  const stored = (await replyStore.replies.update(id, (known) => (known ? undefined : fresh))) ?? fresh
  await startReply(scope, id, stored)
  await showReply(scope, id, stored)
  await markReplaced(scope, { old, thread: reply.thread, by: id })
}
