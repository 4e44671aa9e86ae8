import { isAutomatic, type Mail } from './mail.ts'
import { type BroughtIn, type MailThread, withMail } from './mail-thread.ts'
import type { ThreadVerb } from './thread-actions.ts'

const HOUR_MS = 3_600_000

/** An act of a person on a thread. */
export interface ThreadChange {
  verb: ThreadVerb
  user: string
  at: number
  /** The new owner. */
  to?: string | undefined
  /** The end of the snooze. */
  until?: number | undefined
}

/** Returns the thread after an act, without checking whether it was allowed. */
export function withThreadAct(thread: MailThread, { verb, user, at, to, until }: ThreadChange): MailThread {
  const { owner: _, ...unowned } = thread
  const { snooze: __, ...awake } = thread
  const { muted: ___, ...loud } = thread
  switch (verb) {
    case 'claim': {
      const { group: ____, ...rest } = thread
      return { ...rest, owner: { user, at } }
    }
    case 'release':
      return unowned
    case 'done':
      return { ...awake, work: 'done', workAt: at, doneBy: user }
    case 'reopen': {
      const { isAsideOnly: ____, ...rest } = thread
      return { ...rest, work: 'open', workAt: at }
    }
    case 'wake':
      return awake
    case 'mute':
      return { ...thread, muted: { by: user, at } }
    case 'unmute':
      return loud
    case 'hand_over': {
      // The new owner has snoozed nothing.
      const { group: ____, ...rest } = awake
      return to === undefined ? thread : { ...rest, owner: { user: to, at } }
    }
    case 'snooze':
      return until === undefined ? thread : { ...thread, snooze: { until, by: user, at } }
  }
}

/** Acts of another person that concern the owner, although the thread stays theirs. */
const ofConcern: ReadonlySet<ThreadVerb> = new Set<ThreadVerb>(['done', 'snooze', 'wake'])

/**
 * Notes in the changed thread whose it was, if another person took it from them, was done with it, snoozed it or ended its snooze; and who had snoozed
 * it, if that is a third person, who is not its new owner.
 */
export function withFormerPeople(
  { owner, snooze }: MailThread,
  next: MailThread,
  { verb, user, click }: { verb: ThreadVerb; user: string; click: string },
): MailThread {
  const concerns = owner && owner.user !== user && (ofConcern.has(verb) || owner.user !== next.owner?.user)
  const isThird = snooze && !next.snooze && ![user, owner?.user, next.owner?.user].includes(snooze.by)
  return {
    ...next,
    ...(concerns && { formerOwner: { user: owner.user, click } }),
    ...(isThird && { formerSnoozer: { user: snooze.by, click } }),
  }
}

/** The owner and the third person that a click noted in the thread. */
export const findFormerPeople = (
  { formerOwner, formerSnoozer }: MailThread,
  click: string,
): { owner: string | undefined; snoozer: string | undefined } => ({
  owner: formerOwner?.click === click ? formerOwner.user : undefined,
  snoozer: formerSnoozer?.click === click ? formerSnoozer.user : undefined,
})

const MAX_CLICKS = 20

/** Whether an old click came again: it changed the thread before, and other clicks have since. */
export const isOldClick = ({ earlierClicks = [] }: MailThread, event: string): boolean => earlierClicks.includes(event)

/** The thread with the click that changed it last. */
export function withClick(thread: MailThread, event: string): MailThread {
  const { lastClick, earlierClicks = [] } = thread
  const earlier = lastClick === undefined ? earlierClicks : [...earlierClicks, lastClick].slice(-MAX_CLICKS)
  return { ...thread, lastClick: event, ...(earlier.length > 0 && { earlierClicks: earlier }) }
}

/** Mail is received concurrently, so the mail's own time decides the order, unless the sender's clock is wrong. */
const openSince = (at: number, now: number): number => (at <= now && now - at < HOUR_MS ? at : now)

