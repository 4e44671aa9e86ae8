import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { type AccessAnswer, allowed } from '../../../access/authorize.ts'
import { findMentions } from '../../../slack/blocks/decode-text.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { slackToMail } from '../../../mail-content/writing/slack-to-mail.ts'
import { buildMailAct, buildNewMailAct, buildReplyAct, sendingReply } from '../../access/mail-acts.ts'
import { askToSend } from '../../access/write-access.ts'
import { replaceAwaiting } from '../approval/replace-awaiting.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { isQuarantined, type Mail } from '../../records/mail/mail.ts'
import { buildReply, type Refusal, type Reply, type ReplyContent } from '../../records/replies/reply.ts'
import { requestApproval, withoutApproval } from '../../records/replies/reply-approval.ts'
import { hashReplyContent } from '../../records/replies/reply-content.ts'
import { decideNextStep } from '../next-step.ts'
import { decideThreadEffect } from '../thread-effect.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { noticeFailedReplyTask } from '../../notify/failed-task-notices.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { findNewThreadChannel } from '../../placement/routing/new-thread-channel.ts'
import { beginsThread, beginThread, buildNewMail, newThreadIds, type NewMail } from './begin-thread.ts'
import { buildReplyContent } from './build-content.ts'
import { nameVersion, replyCreationTask, type SubmittedReply } from '../../tasks/reply-task.ts'
import { askToReplace, canReplace, findAuthors, findReplacedThread } from './replaced-thread.ts'
import { startReply } from '../../tasks/start-reply.ts'
import { listScheduled } from '../schedule/pause-scheduled.ts'
import { postKept, quoteText } from './kept-message.ts'
import { markReplaced, noticeReplaced, showCreated } from './show-created-reply.ts'
import { takeBack } from './take-back.ts'

/** Creates a reply from a submitted form: stores it whole with its key, shows it in the thread, and holds it so it can be cancelled. */
export const replyCreationFeature: ScopedFeature<OutboundScope> = {
  tasks: [scopedHandler(replyCreationTask, createSubmitted, noticeFailedReplyTask)],
}

/** A reply that is being created: the submitted form, and its existing parts. */
interface NewReply {
  id: string
  submitted: SubmittedReply
  /** The answered or forwarded mail, or the first one of the new thread; undefined if it is gone. */
  mail: Mail | undefined
  /** The content that is checked and stored; undefined if it can't be built without the mail. */
  content: ReplyContent | undefined
  /** The first mail of the new thread. */
  begun: NewMail | undefined
  /** The stored reply, if the task is repeated after a crash. */
  known: Reply | undefined
}

/** Creates the reply of a form, or keeps its content if the form was submitted before with other content. */
async function createSubmitted(scope: OutboundScope, given: SubmittedReply): Promise<void> {
  const { form, reply: first } = await findVersion(scope, given)
  if (!first || isSameVersion(first, given)) return createReply(scope, { ...given, form })
  const second = { ...given, form: nameVersion(given) }
  const { thread, mail } = first
  const isInThread = given.kind === 'new' && first.inboxId === given.inboxId
  const { id, submitted, content } = await prepareReply(scope, { ...second, ...(isInThread && { thread, mail }) })
  if (!content) return reportMailGone(scope, submitted)
  return keepRefused(scope, id, { submitted, content, refusal: 'secondVersion', first })
}

