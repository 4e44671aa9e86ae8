import { isAutomatic, type Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { isWithdrawn } from '../../records/replies/reply.ts'
import type { PlacementScope } from '../placement-scope.ts'

/** Within this time, people who wrote in a thread or read it still look there. */
const QUIET_MS = 60 * 60_000

/**
 * Whether a further mail of a thread would be missed if only the thread showed it: the thread was snoozed or done, nobody has replied there, or
 * nothing was written there for an hour. Records decide, so a late or repeated attempt has the same result.
 */
export async function shouldBroadcast(
  { mailStore, replyStore }: PlacementScope,
  { key, mail, thread }: { key: string; mail: Mail; thread: MailThread },
): Promise<boolean> {
  if (isAutomatic(mail) || thread.muted) return false
  if (thread.wokenBy === key) return true
  const stored = await Promise.all(thread.replies.map(({ id }) => replyStore.findReply(id)))
  const replies = stored.filter((reply) => reply !== undefined).filter((reply) => !isWithdrawn(reply))
  if (replies.length === 0) return true
  const before = await mailStore.findMail(thread.mails[thread.mails.indexOf(key) - 1])
  const last = Math.max(before?.at ?? 0, ...replies.map(({ at }) => at))
  return mail.at - last > QUIET_MS
}
