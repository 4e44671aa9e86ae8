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

/** Enough for most of a reply; the form behind the button has the rest. */
const KEPT_CHARS = 2500

/** Creates a reply from a submitted form: stores it whole with its key, shows it in the thread, and holds it so it can be cancelled. */
export const replyCreationFeature: ScopedFeature<OutboundScope> = {
  tasks: [scopedHandler(replyCreationTask, createReply, noticeFailedReplyTask)],
}

/** A reply that is being created: the submitted form, and its existing parts. */
interface NewReply {
  id: string
  submitted: SubmittedReply
  /** The answered or forwarded mail; for a new mail, the first one of its thread. */
  mail: Mail | undefined
  /** The first mail of the new thread. */
  begun: NewMail | undefined
  /** The stored reply, if the task is repeated after a crash. */
  known: Reply | undefined
}

/** The refusal of a form: the message to its writer, and why the text is returned. */
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

/** Puts a new mail that replaces another one into the same thread, if both are from the same inbox. */
async function joinReplaced(scope: OutboundScope, submitted: SubmittedReply): Promise<SubmittedReply> {
  const { kind, thread, instead, inboxId } = submitted
  const old = kind === 'new' && thread === '' && instead ? await scope.replyStore.findReply(instead) : undefined
  if (old?.kind !== 'new' || old.inboxId !== inboxId) return submitted
  if (!(await scope.mailStore.findThread(old.thread))) return submitted
  return { ...submitted, thread: old.thread, mail: old.mail }
}

/**
 * Refuses mail that this writer may not send or has not seen, or that came too late to replace another. A repeat after a crash is not checked again.
 */
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

/** Refuses a reply that can no longer be sent: its mail is gone, its thread has no channel, or the reply that it replaces was sent. */
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

/** Stores the reply and starts it. The timer starts before the card is shown: a hold that people see always ends. */
async function storeReply(scope: OutboundScope, id: string, fresh: Reply): Promise<Reply> {
  if (fresh.sendAt !== undefined) await noteScheduled(scope, id, fresh)
  const stored = (await scope.replyStore.replies.update(id, (now) => (now ? undefined : fresh))) ?? fresh
  // The recipients of a declined mail stay new.
  if (stored.state !== 'awaiting') await recordRecipients(scope, id, stored)
  await startReply(scope, id, stored)
  return stored
}

/** Whether the preview showed another mail than the one built now, or the reply was refused before for that reason. */
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

/** Keeps the text of a refused reply: its writer gets it back, to send it once they may. */
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

/** The id of the reply that a submission creates. */
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

/** Done before the reply is stored: mail that arrives from then on pauses it. */
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
