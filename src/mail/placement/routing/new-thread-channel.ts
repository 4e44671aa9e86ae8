import type { PlacementScope } from '../placement-scope.ts'
import { checkChosenChannel, findChannelProblem } from './channel-check.ts'

/**
 * Finds the channel for a new mail: where its writer is, if it is a channel of this organization that they and the app are in; otherwise the first of
 * the inbox's channels that they may read. Undefined if none accepts it. Throws if Slack does not answer.
 */
export async function findNewThreadChannel(
  scope: PlacementScope,
  user: string,
  { inboxId, place }: { inboxId: string; place: string | undefined },
): Promise<string | undefined> {
  if (place !== undefined && isChannel(place)) {
    const chosen = await checkChosenChannel(scope, user, place)
    if (chosen.channel && chosen.problem === undefined && !chosen.channel.isDirect) return place
  }
  for (const channel of await scope.routes.listInboxChannels(inboxId)) {
    const isAccepting = (await findChannelProblem(scope, channel)) === undefined
    if (isAccepting && (await scope.access.mayRead(scope.team, user, channel))) return channel
  }
  return undefined
}

/** The ids of direct messages begin with another letter. */
const isChannel = (id: string): boolean => /^[CG]/.test(id)
