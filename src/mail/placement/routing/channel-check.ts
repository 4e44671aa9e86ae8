import { isRefusal, UpstreamError } from '../../../core/errors.ts'
import type { ChannelFacts } from '../../../slack/directory/people.ts'
import { SHARED_CHANNEL } from '../../../slack/outbox/cleared-writes.ts'
import type { PlacementScope } from '../placement-scope.ts'

/**
 * Returns why a channel must not get mail: `shared` if people of another organization would read it, or Slack's code for hiding the channel from the
 * app. Undefined if nothing is wrong.
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
 * Returns why Slack or Bellhop would still refuse mail in a channel that refused it with `code`, by what Slack says now: `shared`, or Slack's code.
 * Undefined if nothing is known to be wrong.
 */
export async function findRemainingProblem(
  { team, people }: PlacementScope,
  { channel, code }: { channel: string; code: string },
): Promise<string | undefined> {
  try {
    const { isShared, isArchived, isMember } = await people.channel(team, channel, { isFresh: true })
    if (isShared) return SHARED_CHANNEL
    if (isArchived) return 'is_archived'
    return code === 'not_in_channel' && !isMember ? code : undefined
  } catch (error) {
    if (error instanceof UpstreamError && error.details.outcome === 'refused') return error.details.code
    throw error
  }
}

/**
 * Returns the private channel that mail goes back to although its route leads elsewhere, because other people could read it there; an admin decides.
 * A channel that Slack hides from the app counts as private.
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

/** A channel that someone chose, and why mail must not or cannot be posted there. `hidden`: Slack hides it from the app. */
export type ChosenChannel =
  | { channel?: never; problem: 'hidden' }
  | { channel: ChannelFacts; problem: 'notReader' | 'shared' | 'archived' | 'notMember' | undefined }

/** Checks a channel that someone chose for mail. People who cannot read it learn nothing else about it. Throws if Slack does not answer. */
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