/**
 * Whether the next mail of a person begins the conversation. It doesn't if we began it, or if it was imported: our first answer may be older than the
 * import.
 */
const isFirstOfTheirs = ({ workAt, replies, isImported }: MailThread): boolean =>
  workAt === undefined && replies.length === 0 && !isImported

/** Within this time, people are notified of one mail of the customer, and of one of each person brought in by us. */
const RING_MS = 60_000
const MAX_QUIET = 100
const MAX_ASIDES_RANG = 20

/**
 * Notes whether people are notified of a further mail that is received now: not if they were of another one of the same side less than a minute ago,
 * and nobody has replied or claimed the thread since, and no reply was sent. The mail's own time may be much older: it was in quarantine, or received
 * late. The first mail of a thread is not counted.
 */
function withRing(thread: MailThread, { key, mail, now, by }: Arrival): MailThread {
  const { quiet = [], wokenBy, muted, mails, replies, owner, oursAt = 0, asidesRang = [] } = thread
  if (muted || mails[0] === key) return thread
  const from = by === undefined ? undefined : mail.from.address.toLowerCase()
  const last = from === undefined ? thread.rang : asidesRang.find((one) => one.from === from)
  const reply = replies.at(-1)?.id
  const isSame = last !== undefined && last.reply === reply && last.owner === owner?.user && oursAt <= last.at
  if (isSame && wokenBy !== key && Math.abs(now - last.at) < RING_MS)
    return { ...thread, quiet: [...quiet, key].slice(-MAX_QUIET) }
  const rang = { at: now, ...(reply !== undefined && { reply }), ...(owner && { owner: owner.user }) }
  if (from === undefined) return { ...thread, rang }
  const others = asidesRang.filter((one) => one.from !== from)
  return { ...thread, asidesRang: [...others, { ...rang, from }].slice(-MAX_ASIDES_RANG) }
}

/** Whether people had just been notified of another mail of the same side when this one came. */
export const isQuiet = ({ quiet = [] }: MailThread, key: string): boolean => quiet.includes(key)

/** The time between two posts of a thread to which many mails come: other threads and replies wait for the same channel. */
const POST_PACE_MS = 4000
/** The number of mails of a thread that are posted immediately. */
const POSTS_AT_ONCE = 5
/** A turn that is later than this comes from a clock that was set back. */
const MAX_POST_DELAY_MS = HOUR_MS

/** Gives the next mail of the thread its turn to be posted. */
function withPost(thread: MailThread, now: number): MailThread {
  const { postsUntil = now } = thread
  const from = postsUntil < now || postsUntil - now > MAX_POST_DELAY_MS ? now : postsUntil
  return { ...thread, postsUntil: from + POST_PACE_MS }
}

/** How long the mail that came last waits to be posted below the head, in ms; 0 unless many mails came to the thread. */
export const findPostDelayMs = ({ postsUntil = 0 }: MailThread, now: number): number =>
  Math.max(0, postsUntil - now - POSTS_AT_ONCE * POST_PACE_MS)

/** A received mail; `by`: how its sender was brought into the thread, if only our own mail did that. */
interface Arrival {
  key: string
  mail: Mail
  now: number
  by?: BroughtIn | undefined
}

/** Adds a received mail. A snoozed, waiting or done thread is open again, unless a program sent the mail. */
export function withArrival(thread: MailThread, arrival: Arrival): MailThread {
  const { key, mail, now } = arrival
  if (thread.mails.includes(key)) return thread
  const next = withPost({ ...withMail(thread, key), lastAt: now }, now)
  if (isAutomatic(mail)) return next
  const { snooze, wokenFor: _, isAsideOnly: __, ...awake } = next
  const isOver = next.work === 'done' || next.work === 'waiting'
  const work = isOver || next.workAt === undefined ? { work: 'open' as const, workAt: openSince(mail.at, now) } : {}
  const woken = { ...((snooze || next.work === 'done') && { wokenBy: key }), ...(snooze && { wokenFor: snooze.by }) }
  return withRing({ ...awake, ...findArrivalChanges(thread, arrival), ...work, ...woken }, arrival)
}

