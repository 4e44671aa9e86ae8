import { isOutcomeOpen } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/**
 * Finds the ids of the replies in a mailbox thread that may have been sent without confirmation, and the one known to be sent as `sentId`. Mail
 * started in Slack may be in any thread of its inbox.
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
