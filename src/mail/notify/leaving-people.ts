import { z } from 'zod'
import type { SlackEvent } from '../../slack/inbound/listeners.ts'
import { slackId } from '../../slack/inbound/payload-ids.ts'

/** Gives the cached answers time to expire: the event arrives before they are forgotten. */
export const LEAVING_DELAY_MS = 1000

const userSchema = z.object({ id: z.string(), deleted: z.boolean().optional(), is_restricted: z.boolean().optional() })

/** Returns the id of a person who is deactivated or a guest. Slack reports changes of names and statuses with the same event. */
function findDemoted(value: unknown): string | undefined {
  const user = userSchema.safeParse(value).data
  return user?.deleted || user?.is_restricted ? user.id : undefined
}

const FIND_GONE: Record<string, (event: SlackEvent['event']) => unknown> = {
  user_change: ({ user }) => findDemoted(user),
  member_left_channel: ({ user }) => user,
}

const FIND_BACK: Record<string, (event: SlackEvent['event']) => unknown> = {
  user_change: ({ user }) => userSchema.safeParse(user).data?.id,
  member_joined_channel: ({ user }) => user,
}

/** The events that report that a person may be back in the workspace or a channel; many of them report something else. */
export const returningEvents = Object.keys(FIND_BACK)

/** Returns the id of the person who may be back, according to one of these events. */
export const findReturningPerson = (type: string, event: SlackEvent['event']): string | undefined =>
  slackId.safeParse(FIND_BACK[type]?.(event)).data

/** The events that report that a person left the workspace or a channel, or may have become a guest. */
export const leavingEvents = Object.keys(FIND_GONE)

/** Returns the id of the person who left or is a guest, according to one of these events; undefined if nobody is. */
export const findLeavingPerson = (type: string, event: SlackEvent['event']): string | undefined =>
  slackId.safeParse(FIND_GONE[type]?.(event)).data
