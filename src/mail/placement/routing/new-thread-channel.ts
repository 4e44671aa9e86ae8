import type { PlacementScope } from '../placement-scope.ts'
import { checkChosenChannel, findChannelProblem } from './channel-check.ts'

/**
 * Finds the channel for a new mail: where its writer is, if it is a channel of this organization that they and the app are in; otherwise that of the
 * inbox. Undefined if neither accepts it. Throws if Slack does not answer.
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
  const route = await scope.routes.findInboxChannel(inboxId)
  if (route === undefined || (await findChannelProblem(scope, route)) !== undefined) return undefined
  return (await scope.access.mayRead(scope.team, user, route)) ? route : undefined
}

/** The ids of direct messages begin with another letter. */
const isChannel = (id: string): boolean => /^[CG]/.test(id)
