import type { ReadMail } from '../../records/mail/mail-reading.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findUnseenMail } from '../newer-mails.ts'
import { findSuppressed, type Suppressed } from '../suppression/find-suppressed.ts'

/** The state of a reply's surroundings when a person saw it; absent in windows of earlier versions. Its field names are frozen. */
export interface ReviewedAt {
  /** The newest mail of its thread that an answer should take into account; absent if the reply answers that. */
  seen?: string | undefined
  at?: number | undefined
}

/** The facts around a reply that its approver has to see. */
export interface Surroundings {
  /** When they were looked up. */
  at: number
  newest: { key: string; mail: ReadMail | undefined } | undefined
  /** The keys of the thread's mails in the order of arrival. */
  mails: string[]
  suppressed: Suppressed[]
}

/** Finds the facts around a reply that its approver has to see: newer mail in the thread, and addresses that should not be written to. */
export async function findSurroundings(scope: OutboundScope, reply: Reply): Promise<Surroundings> {
  // The writer may have seen more than the approver.
  const { seen: _, pausedBy: __, ...answer } = reply
  const { inboxId, to, cc, bcc } = reply
  // Before the look-up: later news must not count as seen.
  const at = scope.clock.now()
  const key = await findUnseenMail(scope, answer)
  return {
    at,
    newest: key === undefined ? undefined : { key, mail: await scope.mailStore.findMail(key) },
    mails: (await scope.mailStore.findThread(reply.thread))?.mails ?? [],
    suppressed: await findSuppressed(scope, inboxId, [...to, ...cc, ...bcc], at),
  }
}

/** The news that requires another decision: a newer mail, or an address that can no longer be used. */
export type News = 'mail' | 'address'

/**
 * Finds whether mail came, or an address can no longer be used, after a person saw the reply. Without a time, that is since its approval was
 * requested. If the mail that they saw is gone, an earlier one is the newest, and no news.
 */
export function findNews(
  { newest, mails, suppressed }: Surroundings,
  { approval }: Reply,
  { seen = '', at = approval?.askedAt ?? 0 }: ReviewedAt,
): News | undefined {
  if (newest !== undefined && mails.lastIndexOf(newest.key) > mails.lastIndexOf(seen)) return 'mail'
  return suppressed.some(({ because }) => because.some(({ notedAt }) => notedAt > at)) ? 'address' : undefined
}