async function createReply(scope: OutboundScope, given: SubmittedReply): Promise<void> {
  const reply = await prepareReply(scope, given)
  const { id, submitted, mail, content, known } = reply
  const permission = known && !known.refusal ? allowed : await askToReply(scope, reply)
  if (permission.is !== 'allowed') {
    if (content) await keepRefused(scope, id, { submitted, content, refusal: 'notAllowed' })
    return replyToRequester(scope, toRequester(submitted), permission.message)
  }
  // A reply that is stored is sent whatever has become of its mail.
  if (!content || (!known && mail && isQuarantined(mail))) return reportMailGone(scope, submitted)
  const replacing = { ...submitted, thread: await findReplacedThread(scope, submitted) }
  const refusal = known?.refusal ?? (await decideRefusal(scope, { ...reply, content }, replacing))
  if (refusal) return keepRefused(scope, id, { submitted, content, refusal })
  const stored = await storeReply(scope, id, await buildFromForm(scope, id, submitted, content))
  await showCreated(scope, { id, submitted, begun: reply.begun?.mail.thread }, stored)
  if (submitted.instead === undefined) return undefined
  await markReplaced(scope, { old: submitted.instead, thread: replacing.thread, by: id })
  return noticeReplaced(scope, { old: submitted.instead, by: id, user: stored.user })
}

