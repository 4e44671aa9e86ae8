import { withinDeadline } from '../../core/question-time.ts'
import type { Setting } from '../../settings/setting.ts'
import type { Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import { parseEntries } from './controls.ts'
import { type EnteredField, isChanged, isUnsaved, readFields, wasSubmitted } from './entered-fields.ts'
import { type PageTopic, settingsOf, settingTargetOf } from './page-topics.ts'
import type { FormOwner } from './prepare-page.ts'
import { sendSave } from './save-settings.ts'
import { type FormServices, showConflict, showPage } from './settings-form.ts'
import { findPage, MENU_BLOCK } from './settings-modal.ts'
import { findValueProblem } from './find-value-problem.ts'
import type { FormPage } from './form-store.ts'
import { findConflicts, isInForce, readSettingValues, type WantedChange } from './setting-values.ts'

/** Checks the fields of a submitted page, and sends the changes to the task that saves them. The form closes, or shows the page chosen meanwhile. */
export async function submitSettings(
  services: FormServices,
  { team, user, view }: Submission,
): Promise<SubmissionAnswer> {
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const text = workspaceTextIn(owner.language).settings
  // The menus at the top are no fields.
  const blocks = Object.keys(view.values).filter((block) => !block.endsWith(`:${MENU_BLOCK}`))
  const refuse = (error: string): SubmissionAnswer => ({
    errors: Object.fromEntries(blocks.slice(0, 1).map((block) => [block, error])),
  })
  const formId = view.privateMetadata
  const form = await services.forms.get(owner, formId)
  const page = form && findPage(form, blocks[0] ?? '')
  if (!form || !page) return refuse(text.tooOld)
  const settings = settingsOf(page.topic, await services.declared.listSettings(team))
  const entered = readFields(page, settings, view.values)
  const isOffered = (block: string): boolean =>
    entered.some(({ blockId }) => block === blockId || block.startsWith(`${blockId}.`))
  if (!blocks.every(isOffered)) return refuse(text.notOffered)
  const unsaved = entered.filter((one) => isUnsaved(page, one))
  const { changes, errors } = await checkFields(services, owner, page, unsaved)
  if (Object.keys(errors).length > 0) return { errors }
  const { topic, next } = page
  // The form stays open for the next page, where a message about the conflict would be behind it.
  if (next && (await isOvertaken(services, owner, topic, { settings, changes }))) {
    const conflict = await showConflict(services, owner, { id: formId, form }, page, unsaved)
    if (conflict) return { update: conflict }
  }
  if (changes.length > 0)
    await sendSave(services, { team, user, form: formId, page: page.n, topic, changes, channel: form.channel })
  if (!next) return undefined
  const shown = { wanted: next, ...(changes.length > 0 && { notices: { saved: topic } }) }
  return { update: await showPage(services, owner, { id: formId, form }, shown) }
}

async function isOvertaken(
  services: FormServices,
  owner: FormOwner,
  topic: PageTopic,
  { settings, changes }: { settings: Setting[]; changes: WantedChange[] },
): Promise<boolean> {
  const now = await readSettingValues(services.settings, settingTargetOf(topic, owner), settings)
  return findConflicts(changes, settings, now, owner.user).length > 0
}

/** Returns the valid changes, and the errors of other fields by block. */
async function checkFields(
  services: FormServices,
  owner: FormOwner,
  page: FormPage,
  unsaved: EnteredField[],
): Promise<{ changes: WantedChange[]; errors: Record<string, string> }> {
  const text = workspaceTextIn(owner.language).settings
  const projects = await services.declared.listProjects(owner.team)
  const checked = await Promise.all(
    unsaved.map(async (one) => {
      const { setting, blockId, entries, field } = one
      const { name } = setting
      // The old value again, after another one was submitted.
      if (!isChanged(one)) return { change: { name, before: field.base, value: field.base } }
      const parsed = parseEntries(setting.control, entries, projects)
      const known = parsed === undefined ? undefined : setting.schema.safeParse(parsed)
      if (!known?.success) return { blockId, error: setting.text(owner.language).error ?? text.wrong }
      const value = known.data
      if (!wasSubmitted(page, one) && isInForce(setting, value, { values: { [name]: field.base } })) return {}
      const change = { name, before: field.base, value }
      // If Slack does not answer in time, the task checks.
      const error = await withinDeadline(findValueProblem(services, owner, setting, change))
      return error === undefined ? { change } : { blockId, error }
    }),
  )
  return {
    changes: checked.flatMap(({ change }) => change ?? []),
    errors: Object.fromEntries(
      checked.flatMap(({ blockId, error }) => (error === undefined ? [] : [[blockId, error]])),
    ),
  }
}
