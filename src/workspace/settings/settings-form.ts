import { randomUUID } from 'node:crypto'
import { type SettingSection, settingSections, type SettingsRequest } from '../../slice.ts'
import type { Action, OptionsRequest } from '../../slack/inbound/listeners.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { WorkspaceServices } from '../services.ts'
import { readEntries } from './controls.ts'
import type { FormPage, FormStore, SettingsForm } from './form-store.ts'
import type { PageTopic } from './page-topics.ts'
import { type DeclaredSettings, type FormOwner, keepUnsaved, preparePage } from './prepare-page.ts'
import {
  ALL_TARGETS,
  fieldBlockId,
  findPage,
  type PageNotices,
  SECTION_MENU_ID,
  settingsModal,
} from './settings-modal.ts'

/** What the listeners of the form share. */
export interface FormServices extends WorkspaceServices {
  declared: DeclaredSettings
  forms: FormStore
}

const isChannel = (channel: string | undefined): channel is string => channel !== undefined && /^[CG]/.test(channel)

/** Opens the form at a section; at the person's own settings if they may not see that one. */
export async function openSettings(
  services: FormServices,
  at: SettingsRequest,
  sectionName: SettingSection = 'mine',
): Promise<void> {
  const { team, user } = at
  const channel = [at.channel, at.message?.channel].find(isChannel)
  const id = randomUUID()
  const form: SettingsForm = { user, pages: [], typed: {}, ...(channel && { channel }) }
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const view = await showPage(services, owner, { id, form }, { wanted: { section: sectionName, id: '' } })
  await services.views.push(at, view)
}

/** Renders a page, and keeps the form with it: what is submitted is read against what was shown. */
export async function showPage(
  services: FormServices,
  owner: FormOwner,
  { id, form }: { id: string; form: SettingsForm },
  { wanted, since, notices = {} }: { wanted: PageTopic; since?: FormPage | undefined; notices?: PageNotices },
): Promise<View> {
  const prepared = await preparePage(services, services.declared, owner, form, { wanted, since })
  const { menu, page } = prepared
  const shown = { ...form, pages: [...form.pages, { ...page, ...(menu && { targets: menu.targets }) }] }
  await services.forms.save(owner.team, id, shown)
  return settingsModal(owner.language, id, { form: shown, prepared, notices })
}

/** Shows another section, inbox or project. What was entered is kept with the form until it is saved. */
export async function switchPage(
  services: FormServices,
  { team, user, view, actionId, blockId, value }: Action,
): Promise<void> {
  if (!view || value === undefined) return
  const form = await services.forms.get({ team, user }, view.privateMetadata)
  const page = form && findPage(form, blockId)
  if (!form || !page) return
  const wanted = actionId === SECTION_MENU_ID ? readSection(value) : readTarget(page, value)
  if (!wanted) return
  const kept = keepUnsaved(form, page, await services.declared.listSettings(team), ({ control, name }) =>
    readEntries(control, view.values, fieldBlockId(page.n, name)),
  )
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const next = await showPage(services, owner, { id: view.privateMetadata, form: kept }, { wanted })
  await services.views.update(team, view.id, next, view.hash)
}

function readSection(value: string): PageTopic | undefined {
  const section = settingSections.find((one) => one === value)
  return section && { section, id: '' }
}

function readTarget({ topic, targets }: FormPage, value: string): PageTopic | undefined {
  const id = value === ALL_TARGETS ? '' : targets?.[Number(value)]
  return id === undefined ? undefined : { section: topic.section, id }
}

/**
 * Whether a form of this person has such a menu. Only those who may change who may do something learn who and what there is: Slack does not show a
 * guest every name.
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

/** Opens a form again with what could not be saved, next to what somebody else has set. */
export async function reopenSettings(services: FormServices, action: Action): Promise<void> {
  const { team, user, value = '' } = action
  const [id = '', n] = value.split(':')
  const form = await services.forms.get({ team, user }, id)
  const page = form?.pages.find((one) => String(one.n) === n)
  if (!form || !page) return openSettings(services, action)
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const shown = { wanted: page.topic, since: page, notices: { isConflict: true } }
  await services.views.push(action, await showPage(services, owner, { id, form }, shown))
}
