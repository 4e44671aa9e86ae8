import { withinDeadline } from '../../../../core/question-time.ts'
import { truncate } from '../../../../slack/blocks/mrkdwn.ts'
import { excerptMail } from '../../../records/mail/mail-preview.ts'
import { displayAddress } from '../../../records/address.ts'
import { stateBeforeSent } from '../../../records/replies/delivery-status.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import { listWriters, type MailThread } from '../../../records/mail/mail-thread.ts'
import { isNeverSent, isScheduled } from '../../../records/replies/reply.ts'
import { findOwnZone } from '../../../notify/own-zone.ts'
import { describeCheckedLinks } from '../../../text/outbound/file-names.ts'
import {
  ALERT_NAME_CHARS,
  describeColleagueReply,
  describeNewRecipients,
  describeNewerMail,
} from '../../../text/outbound/form-notice-sentences.ts'
import { describeScheduledReply } from '../../../text/outbound/send-time-sentences.ts'
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
import { hashRecipients } from './form-recipients.ts'

const EXCERPT_CHARS = 200
const MAX_SCHEDULED_NOTICES = 2
const COLLEAGUE_MS = 10 * 60_000

/**
 * Finds a reply that another person has just written to the same thread, other than the one that this form replaces. A scheduled reply has its own
 * notice.
 */
async function findColleagueReply(
  scope: OutboundScope,
  { user, text }: FormReader,
  { replies }: MailThread,
  instead: string | undefined,
): Promise<FormNotice[]> {
  const { replyStore, clock } = scope
  const last = replies.findLast((one) => one.user !== user && one.id !== instead && clock.now() - one.at < COLLEAGUE_MS)
  const reply = last && (await replyStore.findReply(last.id))
  if (!reply || reply.kind === 'forward' || isNeverSent(reply) || isScheduled(reply)) return []
  const { userName, state, at, sentAt = at } = reply
  const mayHave = state === 'unknown' || stateBeforeSent(reply) === 'checking'
  const isWaiting = state === 'awaiting' ? 'awaiting' : 'not_left'
  const fate = state === 'sent' ? 'left' : mayHave ? 'perhaps_left' : isWaiting
  const excerpt = reply.text.slice(0, EXCERPT_CHARS).replace(/\s+/g, ' ').trim()
  const sentence = describeColleagueReply(text, { userName, sinceMs: clock.now() - sentAt, fate, excerpt })
  return [{ id: noticeId(scope, 'reply', last.id), sentence }]
}

/** Names the person who has a reply form of the same thread open, or else its owner. */
export async function describeColleague(
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
    return { id: noticeId(scope, 'reply', id), sentence: describeScheduledReply(text, { name, at }, zone) }
  })
}

/** Names a sender briefly: a long name, which is unverified, must not push the address out of a warning. */
function nameSender({ noSender }: MailText, { from }: Mail): string {
  if (from.address === '') return noSender
  const full = displayAddress(from)
  return full.length <= ALERT_NAME_CHARS ? full : from.address
}

/** Finds the newest mail of the thread, if the form answers or forwards an earlier one. Reads it again, because asking Slack takes seconds. */
export async function findNewerMail(
  scope: Pick<OutboundScope, 'mailStore' | 'keyedHash'>,
  { text }: Pick<FormReader, 'text'>,
  { key, mail: { thread } }: AnsweredMail,
  isForward = false,
): Promise<FormNotice[]> {
  const { mailStore } = scope
  const newest = (await mailStore.findThread(thread))?.mails.at(-1)
  const mail = newest === key ? undefined : await mailStore.findMail(newest)
  if (!mail || newest === undefined) return []
  const from = nameSender(text, mail)
  const sentence = describeNewerMail(text, { from, excerpt: excerptMail(mail, EXCERPT_CHARS), isForward })
  return [{ id: noticeId(scope, 'mail', newest), sentence }]
}

