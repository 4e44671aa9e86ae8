import type { MailThread } from '../records/mail/mail-thread.ts'
import type { Reply } from '../records/replies/reply.ts'

/** The replies of a thread that its record names. */
export const listReplies = ({ replies, begun, scheduled = [] }: MailThread): string[] => [
  ...new Set([...replies.map(({ id }) => id), ...(begun === undefined ? [] : [begun]), ...scheduled]),
]

/** Returns when anything last happened in a thread, in ms. */
export const findLastTime = ({ lastAt = 0, theirsAt = 0, workAt = 0, replies, owner }: MailThread): number =>
  Math.max(lastAt, theirsAt, workAt, owner?.at ?? 0, ...replies.map(({ at }) => at))

const UNSENT: ReadonlySet<Reply['state']> = new Set(['awaiting', 'scheduled', 'paused', 'held', 'sending'])

/**
 * Whether somebody still works on a thread, however old it is: a person claimed it and has not answered it, it is snoozed, one of its replies may still be
 * sent, or no channel has shown it.
 */
export function isInUse(thread: MailThread, replies: { reply: Pick<Reply, 'state'> }[]): boolean {
  const { owner, work = 'open', snooze, placement } = thread
  if (snooze || (owner && work === 'open')) return true
  // Also a placement of a later version.
  if (placement.is !== 'posted' && placement.is !== 'listed') return true
  return replies.some(({ reply: { state } }) => UNSENT.has(state))
}
