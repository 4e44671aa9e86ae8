import { withinDeadline } from '../../../../core/question-time.ts'
import { truncate } from '../../../../slack/blocks/mrkdwn.ts'
import { stateBeforeSent } from '../../../records/replies/delivery-status.ts'
import { listWriters, type MailThread } from '../../../records/mail/mail-thread.ts'
import { isNeverSent, isScheduled, type Reply } from '../../../records/replies/reply.ts'
import { findOwnZone } from '../../../notify/own-zone.ts'
import { describeCheckedLinks } from '../../../text/outbound/file-names.ts'
import {
  ALERT_NAME_CHARS,
  describeColleagueReply,
  describeNewRecipients,
} from '../../../text/outbound/form-notice-sentences.ts'
import { describeScheduledReply } from '../../../text/outbound/send-time-sentences.ts'
import { describeNewerMails } from '../../newer-mails.ts'
import { nameOtherReaders } from '../../other-readers.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { MailText } from '../../../text/mail-text.ts'
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
import { findApproverNotices } from './approver-notice.ts'
import { hashRecipients } from './form-recipients.ts'

const EXCERPT_CHARS = 200
const MAX_SCHEDULED_NOTICES = 2
const MAX_COLLEAGUE_NOTICES = 2
const COLLEAGUE_MS = 10 * 60_000
/** Enough for the replies that colleagues write to one thread while a form is open. */
const MAX_READ_REPLIES = 10

/**
 * Finds the replies of other people in the same thread, other than the one that this form replaces, that were sent since the form was opened or shortly
 * before, or may still be sent. A scheduled reply has its own notice.
 */
async function findColleagueReplies(
  scope: OutboundScope,
  { user, text }: FormReader,
  { replies }: MailThread,
  { instead, openedAt }: Pick<NoticedMail, 'instead' | 'openedAt'>,
): Promise<FormNotice[]> {
  const { replyStore, clock } = scope
  const since = Math.min(openedAt ?? clock.now(), clock.now() - COLLEAGUE_MS)
  const others = replies.filter((one) => one.user !== user && one.id !== instead).slice(-MAX_READ_REPLIES)
  const found = await Promise.all(others.map(async ({ id }) => ({ id, reply: await replyStore.findReply(id) })))
  return found
    .flatMap(({ id, reply }) => (reply && isRecentAnswer(reply, since) ? [{ id, reply }] : []))
    .slice(-MAX_COLLEAGUE_NOTICES)
    .map(({ id, reply }) => ({
      // An approval makes it another fact; the end of its undo window doesn't.
      id: noticeId(scope, reply.state === 'awaiting' ? 'awaiting' : 'reply', id),
      sentence: describeRecentAnswer(text, reply, clock.now()),
    }))
}

function isRecentAnswer(reply: Reply, since: number): boolean {
  if (reply.kind === 'forward' || isNeverSent(reply) || isScheduled(reply)) return false
  return reply.state === 'awaiting' || (reply.sentAt ?? reply.at) >= since
}

function describeRecentAnswer(text: MailText, reply: Reply, now: number): string {
  const { userName, state, at, sentAt = at } = reply
  const mayHave = state === 'unknown' || stateBeforeSent(reply) === 'checking'
  const isWaiting = state === 'awaiting' ? 'awaiting' : 'not_left'
  const fate = state === 'sent' ? 'left' : mayHave ? 'perhaps_left' : isWaiting
  const excerpt = reply.text.slice(0, EXCERPT_CHARS).replace(/\s+/g, ' ').trim()
  return describeColleagueReply(text, { userName, sinceMs: now - sentAt, fate, excerpt })
}

/** Names the person who has a reply form of the same thread open, or else its owner. */
export async function describeWritingColleague(
  { team, people, clock }: OutboundScope,
  { user, text }: FormReader,
  thread: MailThread,
): Promise<string[]> {
  const writing = listWriters(thread).find((one) => one.user !== user && one.until >= clock.now())
  const colleague = writing?.user ?? thread.owner?.user
  if (colleague === undefined || colleague === user) return []
  const person = await withinDeadline(people.person(team, colleague, { isShownOnly: true }))
  const { colleagueWrites, colleagueOwns } = text.forms
  const name = truncate(person?.name ?? text.unnamed, ALERT_NAME_CHARS)
  return [(writing ? colleagueWrites : colleagueOwns)({ name })]
}

