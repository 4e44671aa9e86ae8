import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findApproversNow, isNobody } from '../../access/find-approvers.ts'
import { filterTold } from './approval-messages.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { recheckApproversTask, sendAskApprovers, sendRecheckApprovers } from '../../tasks/approval-tasks.ts'

/** Whether an event reports a deactivated person. Slack reports changes of names and statuses with the same event. */
const isGone = (user: unknown): boolean =>
  typeof user === 'object' && user !== null && 'deleted' in user && user.deleted === true

/** The events after which the set of possible approvers may differ. */
const CHANGES_APPROVERS: Record<string, (event: SlackEvent['event']) => boolean> = {
  user_change: ({ user }) => isGone(user),
  subteam_members_changed: () => true,
  member_left_channel: () => true,
  member_joined_channel: () => true,
}

/** Asks the remaining approvers once a person leaves, and reports if none remain, instead of letting the time run out. */
export const lostApproversFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const [type, isChange] of Object.entries(CHANGES_APPROVERS))
      slack.event(type, async (scope, { event }) => {
        if (isChange(event)) await sendRecheckApprovers(scope)
      })
  },
  tasks: [scopedHandler(recheckApproversTask, (scope, { turn }) => recheckAll(scope, turn))],
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
    else if (await hasOtherApprovers(scope, reply)) await sendAskApprovers(queue, team, { id, reply }, `turn-${turn}`)
    // Names the people who can approve it.
    else await refreshReplyCards(scope, id)
  }
}

/** Whether there are approvers who have not been asked, or none remain. */
async function hasOtherApprovers(scope: OutboundScope, reply: Reply): Promise<boolean> {
  const approvers = await findApproversNow(scope, reply)
  const { asked = [], isStuck = false } = reply.approval ?? {}
  if (!approvers || isNobody(approvers) !== isStuck) return true
  const others = approvers.people.filter((user) => !asked.includes(user))
  return (await filterTold(scope, others)).length > 0
}
