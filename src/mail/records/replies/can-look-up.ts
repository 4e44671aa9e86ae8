import { type Clock, steadyNow } from '../../../core/clock.ts'
import type { Reply } from './reply.ts'

/** An idempotency key is valid for 24 hours; the rest leaves room for a slow last attempt. */
export const KEY_MS = 23.5 * 60 * 60_000

/** The error code of a request that would no longer be the same, so it must not be repeated under its key. Stored; frozen. */
export const CHANGED_BYTES = 'changed_bytes'
/** The error codes of a reply that was looked for in the mailbox, not found there, and must not be repeated by itself. Stored; frozen. */
export const NEEDS_APPROVAL_SINCE = 'approval_since'
export const HAS_NEWS_SINCE = 'news_since'
const NEVER_REPEATED: readonly string[] = [CHANGED_BYTES, NEEDS_APPROVAL_SINCE, HAS_NEWS_SINCE]

/** The part of the mailbox's client that shows the mailbox's clock. */
interface MailboxTime {
  estimateTime(): number | undefined
}

/**
 * The clocks that agree unless one was set: the machine's and the mailbox's, which alone decides how long a key is valid. Before its first answer,
 * this process's clock counts instead; it never follows a clock that was corrected after the start.
 */
const readClocks = (clock: Clock, mailbox: MailboxTime): number[] => [
  clock.now(),
  mailbox.estimateTime() ?? steadyNow(),
]

/** The time to record for the first attempt. A clock that was set ahead must not make the key look younger, so the earliest one counts. */
export const findEarliestNow = (clock: Clock, mailbox: MailboxTime): number => Math.min(...readClocks(clock, mailbox))

/** Whether the key of the first attempt may have expired. A clock that was set back must not make it look younger, so the latest one counts. */
export const isKeyExpired = ({ firstTriedAt }: Reply, clock: Clock, mailbox: MailboxTime): boolean =>
  firstTriedAt !== undefined && Math.max(...readClocks(clock, mailbox)) - firstTriedAt > clock.scaled(KEY_MS)

/** Whether another look can still settle what became of the first attempt: by finding it, or by repeating the request under the same key. */
export const canLookUp = (reply: Reply, clock: Clock, mailbox: MailboxTime): boolean =>
  reply.firstTriedAt !== undefined &&
  !NEVER_REPEATED.includes(reply.trouble?.code ?? '') &&
  !isKeyExpired(reply, clock, mailbox)

/** Whether a person has to decide since the attempt: the card gives the reason, and nothing is too late. */
export const awaitsDecisionSince = ({ trouble }: Reply): boolean =>
  trouble?.code === NEEDS_APPROVAL_SINCE || trouble?.code === HAS_NEWS_SINCE
