import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import { slackId } from '../../../slack/inbound/payload-ids.ts'
import type { Feature } from '../../../slice.ts'
import { sendCheckScheduled } from '../../tasks/check-scheduled-task.ts'
import type { OutboundServices } from '../outbound-services.ts'

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
export const goneWritersFeature = ({ queue, outbound: { scheduledReplies } }: OutboundServices): Feature => ({
  listen(slack) {
    for (const [type, findGone] of Object.entries(FIND_GONE))
      slack.event(type, async ({ team, event, eventId }) => {
        const user = slackId.safeParse(findGone(event)).data
        if (user === undefined) return
        for (const { id } of await scheduledReplies.list(team, user))
          await sendCheckScheduled(queue, { team, reply: id }, `gone-${eventId}`, CHANGE_DELAY_MS)
      })
  },
})
