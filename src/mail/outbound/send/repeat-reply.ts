import { readApprovers } from '../../records/approver-setting.ts'
import { buildReply, type Reply } from '../../records/replies/reply.ts'
import { isApproved, listReplyAuthors, requestApproval } from '../../records/replies/reply-approval.ts'
import { startReply } from '../../tasks/start-reply.ts'
import { decideNextStep } from '../next-step.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { markReplaced, showReply } from './show-created-reply.ts'

/** The id of the reply that repeats this one. */
export const repeatIdOf = ({ keyedHash }: OutboundScope, old: string): string => keyedHash('reply', 'again', old)

/** Sends the same mail under a new key, because a person decided to: the first one may also have been sent. */
export async function repeatReply(
  scope: OutboundScope,
  { old, reply, by }: { old: string; reply: Reply; by: string },
): Promise<void> {
  const id = repeatIdOf(scope, old)
  const { team, clock, settings, replyStore } = scope
  const now = clock.now()
  // The same bytes need no second approval.
  const needsApproval = !isApproved(reply) && (await readApprovers(settings, team, reply.inboxId)) !== undefined
  const authors = [...new Set([by, ...listReplyAuthors(reply)])]
  const approval = needsApproval ? requestApproval(clock, reply, authors) : reply.approval
  const seen = (await scope.mailStore.findThread(reply.thread))?.mails.at(-1)
  const fresh: Reply = {
    ...buildReply(id, reply, now),
    ...decideNextStep({ now, needsApproval, holdMs: 0 }),
    ...(approval ? { approval } : authors.length > 1 && { authors }),
    ...(by !== reply.user && { by }),
    ...(reply.closes && { closes: true }),
    ...(seen !== undefined && { seen }),
    replaces: old,
  }
  const stored = (await replyStore.replies.update(id, (known) => (known ? undefined : fresh))) ?? fresh
  await startReply(scope, id, stored)
  await showReply(scope, id, stored)
  await markReplaced(scope, { old, thread: reply.thread, by: id })
}
