import { withinDeadline } from '../../../core/question-time.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { checkChosenChannel } from '../routing/channel-check.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { explainChannelProblem } from '../../text/channel-problems.ts'
import type { MailText } from '../../text/mail-text.ts'

interface Person {
  user: string
}

/**
 * Checks a rule's channel for one person: `isKept` if they cannot read it or Slack does not answer in time, or a sentence why mail cannot go there.
 */
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

/** Explains as markup in which of these channels mail of a rule would wait; only for channels that the person can read. */
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