const MAX_ASIDES = 100

/** Finds what a mail of a person changes besides the state of the thread. */
function findArrivalChanges(thread: MailThread, { key, mail, now, by }: Arrival): Partial<MailThread> {
  if (by === undefined) {
    const asked = isFirstOfTheirs(thread) ? { askedAt: openSince(mail.at, now) } : {}
    return { theirsAt: now, ...findNewest(thread, { key, mail, now }), ...asked }
  }
  const asides = [...(thread.asides ?? []), { mail: key, at: now, by }].slice(-MAX_ASIDES)
  return { asides, ...(isCustomerAnswered(thread) && { isAsideOnly: true }) }
}

/**
 * Whether the customer's newest mail needs no answer: the thread waits for them, is done, or is open again only because of somebody brought in by us.
 */
export const isCustomerAnswered = ({ work, isAsideOnly }: MailThread): boolean =>
  isAsideOnly === true || work === 'waiting' || work === 'done'

/** The mail that is the newest of its thread now: an older one may be received later. A time in the future proves nothing. */
function findNewest({ newest }: MailThread, { key, mail, now }: { key: string; mail: Mail; now: number }) {
  const isNewer = newest === undefined || newest.at > now || mail.at >= newest.at
  return isNewer ? { newest: { mail: key, at: mail.at } } : {}
}

/** Returns the thread with its first answer; undefined if it already has one, or none is counted. */
export function withFirstAnswer(thread: MailThread, { sentAt }: { sentAt: number }): MailThread | undefined {
  const { askedAt, firstAnswer } = thread
  if (askedAt === undefined || firstAnswer) return undefined
  // A clock that is set back must not make an answer older than its question.
  return { ...thread, firstAnswer: { at: sentAt, tookMs: Math.max(0, sentAt - askedAt) } }
}

/** Returns the thread without its first answer, which reached nobody; undefined if its first answer is another one. */
export function withoutFirstAnswer(thread: MailThread, { sentAt }: { sentAt: number }): MailThread | undefined {
  const { firstAnswer, ...unanswered } = thread
  return firstAnswer?.at === sentAt ? unanswered : undefined
}

/**
 * Returns the thread in which the customer waits again, because our newest answer to them reached nobody while somebody brought in by us wrote;
 * undefined if nothing of that happened.
 */
export function withoutAsideOnly(thread: MailThread, { sentAt }: { sentAt: number }): MailThread | undefined {
  const { isAsideOnly, ...unanswered } = thread
  return isAsideOnly && sentAt >= (thread.oursAt ?? 0) ? unanswered : undefined
}

/** Whether a person outside has written since this moment: nothing that was decided by then covers all of the thread. */
export const hasWrittenSince = ({ theirsAt = 0, asides = [] }: MailThread, at: number): boolean =>
  Math.max(theirsAt, asides.at(-1)?.at ?? 0) > at

/** Our answer, in its thread. */
interface SentAnswer {
  sentAt: number
  /** Whether the thread is done with it, and no answer is expected. */
  closes?: boolean | undefined
  /** The person who sends it, and is named if the thread is done with it. */
  by?: string | undefined
}

/** Our answer, and when its writer decided to send it. */
type DecidedAnswer = SentAnswer & { decidedAt: number; writer?: string }

/** Whether someone reopened or snoozed the thread, or it went to someone else, after the answer was decided on. An earlier answer decides nothing. */
function isDecidedSince(
  { work, workAt = 0, snooze, owner }: MailThread,
  { decidedAt, writer }: DecidedAnswer,
): boolean {
  const isReopened = work === 'open' && workAt > decidedAt
  const isSnoozed = snooze !== undefined && snooze.at > decidedAt
  const isOthers = owner !== undefined && owner.at > decidedAt && owner.user !== writer
  return isReopened || isSnoozed || isOthers
}

