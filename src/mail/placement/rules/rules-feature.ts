import { questionTimeMs } from '../../../core/question-time.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { buildRuleAct } from '../../access/mail-acts.ts'
import { applyRuleChange, type RuleChange } from './change-rules.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import { findAction } from '../../records/action-row.ts'
import { mailActions } from '../../records/mail-actions.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildRuleChange, checkEnteredRule, readEnteredRule } from './entered-rule.ts'
import { makeRuleChange, ruleVerbs } from './make-rule-change.ts'
import { emptyFields, type RuleFormReader, renderRuleForm, showSavedRule, type ShownForm } from './open-rule-form.ts'
import { ruleChangeTask, sendRuleChange } from './rule-change-task.ts'
import { searchAssignees, searchInboxes } from './rule-choices.ts'
import { readListPage, ruleActionIds, ruleCallbackIds, type RuleFormMeta } from './rule-ids.ts'
import { describeRule } from './rule-words.ts'
import { openRules, renderRules } from './show-rules.ts'
import { showRuleForMail } from './rule-for-mail.ts'
import { submitRule } from './submit-rule.ts'
import { buildTrial, buildTrialModal } from './trial/trial-blocks.ts'
import { tryRules } from './trial/try-rules.ts'

/** The rules for where mail goes: shown to everyone, tried on past mail, and changed by people who may. */
export const mailRulesFeature: ScopedFeature<PlacementScope> = {
  homeButtons: [{ actionId: ruleActionIds.open, text: (language) => mailTextIn(language).rules.open, rank: 4 }],
  listen(slack) {
    slack.action(ruleActionIds.open, (scope, action) => openRules(scope, action))
    slack.action(/^mail\.rules\.page:/, turnPage)
    slack.action(ruleActionIds.try, openTrial)
    slack.action(ruleActionIds.tryForm, tryForm)
    slack.action(ruleActionIds.add, (scope, action) => openForm(scope, action, showEmpty))
    slack.action(ruleActionIds.edit, (scope, action) => openForm(scope, action, showEdited))
    slack.action(ruleActionIds.reopen, (scope, action) => openForm(scope, action, showDraft))
    slack.action(findAction(mailActions, 'like').actionId, (scope, action) => openForm(scope, action, showRuleForMail))
    slack.action(ruleActionIds.up, (scope, action) => moveRule(scope, action, 'above'))
    slack.action(ruleActionIds.down, (scope, action) => moveRule(scope, action, 'below'))
    slack.action(ruleActionIds.delete, deleteRule)
    slack.options(ruleActionIds.inboxes, searchInboxes)
    slack.options(ruleActionIds.assign, searchAssignees)
    slack.submit(ruleCallbackIds.form, submitRule)
  },
  tasks: [scopedHandler(ruleChangeTask, makeRuleChange)],
}

const readRules = async ({ routes }: PlacementScope): Promise<MailRule[]> => (await routes.read()).mailRules

const readReader = async ({ languages }: PlacementScope, { team, user }: Action): Promise<RuleFormReader> => ({
  user,
  language: await languages.ofPerson(team, user),
})

/** Whether the person may change the rules; explains a refusal. The audit names only existing rules. */
async function mayChange(scope: PlacementScope, action: Action, verb: string, rule?: MailRule): Promise<boolean> {
  const { team, user, eventId, message } = action
  const actor = { team, user, opId: `mail.rules:${eventId}`, channel: message?.channel }
  const act = await buildRuleAct(scope, actor, verb, rule?.id)
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') await refuseClick(scope, action, permission.message)
  return permission.is === 'allowed'
}

async function turnPage(scope: PlacementScope, { team, user, eventId, view, value }: Action): Promise<void> {
  if (!view) return
  const page = Math.max(0, Math.trunc(Number(value)) || 0)
  await scope.views.update(team, view.id, await renderRules(scope, { user, event: eventId }, { page }))
}

/** Finds the first content of a form; undefined if its subject is gone, `answered` if the person already got an explanation. */
type FindForm = (
  scope: PlacementScope,
  action: Action,
  rules: MailRule[],
  reader: RuleFormReader,
) => Promise<ShownForm | 'answered' | undefined> | ShownForm | undefined

