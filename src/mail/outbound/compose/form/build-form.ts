import { withinDeadline } from '../../../../core/question-time.ts'
import type { View } from '../../../../slack/blocks/slack-message.ts'
import { readWritingChoices } from '../../../records/writing-settings.ts'
import { readSendChoice } from '../../schedule/send-time-field.ts'
import { type Address, isSameAddress } from '../../../records/address.ts'
import { findHeadMail } from '../../../records/mail/head-mail.ts'
import { findBroughtBy } from '../../../records/mail/mail-thread.ts'
import { isCustomerAnswered } from '../../../records/mail/thread-changes.ts'
import { findNewestToAnswer, nameSender } from '../../newer-mails.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { addSeen } from '../fields/form-notice.ts'
import { readTicks } from '../fields/acknowledgements.ts'
import type { FormContent, FormNews } from './form-content.ts'
import { type AnsweredMail, findFormContext, type FormContext } from '../fields/form-context.ts'
import { describeFutureApproval } from './approver-notice.ts'
import { describeOwner } from './colleague-notices.ts'
import { findFormNotices, listGoneFiles } from './form-notices.ts'
import { describeDeclined } from './declined-version.ts'
import { describeNewerVersion, describeReplacedSchedule } from './newer-version.ts'
import { findSendTimeOptions, nameSendButton, sendTimeIds } from '../../schedule/send-time.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { hasCopies, readFormRecipients } from './form-recipients.ts'
import { readMoreTexts } from '../fields/more-fields.ts'
import { findEarlierFiles, listKeptFiles, type KeptFiles } from '../drafts/kept-files.ts'
import { listForwardedFiles, readForwardedTicks } from '../fields/forwarded-files.ts'
import { buildOutgoingFields, listFormFiles, readOutgoingChoice } from '../fields/outgoing-fields.ts'
import {
  listRecipients,
  type OpenForm,
  readTypedFiles,
  readTypedText,
  type RecipientLists,
  refillFields,
  type RefilledField,
} from '../fields/reply-form-state.ts'
import { readClosingChoice } from '../fields/closing-choice.ts'
import { buildReplyModal } from './reply-modal.ts'
import { findSavedChoices } from '../fields/saved-select.ts'
import { listInboxChoices, listSendingInboxes } from '../fields/sending-inbox.ts'
import { describeNewThread, listSendingProblems } from './sending-notices.ts'
import { readSubject } from '../fields/subject-field.ts'
import { readQuoteChoice, readSignatureChoice } from '../fields/text-choices.ts'

const noFiles: KeptFiles = { there: [], ticked: [], gone: [], without: [] }

/** Builds the form in its current state. */
export async function buildReplyFormModal(
  scope: OutboundScope,
  reader: FormReader,
  context: FormContext,
  content: FormContent,
): Promise<View> {
  const { text } = reader
  const { inboxId, answered } = context
  const { memory, recipients, kept = noFiles } = content
  const writing = await readWritingChoices(scope.settings, scope.team, { user: reader.user, inboxId })
  const isQuoted = content.isQuoted ?? writing.quotesOriginal
  const to = { thread: memory.thread, to: recipients.to }
  const sending = await findSendTimeOptions(scope, reader, to, content.sendTime)
  const { notices, newRecipients, approval } = await findFormNotices(scope, reader, {
    context,
    kind: memory.kind,
    recipients,
    subject: content.subject,
    instead: memory.instead,
    openedAt: memory.openedAt,
    isFromThread: memory.isFromThread,
    isQuoted,
    fileNames: [
      ...listFormFiles(content),
      ...listForwardedFiles(memory, answered, content.forwarded).map(({ name }) => name),
    ],
    earlierFiles: kept,
    links: [],
    button: nameSendButton(text, sending.chosen),
  })
  const standing = notices.flatMap(({ sentence, isInField, needsTick }) =>
    sentence === undefined || isInField || needsTick ? [] : [sentence],
  )
  return buildReplyModal({
    text,
    state: {
      ...memory,
      ...(hasCopies(recipients) && { hasCc: true }),
      seen: addSeen(memory, notices, { wasAsked: false }),
    },
    context,
    inboxes: memory.kind === 'new' ? listInboxChoices(scope, (await listSendingInboxes(scope, reader)) ?? []) : [],
    recipients,
    newRecipients,
    isCompleted: recipients.isEditing && (await scope.records.correspondents.list(inboxId)).length > 0,
    written: content.written,
    subject: content.subject,
    more: content.more,
    kept,
    outgoing: await buildOutgoingFields(scope, reader, { context, memory }, content.outgoing, content.links),
    saved: await findSavedChoices(scope, reader, context, memory),
    notices,
    ticked: content.ticked ?? [],
    writing,
    writer: await findFullName(scope, reader.user),
    isQuoted,
    closes: content.closes ?? (await readUsualClosing(scope, reader, context)),
    staysOpen: memory.kind ? undefined : await describeStaysOpen(scope, reader, answered, recipients),
    sending,
    holdMs: await scope.routes.readHoldMs(inboxId),
    needsApproval: approval.isNeeded,
    approval: await describeFutureApproval(scope, reader, approval),
    newThread: await describeNewThread(scope, reader, memory),
    newerVersion: await describeNewerVersion(scope, reader, memory.instead),
    replaced: await describeReplacedSchedule(scope, reader, memory.instead),
    declined: await describeDeclined(scope, reader, memory),
    forwarded: content.forwarded,
    owner: answered && !memory.kind ? await describeOwner(scope, reader, answered.thread, memory.openedAt) : undefined,
    // Each newer mail that a reply should take into account has a notice that Send asks about: without a notice, the thread has none.
    newest:
      answered && !memory.kind && notices.some(({ isAsked }) => isAsked)
        ? await findNewestToAnswer(scope, { key: answered.key, thread: answered.mail.thread })
        : undefined,
    alerts: [...new Set([...(await listSendingProblems(scope, reader)), ...standing, ...content.warnings])],
    instruction: content.instruction,
  })
}

