import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import { slackId } from '../../../slack/inbound/payload-ids.ts'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { sendCheckScheduled } from '../../tasks/check-scheduled-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** The event arrives before the answers that it makes invalid are forgotten. */
const CHANGE_DELAY_MS = 1000

/** A change of a name or a status, which Slack reports with the same event, takes nobody away. */
const findDeleted = (user: unknown): unknown =>
  typeof user === 'object' && user !== null && 'deleted' in user && user.deleted === true && 'id' in user
    ? user.id
    : undefined

const FIND_GONE: Record<string, (event: SlackEvent['event']) => unknown> = {
  user_change: ({ user }) => findDeleted(user),
  member_left_channel: ({ user }) => user,
}

/** Once somebody leaves, the others are asked about the scheduled mail that waited for that person. */
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
