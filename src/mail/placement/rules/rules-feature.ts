import type { Action } from '../../../slack/inbound/listeners.ts'
import type { Feature } from '../../../slice.ts'
import { buildRuleAct, findRefusalSoon } from '../../access/mail-acts.ts'
import { applyRuleChange, type RuleChange } from '../../records/routing/change-rules.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import { moreActions } from '../../records/more-actions.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { PlacementServices } from '../placement-services.ts'
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
import { buildTrial, buildTrialModal } from './trial-blocks.ts'
import { tryRules } from './try-rules.ts'

/** The rules that say where mail goes: shown to everybody, tried on past mail, and changed by those who may. */
export const mailRulesFeature = (services: PlacementServices): Feature => ({
  homeButtons: [{ actionId: ruleActionIds.open, text: (language) => mailTextIn(language).rules.open }],
  listen(slack) {
    slack.action(ruleActionIds.open, (action) => openRules(services, action))
    slack.action(/^mail\.rules\.page:/, (action) => turnPage(services, action))
    slack.action(ruleActionIds.try, (action) => openTrial(services, action))
    slack.action(ruleActionIds.tryForm, (action) => tryForm(services, action))
    slack.action(ruleActionIds.add, (action) => openForm(services, action, showEmpty))
    slack.action(ruleActionIds.edit, (action) => openForm(services, action, showEdited))
    slack.action(ruleActionIds.reopen, (action) => openForm(services, action, showDraft))
    for (const { actionId } of moreActions.filter(({ verb }) => verb === 'like'))
      slack.action(actionId, (action) => openForm(services, action, showRuleForMail))
    slack.action(ruleActionIds.up, (action) => moveRule(services, action, 'above'))
    slack.action(ruleActionIds.down, (action) => moveRule(services, action, 'below'))
    slack.action(ruleActionIds.delete, (action) => deleteRule(services, action))
    slack.options(ruleActionIds.inboxes, (request) => searchInboxes(services, request))
    slack.options(ruleActionIds.assign, (request) => searchAssignees(services, request))
    slack.submit(ruleCallbackIds.form, (submission) => submitRule(services, submission))
  },
  tasks: [ruleChangeTask.handler((request) => makeRuleChange(services, request))],
})

const readRules = async ({ routes }: PlacementServices, team: string): Promise<MailRule[]> =>
  (await routes.read(team)).mailRules ?? []

const readReader = async ({ languages }: PlacementServices, { team, user }: Action): Promise<RuleFormReader> => ({
  team,
  user,
  language: await languages.ofPerson(team, user),
})

/** Whether the person may change the rules; if not, they read why. The audit names only rules that there are. */
async function mayChange(services: PlacementServices, action: Action, verb: string, rule?: MailRule): Promise<boolean> {
  const { team, user, eventId, message } = action
  const actor = { team, user, opId: `mail.rules:${eventId}`, channel: message?.channel }
  const refusal = await findRefusalSoon(services, await buildRuleAct(services, actor, verb, rule?.id))
  if (refusal) await refuseClick(services, action, refusal.message)
  return !refusal
}

async function turnPage(services: PlacementServices, { team, user, eventId, view, value }: Action): Promise<void> {
  if (!view) return
  const page = Math.max(0, Math.trunc(Number(value)) || 0)
  await services.views.update(team, view.id, await renderRules(services, { team, user, event: eventId }, { page }))
}

/** What a form shows first; undefined if what it is about is gone, `answered` if the person was told why there is none. */
type FindForm = (
  services: PlacementServices,
  action: Action,
  rules: MailRule[],
  reader: RuleFormReader,
) => Promise<ShownForm | 'answered' | undefined> | ShownForm | undefined

async function openForm(services: PlacementServices, action: Action, find: FindForm): Promise<void> {
  const rules = await readRules(services, action.team)
  const named = rules.find(({ id }) => id === action.value)
  if (!(await mayChange(services, action, named ? ruleVerbs.edit : ruleVerbs.add, named))) return
  const reader = await readReader(services, action)
  const shown = await find(services, action, rules, reader)
  if (shown === 'answered') return
  if (!shown) {
    const { notes } = mailTextIn(reader.language).rules
    const note = find === showDraft ? notes.notKept : notes.gone
    return openRules(services, action, { note })
  }
  await services.views.push(action, await renderRuleForm(services, reader, shown))
}

