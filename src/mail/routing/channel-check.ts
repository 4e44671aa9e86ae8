import { UpstreamError } from '../../core/errors.ts'
import type { MailServices } from '../services.ts'

/**
 * Why a channel must not get mail: `shared`, where people of another organization would read it, or Slack's code for not showing the
 * channel to the app. Undefined when nothing is wrong.
 */
export async function findChannelProblem(
  { people }: MailServices,
  team: string,
  channel: string,
): Promise<string | undefined> {
  try {
    return (await people.channel(team, channel)).isShared ? 'shared' : undefined
  } catch (error) {
    if (error instanceof UpstreamError && error.details.outcome === 'refused') return error.details.code
    throw error
  }
}
