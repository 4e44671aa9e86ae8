import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findApproversNow, isNobody } from '../../access/find-approvers.ts'
import { hasOtherSender } from './approval-acts.ts'
import { filterTold, hasOtherRole } from './ask-approver.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { recheckApproversTask, sendAskApprovers, sendRecheckApprovers } from '../../tasks/approval-tasks.ts'

/** The events after which the set of possible approvers differs. */
const CHANGES_APPROVERS = [
  'subteam_members_changed',
  'subteam_updated',
  'member_left_channel',
  'member_joined_channel',
] as const

/**
 * Asks the remaining approvers once a person leaves, and reports if none remain, instead of letting the time run out; shows it once someone can approve
 * again.
 */
export const lostApproversFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const type of CHANGES_APPROVERS) slack.event(type, (scope) => sendRecheckApprovers(scope))
    slack.event('user_change', async (scope, { event: { user } }) => {
      if (await mayChangeApprovers(scope, user)) await sendRecheckApprovers(scope)
    })
  },
  tasks: [scopedHandler(recheckApproversTask, (scope, { turn }) => recheckAll(scope, turn))],
}

/**
 * Whether the change of a person may change who can approve a waiting reply: an approver or its sender may have become a guest, or be back. Slack
 * reports changes of names and statuses with the same event.
 */
async function mayChangeApprovers({ replyStore, outbound: { awaitingReplies } }: OutboundScope, user: unknown) {
  if (typeof user !== 'object' || user === null) return false
  if ('deleted' in user && user.deleted === true) return true
  const person = 'id' in user && typeof user.id === 'string' ? user.id : ''
  for await (const { id } of awaitingReplies.all()) {
    const reply = await replyStore.findReply(id)
    const { isStuck = false, asked = [] } = reply?.approval ?? {}
    if (isStuck || asked.includes(person) || (reply?.by ?? reply?.user) === person) return true
  }
  return false
}

async function recheckAll(scope: OutboundScope, turn: number): Promise<void> {
  const {
    team,
    queue,
    replyStore,
    outbound: { awaitingReplies },
  } = scope
  for await (const { id, version } of awaitingReplies.all()) {
    const reply = await replyStore.findReply(id)
    if (reply?.state !== 'awaiting') await awaitingReplies.delete(id, version)
    else if (await hasOtherApprovers(scope, id, reply))
      await sendAskApprovers(queue, team, { id, reply }, `turn-${turn}`)
    // Names the people who can approve it.
    else await refreshReplyCards(scope, id)
  }
}

/** Whether there are approvers who have not been asked, others than their messages say, or none, or whether the sender is gone or back. */
async function hasOtherApprovers(scope: OutboundScope, id: string, reply: Reply): Promise<boolean> {
  const approvers = await findApproversNow(scope, reply)
  const { asked = [], isStuck = false } = reply.approval ?? {}
  if (!approvers || isNobody(approvers) !== isStuck) return true
  if (reply.approval?.asked?.some((user) => hasOtherRole(reply, approvers, user))) return true
  if (await hasOtherSender(scope, { id, reply })) return true
  return (await filterTold(scope, approvers)).some((user) => !asked.includes(user))
}
