import { withinDeadline } from '../../core/question-time.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import type { Json } from '../../core/json.ts'
import type { Language } from '../../core/language.ts'
import type { Setting } from '../../settings/setting.ts'
import { truncateEscaped, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { WorkspaceServices } from '../services.ts'
import { formatMoment } from '../text/moments.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import { parseEntries, toEntries } from './controls.ts'
import { listNamed, nameThings, type NamedThing } from './find-gone.ts'
import type { EnteredValues, FormPage, SettingsForm } from './form-store.ts'
import { isSameTopic, type PageTopic, settingsOf, settingTargetOf } from './page-topics.ts'
import { type SettingSection, settingSections } from '../../slice.ts'
import { describeValue, type ShownSetting } from './settings-fields.ts'
import { isSameValue, readSettingValues, type SettingValues } from './setting-values.ts'

/** Of a longer value, the beginning is shown: it is in the field. */
const VALUE_CHARS = 200

/** Everything that the slices let people set. */
export interface DeclaredSettings {
  listSettings(this: void, team: string): Promise<readonly Setting[]>
  listInboxes(this: void, team: string): Promise<string[]>
  /** Whether there is an inbox or a project of this name. */
  hasTarget(this: void, scope: 'inbox' | 'project', team: string, id: string): Promise<boolean>
  /** False if there is no mail. */
  hasInboxes(this: void, team: string): Promise<boolean>
  listProjects(this: void, team: string): Promise<string[]>
}

/** Who has the form open. */
export interface FormOwner {
  team: string
  user: string
  language: Language
}

/** What one page shows. */
export interface PreparedPage {
  topic: PageTopic
  sections: SettingSection[]
  /** The inboxes or projects of the section, and whether all of them together are a page too. */
  menu: { targets: string[]; hasAll: boolean } | undefined
  /** False for a channel that the person or the app is not in: nothing of it is shown. */
  isVisible: boolean
  shown: ShownSetting[]
  projects: string[]
  last: SettingValues['last']
  page: FormPage
  /** True if it was not known in time what the person may change, so sections or inboxes may be missing. */
  isIncomplete: boolean
}

/** Where the person may change something. */
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

/** The topic that the person asked for, or the nearest one that they may see: what a click names is a claim. */
function chooseTopic(wanted: PageTopic, sections: SettingSection[], menu: PreparedPage['menu']): PageTopic {
  if (!sections.includes(wanted.section)) return { section: 'mine', id: '' }
  if (!menu) return wanted
  const found = menu.targets.find((target) => target.toLowerCase() === wanted.id.toLowerCase())
  return { section: wanted.section, id: found ?? (menu.hasAll ? '' : (menu.targets[0] ?? '')) }
}

/** A page that is shown again with what was entered on it. */
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
  // What was entered belongs to its own page, which the person may not see any more.
  const entered = again && isSameTopic(again.page.topic, topic) ? again : undefined
  const mayAdminister = menus.workspace !== undefined
  const prepared = await Promise.all(
    settings.map((setting) =>
      prepareSetting(services, owner, setting, {
        values,
        projects,
        again: entered,
        // Of the inboxes, only those are offered that the person may change.
        isEditable: setting.mayChange === 'workspace.administer' ? mayAdminister : true,
      }),
    ),
  )
  const offered = prepared.filter(({ shown }) => isWorthShowing(shown, projects))
  const fields = offered.filter(({ shown }) => shown.isEditable)
  return {
    topic,
    sections,
    menu: menus[topic.section],
    isVisible,
    shown: offered.map(({ shown }) => shown),
    projects,
    last: values.last,
    isIncomplete,
    page: {
      n: (form.pages.at(-1)?.n ?? 0) + 1,
      topic,
      fields: Object.fromEntries(
        fields.map(({ shown: { setting, value }, plain }) => [setting.name, { base: value, plain }]),
      ),
    },
  }
}

/** With one project there is nothing to choose. */
const isWorthShowing = ({ setting, things }: ShownSetting, projects: string[]): boolean =>
  setting.control.kind !== 'project' || projects.length > 1 || things.some(({ isGone }) => isGone)

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
): Promise<{ shown: ShownSetting; plain: string[] }> {
  const { control, name } = setting
  const value = values.values[name] ?? setting.fallback
  const entered = isEditable ? again?.entered[name] : undefined
  const mine = entered && parseEntries(control, entered, projects)
  const current = toEntries(control, value)
  const about = { team, user, control, projects, text: accessTextIn(language) }
  // Names that the setting cannot take are not looked up.
  const known = setting.schema.safeParse(mine).success ? (entered ?? []) : []
  const things = await nameThings(services, about, [...new Set([...listNamed(control, value), ...known])])
  const text = setting.text(language)
  const plain =
    control.kind === 'channel' ? current.filter((id) => !things.some((one) => one.value === id && one.isGone)) : current
  const shown: ShownSetting = {
    setting,
    text,
    value,
    things: withoutStrangers(things, control.kind, value),
    isEditable,
    entries: entered ?? plain,
  }
  const before = again?.page.fields[name]?.base
  const isSeen = before === undefined || isSameValue(before, value) || isSameValue(mine, value)
  if (entered === undefined || isSeen) return { shown, plain }
  const { yoursInstead } = workspaceTextIn(language).settings
  return { shown: { ...shown, note: `${describeLastChange(language, shown, values)} ${yoursInstead}` }, plain }
}

/** The entry for no project is no project. */
const withoutStrangers = (things: NamedThing[], kind: string, value: Json): NamedThing[] =>
  kind === 'project' ? things.filter((thing) => thing.value === value) : things

/** Who has set a setting to its present value, and when. */
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
    ? text.changedTo({ by: text.somebody, value })
    : text.changedToAt({ by: userMention(change.by), value, time: formatMoment(change.at) })
}
