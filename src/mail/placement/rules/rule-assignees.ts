import { findNamed, isSubject } from '../../../access/subject.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { escapeMrkdwn, userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { findAssignmentProblem } from './rule-assignment.ts'

/** Explains as markup, by rule id, which rules assign mail to nobody who can answer it. Omits rules about which Slack does not answer in time. */
export async function describeUnableAssignees(
  scope: PlacementScope,
  text: MailText,
  rules: readonly MailRule[],
): Promise<Map<string, string>> {
  const found = await Promise.all(
    rules.map(async (rule): Promise<[string, string][]> => {
      const problem = await withinDeadline(describeUnable(scope, text, rule))
      return problem === undefined ? [] : [[rule.id, problem]]
    }),
  )
  return new Map(found.flat())
}

async function describeUnable(
  scope: PlacementScope,
  { rules: { unable } }: MailText,
  { assign, channel, when }: MailRule,
): Promise<string | undefined> {
  const named = assign !== undefined && isSubject(assign) ? findNamed(assign) : undefined
  if (named?.is === 'group') return (await isEmptyGroup(scope, named.id)) ? unable.group : undefined
  const where = channel ?? scope.routes.defaultChannel
  if (named?.is !== 'person' || where === undefined) return undefined
  const [inbox] = when.inboxes ?? []
  const problem = await findAssignmentProblem(scope, named.id, {
    channel: where,
    ...(inbox !== undefined && { inbox }),
  })
  // The channel of a rule without one is known only when a mail comes.
  if (problem === undefined || (problem === 'not_reader' && channel === undefined)) return undefined
  return unable[problem]({ who: userMention(escapeMrkdwn(named.id)) })
}

/** Whether a user group has no members; false if the app sees no groups. */
async function isEmptyGroup({ team, slack: { groups } }: PlacementScope, id: string): Promise<boolean> {
  if (await groups.lacksScope(team)) return false
  const members = await groups.readMembers(team, [id])[0]
  return members?.size === 0
}
