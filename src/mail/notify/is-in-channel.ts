import { UpstreamError } from '../../core/errors.ts'
import type { MailScope } from '../mail-scope.ts'

/**
 * Whether a person is in a channel: Slack notifies nobody else of a mention there, although everyone in the workspace can read a public one. Returns
 * true if Slack does not answer.
 */
export async function isInChannel({ team, slack }: MailScope, user: string, channel: string): Promise<boolean> {
  try {
    return await slack.conversations.isMember(team, user, channel)
  } catch (error) {
    if (error instanceof UpstreamError) return true
    throw error
  }
}
