import type { Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { isNeverSent } from '../../records/replies/reply.ts'
import { findVersion, isSameVersion, replyIdOf } from '../send/create-reply.ts'
import { sendCreateReply } from '../../tasks/reply-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { sendWriting } from '../../tasks/writing-task.ts'
import { readTicks } from './fields/acknowledgements.ts'
import { type FormNotice, isSeen, listUnseen, noticeId } from './fields/form-notice.ts'
import type { FormNews } from './form/form-content.ts'
import { findFormContext, type FormContext } from './fields/form-context.ts'
import { draftKeyOf, findDraftKey, sessionOf } from './drafts/form-drafts.ts'
import { findFormNotices, listGoneFiles } from './form/form-notices.ts'
import { listMissingParts } from './form/missing-parts.ts'
import type { FormReader } from './fields/form-reader.ts'
import type { FormRecipients } from './form/form-recipients.ts'
import { readForwardedFiles } from './fields/forwarded-files.ts'
import { listKeptFiles } from './drafts/kept-files.ts'
import type { CheckedLink } from './fields/links-field.ts'
import { comparePreview, toWrittenReply } from './preview-form.ts'
import { askTogether } from './form/ask-together.ts'
import { readTypedFields, type ReplyFields } from './form/read-fields.ts'
import { blockIdOf, blockIds, type OpenForm, readFormState, type ReplyFile } from './fields/reply-form-state.ts'
import { readSendButton } from '../schedule/send-time.ts'
import { isFromNoInbox, isOtherInboxChosen, withChosenInbox } from './fields/sending-inbox.ts'

/** Closes the form and the mail that it was opened from, which hide Cancel. */
const SENT: Answered = { answer: { clear: true } }

/** A submitted form, and the person who submitted it. */
interface SubmittedForm {
  submission: Submission
  reader: FormReader
  form: OpenForm
  context: FormContext
}

/** The end of a submission: the form closes, or stays open with an explanation. */
interface Answered {
  answer: SubmissionAnswer
}

/** The content of the form, and the answers of services about it. */
interface SubmittedFields {
  typed: ReplyFields
  recipients: FormRecipients
  links: CheckedLink[]
  earlierFiles: { there: ReplyFile[]; gone: ReplyFile[] }
}

/** A form to show again, with notices that its writer has not seen. */
export interface UnseenForm extends Pick<FormNews, 'links' | 'memory'> {
  reader: FormReader
  form: OpenForm
  unseen: FormNotice[]
  /** How to go on, if no notice has its own instruction. */
  instruction?: string
}

/** Checks a submitted form and sends it as one task, unless its writer has to see notices first. */
export async function submitReply(scope: OutboundScope, submission: Submission): Promise<Answered | UnseenForm> {
  const submitted = await openSubmission(scope, submission)
  if ('answer' in submitted) return submitted
  const fields = await readSubmission(scope, submitted)
  if ('answer' in fields) return fields
  const repeated = await answerRepeated(scope, submitted, fields.typed)
  if (repeated) return repeated
  const { reader, form } = submitted
  const { unseen, isSeparate } = await findUnseen(scope, submitted, fields)
  if (unseen.length > 0) return { reader, form, unseen, links: fields.links, ...instruct(reader, form, unseen) }
  return sendOnce(scope, submitted, { typed: fields.typed, isSeparate })
}

function instruct({ text }: FormReader, { view }: OpenForm, unseen: FormNotice[]): Pick<UnseenForm, 'instruction'> {
  if (unseen.some(({ isInField, needsTick, hasInstruction }) => isInField || needsTick || hasInstruction)) return {}
  return { instruction: text.forms.sendAnyway({ button: readSendButton(text, view) }) }
}

/** An error below the text, the only field that every form has. */
const textError = ({ state }: OpenForm, sentence: string): Answered => ({
  answer: { errors: { [blockIdOf(state, 'text')]: sentence } },
})

/** Returns the form with the inbox that is chosen in it, or an error if its mail or thread is gone. */
async function openSubmission(scope: OutboundScope, submission: Submission): Promise<SubmittedForm | Answered> {
  const { team, user, view } = submission
  const reader = { team, user, text: mailTextIn(await scope.languages.ofPerson(team, user)) }
  const { forms, compose } = reader.text
  const sent = readFormState(view)
  if (!sent) return { answer: { errors: { [blockIds.text]: forms.gone } } }
  const form = { view, state: await withChosenInbox(scope, reader, { view, state: sent }) }
  if (isOtherInboxChosen(scope, form)) return { answer: { errors: { [blockIds.inbox]: compose.inboxUnsure } } }
  if (await isFromNoInbox(scope, form.state)) return textError(form, compose.inboxUnsure)
  const context = await findFormContext(scope, form.state)
  return context ? { submission, reader, form, context } : textError(form, forms.gone)
}

/** Returns the content of the form, or an error if it can't be sent: by this person, with this key of the mailbox, or at all. */
async function readSubmission(
  scope: OutboundScope,
  { submission, reader, form, context }: SubmittedForm,
): Promise<SubmittedFields | Answered> {
  const { text } = reader
  const asked = await askTogether(scope, reader, submission, { form, context })
  const [refused, recipients, { earlier, gone }, outgoing, forbidden] = asked
  if (refused !== undefined) return textError(form, refused)
  if ('errors' in outgoing) return { answer: outgoing }
  const kept = listKeptFiles(earlier, listGoneFiles(scope, form.state, earlier), form.view)
  const fields = readTypedFields(text, form, recipients, { kept, outgoing }, scope.clock.now())
  if ('errors' in fields) return { answer: fields }
  const typed = { ...fields, ...readForwardedFiles(form, context.answered) }
  if (forbidden !== undefined && typed.sendAt === undefined)
    return textError(form, text.compose.notSent({ permission: forbidden }))
  const lost = earlier.filter(({ id }) => gone.includes(id) && typed.files.some((file) => file.id === id))
  const earlierFiles = { there: earlier.filter((file) => !lost.includes(file)), gone: lost }
  return { typed, recipients, links: outgoing.links, earlierFiles }
}

/**
 * Answers a submission whose reply is already stored, because the first answer came too late: content changed since must neither vanish nor be sent in
 * addition, so its task returns it to the writer. Returns undefined for a first submission, or if nothing came of the first one.
 */
async function answerRepeated(
  scope: OutboundScope,
  submitted: SubmittedForm,
  typed: ReplyFields,
): Promise<Answered | undefined> {
  const { submission, reader, form } = submitted
  const version = hashVersion(scope, submitted, typed)
  const { reply: stored } = await findVersion(scope, { form: submission.eventId, version })
  if (!stored) return undefined
  if (!isSameVersion(stored, { version })) {
    await sendForm(scope, submitted, typed)
    return textError(form, reader.text.forms.alreadySent)
  }
  const { view, state } = form
  const key = await findDraftKey(scope, reader.user, state, view.id)
  await scope.outbound.replyDrafts.drop(key, sessionOf(state, view.id))
  return SENT
}

/** The files of a form or of a reply. */
interface NamedFiles {
  files: { name: string }[]
  mailFiles?: { name: string }[]
  links?: { name: string }[]
}

const listFileNames = ({ files, mailFiles = [], links = [] }: NamedFiles): string[] =>
  [...files, ...mailFiles, ...links].map(({ name }) => name)

/**
 * Lists the notices that the form has not shown, the unticked boxes, and what the writer has probably forgotten. `isSeparate` tells an email of its own
 * from a new version.
 */
async function findUnseen(
  scope: OutboundScope,
  { reader, form: { view, state }, context }: SubmittedForm,
  { typed, recipients, links, earlierFiles }: SubmittedFields,
): Promise<{ unseen: FormNotice[]; isSeparate: boolean }> {
  const { notices } = await findFormNotices(scope, reader, {
    context,
    kind: state.kind,
    instead: state.instead,
    openedAt: state.openedAt,
    isFromThread: state.isFromThread,
    recipients: { ...recipients, to: typed.to, cc: typed.cc, bcc: typed.bcc },
    subject: typed.subject,
    isQuoted: typed.isQuoted ?? false,
    fileNames: listFileNames(typed),
    earlierFiles,
    links,
    button: readSendButton(reader.text, view),
  })
  const { subject, written } = typed
  const before = state.instead === undefined ? undefined : await scope.replyStore.findReply(state.instead)
  const replaced =
    before?.user === reader.user
      ? { subject: before.subject, written: before.written, fileNames: listFileNames(before) }
      : undefined
  const missing = listMissingParts(scope, reader, { subject, written, fileNames: listFileNames(typed) }, replaced)
  return {
    unseen: listUnseen(state, readTicks(view), [...notices, ...missing]),
    isSeparate: notices.some((notice) => notice.isSeparate),
  }
}

/**
 * Sends a form, unless its mail differs from its preview or was sent from another window: the writer sees that first. Of several forms with the same
 * draft or the same mail, only one is sent, which ends the draft.
 */
async function sendOnce(
  scope: OutboundScope,
  submitted: SubmittedForm,
  { typed, isSeparate }: { typed: ReplyFields; isSeparate: boolean },
): Promise<Answered | UnseenForm> {
  const { reader, form, context } = submitted
  const { view, state } = form
  const preview = await comparePreview(scope, reader, form, { typed, context })
  if (preview.isLate) return textError(form, reader.text.preview.tooSlow)
  if (preview.notice && !isSeen(state, preview.notice.id)) return { reader, form, unseen: [preview.notice] }
  const key = await findDraftKey(scope, reader.user, state, view.id)
  const session = sessionOf(state, view.id)
  const { replyDrafts } = scope.outbound
  const content = hashWritten(scope, submitted, typed)
  const button = readSendButton(reader.text, view)
  const twin = { id: noticeId(scope, 'twin', content), sentence: reader.text.compose.alreadySent({ button }) }
  const isConfirmed = isSeen(state, twin.id)
  const again: UnseenForm = { reader, form, unseen: [twin], memory: { draft: '' } }
  const sender = await replyDrafts.findSender(key, session)
  const isTaken = sender !== undefined && sender !== view.id
  if (!isConfirmed && (isTaken || (await isSentElsewhere(scope, submitted, content)))) return again
  // A claimed text is no longer kept as a draft, so only a form that sends it claims it.
  if ((await replyDrafts.claim(key, session, view.id)) !== view.id && !isConfirmed) return again
  await sendForm(scope, submitted, typed, {
    isSeparate,
    ...(preview.content !== undefined && { previewed: preview.content }),
  })
  await replyDrafts.drop(key, session)
  return SENT
}

/** Hashes the mail that a form writes, with the content of all fields. */
const hashWritten = (scope: OutboundScope, { reader, form }: SubmittedForm, typed: ReplyFields): string =>
  scope.keyedHash('content', JSON.stringify(toWrittenReply(scope, reader.user, form, typed)))

/** Names the content of a form, its send time, and whether it closes the thread. */
const hashVersion = (scope: OutboundScope, submitted: SubmittedForm, typed: ReplyFields): string =>
  scope.keyedHash(
    'version',
    hashWritten(scope, submitted, typed),
    `${typed.sendAt ?? ''}${typed.closes ? ' closes' : ''}`,
  )

/** Whether another form of this person has submitted the same mail, and it may have been sent. */
async function isSentElsewhere(
  scope: OutboundScope,
  { reader, form: { view, state } }: SubmittedForm,
  content: string,
): Promise<boolean> {
  const sender = await scope.outbound.replyDrafts.claim(draftKeyOf(reader.user, state), content, view.id)
  if (sender === undefined || sender === view.id) return false
  const earlier = await scope.replyStore.findReply(replyIdOf(scope, sender))
  return !earlier || !isNeverSent(earlier)
}

async function sendForm(
  scope: OutboundScope,
  submitted: SubmittedForm,
  typed: ReplyFields,
  { isSeparate = false, previewed }: { isSeparate?: boolean; previewed?: string } = {},
): Promise<void> {
  const { queue } = scope
  const {
    submission: { team, user, eventId },
    form,
    context: { answered },
  } = submitted
  const { kind, thread, instead, takesBack, place } = form.state
  const reply = {
    ...toWrittenReply(scope, user, form, typed),
    ...typed,
    form: eventId,
    version: hashVersion(scope, submitted, typed),
    ...(previewed !== undefined && { previewed }),
    ...(instead && { instead }),
    ...(takesBack && { takesBack }),
    ...(isSeparate && { isSeparate }),
    ...(answered && { seen: answered.newest }),
    ...(place && { place }),
  }
  await sendCreateReply(queue, reply)
  if (!kind) await sendWriting(queue, eventId, { team, user, thread, form: 'closed' })
}
