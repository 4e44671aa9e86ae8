import { isOutcomeOpen } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/**
 * The replies that may have left in a thread of the mailbox although nobody said so, and the one that is known to have left as `sentId`; by id. What began
 * in Slack may be in any thread of its inbox.
 */
export async function findOpenReplies(
  { mailStore, replyStore, placement: { threadOrigins } }: OutboundScope,
  { thread, inboxId }: { thread: string; inboxId: string },
  sentId?: string,
): Promise<string[]> {
  const written = (await mailStore.findThread(thread))?.replies.map(({ id }) => id) ?? []
  const begun = await threadOrigins.listOpenSends(inboxId)
  const found = await Promise.all(
    [...new Set([...written, ...begun])].map(async (id) => {
      const reply = await replyStore.findReply(id)
      const isKnown = sentId !== undefined && reply?.sentId === sentId
      return reply && (isKnown || isOutcomeOpen(reply)) ? [id] : []
    }),
  )
  return found.flat()
}