const isAside = ({ thread, key }: AnsweredMail): boolean => findBroughtBy(thread, key) !== undefined

/** Whether the person usually marks a thread as done with a reply. An answer to somebody else than the customer begins without that. */
const readUsualClosing = async (
  { outbound: { closingChoices } }: OutboundScope,
  { user }: FormReader,
  { inboxId, answered }: FormContext,
): Promise<boolean> => !(answered && isAside(answered)) && closingChoices.read(user, inboxId)

/** Names the customer whose newest mail is not answered with this reply, which goes to somebody brought in by us alone. */
async function describeStaysOpen(
  { mailStore }: OutboundScope,
  { text }: FormReader,
  answered: AnsweredMail | undefined,
  recipients: RecipientLists,
): Promise<string | undefined> {
  if (!answered || !isAside(answered) || isCustomerAnswered(answered.thread)) return undefined
  const head = await findHeadMail(mailStore, answered.thread)
  const isIncluded = (customer: Address): boolean =>
    listRecipients(recipients).some(({ address }) => isSameAddress(address, customer.address))
  if (head && [head.mail.from, ...head.mail.replyTo].some(isIncluded)) return undefined
  return head && text.compose.staysOpen({ sender: nameSender(text, head.mail) })
}

/** The name below the text; undefined if Slack does not answer in time, which holds up no form. */
async function findFullName({ people, team }: OutboundScope, user: string): Promise<string | undefined> {
  const person = await withinDeadline(people.person(team, user, { isShownOnly: true }))
  return person?.fullName ?? person?.name
}

/** Builds the same form with the content typed so far; undefined if the mail is gone. */
export async function rebuildReplyFormModal(
  scope: OutboundScope,
  reader: FormReader,
  form: OpenForm,
  news: FormNews = {},
): Promise<View | undefined> {
  const { view, state } = form
  const { warnings = [], links = [] } = news
  const signature = readSignatureChoice(form)
  const memory = { ...state, ...(signature && { signature }), ...news.memory }
  const context = await findFormContext(scope, memory)
  if (!context) return undefined
  const recipients = news.recipients ?? (await readFormRecipients(scope, reader, context, form))
  const files = await findEarlierFiles(scope, reader.user, memory, view.id)
  return buildReplyFormModal(scope, reader, context, {
    memory: refillFields(memory, ...listRefilled(news)),
    warnings,
    instruction: warnings.at(-1),
    links,
    recipients: { ...recipients, isEditing: news.isEditing || recipients.isEditing },
    written: news.isEmptied ? undefined : (news.written ?? readTypedText(form)),
    subject: news.subject ?? readSubject(form),
    more: news.isEmptied ? {} : readMoreTexts(form),
    kept: listKeptFiles(files, listGoneFiles(scope, memory, files), view),
    uploads: readTypedFiles(view).map(({ name }) => name),
    outgoing: await readOutgoingChoice(scope, reader, form, context),
    ticked: readTicks(view),
    isQuoted: readQuoteChoice(view),
    closes: readClosingChoice(view),
    sendTime: readSendChoice(sendTimeIds, view),
    forwarded: readForwardedTicks(form),
  })
}

const listRefilled = ({ isEmptied, written, subject, recipients }: FormNews): RefilledField[] => [
  ...(written || isEmptied ? (['text'] as const) : []),
  ...(isEmptied ? (['labels'] as const) : []),
  ...(subject !== undefined ? (['subject'] as const) : []),
  ...(recipients ? (['to'] as const) : []),
]