/** A list of recipients follows from the records, which may have changed, for example after a bounce. */
function listShownRecipients(scope: OutboundScope, { text }: FormReader, recipients: NoticedMail['recipients']) {
  if (recipients.isEditing) return []
  const id = noticeId(scope, 'recipients', hashRecipients(scope, recipients))
  return [{ id, sentence: text.forms.lookAgain, isInField: true as const }]
}

/** The files attached before the form was opened, and those of them that Slack no longer has. */
function listShownFiles(scope: OutboundScope, { text }: FormReader, { there, gone }: NoticedMail['earlierFiles']) {
  const ids = [
    ...[...there, ...gone].map(({ id }) => noticeId(scope, 'file', id)),
    ...gone.map(({ id }) => goneFileNoticeId(scope, id)),
  ]
  return ids.map((id) => ({ id, sentence: text.forms.lookAgain, isInField: true as const }))
}

/** The id of the notice that Slack no longer has a file. */
const goneFileNoticeId = (scope: OutboundScope, file: string): string => noticeId(scope, 'gone', file)

/** The ids of the files that the form has shown as gone. */
export const listGoneFiles = (
  scope: OutboundScope,
  state: Pick<ReplyFormState, 'seen'>,
  files: ReplyFile[],
): string[] => files.map(({ id }) => id).filter((id) => isSeen(state, goneFileNoticeId(scope, id)))

function listNewRecipients(scope: OutboundScope, { text }: FormReader, addresses: string[]): FormNotice[] {
  if (addresses.length === 0) return []
  const id = addressNoticeId(scope, 'strangers', addresses)
  return [{ id, sentence: describeNewRecipients(text, addresses), isInField: true }]
}

function listCheckedLinks(scope: OutboundScope, { text }: FormReader, links: CheckedLink[]): FormNotice[] {
  if (links.length === 0) return []
  const id = noticeId(scope, 'links', ...links.map(({ url, size }) => `${url} ${size ?? ''}`))
  return [{ id, sentence: describeCheckedLinks(text, links), isInField: true }]
}

/** A mail ready to be sent, with the facts that its form shows. */
export interface NoticedMail extends TickedMail {
  recipients: RecipientLists & { isEditing: boolean }
  /** The replaced reply. */
  instead: string | undefined
  /** The files attached before the form was opened. */
  earlierFiles: { there: ReplyFile[]; gone: ReplyFile[] }
  /** The addresses of files, after their check. */
  links: CheckedLink[]
}

/**
 * Finds every fact that the writer of this mail should know before it is sent. `newRecipients` holds the addresses that the inbox has never exchanged
 * mail with and that no box names.
 */
export async function findFormNotices(
  scope: OutboundScope,
  reader: FormReader,
  mail: NoticedMail,
): Promise<{ notices: FormNotice[]; newRecipients: string[] }> {
  const { context, kind, instead, earlierFiles, links } = mail
  // Send leaves out repeated addresses: with them, the notice would be about another set.
  const recipients = { ...mail.recipients, ...withoutRepeats(mail.recipients) }
  const answered = kind ? undefined : context.answered
  const ticks = await listRequiredTicks(scope, reader, { ...mail, recipients })
  const strangers = await scope.records.contacts.findNewRecipients(context.inboxId, listRecipients(recipients))
  const newRecipients = withoutCovered(strangers, ticks)
  const notices = [
    ...(context.answered ? await findNewerMail(scope, reader, context.answered, kind === 'forward') : []),
    ...listNewRecipients(scope, reader, newRecipients),
    ...listShownRecipients(scope, reader, recipients),
    ...listShownFiles(scope, reader, earlierFiles),
    ...listCheckedLinks(scope, reader, links),
    ...(answered ? await findColleagueReply(scope, reader, answered.thread, instead) : []),
    ...(answered ? await findScheduledReplies(scope, reader, answered.thread, instead) : []),
    ...ticks,
  ]
  return { notices, newRecipients }
}
