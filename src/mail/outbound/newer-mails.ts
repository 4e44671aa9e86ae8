import { isolateDirection } from '../../core/isolate-direction.ts'
import { displayAddress, isSameAddress } from '../records/address.ts'
import { type Mail, stopsReplies } from '../records/mail/mail.ts'
import { excerptMail } from '../records/mail/mail-preview.ts'
import { findBroughtBy, type MailThread } from '../records/mail/mail-thread.ts'
import { hasWrittenSince } from '../records/mail/thread-changes.ts'
import type { ReadMail } from '../records/mail/mail-reading.ts'
import type { Reply } from '../records/replies/reply.ts'
import { listSeenMails, writtenSince } from '../records/replies/reply-approval.ts'
import type { MailText } from '../text/mail-text.ts'
import { ALERT_NAME_CHARS, describeNewerMail, describeOtherNewerMail } from '../text/outbound/form-notice-sentences.ts'
import type { OutboundScope } from './outbound-scope.ts'

/** A mail is quoted in the 200 characters of an alert. */
const EXCERPT_CHARS = 200
const MAX_QUOTED_MAILS = 3

/** A sentence about these mails, and whether a reply should take one of them into account. */
interface NewerMail {
  keys: string[]
  sentence: string
  isAsking: boolean
}

/** Names a sender briefly: a long name, which is unverified, must not push the address out of a warning. */
export function nameSender({ noSender }: MailText, { from }: Mail): string {
  if (from.address === '') return noSender
  const full = displayAddress(from)
  return full.length <= ALERT_NAME_CHARS ? full : from.address
}

/** Quotes the newest mail of a thread, which the reply does not answer. */
export function describeNewest(text: MailText, mail: ReadMail): string {
  const { newerMail, newerMailEmpty } = text.approval.unusual
  const sender = nameSender(text, mail)
  const quotation = isolateDirection(excerptMail(mail, EXCERPT_CHARS))
  return quotation === '' ? newerMailEmpty({ sender }) : newerMail({ sender, quotation })
}

/** Finds the first `count` mails of this list that an answer should take into account, past any number of automatic ones. */
export async function findStoppingMails(
  { mailStore }: Pick<OutboundScope, 'mailStore'>,
  keys: string[],
  count: number,
): Promise<string[]> {
  const found: string[] = []
  for (const key of keys) {
    if (found.length === count) break
    const mail = (await mailStore.mails.get(key))?.value
    if (mail && stopsReplies(mail)) found.push(key)
  }
  return found
}

/** Chooses the mails to quote of these, which are the newest first: the newest, then those that an answer should take into account. */
async function chooseQuoted(scope: Pick<OutboundScope, 'mailStore'>, newer: string[]): Promise<string[]> {
  const [newest, ...others] = newer
  if (newest === undefined || newer.length <= MAX_QUOTED_MAILS) return newer
  const stopping = await findStoppingMails(scope, others, MAX_QUOTED_MAILS - 1)
  const chosen = [...new Set([newest, ...stopping, ...others])].slice(0, MAX_QUOTED_MAILS)
  return newer.filter((key) => chosen.includes(key))
}

/**
 * Names the side of a thread that a mail comes from: the customer's, or that of one person brought in by us alone. A reply to one
 * side is not the answer to a newer mail of another one.
 */
async function findSide(
  { mailStore }: Pick<OutboundScope, 'mailStore'>,
  thread: MailThread,
  key: string,
): Promise<string> {
  if (findBroughtBy(thread, key) === undefined) return ''
  return ((await mailStore.mails.get(key))?.value.from.address ?? '').toLowerCase()
}

/**
 * Quotes the mails of a thread that are newer than this one, the newest first, and counts those that are too many to quote, automatic ones before
 * others. `answered` is the mail that the reply answers, if not this one, and `from` its sender. Set `isStopped` for a reply that a newer mail stopped. Reads the thread again, because asking Slack takes
 * seconds.
 */
export async function describeNewerMails(
  { mailStore }: Pick<OutboundScope, 'mailStore'>,
  text: MailText,
  {
    key,
    thread,
    answered = key,
    from,
    isForward = false,
    isStopped = false,
  }: { key: string; thread: string; answered?: string; from?: string; isForward?: boolean; isStopped?: boolean },
): Promise<NewerMail[]> {
  const record = await mailStore.findThread(thread)
  // The list of a long thread ends with its newest mails.
  const keys = record?.mails ?? []
  const side = record && (await findSide({ mailStore }, record, answered))
  const newer = keys.slice(keys.lastIndexOf(key) + 1).toReversed()
  const chosen = await chooseQuoted({ mailStore }, newer)
  const quoted = await Promise.all(
    chosen.map(async (one) => ({
      one,
      mail: await mailStore.findMail(one),
      isSameSide: record === undefined || (await findSide({ mailStore }, record, one)) === side,
    })),
  )
  const first = quoted.find(({ mail, isSameSide }) => mail && isSameSide)
  const described = quoted.flatMap(({ one, mail, isSameSide }) => {
    if (!mail) return []
    const facts = { from: nameSender(text, mail), excerpt: excerptMail(mail, EXCERPT_CHARS) }
    const isAgain = from !== undefined && isSameAddress(from, mail.from.address)
    const older = isStopped ? 'stopped' : isForward ? 'forward' : isAgain ? 'again' : 'other'
    const sentence =
      one === first?.one
        ? describeNewerMail(text, { ...facts, older })
        : describeOtherNewerMail(text, { ...facts, isOtherSide: !isSameSide })
    return [{ keys: [one], sentence, isAsking: isSameSide && stopsReplies(mail) }]
  })
  const others = newer.filter((one) => !chosen.includes(one))
  return others.length === 0
    ? described
    : [...described, { keys: others, sentence: text.forms.moreNewer({ count: others.length }), isAsking: false }]
}

/** Finds the newest mail after this one, from the same side of the thread, that a reply should take into account; undefined if there is none. */
export async function findNewestToAnswer(
  scope: Pick<OutboundScope, 'mailStore'>,
  { key, thread }: { key: string; thread: string },
): Promise<string | undefined> {
  const record = await scope.mailStore.findThread(thread)
  if (!record) return undefined
  const side = await findSide(scope, record, key)
  const newer = record.mails.slice(record.mails.lastIndexOf(key) + 1).toReversed()
  const sides = await Promise.all(newer.map((one) => findSide(scope, record, one)))
  const [newest] = await findStoppingMails(
    scope,
    newer.filter((_, index) => sides[index] === side),
    1,
  )
  return newest
}

/** Finds the newest mail of the thread that the person who decides has not seen and would want to see; undefined if there is none. */
export async function findUnseenMail(scope: OutboundScope, reply: Reply): Promise<string | undefined> {
  const thread = await scope.mailStore.findThread(reply.thread)
  if (!thread) return undefined
  const { mails, count } = thread
  // If none is listed, all listed mail came later.
  const shown = Math.max(...listSeenMails(reply).map((key) => mails.lastIndexOf(key)))
  const [unseen] = await findStoppingMails(scope, mails.slice(shown + 1).toReversed(), 1)
  if (unseen !== undefined) return unseen
  // A long thread no longer lists all mail that came after its first one.
  const isWhole = shown > 0 || count === mails.length
  return !isWhole && hasWrittenSince(thread, writtenSince(reply)) ? mails.at(-1) : undefined
}
