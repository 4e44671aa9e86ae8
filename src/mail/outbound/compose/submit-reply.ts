import { answerSoon } from '../../../access/access-policy.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { hashReplyContent } from '../../records/replies/reply-content.ts'
import { buildReplyContent } from '../send/build-content.ts'
import { replyIdOf } from '../send/create-reply.ts'
import { sendCreateReply } from '../../tasks/reply-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { sendWriting } from '../../tasks/writing-task.ts'
import { type RequiredTick, isAllTicked, listRequiredTicks, withoutCovered } from './fields/acknowledgements.ts'
import { rebuildReplyFormModal } from './form/build-form.ts'
import { findFormContext, type FormContext } from './fields/form-context.ts'
import { draftKeyOf, findDraftKey, sessionOf } from './drafts/form-drafts.ts'
import { buildNewerMailNotice, findColleagueReply, hashNewRecipients, NEVER_LEFT } from './form/form-notices.ts'
import type { FormReader } from './fields/form-reader.ts'
import { type FormRecipients, hashRecipients } from './form/form-recipients.ts'
import { readForwardedFiles } from './fields/forwarded-files.ts'
import { isFileListMissing, listKeptFiles } from './drafts/kept-files.ts'
import { areLinksShown, type ShownLink } from './fields/links-field.ts'
import { comparePreview, toWrittenReply } from './preview-form.ts'
import { askTogether } from './form/ask-together.ts'
import { readTypedFields, type ReplyFields } from './form/read-fields.ts'
import {
  blockIdOf,
  blockIds,
  listRecipients,
  type OpenForm,
  readFormState,
  type ReplyFile,
} from './fields/reply-form-state.ts'
import { isOtherInboxChosen, withChosenInbox } from './fields/sending-inbox.ts'

/** The form closes, and with it the mail that it was opened from: Cancel is behind them. */
const SENT: SubmissionAnswer = { clear: true }

/** Checks a submitted form and sends it as one task, or answers with what its writer has not seen yet. */
export async function submitReply(scope: OutboundScope, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, view } = submission
  const reader = { team, user, text: mailTextIn(await scope.languages.ofPerson(team, user)) }
  const { text } = reader
  const sent = readFormState(view)
  if (!sent) return { errors: { [blockIds.text]: text.forms.gone } }
  const form = { view, state: await withChosenInbox(scope, reader, { view, state: sent }) }
  const { state } = form
  if (isOtherInboxChosen(scope, form)) return { errors: { [blockIds.inbox]: text.compose.inboxUnsure } }
  const textError = (sentence: string): SubmissionAnswer => ({ errors: { [blockIdOf(state, 'text')]: sentence } })
  const context = await findFormContext(scope, state)
  if (!context) return textError(text.forms.gone)
  const asked = await askTogether(scope, reader, submission, { form, context })
  const [refused, recipients, { earlier, gone }, outgoing, forbidden] = asked
  if (refused !== undefined) return textError(refused)
  if ('errors' in outgoing) return outgoing
  const kept = listKeptFiles(earlier, state.gone ?? [], view)
  const fields = readTypedFields(text, form, recipients, { kept, outgoing }, scope.clock.now())
  if ('errors' in fields) return fields
  const typed = { ...fields, ...readForwardedFiles(form, context.answered) }
  if (forbidden !== undefined && typed.sendAt === undefined) return textError(text.compose.notSent(forbidden))
  const isResent = await isTakenAlready(scope, submission, form, { typed, context })
  if (isResent)
    await scope.outbound.replyDrafts.drop(
      await findDraftKey(scope, reader.user, state, view.id),
      sessionOf(state, view.id),
    )
  if (isResent !== undefined) return isResent ? SENT : textError(text.forms.alreadySent)
  const ticks = await listRequiredTicks(scope, reader, {
    context,
    kind: state.kind,
    recipients: typed,
    files: listFileNames(typed),
  })
  const changed = await showUnseen(scope, reader, form, {
    earlier,
    gone,
    context,
    recipients,
    typed,
    ticks,
    links: outgoing.shown,
  })
  if (changed) return 'view' in changed ? { update: changed.view } : textError(text.forms.gone)
  const preview = await comparePreview(scope, reader, form, { typed, context })
  if (preview.isLate) return textError(text.preview.tooSlow)
  if (preview.hasChanged) {
    const next = await rebuildReplyFormModal(scope, reader, form, { warnings: [text.preview.changed] })
    return next ? { update: next } : textError(text.forms.gone)
  }
  return sendOnce(scope, reader, submission, form, {
    ...typed,
    ...(preview.content && { previewed: preview.content }),
  })
}

/** Of several forms with the same draft, or with the same mail, one is sent; what is sent is no draft any more. */
async function sendOnce(
  scope: OutboundScope,
  reader: FormReader,
  submission: Submission,
  form: OpenForm,
  typed: ReplyFields,
): Promise<SubmissionAnswer> {
  const { view, state } = form
  const key = await findDraftKey(scope, reader.user, state, view.id)
  const session = sessionOf(state, view.id)
  const isFirst = (await scope.outbound.replyDrafts.claim(key, session, view.id)) === view.id
  if (!isFirst || (await isSentElsewhere(scope, reader, form, typed))) {
    const warnings = [reader.text.compose.alreadySent]
    const memory = { draft: '', isRepeat: true }
    const next = await rebuildReplyFormModal(scope, reader, form, { warnings, memory })
    return next ? { update: next } : { errors: { [blockIdOf(state, 'text')]: reader.text.forms.gone } }
  }
  await sendForm(scope, submission, form, typed)
  await scope.outbound.replyDrafts.drop(key, session)
  return SENT
}