/** The list that the form is opened from. */
const findList = ({ view }: Action): RuleFormMeta['list'] =>
  view?.callbackId === ruleCallbackIds.list ? { view: view.id, page: readListPage(view.privateMetadata) } : undefined

function showEmpty(_: PlacementServices, action: Action, rules: MailRule[]): ShownForm {
  const list = findList(action)
  return { rules, fields: emptyFields, meta: { place: '', ...(list && { list }) } }
}

function showEdited(services: PlacementServices, action: Action, rules: MailRule[]): ShownForm | undefined {
  const rule = rules.find(({ id }) => id === action.value)
  return rule && showSavedRule(services, rules, rule, findList(action))
}

/** What could not be saved, next to what the rule says now. */
async function showDraft(
  services: PlacementServices,
  action: Action,
  rules: MailRule[],
  { language }: RuleFormReader,
): Promise<ShownForm | undefined> {
  const draft = await services.placement.ruleDrafts.find(action, action.value ?? '')
  if (!draft) return undefined
  const text = mailTextIn(language)
  const now = rules.find(({ id }) => id === draft.id)
  const { fields } = showSavedRule(services, rules, draft)
  if (!now) return { rules, fields, meta: { place: '' } }
  const { meta } = showSavedRule(services, rules, now)
  const note = text.rules.problems.theirs(describeRule(text, now))
  return { rules, fields: { ...fields, place: meta.place }, meta, note }
}

async function openTrial(services: PlacementServices, action: Action): Promise<void> {
  const { language } = await readReader(services, action)
  const text = mailTextIn(language)
  const trial = await tryRules(services, text, action, await services.routes.read(action.team))
  await services.views.push(action, buildTrialModal(text, trial))
}

/** Shows in the form what the rule as it is entered would have done. */
async function tryForm(services: PlacementServices, action: Action): Promise<void> {
  const { team, user, view } = action
  if (!view) return
  const reader = await readReader(services, action)
  const entered = await readEnteredRule(services, reader, view)
  if (!entered) return
  const { text, meta, fields, rules, settings } = entered
  const shown = { meta, fields, rules }
  const checked = await checkEnteredRule(services, reader, entered)
  if (checked.errors) {
    const [alert] = Object.values(checked.errors)
    await services.views.update(
      team,
      view.id,
      await renderRuleForm(services, reader, { ...shown, ...(alert && { alert }) }),
    )
    return
  }
  const change = buildRuleChange(entered, checked.content, { id: 'tried', user, at: services.clock.now() })
  const mailRules = applyRuleChange(rules, change).rules ?? rules
  const tried = buildTrial(text, await tryRules(services, text, reader, { ...settings, mailRules }))
  await services.views.update(team, view.id, await renderRuleForm(services, reader, { ...shown, tried }))
}

async function sendListChange(services: PlacementServices, action: Action, change: RuleChange): Promise<void> {
  const { team, user, eventId: event } = action
  const list = findList(action)
  const request = { team, user, at: services.clock.now(), event, change, ...(list && { list }) }
  await sendRuleChange(services.queue, request)
}

/** The button's value is `<rule>.<neighbour>`. */
async function moveRule(services: PlacementServices, action: Action, to: 'above' | 'below'): Promise<void> {
  const [id = '', over = ''] = (action.value ?? '').split('.')
  const rule = (await readRules(services, action.team)).find((one) => one.id === id)
  if (await mayChange(services, action, ruleVerbs.move, rule))
    await sendListChange(services, action, { do: 'move', id, over, to })
}

/** The button's value is `<rule>.<revision>`. */
async function deleteRule(services: PlacementServices, action: Action): Promise<void> {
  const [id = '', seen] = (action.value ?? '').split('.')
  const rule = (await readRules(services, action.team)).find((one) => one.id === id)
  if (await mayChange(services, action, ruleVerbs.delete, rule))
    await sendListChange(services, action, { do: 'delete', id, seen: Number(seen) })
}
