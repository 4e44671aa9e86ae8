import { withinDeadline } from '../../../core/question-time.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { checkChosenChannel } from '../routing/channel-check.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { explainChannelProblem } from '../../text/channel-problems.ts'
import type { MailText } from '../../text/mail-text.ts'

interface Person {
  user: string
}

/** What this person may know of a channel that a rule leads to: `kept` if they cannot read it or Slack does not say in time, or in words why mail cannot go there. */
export async function checkRuleChannel(
  scope: PlacementScope,
  text: MailText,
  person: Person,
  id: string,
): Promise<{ isKept: boolean; problem?: string }> {
  const chosen = await withinDeadline(checkChosenChannel(scope, person.user, id))
  if (!chosen || chosen.problem === 'notReader') return { isKept: true }
  const { channel, problem } = chosen
  return { isKept: false, ...(problem && { problem: explainChannelProblem(text, problem, channel?.name) }) }
}

/** What is said of the channels among these in which the mail of a rule would wait, as markup; only of those that the person can read. */
export async function describeUnusableChannels(
  scope: PlacementScope,
  text: MailText,
  person: Person,
  channels: (string | undefined)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(channels.filter((id) => id !== undefined))]
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, string][]> => {
      const { problem } = await checkRuleChannel(scope, text, person, id)
      return problem === undefined ? [] : [[id, text.rules.unusable({ problem: escapeMrkdwn(problem) })]]
    }),
  )
  return new Map(found.flat())
}