/** Whether another form of this person has sent the very same mail, and that one may leave; false once they know it. */
async function isSentElsewhere(
  scope: OutboundScope,
  reader: FormReader,
  form: OpenForm,
  typed: ReplyFields,
): Promise<boolean> {
  const { view, state } = form
  if (state.isRepeat) return false
  const { previewed: _, ...written } = typed
  const content = scope.keyedHash('content', JSON.stringify(toWrittenReply(scope, reader.user, form, written)))
  const sender = await scope.outbound.replyDrafts.claim(draftKeyOf(reader.user, state), content, view.id)
  if (sender === undefined || sender === view.id) return false
  const earlier = await scope.replyStore.findReply(replyIdOf(scope, sender))
  return !earlier || !NEVER_LEFT.includes(earlier.state)
}

async function sendForm(
  scope: OutboundScope,
  { team, user, eventId }: Submission,
  form: OpenForm,
  typed: ReplyFields,
): Promise<void> {
  const { queue, mailStore, settings } = scope
  const { kind, thread, mail, instead, takesBack, newest, place } = form.state
  const inbox = form.state.inboxId ?? (await mailStore.findMail(mail))?.inboxId
  const needsApproval = inbox !== undefined && (await readApprovers(settings, team, inbox)) !== undefined
  const submitted = {
    ...toWrittenReply(scope, user, form, typed),
    ...typed,
    form: eventId,
    ...(instead && { instead }),
    ...(takesBack && { takesBack }),
    ...(typed.sendAt !== undefined && newest !== '' && { seen: newest }),
    ...(place && { place }),
  }
  await sendCreateReply(queue, submitted, { needsApproval })
  if (!kind) await sendWriting(queue, eventId, { team, user, thread, form: 'closed' })
}

const listFileNames = ({ files, mailFiles = [], links = [] }: ReplyFields): string[] =>
  [...files, ...mailFiles, ...links].map(({ name }) => name)

/** Both are in the order of the form. */
const nameLinks = ({ links = [] }: ReplyFields, shown: ShownLink[]) =>
  links.map(({ name }, index) => ({ name, size: shown[index]?.size }))

/**
 * Whether the stored reply of this submission is the one typed now; undefined when there is none. It was stored before and only the answer
 * came too late: what was changed or taken out since must neither vanish nor be sent in addition to the first one.
 */
async function isTakenAlready(
  scope: OutboundScope,
  { user, eventId }: Submission,
  form: OpenForm,
  { typed, context }: { typed: ReplyFields; context: FormContext },
): Promise<boolean | undefined> {
  const stored = await scope.replyStore.findReply(replyIdOf(scope, eventId))
  if (!stored) return undefined
  const written = toWrittenReply(scope, user, form, typed)
  const content = await answerSoon(buildReplyContent(scope, written, context.answered?.mail))
  const isSame = content !== undefined && hashReplyContent(content) === hashReplyContent(stored)
  return isSame && typed.sendAt === stored.sendAt
}

/**
 * The form again with what its writer has not seen yet: a newer mail, new or other recipients, a colleague's reply, files that are gone.
 * Undefined when there is nothing; without a view when the mail is gone.
 */
async function showUnseen(
  scope: OutboundScope,
  reader: FormReader,
  { view, state }: OpenForm,
  {
    earlier,
    gone: allGone,
    context: { inboxId, answered },
    recipients,
    typed,
    ticks,
    links,
  }: {
    earlier: ReplyFile[]
    /** The ids of those that Slack no longer gives. */
    gone: string[]
    context: FormContext
    recipients: FormRecipients
    typed: ReplyFields
    ticks: RequiredTick[]
    links: ShownLink[]
  },
): Promise<{ view: View } | { isGone: true } | undefined> {
  const { text } = reader
  const isAnswer = answered !== undefined && !state.kind
  const newer = isAnswer ? await buildNewerMailNotice(text, scope, state) : undefined
  const strangers = await scope.records.contacts.findNewRecipients(inboxId, listRecipients(typed))
  const newRecipients = withoutCovered(strangers, ticks)
  const isWarned = newRecipients.length === 0 || hashNewRecipients(scope, newRecipients) === state.warned
  const colleague = isAnswer ? await findColleagueReply(scope, reader, answered.thread, state.instead) : undefined
  const isColleagueSeen = !colleague || colleague.id === state.colleague
  const gone = allGone.filter((id) => typed.files.some((file) => file.id === id))
  const areFilesSeen = gone.length === 0 && !isFileListMissing(view, earlier)
  // Recipients that are shown as a list follow from the records, which may have changed since: by a bounce, for example.
  const areRecipientsSeen = recipients.isEditing || hashRecipients(scope, recipients) === state.shown
  if (
    newer === undefined &&
    isWarned &&
    isColleagueSeen &&
    areFilesSeen &&
    areRecipientsSeen &&
    areLinksShown(links, state.links) &&
    isAllTicked(view, ticks)
  )
    return undefined
  const warnings = [
    ...(newer === undefined ? [] : [newer]),
    ...(isWarned ? [] : [text.forms.newRecipients(newRecipients)]),
    ...(isAllTicked(view, ticks) ? [] : [text.compose.tickFirst]),
    ...(areLinksShown(links, state.links) ? [] : [text.outgoing.linksChecked(nameLinks(typed, links))]),
  ]
  const next = await rebuildReplyFormModal(
    scope,
    reader,
    { view, state: { ...state, gone: [...(state.gone ?? []), ...gone] } },
    { warnings, namesNewest: newer !== undefined, memory: { ...(links.length > 0 && { links }) } },
  )
  return next ? { view: next } : { isGone: true }
}
