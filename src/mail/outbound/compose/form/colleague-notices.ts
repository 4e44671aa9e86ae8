import { withinDeadline } from '../../../../core/question-time.ts'
import { truncate } from '../../../../slack/blocks/mrkdwn.ts'
import { stateBeforeSent } from '../../../records/replies/delivery-status.ts'
import { listWriters, type MailThread } from '../../../records/mail/mail-thread.ts'
import { isNeverSent, isScheduled, lacksSender, type Reply } from '../../../records/replies/reply.ts'
import { findOwnZone } from '../../../notify/own-zone.ts'
import {
  ALERT_NAME_CHARS,
  type ColleagueReplyFate,
  describeColleagueReply,
} from '../../../text/outbound/form-notice-sentences.ts'
import { describeScheduledReply } from '../../../text/outbound/send-time-sentences.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { nameRecipients } from '../../../text/name-people.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { type FormNotice, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { listRecipients, type RecipientLists } from '../fields/reply-form-state.ts'

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
  { instead, openedAt, recipients }: OpenedReply,
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
      sentence: describeRecentAnswer(text, reply, recipients),
    }))
}

function isRecentAnswer(reply: Reply, since: number): boolean {
  if (reply.kind === 'forward' || isNeverSent(reply) || isScheduled(reply)) return false
  return reply.state === 'awaiting' || (reply.sentAt ?? reply.at) >= since
}

function describeRecentAnswer(text: MailText, reply: Reply, recipients: RecipientLists): string {
  const mine = new Set(listRecipients(recipients).map(({ address }) => address.toLowerCase()))
  const theirs = listRecipients(reply)
  const isOther = mine.size > 0 && !theirs.some(({ address }) => mine.has(address.toLowerCase()))
  return describeColleagueReply(text, {
    to: isOther ? nameRecipients(text, theirs) : undefined,
    userName: reply.userName,
    fate: chooseFate(reply),
    excerpt: excerptReply(reply),
  })
}

/** Chooses how a form describes the sending of another reply. */
export function chooseFate(reply: Reply): ColleagueReplyFate {
  const { state } = reply
  const mayHave = state === 'unknown' || stateBeforeSent(reply) === 'checking'
  const isWaiting = state === 'awaiting' ? 'awaiting' : 'not_left'
  return state === 'sent' ? 'left' : mayHave ? 'perhaps_left' : isWaiting
}

/** The first words of a reply, on one line. */
export const excerptReply = ({ text }: Reply): string => text.slice(0, EXCERPT_CHARS).replace(/\s+/g, ' ').trim()

/** The person who has a reply form of the same thread open: two replies could contradict each other. */
async function findWritingColleague(
  scope: OutboundScope,
  { user, text }: FormReader,
  thread: MailThread,
): Promise<FormNotice[]> {
  const now = scope.clock.now()
  const writing = listWriters(thread).find((one) => one.user !== user && one.until >= now)
  if (!writing) return []
  const name = await nameColleague(scope, text, writing.user)
  return [
    { id: noticeId(scope, 'writing', writing.user), sentence: text.forms.colleagueWrites({ name }), isAsked: true },
  ]
}

/** The name of a colleague, short enough for a warning. */
export async function nameColleague({ team, people }: OutboundScope, text: MailText, user: string): Promise<string> {
  const person = await withinDeadline(people.person(team, user, { isShownOnly: true }))
  return truncate(person?.name ?? text.unnamed, ALERT_NAME_CHARS)
}

/** Names the owner of a thread, if that is somebody else; a claim since the form was opened has a notice. */
export async function describeOwner(
  scope: OutboundScope,
  { user, text }: FormReader,
  { owner }: MailThread,
  openedAt: number | undefined,
): Promise<string | undefined> {
  if (owner === undefined || owner.user === user || isSince(owner.at, openedAt)) return undefined
  return text.forms.colleagueOwns({ name: await nameColleague(scope, text, owner.user) })
}

const isSince = (at: number, openedAt: number | undefined): boolean => openedAt !== undefined && at > openedAt

/** Finds what other people decided about the thread since the form was opened: they claimed it, were assigned it or marked it as done. */
async function findDecisions(
  scope: OutboundScope,
  { user, text }: FormReader,
  { owner, work, workAt = 0, doneBy }: MailThread,
  openedAt: number | undefined,
): Promise<FormNotice[]> {
  const notices: FormNotice[] = []
  if (owner && owner.user !== user && isSince(owner.at, openedAt)) {
    const name = await nameColleague(scope, text, owner.user)
    notices.push({
      id: noticeId(scope, 'owner', owner.user, `${owner.at}`),
      sentence: text.forms.claimedSince({ name }),
    })
  }
  if (work === 'done' && doneBy !== undefined && doneBy !== user && isSince(workAt, openedAt)) {
    const name = await nameColleague(scope, text, doneBy)
    notices.push({ id: noticeId(scope, 'done', doneBy, `${workAt}`), sentence: text.forms.doneSince({ name }) })
  }
  return notices
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
  const ownZone = await findOwnZone(scope, user)
  return waiting.slice(-MAX_SCHEDULED_NOTICES).map(({ id, ...reply }) => {
    const { user: writer, userName, dueAt, state } = reply
    const name = writer === user ? undefined : userName
    const at = state === 'scheduled' ? dueAt : undefined
    if (name !== undefined && lacksSender(reply))
      return {
        id: noticeId(scope, 'scheduled', id, 'senderless'),
        sentence: text.schedule.alreadyThere.colleaguesSenderless({ name }),
      }
    return {
      id: noticeId(scope, 'scheduled', id, `${at ?? ''}`),
      sentence: describeScheduledReply(text, { name, at }, ownZone),
    }
  })
}

/** The reply that a form replaces, its recipients, and when it was opened. */
interface OpenedReply {
  instead: string | undefined
  recipients: RecipientLists
  openedAt: number | undefined
}

/** Finds what other people do in a thread that the writer of a reply should know. */
export async function findColleagueNotices(
  scope: OutboundScope,
  reader: FormReader,
  thread: MailThread,
  opened: OpenedReply,
): Promise<FormNotice[]> {
  return [
    ...(await findDecisions(scope, reader, thread, opened.openedAt)),
    ...(await findWritingColleague(scope, reader, thread)),
    ...(await findColleagueReplies(scope, reader, thread, opened)),
    ...(await findScheduledReplies(scope, reader, thread, opened.instead)),
  ]
}
