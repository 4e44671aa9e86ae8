import { randomUUID } from 'node:crypto'
import { answerClick } from '../../access/answer-click.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import { settingSections, type SettingsRequest } from '../../slice.ts'
import type { Action, OptionsRequest } from '../../slack/inbound/listeners.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { WorkspaceServices } from '../services.ts'
import { workspaceTextIn } from '../text/workspace-text.ts'
import { type EnteredField, isUnsaved, readFields } from './entered-fields.ts'
import type { FormPage, FormStore, SettingsForm } from './form-store.ts'
import { isSameTopic, type PageTopic, settingsOf } from './page-topics.ts'
import {
  type DeclaredSettings,
  type EnteredPage,
  type FormOwner,
  type PreparedPage,
  preparePage,
} from './prepare-page.ts'
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

/** Opens the form at a topic, or at the nearest one that the person may see. */
export async function openSettings(
  services: FormServices,
  at: SettingsRequest,
  wanted: PageTopic = { section: 'mine', id: '' },
): Promise<void> {
  const { team, user } = at
  const channel = [at.channel, at.message?.channel].find(isChannel)
  const id = randomUUID()
  const form: SettingsForm = { user, pages: [], ...(channel && { channel }) }
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const view = await showPage(services, owner, { id, form }, { wanted })
  await services.views.push(at, view)
}

/** Prepares and renders a page. */
export async function showPage(
  services: FormServices,
  owner: FormOwner,
  { id, form }: { id: string; form: SettingsForm },
  { wanted, again, notices = {} }: { wanted: PageTopic; again?: EnteredPage; notices?: PageNotices },
): Promise<View> {
  const prepared = await preparePage(services, services.declared, owner, form, { wanted, again })
  return renderPage(services, owner, { id, form }, prepared, notices)
}

/** Renders a page and keeps it with the form: a submission is compared with the page that was shown. */
async function renderPage(
  services: FormServices,
  owner: FormOwner,
  { id, form }: { id: string; form: SettingsForm },
  prepared: PreparedPage,
  notices: PageNotices,
): Promise<View> {
  const { topic, fields, menu, submitted } = prepared
  const { next } = notices
  const n = await services.forms.addPage(owner.team, id, form, {
    topic,
    fields,
    ...(menu && { targets: menu.targets }),
    ...(next && { next }),
    ...(submitted && { submitted }),
  })
  return settingsModal(owner.language, { formId: id, n }, prepared, notices)
}

/**
 * Shows another section, inbox or project. A page with unsaved changes stays and shows a notice: only **Save** changes a setting. The other page
 * opens after that. If Slack is slow, or the person may no longer change the page, it stays as it is on the screen, because another one would discard
 * what they entered.
 */
export async function switchPage(services: FormServices, action: Action): Promise<void> {
  const { team, user, view, actionId, blockId, value } = action
  if (!view || value === undefined) return
  const form = await services.forms.get({ team, user }, view.privateMetadata)
  const page = form && findPage(form, blockId)
  if (!form || !page) return
  const wanted = actionId === SECTION_MENU_ID ? readSection(page, value) : readTarget(page, value)
  if (!wanted) return
  const settings = settingsOf(page.topic, await services.declared.listSettings(team))
  const unsaved = readFields(page, settings, view.values).filter((one) => isUnsaved(page, one))
  const hasUnsaved = unsaved.length > 0
  const notices = hasUnsaved && !isSameTopic(wanted, page.topic) ? { next: wanted } : {}
  const again = hasUnsaved ? { page, entered: listEntries(unsaved) } : undefined
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  const prepared = await preparePage(services, services.declared, owner, form, {
    wanted: again ? page.topic : wanted,
    again,
  })
  if (hasUnsaved && !hasFields(prepared, page.topic, unsaved)) return refuseSwitch(services, owner, action, prepared)
  const shown = await renderPage(services, owner, { id: view.privateMetadata, form }, prepared, notices)
  await services.views.update(team, view.id, shown, view.hash)
}

/** Whether a prepared page still has these fields of a topic, and so shows what the person entered. */
const hasFields = ({ topic, fields }: PreparedPage, wanted: PageTopic, entered: EnteredField[]): boolean =>
  isSameTopic(topic, wanted) && entered.every(({ setting }) => Object.hasOwn(fields, setting.name))

/** Shows a page again with its entries, next to another person's changes; undefined if it could not show them all. */
export async function showConflict(
  services: FormServices,
  owner: FormOwner,
  { id, form }: { id: string; form: SettingsForm },
  page: FormPage,
  unsaved: EnteredField[],
): Promise<View | undefined> {
  const again = { page, entered: listEntries(unsaved) }
  const prepared = await preparePage(services, services.declared, owner, form, { wanted: page.topic, again })
  if (!hasFields(prepared, page.topic, unsaved)) return undefined
  return renderPage(services, owner, { id, form }, prepared, { next: page.next })
}

const listEntries = (fields: EnteredField[]): EnteredPage['entered'] =>
  Object.fromEntries(fields.map(({ setting, entries }) => [setting.name, entries]))

/** Answers on top of the form, which keeps what the person entered. */
async function refuseSwitch(
  services: FormServices,
  { language }: FormOwner,
  action: Action,
  { isIncomplete }: PreparedPage,
): Promise<void> {
  const { slackTooSlow } = accessTextIn(language)
  const message = textMessage(isIncomplete ? slackTooSlow : workspaceTextIn(language).settings.notOffered)
  await answerClick(services, action, { opId: `settings.switch:${action.eventId}`, message })
}

/** Answers below the message whose entries the person may no longer save. The form keeps them. */
async function refuseOpening(
  services: FormServices,
  { language }: FormOwner,
  action: Action,
  { isIncomplete }: PreparedPage,
): Promise<void> {
  const message = isIncomplete ? accessTextIn(language).slackTooSlow : workspaceTextIn(language).settings.mayNotSave
  await answerClick(services, action, { opId: `settings.reopen:${action.eventId}`, message: textMessage(message) })
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

/** Opens a form again with the unsaved entries, next to the other person's changes, or with a mark at values that were rejected. */
export async function reopenSettings(services: FormServices, action: Action): Promise<void> {
  const { team, user, value = '' } = action
  const [id = '', n] = value.split(':')
  const form = await services.forms.get({ team, user }, id)
  const page = form?.pages.find((one) => String(one.n) === n)
  if (!form || !page) return openSettings(services, action)
  const owner = { team, user, language: await services.languages.ofPerson(team, user) }
  // The task has answered the submissions of that page.
  const { submitted: _, ...answered } = page
  const again = { page: answered, entered: page.lost ?? {} }
  const prepared = await preparePage(services, services.declared, owner, form, { wanted: page.topic, again })
  const showsEntries = Object.keys(again.entered).every((name) => Object.hasOwn(prepared.fields, name))
  if (!isSameTopic(prepared.topic, page.topic) || !showsEntries) return refuseOpening(services, owner, action, prepared)
  await services.views.push(action, await renderPage(services, owner, { id, form }, prepared, {}))
}
