import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findDecisionTime, type Reply } from '../../records/replies/reply.ts'
import type { DeskScope } from '../desk-scope.ts'

/** The newest scheduled replies of a thread that are read. */
const MAX_READ = 5

/**
 * When a scheduled reply is sent that answers everything in a thread, in epoch milliseconds; undefined if there is none. Its writer has seen the newest
 * mail: nobody needs to act until then.
 */
export async function findScheduledAnswer(
  { replyStore, clock }: DeskScope,
  { scheduled = [], theirsAt = 0 }: Pick<MailThread, 'scheduled' | 'theirsAt'>,
): Promise<number | undefined> {
  const found = await Promise.all(scheduled.slice(-MAX_READ).map((id) => replyStore.findReply(id)))
  const answers = (reply: Reply): boolean =>
    reply.kind === undefined && reply.state === 'scheduled' && findDecisionTime(reply) >= theirsAt
  const times = found.flatMap((reply) => (reply && answers(reply) && reply.dueAt > clock.now() ? [reply.dueAt] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}
