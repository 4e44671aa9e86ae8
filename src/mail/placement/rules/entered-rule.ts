import { withinDeadline } from '../../../core/question-time.ts'
import { findNamed, isSubject } from '../../../access/subject.ts'
import type { OpenView } from '../../../slack/inbound/listeners.ts'
import type { RuleChange } from './change-rules.ts'
import type { RoutingSettings } from '../../records/routing/routing-settings.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import { checkChosenChannel } from '../routing/channel-check.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { explainChannelProblem } from '../../text/channel-problems.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { RuleFormReader } from './open-rule-form.ts'
import { parseRuleFields, type RuleContent, type RuleFieldErrors } from './parse-rule-fields.ts'
import { checkRuleChannel } from './rule-channels.ts'
import { readInboxes } from './rule-choices.ts'
import { readRuleFields, type RuleFields } from './rule-fields.ts'
import { readFormMeta, type RuleFormMeta } from './rule-ids.ts'
import { findAssignmentProblem } from './rule-assignment.ts'

/** A submitted form, and the current rules. */
export interface EnteredRule {
  text: MailText
  meta: RuleFormMeta
  fields: RuleFields
  settings: RoutingSettings
  rules: MailRule[]
  /** The edited rule, if it still exists. */
  edited: MailRule | undefined
}

/** Reads a form; undefined if it is not ours. */
export async function readEnteredRule(
  scope: PlacementScope,
  { language }: RuleFormReader,
  view: OpenView,
): Promise<EnteredRule | undefined> {
  const meta = readFormMeta(view)
  if (!meta) return undefined
  const settings = await scope.routes.read()
  const rules = settings.mailRules
  const edited = rules.find(({ id }) => id === meta.rule)
  return { text: mailTextIn(language), meta, fields: readRuleFields(view), settings, rules, edited }
}

/** Checks everything in the form. Returns its content, or the errors by field. */
export async function checkEnteredRule(
  scope: PlacementScope,
  { user }: RuleFormReader,
  { text, fields, edited }: EnteredRule,
): Promise<{ errors: RuleFieldErrors } | { errors?: never; content: RuleContent }> {
  const [inboxes, saved] = await Promise.all([
    fields.inboxes.length === 0 ? new Map<string, string>() : readInboxes(scope),
    edited?.channel === undefined ? undefined : checkRuleChannel(scope, text, { user }, edited.channel),
  ])
  const keptChannel = fields.channel === '' && saved?.isKept ? edited?.channel : undefined
  const parsed = parseRuleFields(text, fields, { inboxes, keptChannel })
  if (parsed.errors) return parsed
  const { channel, assign } = parsed.content
  const isNewChannel = channel !== undefined && channel !== edited?.channel
  const isNewAssignment = assign !== undefined && (isNewChannel || assign !== edited?.assign)
  const [channelError, assignError] = await Promise.all([
    isNewChannel ? findChannelError(scope, text, user, channel) : channel && saved?.problem,
    isNewAssignment ? findAssignError(scope, text, { assign, channel }) : undefined,
  ])
  if (channelError === undefined && assignError === undefined) return parsed
  const errors: RuleFieldErrors = {}
  if (channelError !== undefined) errors.channel = channelError
  if (assignError !== undefined) errors.assign = assignError
  return { errors }
}

async function findChannelError(
  scope: PlacementScope,
  text: MailText,
  user: string,
  id: string,
): Promise<string | undefined> {
  const chosen = await withinDeadline(checkChosenChannel(scope, user, id))
  if (!chosen) return text.rules.problems.slackSilent
  return chosen.problem && explainChannelProblem(text, chosen.problem, chosen.channel?.name)
}

async function findAssignError(
  scope: PlacementScope,
  { rules: { problems } }: MailText,
  { assign, channel }: { assign: string; channel: string | undefined },
): Promise<string | undefined> {
  const named = isSubject(assign) ? findNamed(assign) : undefined
  if (named?.is === 'group') return undefined
  if (named?.is !== 'person') return problems.notSubject
  // The channel of a rule without one is known only when a mail comes.
  const where = channel ?? scope.routes.defaultChannel
  if (where === undefined) return undefined
  const answer = await withinDeadline(
    findAssignmentProblem(scope, named.id, { channel: where }).then((problem) => ({ problem })),
  )
  if (!answer) return problems.slackSilent
  if (answer.problem === 'left' || answer.problem === 'not_allowed') return problems.left
  return answer.problem === 'not_reader' && channel !== undefined ? problems.notReader : undefined
}

/** Builds the change that the form requests. `id` is used for a new rule. */
export function buildRuleChange(
  { meta, fields, edited }: EnteredRule,
  content: RuleContent,
  { id, user, at }: { id: string; user: string; at: number },
): RuleChange {
  const before = fields.position === '' ? {} : { before: fields.position }
  if (!edited) return { do: 'add', rule: { ...content, id, by: user, at, revision: 1 }, ...before }
  const { id: old, by, at: madeAt, revision } = edited
  return {
    do: 'edit',
    rule: { ...content, id: old, by, at: madeAt, changed: { by: user, at }, revision: revision + 1 },
    seen: revision,
    ...(fields.position !== meta.position && { position: before }),
  }
}
