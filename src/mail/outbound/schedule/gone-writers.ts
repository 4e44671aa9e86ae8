import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import { slackId } from '../../../slack/inbound/payload-ids.ts'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { sendCheckScheduled } from '../../tasks/check-scheduled-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** Gives the cached answers time to expire: the event arrives before they are forgotten. */
const CHANGE_DELAY_MS = 1000

/** Returns the id of a deactivated person. Slack reports changes of names and statuses with the same event. */
const findDeleted = (user: unknown): unknown =>
  typeof user === 'object' && user !== null && 'deleted' in user && user.deleted === true && 'id' in user
    ? user.id
    : undefined

const FIND_GONE: Record<string, (event: SlackEvent['event']) => unknown> = {
  user_change: ({ user }) => findDeleted(user),
  member_left_channel: ({ user }) => user,
}

/** Checks the scheduled mail of a person who leaves: the others are then asked about it. */
export const goneWritersFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const [type, findGone] of Object.entries(FIND_GONE))
      slack.event(type, async ({ team, queue, outbound: { scheduledReplies } }, { event, eventId }) => {
        const user = slackId.safeParse(findGone(event)).data
        if (user === undefined) return
        for (const { id } of await scheduledReplies.list(user))
          await sendCheckScheduled(queue, { team, reply: id }, `gone-${eventId}`, CHANGE_DELAY_MS)
      })
  },
}
