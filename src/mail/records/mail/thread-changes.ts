import { isAutomatic, type Mail } from './mail.ts'
import { type MailThread, withMail } from './mail-thread.ts'
import type { ThreadVerb } from './thread-actions.ts'

const HOUR_MS = 3_600_000

/** What a person did with a thread. */
export interface ThreadChange {
  verb: ThreadVerb
  user: string
  at: number
  /** Who takes it over. */
  to?: string | undefined
  /** Until when it is put aside. */
  until?: number | undefined
}

/** The thread after somebody did something with it, whether or not that was allowed. */
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
      return { ...awake, work: 'done', workAt: at }
    case 'reopen':
      return { ...thread, work: 'open', workAt: at }
    case 'wake':
      return awake
    case 'mute':
      return { ...thread, muted: { by: user, at } }
    case 'unmute':
      return loud
    case 'hand_over': {
      // Whoever takes it over has put nothing aside.
      const { group: ____, ...rest } = awake
      return to === undefined ? thread : { ...rest, owner: { user: to, at } }
    }
    case 'snooze':
      return until === undefined ? thread : { ...thread, snooze: { until, by: user, at } }
  }
}

const MAX_CLICKS = 20

/** Whether a click has changed the thread before, and others have since: it came again long after. */
export const isOldClick = ({ earlierClicks = [] }: MailThread, event: string): boolean => earlierClicks.includes(event)

/** The thread with the click that changed it last. */
export function withClick(thread: MailThread, event: string): MailThread {
  const { lastClick, earlierClicks = [] } = thread
  const earlier = lastClick === undefined ? earlierClicks : [...earlierClicks, lastClick].slice(-MAX_CLICKS)
  return { ...thread, lastClick: event, ...(earlier.length > 0 && { earlierClicks: earlier }) }
}

/** Mails are taken in at the same time: when each came decides their order, unless its sender's clock is wrong. */
const openSince = (at: number, now: number): number => (at <= now && now - at < HOUR_MS ? at : now)

/**
 * Whether the next mail of a person begins the conversation. It doesn't in one that we began, or that was imported: its first answer may be older
 * than the import.
 */
const isFirstOfTheirs = ({ workAt, replies, isImported }: MailThread): boolean =>
  workAt === undefined && replies.length === 0 && !isImported

/** The thread with a mail that came: put aside, waiting or done, it is open again, unless a program sent the mail. */
export function withArrival(
  thread: MailThread,
  { key, mail, now }: { key: string; mail: Mail; now: number },
): MailThread {
  if (thread.mails.includes(key)) return thread
  const next = { ...withMail(thread, key), lastAt: now }
  if (isAutomatic(mail)) return next
  const asked = isFirstOfTheirs(thread) ? { askedAt: openSince(mail.at, now) } : {}
  const { snooze, wokenFor: _, ...awake } = next
  const isOver = next.work === 'done' || next.work === 'waiting'
  const work = isOver || next.workAt === undefined ? { work: 'open' as const, workAt: openSince(mail.at, now) } : {}
  const woken = { ...((snooze || next.work === 'done') && { wokenBy: key }), ...(snooze && { wokenFor: snooze.by }) }
  return { ...awake, ...work, ...woken, ...asked }
}

/** The thread with its first answer; undefined if it has one, or none is counted. */
export function withFirstAnswer(thread: MailThread, { sentAt }: { sentAt: number }): MailThread | undefined {
  const { askedAt, firstAnswer } = thread
  if (askedAt === undefined || firstAnswer) return undefined
  // Set back, a clock must not make an answer older than its question.
  return { ...thread, firstAnswer: { at: sentAt, tookMs: Math.max(0, sentAt - askedAt) } }
}

/** The thread without its first answer, which reached nobody; undefined if its first answer is another one. */
export function withoutFirstAnswer(thread: MailThread, { sentAt }: { sentAt: number }): MailThread | undefined {
  const { firstAnswer, ...unanswered } = thread
  return firstAnswer?.at === sentAt ? unanswered : undefined
}

/** The thread after an answer of ours left: the other side is to write next, unless it has, or somebody was done with it since. */
export function withAnswer(thread: MailThread, answer: { writtenAt: number; sentAt: number }): MailThread | undefined {
  const { work, workAt = 0, lastAt = 0 } = thread
  if (lastAt > answer.sentAt || workAt > answer.sentAt || (work === 'done' && workAt > answer.writtenAt))
    return undefined
  return { ...thread, work: 'waiting', workAt: answer.sentAt, lastAt: answer.sentAt }
}

/** The thread once our answer turns out to have reached nobody: it is open again, unless something has happened in it since. */
export const withLostAnswer = (
  thread: MailThread,
  { sentAt }: { sentAt: number },
  now: number,
): MailThread | undefined =>
  thread.work === 'waiting' && thread.workAt === sentAt
    ? { ...thread, work: 'open', workAt: Math.max(now, sentAt + 1) }
    : undefined
