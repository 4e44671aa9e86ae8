import { type Address, isSameAddress } from '../../../records/address.ts'
import { isAutomatic } from '../../../records/mail/mail.ts'
import { findBroughtBy } from '../../../records/mail/mail-thread.ts'
import { isCustomerAnswered } from '../../../records/mail/thread-changes.ts'
import { isOnlyAside } from '../../../records/replies/brought-in.ts'
import { describeCheckedLinks } from '../../../text/outbound/file-names.ts'
import { describeNewRecipients } from '../../../text/outbound/form-notice-sentences.ts'
import { describeNewerMails, nameSender } from '../../newer-mails.ts'
import { nameOtherReaders } from '../../other-readers.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { listRequiredTicks, type TickedMail, withoutCovered } from '../fields/acknowledgements.ts'
import type { AnsweredMail } from '../fields/form-context.ts'
import { addressNoticeId, type FormNotice, isSeen, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'
import type { CheckedLink } from '../fields/links-field.ts'
import {
  listRecipients,
  type RecipientLists,
  type ReplyFile,
  type ReplyFormState,
  withoutRepeats,
} from '../fields/reply-form-state.ts'
import { findFutureApproval, type FutureApproval, listApproverNotices } from './approver-notice.ts'
import { findColleagueNotices } from './colleague-notices.ts'
import { findCopyNotices } from './copy-notices.ts'
import { hashRecipients } from './form-recipients.ts'
import { findInternalQuotation } from './internal-quotation.ts'
import { findNewsOfVersion } from './version-news.ts'

/** The mails that are newer than the one that the form answers or forwards. */
async function findNewerMailNotices(
  scope: OutboundScope,
  { text }: FormReader,
  { key, mail: { thread, from } }: AnsweredMail,
  isForward: boolean,
): Promise<FormNotice[]> {
  const newer = await describeNewerMails(scope, text, { key, thread, from: from.address, isForward })
  return newer.map(({ keys, sentence, isAsking }) => ({
    id: noticeId(scope, 'mail', ...keys),
    sentence,
    ...(isAsking && { isAsked: true }),
  }))
}

/** The person who wrote last in the thread, if a text that was typed there as a message does not go to them: it may be meant for them. */
async function findOtherNewestNotices(
  scope: OutboundScope,
  { text }: FormReader,
  { context: { answered }, isFromThread, recipients }: NoticedMail,
): Promise<FormNotice[]> {
  if (!isFromThread || !answered) return []
  const key = (await scope.mailStore.findThread(answered.mail.thread))?.mails.at(-1)
  const newest = key === answered.key ? undefined : await scope.mailStore.findMail(key)
  if (key === undefined || !newest || isAutomatic(newest)) return []
  if (listRecipients(recipients).some(({ address }) => isSameAddress(address, newest.from.address))) return []
  const sentence = text.forms.notToNewest({ sender: nameSender(text, newest) })
  return [{ id: noticeId(scope, 'not-to', key), sentence, isAsked: true }]
}

/** The customer, if the recipients of an answer to them were changed to people brought in by us alone: it closes nothing, whatever is ticked. */
async function findMissedCustomer(
  scope: OutboundScope,
  { text }: FormReader,
  { key, mail, thread }: AnsweredMail,
  { to, cc, bcc }: RecipientLists,
): Promise<FormNotice[]> {
  if (findBroughtBy(thread, key) !== undefined || isCustomerAnswered(thread)) return []
  if (!(await isOnlyAside(scope, thread, { mail: key, to, cc, bcc }))) return []
  const sentence = text.compose.staysOpen({ sender: nameSender(text, mail) })
  return [{ id: noticeId(scope, 'missed', key), sentence, isAsked: true }]
}

/** The people who will be able to read the mail in channels of other inboxes that it goes to. */
async function findReaderNotices(
  scope: OutboundScope,
  reader: FormReader,
  { context: { answered }, recipients, subject }: NoticedMail,
): Promise<FormNotice[]> {
  if (!answered) return []
  const found = await nameOtherReaders(scope, reader, answered, { ...recipients, subject })
  return found.map(({ inbox, channel, sentence }) => ({ id: noticeId(scope, 'readers', inbox, channel), sentence }))
}

/** A list of recipients follows from the records, which may have changed, for example after a bounce. */
function listShownRecipients(scope: OutboundScope, { text }: FormReader, { recipients, button }: NoticedMail) {
  if (recipients.isEditing) return []
  const id = noticeId(scope, 'recipients', hashRecipients(scope, recipients))
  return [{ id, sentence: text.forms.lookAgain({ button }), isInField: true as const }]
}

/** The files attached before the form was opened, and those of them that Slack no longer has. */
function listShownFiles(scope: OutboundScope, { text }: FormReader, { earlierFiles, button }: NoticedMail) {
  const { there, gone } = earlierFiles
  const all = [...there, ...gone].map(({ id }) => id)
  const ids = [
    ...(all.length > 0 ? [noticeId(scope, 'files', ...all.toSorted())] : []),
    ...gone.map(({ id }) => goneFileNoticeId(scope, id)),
  ]
  return ids.map((id) => ({ id, sentence: text.forms.lookAgain({ button }), isInField: true as const }))
}

/** The id of the notice that Slack no longer has a file. */
const goneFileNoticeId = (scope: OutboundScope, file: string): string => noticeId(scope, 'gone', file)

/** The ids of the files that the form has shown as gone. */
export const listGoneFiles = (
  scope: OutboundScope,
  state: Pick<ReplyFormState, 'seen'>,
  files: ReplyFile[],
): string[] => files.map(({ id }) => id).filter((id) => isSeen(state, goneFileNoticeId(scope, id)))

function listNewRecipients(
  scope: OutboundScope,
  { text }: FormReader,
  { button }: NoticedMail,
  addresses: string[],
): FormNotice[] {
  if (addresses.length === 0) return []
  const id = addressNoticeId(scope, 'strangers', addresses)
  return [{ id, sentence: describeNewRecipients(text, addresses, button), isInField: true }]
}

function listCheckedLinks(scope: OutboundScope, { text }: FormReader, { links, button }: NoticedMail): FormNotice[] {
  if (links.length === 0) return []
  const id = noticeId(scope, 'links', ...links.map(({ url, size }) => `${url} ${size ?? ''}`))
  return [{ id, sentence: describeCheckedLinks(text, links, button), isInField: true }]
}

/** A mail ready to be sent, with the facts that its form shows. */
export interface NoticedMail extends Omit<TickedMail, 'confirmed'> {
  recipients: RecipientLists & { isEditing: boolean }
  /** Undefined for an answer: the mailbox sets its subject. */
  subject: string | undefined
  /** The replaced reply. */
  instead: string | undefined
  /** Absent for a form of an earlier version. */
  openedAt: number | undefined
  /** Set if the text was typed as a message in the Slack thread. */
  isFromThread: true | undefined
  /** Whether it has the answered mail below its text. */
  isQuoted: boolean
  /** The files attached before the form was opened. */
  earlierFiles: { there: ReplyFile[]; gone: ReplyFile[] }
  /** The addresses of files, after their check. */
  links: CheckedLink[]
  /** The label of the button that submits the form. */
  button: string
}

/** The recipients of the replaced version, if this person wrote it: they were confirmed when it was sent. */
async function findConfirmedRecipients(
  { replyStore }: OutboundScope,
  { user }: FormReader,
  instead: string | undefined,
): Promise<Address[]> {
  const reply = instead === undefined ? undefined : await replyStore.findReply(instead)
  return reply?.user === user ? listRecipients(reply) : []
}

/**
 * Finds every fact that the writer of this mail should know before it is sent. `newRecipients` holds the addresses that the inbox has never exchanged
 * mail with and that no box names.
 */
export async function findFormNotices(
  scope: OutboundScope,
  reader: FormReader,
  given: NoticedMail,
): Promise<{ notices: FormNotice[]; newRecipients: string[]; approval: FutureApproval }> {
  // Send leaves out repeated addresses: with them, the notice would be about another set.
  const mail = { ...given, recipients: { ...given.recipients, ...withoutRepeats(given.recipients) } }
  const { context, kind, recipients } = mail
  const answered = kind ? undefined : context.answered
  const confirmed = await findConfirmedRecipients(scope, reader, mail.instead)
  const ticks = await listRequiredTicks(scope, reader, { ...mail, confirmed })
  const unconfirmed = listRecipients(recipients).filter(
    (one) => !confirmed.some((other) => isSameAddress(other.address, one.address)),
  )
  const strangers = await scope.records.contacts.findNewRecipients(context.inboxId, unconfirmed)
  const newRecipients = withoutCovered(strangers, ticks)
  const approval = await findFutureApproval(scope, reader, mail)
  const notices = [
    ...(context.answered ? await findNewerMailNotices(scope, reader, context.answered, kind === 'forward') : []),
    ...(await findOtherNewestNotices(scope, reader, mail)),
    ...(answered ? await findMissedCustomer(scope, reader, answered, recipients) : []),
    ...listNewRecipients(scope, reader, mail, newRecipients),
    ...listShownRecipients(scope, reader, mail),
    ...listShownFiles(scope, reader, mail),
    ...listCheckedLinks(scope, reader, mail),
    ...(await findReaderNotices(scope, reader, mail)),
    ...listApproverNotices(scope, reader, approval, mail.button),
    ...(answered ? await findColleagueNotices(scope, reader, answered.thread, mail) : []),
    ...(answered ? await findCopyNotices(scope, reader, answered) : []),
    ...(answered ? await findInternalQuotation(scope, reader, answered, mail) : []),
    ...(await findNewsOfVersion(scope, reader, mail)),
    ...ticks,
  ]
  return { notices, newRecipients, approval }
}