/** The scheduled replies of the same thread: two replies could contradict each other. */
async function findScheduledReplies(
  scope: OutboundScope,
  { user, text }: FormReader,
  { scheduled = [] }: MailThread,
  instead: string | undefined,
): Promise<FormNotice[]> {
  const others = scheduled.filter((id) => id !== instead)
  const found = await Promise.all(others.map(async (id) => ({ id, reply: await scope.replyStore.findReply(id) })))
  const waiting = found.flatMap(({ id, reply }) => (reply && isScheduled(reply) ? [{ id, ...reply }] : []))
  if (waiting.length === 0) return []
  const { zone } = await findOwnZone(scope, user)
  return waiting.slice(-MAX_SCHEDULED_NOTICES).map(({ id, user: writer, userName, dueAt, state }) => {
    const name = writer === user ? undefined : userName
    const at = state === 'scheduled' ? dueAt : undefined
    return {
      id: noticeId(scope, 'scheduled', id, `${at ?? ''}`),
      sentence: describeScheduledReply(text, { name, at }, zone),
    }
  })
}

/** The mails that are newer than the one that the form answers or forwards. */
async function findNewerMailNotices(
  scope: OutboundScope,
  { text }: FormReader,
  { key, mail: { thread } }: AnsweredMail,
  isForward: boolean,
): Promise<FormNotice[]> {
  const newer = await describeNewerMails(scope, text, { key, thread, isForward })
  return newer.map(({ keys, sentence }) => ({ id: noticeId(scope, 'mail', ...keys), sentence }))
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
export interface NoticedMail extends TickedMail {
  recipients: RecipientLists & { isEditing: boolean }
  /** Undefined for an answer: the mailbox sets its subject. */
  subject: string | undefined
  /** The replaced reply. */
  instead: string | undefined
  /** Absent for a form of an earlier version. */
  openedAt: number | undefined
  /** The files attached before the form was opened. */
  earlierFiles: { there: ReplyFile[]; gone: ReplyFile[] }
  /** The addresses of files, after their check. */
  links: CheckedLink[]
  /** The label of the button that submits the form. */
  button: string
}

/**
 * Finds every fact that the writer of this mail should know before it is sent. `newRecipients` holds the addresses that the inbox has never exchanged
 * mail with and that no box names.
 */
export async function findFormNotices(
  scope: OutboundScope,
  reader: FormReader,
  given: NoticedMail,
): Promise<{ notices: FormNotice[]; newRecipients: string[] }> {
  // Send leaves out repeated addresses: with them, the notice would be about another set.
  const mail = { ...given, recipients: { ...given.recipients, ...withoutRepeats(given.recipients) } }
  const { context, kind, recipients } = mail
  const answered = kind ? undefined : context.answered
  const ticks = await listRequiredTicks(scope, reader, mail)
  const strangers = await scope.records.contacts.findNewRecipients(context.inboxId, listRecipients(recipients))
  const newRecipients = withoutCovered(strangers, ticks)
  const notices = [
    ...(context.answered ? await findNewerMailNotices(scope, reader, context.answered, kind === 'forward') : []),
    ...listNewRecipients(scope, reader, mail, newRecipients),
    ...listShownRecipients(scope, reader, mail),
    ...listShownFiles(scope, reader, mail),
    ...listCheckedLinks(scope, reader, mail),
    ...(await findReaderNotices(scope, reader, mail)),
    ...(await findApproverNotices(scope, reader, mail)),
    ...(answered ? await findColleagueReplies(scope, reader, answered.thread, mail) : []),
    ...(answered ? await findScheduledReplies(scope, reader, answered.thread, mail.instead) : []),
    ...ticks,
  ]
  return { notices, newRecipients }
}