async function openForm(scope: PlacementScope, action: Action, find: FindForm): Promise<void> {
  const rules = await readRules(scope)
  const named = rules.find(({ id }) => id === action.value)
  if (!(await mayChange(scope, action, named ? ruleVerbs.edit : ruleVerbs.add, named))) return
  const reader = await readReader(scope, action)
  const shown = await find(scope, action, rules, reader)
  if (shown === 'answered') return
  if (!shown) {
    const { notes } = mailTextIn(reader.language).rules
    const note = find === showDraft ? notes.notKept : notes.gone
    return openRules(scope, action, { note })
  }
  await scope.views.push(action, await renderRuleForm(scope, reader, shown))
}

/** The list that the form is opened from. */
const findList = ({ view }: Action): RuleFormMeta['list'] =>
  view?.callbackId === ruleCallbackIds.list ? { view: view.id, page: readListPage(view.privateMetadata) } : undefined

function showEmpty(_: PlacementScope, action: Action, rules: MailRule[]): ShownForm {
  const list = findList(action)
  return { rules, fields: emptyFields, meta: { position: '', ...(list && { list }) } }
}

function showEdited(scope: PlacementScope, action: Action, rules: MailRule[]): ShownForm | undefined {
  const rule = rules.find(({ id }) => id === action.value)
  return rule && showSavedRule(scope, rules, rule, findList(action))
}

/** Shows a rule that could not be saved next to its current version. */
async function showDraft(
  scope: PlacementScope,
  action: Action,
  rules: MailRule[],
  { language }: RuleFormReader,
): Promise<ShownForm | undefined> {
  const draft = await scope.placement.ruleDrafts.find(action.user, action.value ?? '')
  if (!draft) return undefined
  const text = mailTextIn(language)
  const now = rules.find(({ id }) => id === draft.id)
  const { fields } = showSavedRule(scope, rules, draft)
  if (!now) return { rules, fields, meta: { position: '' } }
  const { meta } = showSavedRule(scope, rules, now)
  const note = text.rules.problems.theirs({ rule: describeRule(text, now) })
  return { rules, fields: { ...fields, position: meta.position }, meta, note }
}

async function openTrial(scope: PlacementScope, action: Action): Promise<void> {
  const { language } = await readReader(scope, action)
  const text = mailTextIn(language)
  const trial = await tryRules(scope, text, action.user, await scope.routes.read())
  await scope.views.push(action, buildTrialModal(text, trial))
}

/** Shows in the form the effects that the entered rule would have had. */
async function tryForm(scope: PlacementScope, action: Action): Promise<void> {
  const { team, user, view } = action
  if (!view) return
  const reader = await readReader(scope, action)
  const entered = await readEnteredRule(scope, reader, view)
  if (!entered) return
  const { text, meta, fields, rules, settings } = entered
  const shown = { meta, fields, rules }
  const checked = await checkEnteredRule(scope, reader, entered)
  if (checked.errors) {
    const [alert] = Object.values(checked.errors)
    await scope.views.update(team, view.id, await renderRuleForm(scope, reader, { ...shown, ...(alert && { alert }) }))
    return
  }
  const change = buildRuleChange(entered, checked.content, { id: 'tried', user, at: scope.clock.now() })
  const mailRules = applyRuleChange(rules, change).rules ?? rules
  const tried = buildTrial(text, await tryRules(scope, text, reader.user, { ...settings, mailRules }))
  await scope.views.update(team, view.id, await renderRuleForm(scope, reader, { ...shown, tried }))
}

async function sendListChange(scope: PlacementScope, action: Action, change: RuleChange): Promise<void> {
  const { team, user, eventId: event } = action
  const list = findList(action)
  const request = { team, user, at: scope.clock.now(), event, change, ...(list && { list }) }
  await sendRuleChange(scope.queue, request)
}

/** The button's value is `<rule>.<neighbour>`. */
async function moveRule(scope: PlacementScope, action: Action, to: 'above' | 'below'): Promise<void> {
  const [id = '', over = ''] = (action.value ?? '').split('.')
  const rule = (await readRules(scope)).find((one) => one.id === id)
  if (await mayChange(scope, action, ruleVerbs.move, rule))
    await sendListChange(scope, action, { do: 'move', id, over, to })
}

/** The button's value is `<rule>.<revision>`. */
async function deleteRule(scope: PlacementScope, action: Action): Promise<void> {
  const [id = '', seen] = (action.value ?? '').split('.')
  const rule = (await readRules(scope)).find((one) => one.id === id)
  if (await mayChange(scope, action, ruleVerbs.delete, rule))
    await sendListChange(scope, action, { do: 'delete', id, seen: Number(seen) })
}
