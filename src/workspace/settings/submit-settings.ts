import { withinDeadline } from '../../core/question-time.ts'
import type { Setting } from '../../settings/setting.ts'
import type { Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import { isSameEntries, parseEntries, readEntries } from './controls.ts'
import type { FormPage, SettingsForm } from './form-store.ts'
import { keyOfTopic, topicOfKey, type PageTopic, settingsOf, settingTargetOf } from './page-topics.ts'
import { type FormOwner, keepUnsaved } from './prepare-page.ts'
import { sendSave } from './save-settings.ts'
import { type FormServices, showPage } from './settings-form.ts'
import { fieldBlockId, findPage, MENU_BLOCK } from './settings-modal.ts'
import { findValueProblem } from './find-value-problem.ts'
import { isInForce, isSameValue, readSettingValues, type SettingValues, type WantedChange } from './setting-values.ts'

/** What was entered in one field. */
interface EnteredField {
  setting: Setting
  blockId: string
  entries: string[]
  field: FormPage['fields'][string]
}

/** Checks a page that was submitted, and sends what changed to its task. If somebody else has saved meanwhile, the page comes back with what they set. */
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
  const entered = settings.flatMap((setting): EnteredField[] => {
    const blockId = fieldBlockId(page.n, setting.name)
    const entries = readEntries(setting.control, view.values, blockId)
    const field = page.fields[setting.name]
    return entries && field ? [{ setting, blockId, entries, field }] : []
  })
  const isOffered = (block: string): boolean =>
    entered.some(({ blockId }) => block === blockId || block.startsWith(`${blockId}.`))
  if (!blocks.every(isOffered)) return refuse(text.notOffered)
  const touched = entered.filter(({ setting, entries, field }) => !isSameEntries(setting.control, entries, field.plain))
  const now = await readSettingValues(services.settings, settingTargetOf(page.topic, owner), settings)
  const { wanted, errors } = await checkFields(services, owner, touched, now)
  if (Object.keys(errors).length > 0) return { errors }
  const kept = keepUnsaved(
    form,
    page,
    settings,
    ({ name }) => entered.find(({ setting }) => setting.name === name)?.entries,
  )
  if (wasChangedByOthers(owner, page, now, { settings, wanted })) {
    const shown = { wanted: page.topic, since: page, notices: { isConflict: true } }
    return { update: await showPage(services, owner, { id: formId, form: kept }, shown) }
  }
  const changes = wanted.filter(({ name, value }) =>
    settings.some((setting) => setting.name === name && !isInForce(setting, value, now)),
  )
  if (changes.length > 0)
    await sendSave(services, {
      team,
      user,
      form: formId,
      page: page.n,
      topic: page.topic,
      changes,
      channel: form.channel,
    })
  return showUnsaved(
    services,
    owner,
    { id: formId, form: withoutTyped(kept, page) },
    changes.length > 0 ? page.topic : undefined,
  )
}

/** Whether a field of the page has another value by now than it showed, and than it would get. */
const wasChangedByOthers = (
  { user }: FormOwner,
  { fields }: FormPage,
  { values, changes: made }: SettingValues,
  { settings, wanted }: { settings: Setting[]; wanted: WantedChange[] },
): boolean =>
  Object.entries(fields).some(([name, { base }]) => {
    const own = wanted.find((change) => change.name === name)
    const isOther = made[name]?.by !== user && !isSameValue(values[name], base)
    // Both may have chosen the same.
    const setting = settings.find((one) => one.name === name)
    return isOther && !(own && setting && isInForce(setting, own.value, { values }))
  })

/** The values of the fields that were changed, and what is wrong with the others, by block. */
async function checkFields(
  services: FormServices,
  owner: FormOwner,
  touched: EnteredField[],
  { values, changes: made }: SettingValues,
): Promise<{ wanted: WantedChange[]; errors: Record<string, string> }> {
  const text = workspaceTextIn(owner.language).settings
  const projects = await services.declared.listProjects(owner.team)
  const checked = await Promise.all(
    touched.map(async ({ setting, blockId, entries, field }) => {
      const parsed = parseEntries(setting.control, entries, projects)
      const known = parsed === undefined ? undefined : setting.schema.safeParse(parsed)
      if (!known?.success) return { blockId, error: setting.text(owner.language).error ?? text.wrong }
      const value = known.data
      // The person's own change since the form was opened is no reason to ask.
      const before = made[setting.name]?.by === owner.user ? (values[setting.name] ?? field.base) : field.base
      const change = { name: setting.name, before, value }
      // If Slack does not answer soon, the task asks.
      const error = await withinDeadline(findValueProblem(services, owner, setting, change))
      return error === undefined ? { change } : { blockId, error }
    }),
  )
  return {
    wanted: checked.flatMap(({ change }) => change ?? []),
    errors: Object.fromEntries(
      checked.flatMap(({ blockId, error }) => (error === undefined ? [] : [[blockId, error]])),
    ),
  }
}

const withoutTyped = (form: SettingsForm, { topic }: FormPage): SettingsForm => {
  const { [keyOfTopic(topic)]: _, ...typed } = form.typed
  return { ...form, typed }
}

/** The next page with something that is not saved, so that closing the form loses nothing; undefined closes it. */
async function showUnsaved(
  services: FormServices,
  owner: FormOwner,
  { id, form }: { id: string; form: SettingsForm },
  saved: PageTopic | undefined,
): Promise<SubmissionAnswer> {
  const [key] = Object.keys(form.typed)
  await services.forms.save(owner.team, id, form)
  if (key === undefined) return undefined
  const shown = { wanted: topicOfKey(key), notices: { left: { saved } } }
  return { update: await showPage(services, owner, { id, form }, shown) }
}