/**
 * Returns the thread after our answer was sent: the other side is to write next, or the thread is done unless someone has decided otherwise since the
 * answer was decided on. Undefined if the other side has written since then, if someone was done with the thread since, or if the answer was noted.
 */
export function withAnswer(thread: MailThread, answer: DecidedAnswer): MailThread | undefined {
  const { work, workAt = 0, lastAt = 0, theirsAt = 0, isAsideOnly } = thread
  const { decidedAt, sentAt, closes = false, by } = answer
  // Somebody brought in by us has written since then, but not the customer.
  if (
    work === 'open' &&
    !isAsideOnly &&
    theirsAt <= decidedAt &&
    workAt <= sentAt &&
    hasWrittenSince(thread, decidedAt)
  )
    return { ...thread, isAsideOnly: true }
  if (lastAt > sentAt || workAt > sentAt || hasWrittenSince(thread, decidedAt)) return undefined
  if (work === 'done' && workAt > decidedAt) return undefined
  if (work === 'waiting' && workAt === sentAt) return undefined
  const { snooze: _, doneBy: __, ...awake } = thread
  if (closes && !isDecidedSince(thread, answer))
    return { ...awake, work: 'done', workAt: sentAt, lastAt: sentAt, ...(by !== undefined && { doneBy: by }) }
  return { ...thread, work: 'waiting', workAt: sentAt, lastAt: sentAt }
}

/** Notes when our newest reply was sent; undefined if the thread has it. */
export const withSentReply = (thread: MailThread, { sentAt }: { sentAt: number }): MailThread | undefined =>
  sentAt > (thread.oursAt ?? 0) ? { ...thread, oursAt: sentAt } : undefined

/** Reopens the thread if our answer turns out to have reached nobody; undefined if something has happened since. */
export const withLostAnswer = (
  thread: MailThread,
  { sentAt, closes = false }: SentAnswer,
  now: number,
): MailThread | undefined =>
  (thread.work === 'waiting' || (closes && thread.work === 'done')) && thread.workAt === sentAt
    ? { ...thread, work: 'open', workAt: Math.max(now, sentAt + 1) }
    : undefined

/**
 * Reopens the thread if a reply in it was not sent while it waited for an answer to an earlier one, or after a person marked it as done who could expect the
 * reply to be sent; undefined if it is open, or was done before.
 */
export function withUnsentReply(thread: MailThread, reply: { at: number }, now: number): MailThread | undefined {
  const { work, workAt = 0 } = thread
  return work === 'waiting' || (work === 'done' && workAt >= reply.at)
    ? { ...thread, work: 'open', workAt: Math.max(now, workAt + 1) }
    : undefined
}

/** A direct message that shows a mail of a thread as waiting for a channel. */
export type WaitingNotice = NonNullable<MailThread['waitingNotices']>[number]

const MAX_WAITING_NOTICES = 50

/** Returns the thread with a direct message that shows a mail as waiting. */
export function withWaitingNotice(thread: MailThread, notice: WaitingNotice): MailThread {
  const others = (thread.waitingNotices ?? []).filter(({ mail, user }) => mail !== notice.mail || user !== notice.user)
  return { ...thread, waitingNotices: [...others, notice].slice(-MAX_WAITING_NOTICES) }
}

/** Returns the thread without direct messages that no longer show its mail as waiting. */
export function withoutWaitingNotices(thread: MailThread, closed: WaitingNotice[]): MailThread {
  const { waitingNotices = [], ...rest } = thread
  const left = waitingNotices.filter(({ mail, user }) => !closed.some((one) => one.mail === mail && one.user === user))
  return left.length === 0 ? rest : { ...rest, waitingNotices: left }
}
