import { isCustomerAnswered } from '../records/mail/thread-changes.ts'
import { isOnlyAside } from '../records/replies/brought-in.ts'
import type { Reply, ReplyContent } from '../records/replies/reply.ts'
import type { OutboundScope } from './outbound-scope.ts'

/** Decides what a reply does to its thread: one that goes only to people brought in by us closes nothing that the customer still waits for. */
export async function decideThreadEffect(
  scope: OutboundScope,
  content: ReplyContent,
  closes: boolean | undefined,
): Promise<Pick<Reply, 'closes' | 'aside'>> {
  const thread = await scope.mailStore.findThread(content.thread)
  const aside = thread !== undefined && (await isOnlyAside(scope, thread, content))
  const isClosing = closes && !(aside && !isCustomerAnswered(thread))
  return { ...(isClosing && { closes: true }), ...(aside && { aside }) }
}
