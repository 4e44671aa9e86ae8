import { withinDeadline } from '../../core/question-time.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import type { Json } from '../../core/json.ts'
import type { Language } from '../../core/language.ts'
import type { Setting } from '../../settings/setting.ts'
import { formatMoment, truncateEscaped, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { WorkspaceServices } from '../services.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import { parseEntries, toEntries } from './controls.ts'
import { listNamed, nameThings, type NamedThing } from './find-gone.ts'
import type { EnteredValues, FormPage, SettingsForm } from './form-store.ts'
import { isSameTopic, type PageTopic, settingsOf, settingTargetOf } from './page-topics.ts'
import { type SettingSection, settingSections } from '../../slice.ts'
import { describeValue, type ShownSetting } from './settings-fields.ts'
import { isSameValue, readSettingValues, type SettingValues } from './setting-values.ts'

/** Longer values are cut, because the field shows them. */
const VALUE_CHARS = 200

/** All settings and targets of the slices. */
export interface DeclaredSettings {
  listSettings(this: void, team: string): Promise<readonly Setting[]>
  listInboxes(this: void, team: string): Promise<string[]>
  /** Whether an inbox or a project with this name exists. */
  hasTarget(this: void, scope: 'inbox' | 'project', team: string, id: string): Promise<boolean>
  /** Returns false if there is no mail. */
  hasInboxes(this: void, team: string): Promise<boolean>
  listProjects(this: void, team: string): Promise<string[]>
}

export interface FormOwner {
  team: string
  user: string
  language: Language
}

export interface PreparedPage {
  topic: PageTopic
  sections: SettingSection[]
  /** The inboxes or projects of the section, and whether there is a page for all. */
  menu: { targets: string[]; hasAll: boolean } | undefined
  /** False for a channel that the person or the app is not in: the page shows nothing about it. */
  isVisible: boolean
  shown: ShownSetting[]
  projects: string[]
  last: SettingValues['last']
  fields: FormPage['fields']
  /** The submissions of a page that is shown again. */
  submitted: FormPage['submitted']
  /** True if permissions were not known in time, so sections or inboxes may be missing. */
  isIncomplete: boolean
}

/** Returns the sections and targets where the person may change something. */
async function findMenus(
  { access }: WorkspaceServices,
  { listInboxes, hasInboxes, listProjects }: DeclaredSettings,
  { team, user }: FormOwner,
  all: readonly Setting[],
): Promise<{ menus: Partial<Record<SettingSection, { targets: string[]; hasAll: boolean }>>; isIncomplete: boolean }> {
  let isIncomplete = false
  const may = async (
    action: 'mail.administer' | 'mail.reply' | 'workspace.administer',
    inbox?: string,
  ): Promise<boolean> => {
    const decision = await withinDeadline(access.decide({ team, user, action, inbox }))
    isIncomplete ||= decision === undefined
    return decision?.isAllowed ?? false
  }
  const [mayWorkspace, mayMail, inboxes, projects] = await Promise.all([
    may('workspace.administer'),
    hasInboxes(team).then((hasMail) => hasMail && may('mail.administer')),
    listInboxes(team),
    listProjects(team),
  ])
  const allowed = await Promise.all(inboxes.map((inbox) => may('mail.administer', inbox)))
  const own = inboxes.filter((_, index) => allowed[index])
  const hasOwn = inboxes.length > 1 && all.some(({ isForEachInbox }) => isForEachInbox)
  const mayWrite = await Promise.all(hasOwn ? inboxes.map((inbox) => may('mail.reply', inbox)) : [])
  const written = inboxes.filter((_, index) => mayWrite[index])
  const menus = {
    ...(written.length > 0 && { mine: { targets: written, hasAll: true } }),
    ...((mayMail || own.length > 0) && { inboxes: { targets: own, hasAll: mayMail } }),
    ...(mayWorkspace && { workspace: { targets: projects, hasAll: true } }),
  }
  return { menus, isIncomplete }
}

/** Returns the wanted topic, or the nearest one that the person may see: the topic in a click is unverified. */
function chooseTopic(wanted: PageTopic, sections: SettingSection[], menu: PreparedPage['menu']): PageTopic {
  if (!sections.includes(wanted.section)) return { section: 'mine', id: '' }
  if (!menu) return wanted
  const found = menu.targets.find((target) => target.toLowerCase() === wanted.id.toLowerCase())
  return { section: wanted.section, id: found ?? (menu.hasAll ? '' : (menu.targets[0] ?? '')) }
}

/** A page with entries, to be shown again. */
export interface EnteredPage {
  page: FormPage
  entered: EnteredValues
}

/** Reads everything that a page of the form shows. */
export async function preparePage(
  services: WorkspaceServices,
  declared: DeclaredSettings,
  owner: FormOwner,
  form: SettingsForm,
  { wanted, again }: { wanted: PageTopic; again?: EnteredPage | undefined },
): Promise<PreparedPage> {
  const { team, user } = owner
  const all = await declared.listSettings(team)
  const { menus, isIncomplete } = await findMenus(services, declared, owner, all)
  const isShownSection: Record<SettingSection, boolean> = {
    mine: true,
    channel: form.channel !== undefined,
    inboxes: menus.inboxes !== undefined,
    workspace: menus.workspace !== undefined,
  }
  const sections = settingSections.filter((section) => isShownSection[section])
  const asked = wanted.section === 'channel' ? { section: wanted.section, id: form.channel ?? '' } : wanted
  const topic = chooseTopic(asked, sections, menus[asked.section])
  const isVisible =
    topic.section !== 'channel' || (await withinDeadline(services.access.mayRead(team, user, topic.id))) !== false
  const settings = isVisible ? settingsOf(topic, all) : []
  const values = await readSettingValues(services.settings, settingTargetOf(topic, owner), settings)
  const projects = await declared.listProjects(team)
  // Entries belong to their own page, which the person may no longer be allowed to see.
  const entered = again && isSameTopic(again.page.topic, topic) ? again : undefined
  const mayAdminister = menus.workspace !== undefined
  const prepared = await Promise.all(
    settings.map((setting) =>
      prepareSetting(services, owner, setting, {
        values,
        projects,
        again: entered,
        // The menu offers only inboxes that the person may change.
        isEditable: setting.mayChange === 'workspace.administer' ? mayAdminister : true,
      }),
    ),
  )
  const offered = prepared.filter(({ shown }) => isWorthShowing(shown, projects))
  const editable = offered.filter(({ shown }) => shown.isEditable)
  return {
    topic,
    sections,
    menu: menus[topic.section],
    isVisible,
    shown: offered.map(({ shown }) => shown),
    projects,
    last: values.last,
    isIncomplete,
    submitted: entered?.page.submitted,
    fields: Object.fromEntries(editable.map(({ shown: { setting }, field }) => [setting.name, field])),
  }
}

/** A choice of projects needs more than one. */
const isWorthShowing = ({ setting, things }: ShownSetting, projects: string[]): boolean =>
  setting.control.kind !== 'project' || projects.length > 1 || things.some(({ gone }) => gone)

async function prepareSetting(
  services: WorkspaceServices,
  { team, user, language }: FormOwner,
  setting: Setting,
  {
    values,
    projects,
    again,
    isEditable,
  }: {
    values: SettingValues
    projects: string[]
    again: EnteredPage | undefined
    isEditable: boolean
  },
): Promise<{ shown: ShownSetting; field: FormPage['fields'][string] }> {
  const { control, name } = setting
  const value = values.values[name] ?? setting.fallback
  const entered = isEditable ? again?.entered[name] : undefined
  const mine = entered && parseEntries(control, entered, projects)
  const current = toEntries(control, value)
  const about = { team, user, control, projects, text: accessTextIn(language) }
  // Invalid entries are not looked up.
  const known = setting.schema.safeParse(mine).success ? (entered ?? []) : []
  const things = await nameThings(services, about, [...new Set([...listNamed(control, value), ...known])])
  const text = setting.text(language)
  const plain =
    control.kind === 'channel' ? current.filter((id) => !things.some((one) => one.value === id && one.gone)) : current
  const shown: ShownSetting = {
    setting,
    text,
    value,
    things: withoutStrangers(things, control.kind, value),
    isEditable,
    entries: entered ?? plain,
  }
  if (!again || entered === undefined) return { shown, field: { base: value, plain } }
  const { page } = again
  const before = page.fields[name]
  const hasChanged = before !== undefined && (before.isContested === true || !isSameValue(before.base, value))
  const isContested = hasChanged && !isSameValue(mine, value)
  const rejected = page.rejected?.includes(name) ? page.lost?.[name] : before?.rejected
  const isRejected = rejected !== undefined && isSameValue(rejected, entered)
  const { yoursInstead, rejectedHere } = workspaceTextIn(language).settings
  const notes = [
    ...(isRejected ? [rejectedHere] : []),
    ...(isContested ? [describeLastChange(language, shown, values), yoursInstead] : []),
  ]
  const field = {
    base: value,
    plain,
    ...(isContested && { isContested: true as const }),
    ...(isRejected && { rejected }),
  }
  return { shown: { ...shown, ...(notes.length > 0 && { note: notes.join(' ') }) }, field }
}

/** Leaves out entries that are no project, as the one for none. */
const withoutStrangers = (things: NamedThing[], kind: string, value: Json): NamedThing[] =>
  kind === 'project' ? things.filter((thing) => thing.value === value) : things

/** Describes the last change of a setting: its person, value and time. */
export function describeLastChange(
  language: Language,
  shown: Pick<ShownSetting, 'setting' | 'text' | 'things'>,
  { values, changes }: SettingValues,
): string {
  const { name, fallback } = shown.setting
  const change = changes[name]
  const value = truncateEscaped(describeValue(language, shown, values[name] ?? fallback), VALUE_CHARS)
  const text = workspaceTextIn(language).settings
  return change === undefined
    ? text.changedTo({ by: text.someone, value })
    : text.changedToAt({ by: userMention(change.by), value, time: formatMoment(change.at) })
}
