import type { OpenView, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { findNamed, isSubject } from '../../../access/subject.ts'
import { questionTimeMs, withinDeadline, withinQuestionTime } from '../../../core/question-time.ts'
import { buildRuleAct } from '../../access/mail-acts.ts'
import { applyRuleChange, RULES_MAX } from './change-rules.ts'
import { mayWorkOn } from '../../access/may-work.ts'
import { type MailRule, takesEverything } from '../../records/routing/mail-rule.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildRuleChange, checkEnteredRule, type EnteredRule, readEnteredRule } from './entered-rule.ts'
import { type RuleFormReader, renderRuleForm, type ShownForm } from './open-rule-form.ts'
import { sendRuleChange } from './rule-change-task.ts'
import { refuseSave } from '../../notify/refuse-save.ts'
import { ruleVerbs } from './make-rule-change.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { listInboxes } from '../routing/mail-settings.ts'
import type { RuleContent } from './parse-rule-fields.ts'
import { describeRule } from './rule-words.ts'
import { renderRules } from './show-rules.ts'

/** Checks a submitted rule and saves it. If something is wrong or has changed meanwhile, the form stays open with the entered values. */
export async function submitRule(scope: PlacementScope, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, eventId, view } = submission
  const reader: RuleFormReader = { user, language: await scope.languages.ofPerson(team, user) }
  const read = await readEnteredRule(scope, reader, view)
  const id = scope.keyedHash('rule', eventId)
  // Slack may have lost the answer and sent the form of a saved rule again.
  const entered = read && { ...read, edited: read.edited ?? read.rules.find((rule) => rule.id === id) }
  if (!entered) return refuse(view, mailTextIn(reader.language).rules.notes.notKept)
  const actor = { team, user, opId: `mail.rules:${eventId}` }
  const verb = entered.meta.rule === undefined ? ruleVerbs.add : ruleVerbs.edit
  const act = await buildRuleAct(scope, actor, verb, entered.edited?.id)
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuse(view, await refuseSave(scope, actor, permission))
  const checked = await checkEnteredRule(scope, reader, entered)
  if (checked.errors) return { errors: checked.errors }
  const question = await findQuestion(scope, reader, entered, checked.content)
  if (question)
    return {
      update: await renderRuleForm(scope, reader, { fields: entered.fields, rules: entered.rules, ...question }),
    }
  const { rules, edited, meta, text } = entered
  if (!edited && rules.length >= RULES_MAX) return refuse(view, text.rules.problems.full({ most: RULES_MAX }))
  const at = scope.clock.now()
  const change = buildRuleChange(entered, checked.content, { id, user, at })
  const list = meta.list ?? { view: view.id, page: 0 }
  const content = scope.keyedHash('rules', JSON.stringify([checked.content, entered.fields.position]))
  const event = await scope.records.formSubmissions.name(eventId, content)
  await sendRuleChange(scope.queue, { team, user, at, event, list, change })
  if (meta.list) return undefined
  // The list takes the form's place. It already shows the rule: the task's own update may come first.
  const saved = applyRuleChange(rules, change).rules ?? rules
  return { update: await renderRules(scope, { user, event: eventId }, { rules: saved }) }
}

/** Keeps the form open with its values, and shows the reason at the first field. */
function refuse(view: OpenView, reason: string): SubmissionAnswer {
  const [field] = Object.keys(view.values)
  return field === undefined ? undefined : { errors: { [field]: reason } }
}

/** Asks a person before they save: someone else was faster, the rule takes all mail, or assigns it to a person who may not answer it. */
async function findQuestion(
  scope: PlacementScope,
  { user }: RuleFormReader,
  { text, meta, edited }: EnteredRule,
  content: RuleContent,
): Promise<Pick<ShownForm, 'meta' | 'alert' | 'note'> | undefined> {
  const { problems } = text.rules
  if (meta.rule !== undefined && !edited) {
    const { rule: _, seen: __, ...others } = meta
    return { meta: others, alert: problems.gone }
  }
  // The person's own change since the form was opened needs no question.
  const isByOthers = (edited?.changed ?? edited)?.by !== user
  if (edited && isByOthers && edited.revision !== meta.seen) {
    const alert = problems.changed({ who: await nameChanger(scope, edited) })
    const note = problems.theirs({ rule: describeRule(text, edited) })
    return { meta: { ...meta, seen: edited.revision }, alert, note }
  }
  const everything = takesEverything(content) && !meta.isForAll ? problems.everything : undefined
  const unable = meta.unable === content.assign ? undefined : await describeUnable(scope, text, content)
  if (everything === undefined && unable === undefined) return undefined
  return {
    meta: { ...meta, ...(everything && { isForAll: true }), ...(unable && { unable: content.assign }) },
    alert: [unable, everything].filter(Boolean).join(' '),
  }
}

const INBOXES_NAMED = 3

/** Names the inboxes of a rule whose mail the assigned person may not answer, in plain text; undefined if there are none, or Slack is slow. */
async function describeUnable(
  scope: PlacementScope,
  text: MailText,
  { assign = '', when }: RuleContent,
): Promise<string | undefined> {
  const named = isSubject(assign) ? findNamed(assign) : undefined
  if (named?.is !== 'person') return undefined
  const inboxes = when.inboxes ?? (await listInboxes(scope))
  const answers = Promise.all(inboxes.map((inbox) => mayWorkOn(scope, named.id, inbox)))
  const isAllowed = await withinDeadline(answers)
  const refused = inboxes.filter((_, index) => isAllowed?.[index] === false)
  if (refused.length === 0) return undefined
  return text.rules.problems.unable({
    name: await readPlainName(text, scope.people, scope.team, named.id),
    inboxes: text.formats.list(refused.slice(0, INBOXES_NAMED), 'comma'),
    more: Math.max(0, refused.length - INBOXES_NAMED),
  })
}

const NAME_TIMEOUT_MS = 500
const NAME_CHARS = 40

/** Plain text. */
async function nameChanger({ team, people }: PlacementScope, rule: MailRule): Promise<string> {
  const { by } = rule.changed ?? rule
  const asked = people.person(team, by, { isShownOnly: true }).catch(() => undefined)
  return sanitizeLine((await withinQuestionTime(NAME_TIMEOUT_MS, asked))?.name ?? by).slice(0, NAME_CHARS)
}
