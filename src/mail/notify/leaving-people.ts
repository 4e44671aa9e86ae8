import type { SlackEvent } from '../../slack/inbound/listeners.ts'
import { slackId } from '../../slack/inbound/payload-ids.ts'

/** Gives the cached answers time to expire: the event arrives before they are forgotten. */
export const LEAVING_DELAY_MS = 1000

/** Returns the id of a deactivated person. Slack reports changes of names and statuses with the same event. */
const findDeleted = (user: unknown): unknown =>
  typeof user === 'object' && user !== null && 'deleted' in user && user.deleted === true && 'id' in user
    ? user.id
    : undefined

const FIND_GONE: Record<string, (event: SlackEvent['event']) => unknown> = {
  user_change: ({ user }) => findDeleted(user),
  member_left_channel: ({ user }) => user,
}

/** The events that report that a person left the workspace or a channel. */
export const leavingEvents = Object.keys(FIND_GONE)

/** Returns the id of the person who left, according to one of these events; undefined if nobody did. */
export const findLeavingPerson = (type: string, event: SlackEvent['event']): string | undefined =>
  slackId.safeParse(FIND_GONE[type]?.(event)).data
