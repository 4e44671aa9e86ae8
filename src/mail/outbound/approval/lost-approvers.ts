import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { sendRecheckApprovers } from '../../tasks/approval-tasks.ts'

/** A change of a name or a status, which Slack reports with the same event, takes nobody away. */
const isGone = (user: unknown): boolean =>
  typeof user === 'object' && user !== null && 'deleted' in user && user.deleted === true

/** After which events somebody may no longer be able to approve, or others may. */
const CHANGES_APPROVERS: Record<string, (event: SlackEvent['event']) => boolean> = {
  user_change: ({ user }) => isGone(user),
  subteam_members_changed: () => true,
  member_left_channel: () => true,
  member_joined_channel: () => true,
}

/** Asks the approvers who are left once somebody leaves, and says so if nobody is left, instead of letting the time run out. */
export const lostApproversFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const [type, isChange] of Object.entries(CHANGES_APPROVERS))
      slack.event(type, async (scope, { event, eventId }) => {
        if (isChange(event)) await recheckAll(scope, eventId)
      })
  },
}

async function recheckAll(
  { team, queue, outbound: { awaitingReplies } }: OutboundScope,
  eventId: string,
): Promise<void> {
  for await (const { id } of awaitingReplies.all()) await sendRecheckApprovers(queue, team, id, eventId)
}
