import { UpstreamError } from '../../core/errors.ts'
import type { Conversations } from './conversations.ts'

/**
 * Whether a person is in a channel: Slack notifies nobody else of a mention there, although everyone in the workspace can read a public one. Returns
 * true if Slack does not answer.
 */
export async function isInChannel(
  { team, slack }: { team: string; slack: { conversations: Pick<Conversations, 'isMember'> } },
  user: string,
  channel: string,
): Promise<boolean> {
  try {
    return await slack.conversations.isMember(team, user, channel)
  } catch (error) {
    if (error instanceof UpstreamError) return true
    throw error
  }
}
