import { isRefusal, UpstreamError } from '../../../core/errors.ts'
import type { ChannelFacts } from '../../../slack/directory/people.ts'
import type { PlacementScope } from '../placement-scope.ts'

/** The code of a channel that people of another organization can read; stored with what waits. */
export const SHARED_CHANNEL = 'shared'

/**
 * Why a channel must not get mail: `shared`, where people of another organization would read it, or Slack's code for not showing the
 * channel to the app. Undefined when nothing is wrong.
 */
export async function findChannelProblem(
  { team, people }: PlacementScope,
  channel: string,
): Promise<string | undefined> {
  try {
    return (await people.channel(team, channel)).isShared ? SHARED_CHANNEL : undefined
  } catch (error) {
    if (error instanceof UpstreamError && error.details.outcome === 'refused') return error.details.code
    throw error
  }
}

/**
 * The channel that mail goes back to, although its route leads elsewhere: a private one that it was in before, because other people could read it
 * elsewhere. An admin decides about that. What Slack does not show the app counts as private.
 */
export async function findLastPrivateChannel(
  { team, people }: PlacementScope,
  lastChannel: string | undefined,
  routedTo: string | undefined,
): Promise<string | undefined> {
  if (lastChannel === undefined || lastChannel === routedTo) return undefined
  try {
    return (await people.channel(team, lastChannel)).isPrivate ? lastChannel : undefined
  } catch (error) {
    if (isRefusal(error)) return lastChannel
    throw error
  }
}

/** Why mail must not or cannot be posted to a channel that somebody chose. `hidden`: Slack does not show it to the app. */
export type ChosenChannel =
  | { channel?: never; problem: 'hidden' }
  | { channel: ChannelFacts; problem: 'notReader' | 'shared' | 'archived' | 'notMember' | undefined }

/** Checks a channel that somebody chose for mail. To people who cannot read it, nothing else is said of it. Throws if Slack does not answer. */
export async function checkChosenChannel(
  { team, people, access }: PlacementScope,
  user: string,
  id: string,
): Promise<ChosenChannel> {
  try {
    const channel = await people.channel(team, id, { isFresh: true })
    if (!(await access.mayRead(team, user, id))) return { channel, problem: 'notReader' }
    if (channel.isShared) return { channel, problem: 'shared' }
    if (channel.isArchived) return { channel, problem: 'archived' }
    return { channel, problem: channel.isMember ? undefined : 'notMember' }
  } catch (error) {
    if (isRefusal(error)) return { problem: 'hidden' }
    throw error
  }
}
