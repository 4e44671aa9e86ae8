import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { type AccessAnswer, allowed } from '../../../access/authorize.ts'
import { actionsBlock, quoteBlock } from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { buildMailAct, buildNewMailAct, buildReplyAct, sendingReply } from '../../access/mail-acts.ts'
import { replaceAwaiting } from '../approval/replace-awaiting.ts'
import { editAfterFailure } from '../../records/reply-actions.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { isQuarantined, type Mail } from '../../records/mail/mail.ts'
import { withScheduled } from '../../records/mail/mail-thread.ts'
import { buildReply, type Reply } from '../../records/replies/reply.ts'
import { listAuthors, requestApproval } from '../../records/replies/reply-approval.ts'
import { hashReplyContent } from '../../records/replies/reply-content.ts'
import { decideNextStep } from '../next-step.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { noticeFailedReplyTask } from '../../notify/failed-task-notices.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { beginThread, buildNewMail, type NewMail } from './begin-thread.ts'
import { buildReplyContent } from './build-content.ts'
import { recordRecipients } from '../../senders/record-recipients.ts'
import { replyCreationTask, type SubmittedReply } from '../../tasks/reply-task.ts'
import { askToReplace, canReplace, findReplacedThread } from './replaced-thread.ts'
import { startReply } from '../../tasks/start-reply.ts'
import { markReplaced, showCreated } from './show-created-reply.ts'
import { takeBack } from './take-back.ts'

/** Most of a reply; all of it is in the form that the button opens. */
const KEPT_CHARS = 2500

/** Makes a reply of a submitted form: stored whole with its key, shown in the thread, and held so that it can be cancelled. */
export const replyCreationFeature: ScopedFeature<OutboundScope> = {
  tasks: [scopedHandler(replyCreationTask, createReply, noticeFailedReplyTask)],
}

/** A reply that is being created: the form as it was sent, and what there is of it already. */
interface NewReply {
  id: string
  submitted: SubmittedReply
  /** The mail that it answers or forwards; of a new mail the one that begins its thread. */
  mail: Mail | undefined
  /** The thread that it begins. */
  begun: NewMail | undefined
  /** Stored before: the task is repeated after a crash. */
  known: Reply | undefined
}

/** A form that becomes no reply: what its writer is told, and why they get their text back. */
interface Refusal {
  message?: Message
  why?: (text: MailText) => string
}

async function createReply(scope: OutboundScope, given: SubmittedReply): Promise<void> {
  const reply = await prepareReply(scope, given)
  const replacing = { ...reply.submitted, thread: await findReplacedThread(scope, reply.submitted) }
  const refused = (await refuseWriter(scope, reply, replacing)) ?? (await refuseLate(scope, reply, replacing))
  if (refused) return endRefused(scope, reply, refused)
  const { id, submitted, mail } = reply
  if (!mail) return undefined
  const stored = await storeReply(scope, id, await buildFromForm(scope, id, submitted, mail))
  await showCreated(scope, { id, submitted, begun: reply.begun?.mail.thread }, stored)
  if (submitted.instead !== undefined)
    await markReplaced(scope, { old: submitted.instead, thread: replacing.thread, by: id })
  return undefined
}

async function prepareReply(scope: OutboundScope, given: SubmittedReply): Promise<NewReply> {
  const id = replyIdOf(scope, given.form)
  const joined = await joinReplaced(scope, given)
  const begun = await buildNewMail(scope, id, joined)
  const submitted = begun ? { ...given, thread: begun.mail.thread, mail: begun.key } : joined
  const mail = begun?.mail ?? (await scope.mailStore.findMail(submitted.mail))
  return { id, submitted, mail, begun, known: await scope.replyStore.findReply(id) }
}

/** A new mail that replaces another one is in its thread, and in no other than that of its own inbox. */
async function joinReplaced(scope: OutboundScope, submitted: SubmittedReply): Promise<SubmittedReply> {
  const { kind, thread, instead, inboxId } = submitted
  const old = kind === 'new' && thread === '' && instead ? await scope.replyStore.findReply(instead) : undefined
  if (old?.kind !== 'new' || old.inboxId !== inboxId) return submitted
  if (!(await scope.mailStore.findThread(old.thread))) return submitted
  return { ...submitted, thread: old.thread, mail: old.mail }
}

/** Refuses what this writer may not send, has not seen, or was too late to replace. Repeated after a crash, it is decided already. */
async function refuseWriter(
  scope: OutboundScope,
  reply: NewReply,
  replacing: SubmittedReply,
): Promise<Refusal | undefined> {
  const { id, submitted, mail, known } = reply
  const kept = ({ replyCard }: MailText): string => replyCard.kept
  const permission = known && !known.isRefused ? allowed : await askToReply(scope, reply)
  if (permission.is !== 'allowed') return { message: permission.message, why: kept }
  if (!mail) return undefined
  if (await isUnseen(scope, submitted, { mail, known })) return { why: ({ preview }) => preview.changedLater }
  if (submitted.instead !== undefined && !(await replaceAwaiting(scope, replacing, id)))
    return { why: ({ approval }) => approval.overtaken }
  return known?.isRefused ? { why: kept } : undefined
}

/** Refuses what can't be sent any more: its mail is gone, its thread has no channel, or the reply that it replaces was sent. */
async function refuseLate(
  scope: OutboundScope,
  { id, submitted, mail, begun, known }: NewReply,
  replacing: SubmittedReply,
): Promise<Refusal | undefined> {
  if (!mail || isQuarantined(mail)) {
    const { forms } = mailTextIn(await scope.languages.ofPerson(scope.team, submitted.user))
    return { message: plainTextMessage(forms.gone) }
  }
  if (begun && !(await beginThread(scope, id, submitted, begun))) return { why: ({ compose }) => compose.noChannel }
  if (!known && !(await takeBack(scope, replacing, id))) return { why: ({ schedule }) => schedule.leftAlready }
  return undefined
}

async function endRefused(scope: OutboundScope, reply: NewReply, { message, why }: Refusal): Promise<void> {
  const { id, submitted, mail } = reply
  if (mail && why) await keepRefused(scope, id, submitted, { mail, why })
  if (message) await replyToRequester(scope, toRequester(submitted), message)
}

const toRequester = ({ team, user, form, place }: SubmittedReply) => ({
  team,
  user,
  opId: `mail.reply:${form}`,
  ...place,
})

/** Stores the reply and starts it. The timer starts before anything is shown: a hold that is seen always ends. */
async function storeReply(scope: OutboundScope, id: string, fresh: Reply): Promise<Reply> {
  if (fresh.sendAt !== undefined) await noteScheduled(scope, id, fresh)
  const stored = (await scope.replyStore.replies.update(id, (now) => (now ? undefined : fresh))) ?? fresh
  // The recipients of a mail that is declined stay new.
  if (stored.state !== 'awaiting') await recordRecipients(scope, id, stored)
  await startReply(scope, id, stored)
  return stored
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

/** Whether this person may answer this mail now. */
async function askToReply(scope: OutboundScope, { submitted, mail, begun }: NewReply): Promise<AccessAnswer> {
  const actor = toRequester(submitted)
  const act = begun
    ? buildNewMailAct(scope, actor, begun.mail.inboxId)
    : buildMailAct(scope, actor, sendingReply, { key: submitted.mail, mail })
  const permission = await scope.authorizer.ask(await act)
  return permission.is === 'allowed' ? askToReplace(scope, submitted) : permission
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
