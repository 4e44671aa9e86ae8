import { answerSoon } from '../../../../access/access-policy.ts'
import { mrkdwnLink } from '../../../../slack/blocks/mrkdwn.ts'
import { excerptMail } from '../../../records/mail/mail-preview.ts'
import { displayAddress } from '../../../records/address.ts'
import { stateBeforeSent } from '../../../records/replies/delivery-status.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import { listWriters, type MailThread } from '../../../records/mail/mail-thread.ts'
import { isScheduled } from '../../../records/replies/reply.ts'
import { findOwnZone } from '../../../notify/own-zone.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { ALERT_NAME_CHARS } from '../../../text/quote-within.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { findNewerReply } from '../../../cards/replies/reply-card-options.ts'
import type { FormReader } from '../fields/form-reader.ts'
import type { ReplyFormState } from '../fields/reply-form-state.ts'

const EXCERPT_CHARS = 200
const MAX_SCHEDULED_NOTICES = 2
const COLLEAGUE_MS = 10 * 60_000
/** The states of replies that reached nobody, and will not. */
export const NEVER_LEFT = ['cancelled', 'dropped', 'failed']

/** A reply that somebody else has just written to the same thread, other than the one that this form replaces. The form names one with a time of its own anyway. */
export async function findColleagueReply(
  { replyStore, clock }: OutboundScope,
  { user, text }: FormReader,
  { replies }: MailThread,
  instead: string | undefined,
): Promise<{ id: string; notice?: string } | undefined> {
  const last = replies.findLast((one) => one.user !== user && one.id !== instead && clock.now() - one.at < COLLEAGUE_MS)
  const reply = last && (await replyStore.findReply(last.id))
  if (!reply || NEVER_LEFT.includes(reply.state)) return undefined
  if (isScheduled(reply)) return { id: last.id }
  const { userName, state, at, sentAt = at } = reply
  const mayHave = state === 'unknown' || stateBeforeSent(reply) === 'checking'
  const isWaiting = state === 'awaiting' ? 'awaiting' : 'not_left'
  const has = state === 'sent' ? 'left' : mayHave ? 'perhaps_left' : isWaiting
  const excerpt = reply.text.slice(0, EXCERPT_CHARS).replace(/\s+/g, ' ').trim()
  return { id: last.id, notice: text.forms.colleague(userName, clock.now() - sentAt, has, excerpt) }
}

/** Says that somebody else has a reply form of the same thread open, or else that they take care of it. */
export async function buildColleagueNotice(
  { team, people, clock }: OutboundScope,
  { user, text }: FormReader,
  thread: MailThread,
): Promise<string[]> {
  const writing = listWriters(thread).find((one) => one.user !== user && one.until >= clock.now())
  const colleague = writing?.user ?? thread.owner?.user
  if (colleague === undefined || colleague === user) return []
  const person = await answerSoon(people.person(team, colleague, { isShownOnly: true }))
  const say = writing ? text.forms.colleagueWrites : text.forms.colleagueOwns
  return [say(person?.name ?? text.unnamed)]
}

/** Says, ready for mrkdwn, by whom there is a newer version of the reply that a form replaces, and where: an older notice may still offer to edit that one. */
export async function describeNewerVersion(
  scope: OutboundScope,
  { text }: FormReader,
  instead: string | undefined,
): Promise<string | undefined> {
  const { replyStore } = scope
  const old = instead === undefined ? undefined : await replyStore.findReply(instead)
  const again = old?.again === undefined ? undefined : await replyStore.findReply(old.again)
  if (!old || !again || NEVER_LEFT.includes(again.state)) return undefined
  const { by = text.unnamed, link } = (await answerSoon(findNewerReply(scope, text, old))) ?? {}
  const sentence = text.forms.newVersion(by, again.state === 'sent')
  return link === undefined ? sentence : `${sentence} ${mrkdwnLink(link, text.replyCard.goToNewVersion)}`
}

/** Says which replies of the same thread are to leave later: two answers could say different things. */
export async function buildScheduledNotices(
  scope: OutboundScope,
  { user, text }: FormReader,
  { scheduled = [] }: MailThread,
  instead: string | undefined,
): Promise<string[]> {
  const others = scheduled.filter((id) => id !== instead)
  const found = await Promise.all(others.map((id) => scope.replyStore.findReply(id)))
  const waiting = found.filter((reply) => reply !== undefined).filter(isScheduled)
  if (waiting.length === 0) return []
  const { zone } = await findOwnZone(scope, user)
  const say = text.schedule
  return waiting
    .slice(0, MAX_SCHEDULED_NOTICES)
    .map(({ user: writer, userName, dueAt, state }) =>
      say.alreadyThere(writer === user ? undefined : userName, state === 'scheduled' ? dueAt : undefined, zone),
    )
}

/** A warning has little room: a long name, which is only what the sender claims, must not push the address out of it. */
function nameSender({ noSender }: MailText, { from }: Mail): string {
  if (from.address === '') return noSender
  const full = displayAddress(from)
  return full.length <= ALERT_NAME_CHARS ? full : from.address
}

/** Says that the answered mail is not the newest one of its thread. */
export async function buildEarlierMailNotice(text: MailText, { mailStore }: OutboundScope, newest: string) {
  const mail = await mailStore.findMail(newest)
  return mail ? [text.forms.answersEarlier(nameSender(text, mail), excerptMail(mail, EXCERPT_CHARS))] : []
}

/** Says that a mail came while the form was open, unless the form has shown it already. */
export async function buildNewerMailNotice(
  text: MailText,
  { mailStore }: OutboundScope,
  state: ReplyFormState,
): Promise<string | undefined> {
  const newest = (await mailStore.findThread(state.thread))?.mails.at(-1)
  if (newest === undefined || newest === state.newest) return undefined
  const mail = await mailStore.findMail(newest)
  return mail && text.forms.newerMail(nameSender(text, mail), excerptMail(mail, EXCERPT_CHARS))
}

/** Names a set of new recipients, so that a form remembers the warning without any address in its metadata. */
export const hashNewRecipients = ({ keyedHash }: OutboundScope, addresses: string[]): string =>
  keyedHash('strangers', ...addresses.map((address) => address.toLowerCase()).sort())
