import { readApprovers } from '../model/approver-setting.ts'
import { listAuthors, requestApproval } from '../model/reply-approval.ts'
import { withTime } from '../model/reply-steps.ts'
import type { Reply } from '../model/reply.ts'
import type { MailServices } from '../services.ts'
import { refreshReplyCards } from '../thread/post-mail.ts'
import { startReply } from './start-reply.ts'

/** Whether a reply is about to leave for the first time without ever having been up for approval. */
const isUnasked = ({ state, tries, approval }: Reply): boolean =>
  tries === 0 && approval === undefined && ['held', 'scheduled', 'sending'].includes(state)

/**
 * Has a reply wait for approval that was written before its inbox asked for one. Returns whether it waits. Of this and a click that changes the reply, the first
 * one in its record counts.
 */
export async function awaitApprovalFirst(
  services: MailServices,
  team: string,
  id: string,
  found: Reply,
): Promise<boolean> {
  const { settings, clock, replyStore } = services
  if (!isUnasked(found) || !(await readApprovers(settings, team, found.inboxId))) return false
  const approval = requestApproval(clock, found, listAuthors(found.user, undefined))
  const now = clock.now()
  const reply = await replyStore
    .replies(team)
    .update(id, (one) =>
      one && isUnasked(one) && one.schedules === found.schedules
        ? { ...withTime(one, { state: 'awaiting', dueAt: now }, now), approval }
        : undefined,
    )
  if (reply?.state !== 'awaiting') return false
  await startReply(services, team, id, reply)
  await refreshReplyCards(services, team, id)
  await services.refreshHome(team, [reply.user])
  return true
}
