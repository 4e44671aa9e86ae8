import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../core/json.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { OpenView, Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { buildMailAct, findConversationRefusalSoon, findRefusalSoon, sendingReply } from '../access/mail-acts.ts'
import { replyToRequester } from '../notify/requester-reply.ts'
import { replyIdOf } from '../reply/create-reply.ts'
import { sendCreateReply, type SubmittedReply } from '../reply/reply-task.ts'
import type { MailServices } from '../services.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { sendWriting } from '../work/writing-task.ts'
import { type AnsweredMail, findAnsweredMail, rebuildReplyFormModal } from './build-form.ts'
import { buildNewerMailNotice, findColleagueReply, hashNewRecipients } from './form-notices.ts'
import type { FormReader } from './form-reader.ts'
import { type FormRecipients, hashRecipients, readFormRecipients } from './form-recipients.ts'
import {
  findEarlierFiles,
  findGoneFiles,
  isFileListMissing,
  type KeptFiles,
  listKeptFiles,
  readAllFiles,
} from './kept-files.ts'
import {
  blockIds,
  listRecipients,
  readFormState,
  readTypedText,
  type ReplyFile,
  type ReplyFormState,
  withoutRepeats,
} from './reply-form-state.ts'

type Typed = Pick<SubmittedReply, 'to' | 'cc' | 'bcc' | 'written' | 'files'>

/** The form closes, and with it the mail that it was opened from: Cancel is behind them. */
const SENT: SubmissionAnswer = { clear: true }

const textError = (sentence: string): SubmissionAnswer => ({ errors: { [blockIds.text]: sentence } })
const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value))

/** Checks a submitted form and sends it as one task, or answers with what its writer has not seen yet. */
export async function submitReply(services: MailServices, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, eventId, view } = submission
  const reader = { team, user, text: mailTextIn(await services.languages.ofPerson(team, user)) }
  const { text } = reader
  const state = readFormState(view)
  if (!state) return textError(text.forms.gone)
  const answered = await findAnsweredMail(services, team, state)
  if (!answered) return textError(text.forms.gone)
  const refused = await refuseEarly(services, reader, submission, { state, answered })
  if (refused !== undefined) return textError(refused)
  const recipients = await readFormRecipients(services, reader, answered.mail, { view, state })
  const earlier = await findEarlierFiles(services, team, state)
  const typed = readTyped(text, submission, recipients, listKeptFiles(earlier, state.gone ?? [], view))
  if ('errors' in typed) return typed
  const isResent = await isTakenAlready(services, team, eventId, typed)
  if (isResent !== undefined) return isResent ? SENT : textError(text.forms.alreadySent)
  const changed = await showUnseen(services, { reader, view }, { state, earlier, answered, recipients, typed })
  if (changed) return 'view' in changed ? { update: changed.view } : textError(text.forms.gone)
  const { thread, mail, instead, place } = state
  const { to, cc, bcc, written, files } = typed
  const submitted = { team, user, form: eventId, thread, mail, to, cc, bcc, written, files }
  await sendCreateReply(services.queue, { ...submitted, ...(instead && { instead }), ...(place && { place }) })
  await sendWriting(services.queue, eventId, { team, user, thread, form: 'closed' })
  return SENT
}

/** The form stays open with its text, and says why. The task that sends the reply asks again. */
async function refuseEarly(
  services: MailServices,
  { team, user, text }: FormReader,
  { eventId }: Submission,
  { state, answered }: { state: ReplyFormState; answered: AnsweredMail },
): Promise<string | undefined> {
  const requester = { team, user, opId: `mail.reply:${eventId}`, ...state.place }
  const refusal = await findRefusalSoon(services, await buildMailAct(services, requester, sendingReply, answered))
  if (!refusal) return undefined
  if (refusal.isLate) return refusal.message.text
  // Slack shows nothing to them in a channel that they are not in.
  const hidden = await findConversationRefusalSoon(services, requester, answered)
  if (hidden) return hidden.text
  await replyToRequester(services, requester, refusal.message)
  return text.forms.notAllowed
}

/** The fields of the form, or an error for each one that cannot be sent. */
function readTyped(
  text: MailText,
  { view }: Submission,
  { unreadable, isEditing, ...lists }: FormRecipients & { unreadable: Record<string, string> },
  kept: KeptFiles,
): Typed | { errors: Record<string, string> } {
  if (Object.keys(unreadable).length > 0) return { errors: unreadable }
  const recipients = withoutRepeats(lists)
  if (isEditing && listRecipients(recipients).length === 0) return { errors: { [blockIds.to]: text.forms.noRecipient } }
  const written = readTypedText(view)
  const files = readAllFiles(text, view, kept)
  if ('errors' in files) return files
  if (!written && files.length === 0) return { errors: { [blockIds.text]: text.forms.noText } }
  const { to, cc, bcc } = recipients
  return { to, cc, bcc, written: toJson(written ?? null), files }
}

/**
 * Whether the stored reply of this submission is the one typed now; undefined when there is none. It was stored before and only the answer
 * came too late: what was changed since must neither vanish nor be sent in addition to the first one.
 */
async function isTakenAlready(
  services: MailServices,
  team: string,
  eventId: string,
  typed: Typed,
): Promise<boolean | undefined> {
  const stored = await services.replyStore.findReply(team, replyIdOf(services, eventId))
  return stored && isDeepStrictEqual({ ...stored, ...typed }, stored)
}

/**
 * The form again with what its writer has not seen yet: a newer mail, new or other recipients, a colleague's reply, files that are gone.
 * Undefined when there is nothing; without a view when the mail is gone.
 */
async function showUnseen(
  services: MailServices,
  { reader, view }: { reader: FormReader; view: OpenView },
  {
    state,
    earlier,
    answered,
    recipients,
    typed,
  }: {
    state: ReplyFormState
    earlier: ReplyFile[]
    answered: AnsweredMail
    recipients: FormRecipients
    typed: Typed
  },
): Promise<{ view: View } | { isGone: true } | undefined> {
  const { team, text } = reader
  const newer = await buildNewerMailNotice(text, services, team, state)
  const newRecipients = await services.contacts.findNewRecipients(team, answered.mail.inboxId, listRecipients(typed))
  const isWarned = newRecipients.length === 0 || hashNewRecipients(services, newRecipients) === state.warned
  const colleague = await findColleagueReply(services, reader, answered.thread)
  const isColleagueSeen = !colleague || colleague.id === state.colleague
  const gone = await findGoneFiles(
    services,
    team,
    earlier.filter((one) => typed.files.some(({ id }) => id === one.id)),
  )
  const areFilesSeen = gone.length === 0 && !isFileListMissing(view, earlier)
  // Recipients that are shown as a list follow from the records, which may have changed since: by a bounce, for example.
  const areRecipientsSeen = recipients.isEditing || hashRecipients(services, recipients) === state.shown
  if (newer === undefined && isWarned && isColleagueSeen && areFilesSeen && areRecipientsSeen) return undefined
  const warnings = [
    ...(newer === undefined ? [] : [newer]),
    ...(isWarned ? [] : [text.forms.newRecipients(newRecipients)]),
  ]
  const next = await rebuildReplyFormModal(
    services,
    reader,
    { view, state: { ...state, gone: [...(state.gone ?? []), ...gone] } },
    { warnings, namesNewest: newer !== undefined },
  )
  return next ? { view: next } : { isGone: true }
}
