import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { sendRecheckApprovers } from '../../tasks/approval-tasks.ts'

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