/** The content is built once: what is compared with the preview is what is stored. */
async function prepareReply(scope: OutboundScope, given: SubmittedReply): Promise<NewReply> {
  const id = replyIdOf(scope, given.form)
  const known = await scope.replyStore.findReply(id)
  const joined = await joinReplaced(scope, given)
  if (beginsThread(joined)) {
    const submitted = { ...given, ...newThreadIds(scope, id) }
    const content = known ?? (await buildReplyContent(scope, submitted, undefined))
    const begun = await buildNewMail(scope, id, content)
    return { id, submitted, mail: begun.mail, content, begun, known }
  }
  const mail = await scope.mailStore.findMail(joined.mail)
  const content = known ?? (mail && (await buildReplyContent(scope, joined, mail)))
  return { id, submitted: joined, mail, content, begun: undefined, known }
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
 * Decides whether a reply that its writer may send is refused: it differs from its preview, it came too late to replace another one, or no channel
 * can show it. A repeat after a crash is not checked again, apart from the steps that withdraw the replaced reply.
 */
async function decideRefusal(
  scope: OutboundScope,
  { id, submitted, content, begun, known }: NewReply & { content: ReplyContent },
  replacing: SubmittedReply,
): Promise<Refusal | undefined> {
  const { user, place, previewed, instead, isSeparate = false } = submitted
  if (!known && previewed !== undefined && previewed !== hashReplyContent(content)) return 'changedLater'
  const beginning = begun && !(await scope.mailStore.findThread(begun.mail.thread)) ? begun : undefined
  const { inboxId } = content
  const channel = beginning && (await findNewThreadChannel(scope, user, { inboxId, place: place?.channel }))
  if (beginning && channel === undefined) return 'noChannel'
  // Only a version that can be sent withdraws the one that it replaces.
  if (instead !== undefined && !(await replaceAwaiting(scope, replacing, id)) && !isSeparate) return 'overtaken'
  if (!known && !(await takeBack(scope, replacing, id)) && !isSeparate) return 'tooLate'
  if (beginning && channel !== undefined) await beginThread(scope, id, submitted, { ...beginning, channel })
  return undefined
}

/** Returns the text to its writer: without its mail, a reply can't be stored. */
async function reportMailGone(scope: OutboundScope, submitted: SubmittedReply): Promise<void> {
  const { team, people, languages } = scope
  const { user, written } = submitted
  const { replyCard } = mailTextIn(await languages.ofPerson(team, user))
  const { text, blocks } = plainTextMessage(replyCard.mailGone)
  const quoted = quoteText(slackToMail(written, await people.names(team, findMentions('', written))).text)
  return replyToRequester(scope, toRequester(submitted), { text, blocks: [...blocks, ...quoted] })
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
  await startReply(scope, id, stored)
  return stored
}

/** Whether this person may answer this mail now. */
async function askToReply(scope: OutboundScope, { submitted, mail, begun }: NewReply): Promise<AccessAnswer> {
  const actor = toRequester(submitted)
  const act = begun
    ? buildNewMailAct(scope, actor, begun.mail.inboxId)
    : buildMailAct(scope, actor, sendingReply, { key: submitted.mail, mail })
  const permission = await askToSend(scope, await act)
  return permission.is === 'allowed' ? askToReplace(scope, submitted) : permission
}

/** Keeps the text of a refused reply: its writer gets it back, to send it once they may. */
async function keepRefused(
  scope: OutboundScope,
  id: string,
  {
    submitted,
    content,
    refusal,
    first,
  }: { submitted: SubmittedReply; content: ReplyContent; refusal: Refusal; first?: Reply },
): Promise<void> {
  const { replyStore } = scope
  const written = withoutApproval(await buildFromForm(scope, id, submitted, content))
  const fresh = { ...written, state: 'cancelled' as const, refusal }
  await replyStore.replies.update(id, (now) => (now ? undefined : fresh))
  const { instead } = submitted
  const overtaker = refusal === 'overtaken' && instead !== undefined ? await replyStore.findReply(instead) : undefined
  await postKept(scope, `mail.kept:${submitted.form}`, { id, reply: fresh, first: overtaker ?? first })
}

/** Whether a submission has the content with which the reply of its form was created. Earlier versions kept only the first content. */
export const isSameVersion = (
  { version: known }: Pick<Reply, 'version'>,
  { version }: Pick<SubmittedReply, 'version'>,
): boolean => known === undefined || version === undefined || known === version

/**
 * Finds the reply of a form that this submission repeats, or comes too late for. A refused one makes room for the next content, because nothing was
 * sent or promised for it: without `reply`, the submission creates one under the name in `form`.
 */
export async function findVersion(
  scope: OutboundScope,
  submitted: Pick<SubmittedReply, 'form' | 'version'>,
): Promise<{ form: string; reply?: Reply }> {
  let { form } = submitted
  for (let refused = 1; ; refused++) {
    const reply = await scope.replyStore.findReply(replyIdOf(scope, form))
    if (!reply) return { form }
    if (!reply.refusal || isSameVersion(reply, submitted)) return { form, reply }
    form = `${submitted.form}:after-${refused}`
  }
}

/** The id of the reply that a form creates. */
export const replyIdOf = ({ keyedHash }: OutboundScope, submission: string): string => keyedHash('reply', submission)

async function buildFromForm(
  scope: OutboundScope,
  id: string,
  submitted: SubmittedReply,
  content: ReplyContent,
): Promise<Reply> {
  const { routes, clock, replyStore, settings } = scope
  const { team, user, sendAt, instead, seen } = submitted
  const holdMs = clock.scaled(await routes.readHoldMs(content.inboxId))
  const now = clock.now()
  const needsApproval = (await readApprovers(settings, team, content.inboxId)) !== undefined
  const step = decideNextStep({ now, needsApproval, sendAt, holdMs })
  const old = instead === undefined ? undefined : await replyStore.findReply(instead)
  const isReplacing = canReplace(content, old)
  const authors = await findAuthors(scope, { ...content, user }, old)
  return {
    ...buildReply(id, content, now),
    ...step,
    ...(submitted.version !== undefined && { version: submitted.version }),
    ...(sendAt !== undefined && { sendAt }),
    ...(await decideThreadEffect(scope, content, submitted.closes)),
    ...(seen && { seen }),
    ...(isReplacing && instead !== undefined && { replaces: instead }),
    ...(needsApproval ? { approval: requestApproval(clock, content, authors) } : authors.length > 1 && { authors }),
  }
}

/** Done before the reply is stored: mail that arrives from then on pauses it. */
async function noteScheduled(scope: OutboundScope, id: string, reply: Reply) {
  const { team, authorizer } = scope
  await listScheduled(scope, id, reply)
  const actor = { team, user: reply.user, opId: `mail.schedule:${id}` }
  const act = await buildReplyAct(scope, actor, { action: 'mail.reply', verb: 'schedule' }, { id, reply })
  await authorizer.recordAct(act, { text: hashReplyContent(reply) })
}
