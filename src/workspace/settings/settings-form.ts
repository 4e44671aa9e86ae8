import { randomUUID } from 'node:crypto'
import { type SettingSection, settingSections, type SettingsRequest } from '../../slice.ts'
import type { Action, OptionsRequest } from '../../slack/inbound/listeners.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { WorkspaceServices } from '../services.ts'
import { isChanged, readFields } from './entered-fields.ts'
import type { FormPage, FormStore, SettingsForm } from './form-store.ts'
import { isSameTopic, type PageTopic, settingsOf } from './page-topics.ts'
import { type DeclaredSettings, type EnteredPage, type FormOwner, preparePage } from './prepare-page.ts'
import {
  ALL_TARGETS,
  fieldBlockId,
  findPage,
  type PageNotices,
  SECTION_MENU_ID,
  settingsModal,
} from './settings-modal.ts'

export interface FormServices extends WorkspaceServices {
  declared: DeclaredSettings
  forms: FormStore
}

const isChannel = (channel: string | undefined): channel is string => channel !== undefined && /^[CG]/.test(channel)

/** Opens the form at a section, or at the person's own settings if they may not see it. */
export async function openSettings(
  services: FormServices,
  at: SettingsRequest,
  sectionName: SettingSection = 'mine',
): Promise<void> {
  const { team, user } = at
  const channel = [at.channel, at.message?.channel].find(isChannel)
  const id = randomUUID()
  const form: SettingsForm = { user, pages: [], ...(channel && { channel }) }
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const view = await showPage(services, owner, { id, form }, { wanted: { section: sectionName, id: '' } })
  await services.views.push(at, view)
}

/** Renders a page and keeps it with the form: a submission is compared with the page that was shown. */
export async function showPage(
  services: FormServices,
  owner: FormOwner,
  { id, form }: { id: string; form: SettingsForm },
  { wanted, again, notices = {} }: { wanted: PageTopic; again?: EnteredPage; notices?: PageNotices },
): Promise<View> {
  const prepared = await preparePage(services, services.declared, owner, form, { wanted, again })
  const { topic, fields, menu } = prepared
  const { next } = notices
  const n = await services.forms.addPage(owner.team, id, form, {
    topic,
    fields,
    ...(menu && { targets: menu.targets }),
    ...(next && { next }),
  })
  return settingsModal(owner.language, { formId: id, n }, prepared, notices)
}

/**
 * Shows another section, inbox or project. A page with unsaved changes stays and shows a notice: only **Save** changes a setting. The other page
 * opens after that.
 */
export async function switchPage(
  services: FormServices,
  { team, user, view, actionId, blockId, value }: Action,
): Promise<void> {
  if (!view || value === undefined) return
  const form = await services.forms.get({ team, user }, view.privateMetadata)
  const page = form && findPage(form, blockId)
  if (!form || !page) return
  const wanted = actionId === SECTION_MENU_ID ? readSection(page, value) : readTarget(page, value)
  if (!wanted) return
  const settings = settingsOf(page.topic, await services.declared.listSettings(team))
  const unsaved = readFields(page, settings, view.values).filter(isChanged)
  const entered = Object.fromEntries(unsaved.map(({ setting, entries }) => [setting.name, entries]))
  const notices = isSameTopic(wanted, page.topic) ? {} : { next: wanted }
  const request = unsaved.length > 0 ? { wanted: page.topic, again: { page, entered }, notices } : { wanted }
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const shown = await showPage(services, owner, { id: view.privateMetadata, form }, request)
  await services.views.update(team, view.id, shown, view.hash)
}

function readSection({ topic }: FormPage, value: string): PageTopic | undefined {
  const section = settingSections.find((one) => one === value)
  return section === topic.section ? topic : section && { section, id: '' }
}

function readTarget({ topic, targets }: FormPage, value: string): PageTopic | undefined {
  const id = value === ALL_TARGETS ? '' : targets?.[Number(value)]
  return id === undefined ? undefined : { section: topic.section, id }
}

/**
 * Whether a form of this person has this menu. Only people who may change permissions may search the directory: Slack hides some names from guests.
 */
export async function showsSubjectsMenu(
  { forms, declared }: FormServices,
  { team, user, view, blockId }: OptionsRequest,
): Promise<boolean> {
  const form = view && (await forms.get({ team, user }, view.privateMetadata))
  const page = form && findPage(form, blockId)
  const settings = page ? await declared.listSettings(team) : []
  return settings.some(
    ({ control, name }) =>
      page !== undefined &&
      control.kind === 'subjects' &&
      blockId === fieldBlockId(page.n, name) &&
      Object.hasOwn(page.fields, name),
  )
}

/** Opens a form again with the unsaved entries, next to the other person's changes. */
export async function reopenSettings(services: FormServices, action: Action): Promise<void> {
  const { team, user, value = '' } = action
  const [id = '', n] = value.split(':')
  const form = await services.forms.get({ team, user }, id)
  const page = form?.pages.find((one) => String(one.n) === n)
  if (!form || !page) return openSettings(services, action)
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const shown = { wanted: page.topic, again: { page, entered: page.lost ?? {} }, notices: { isConflict: true } }
  await services.views.push(action, await showPage(services, owner, { id, form }, shown))
}
