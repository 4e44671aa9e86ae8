import { actionsBlock, contextBlock, header, plainText, section } from '../../slack/blocks/block-builders.ts'
import { alertBlock, modal, type SelectChoice, staticSelect } from '../../slack/blocks/form-fields.ts'
import { channelMention, escapeMrkdwn, formatMoment, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import type { Language } from '../../core/language.ts'
import { type WorkspaceText, workspaceTextIn } from '../text/workspace-text.ts'
import type { FormPage, SettingsForm } from './form-store.ts'
import type { PageTopic } from './page-topics.ts'
import type { PreparedPage } from './prepare-page.ts'
import { renderSetting } from './settings-fields.ts'

/** Frozen: action id of the buttons that open the form, and the form's callback id. */
export const SETTINGS_FORM_ID = 'workspace.settings'
/** Frozen: menus of the form, and the button that opens it again with unsaved entries. */
export const SECTION_MENU_ID = 'workspace.settings.section'
export const TARGET_MENU_ID = 'workspace.settings.target'
export const REOPEN_ID = 'workspace.settings.reopen'

const MENU_MAX = 100
/** The entry for all inboxes or the whole workspace. */
export const ALL_TARGETS = 'all'
/** The block of the menus at the top of a page. */
export const MENU_BLOCK = 'menus'

type Texts = WorkspaceText['settings']

/** Every block id contains the number of its page, because an older page may still be on the screen. */
export const fieldBlockId = (n: number, name: string): string => `${n}:${name}`

/** Finds the page of a block; undefined if the form has not shown it recently. */
export function findPage(form: SettingsForm, blockId: string): FormPage | undefined {
  const n = /^(\d+):/.exec(blockId)?.[1]
  return n === undefined ? undefined : form.pages.find((page) => page.n === Number(n))
}

export interface PageNotices {
  saved?: PageTopic | undefined
  /** The page that opens after the save: the person chose it while this one had unsaved changes. */
  next?: PageTopic | undefined
}

export function settingsModal(
  language: Language,
  { formId, n }: { formId: string; n: number },
  prepared: PreparedPage,
  { saved, next }: PageNotices,
): View {
  const text = workspaceTextIn(language).settings
  const { topic, shown, projects, last, isVisible, isIncomplete } = prepared
  const fields = Object.values(prepared.fields)
  const hasGroups = new Set(shown.map(({ setting }) => setting.group)).size > 1
  const canSave = shown.some(({ isEditable }) => isEditable)
  return modal({
    callbackId: SETTINGS_FORM_ID,
    title: text.title,
    ...(canSave && { submit: text.save }),
    close: text.close,
    privateMetadata: formId,
    blocks: [
      ...renderMenus(text, n, prepared),
      ...(isIncomplete ? [alertBlock(text.slackTooSlow)] : []),
      ...(fields.some(({ isContested }) => isContested) ? [alertBlock(text.someoneSaved)] : []),
      ...(fields.some(({ rejected }) => rejected) ? [alertBlock(text.correctThese)] : []),
      ...(next ? [section(text.notSavedHere({ next: namePage(text, next) }))] : []),
      ...contextBlock(saved && text.saved({ page: namePage(text, saved) })),
      section(isVisible ? describeTopic(text, topic) : text.channelHidden),
      ...shown.flatMap((one, index) => [
        ...(hasGroups && one.setting.group !== shown[index - 1]?.setting.group
          ? [header(text.groups[one.setting.group])]
          : []),
        ...renderSetting(language, one, { blockId: fieldBlockId(n, one.setting.name), projects }),
      ]),
      ...(shown.length === 0 && isVisible ? contextBlock(text.nothingHere) : []),
      ...contextBlock(shown.some(({ isEditable }) => !isEditable) && text.admins),
      ...contextBlock(last && text.lastChanged({ by: userMention(last.by), time: formatMoment(last.at) })),
    ],
  })
}

function describeTopic(text: Texts, { section: name, id }: PageTopic): string {
  switch (name) {
    case 'mine':
      return id === '' ? text.forYou : text.forYouInInbox({ inbox: escapeMrkdwn(id) })
    case 'channel':
      return text.forChannel({ channel: channelMention(id) })
    case 'inboxes':
      return id === '' ? text.forAllInboxes : text.forInbox({ name: escapeMrkdwn(id) })
    case 'workspace':
      return id === '' ? text.forEveryone : text.forProject({ name: escapeMrkdwn(id) })
  }
}

function namePage(text: Texts, { section: name, id }: PageTopic): string {
  if (name === 'inboxes') return id === '' ? text.allInboxes : escapeMrkdwn(id)
  if (name === 'mine' && id !== '') return escapeMrkdwn(text.mineFor({ inbox: id }))
  return name === 'workspace' && id !== '' ? escapeMrkdwn(text.project({ name: id })) : text.sections[name]
}

function nameAll(text: Texts, { section: name }: PageTopic): string {
  if (name === 'mine') return text.everywhere
  return name === 'workspace' ? text.wholeWorkspace : text.allInboxes
}

function renderMenus(text: Texts, n: number, { sections, menu, topic }: PreparedPage): MessageBlock[] {
  const choices = sections.map((value) => ({ value, text: text.sections[value] }))
  const chosen = menu?.targets.findIndex((target) => target === topic.id) ?? -1
  const targets: SelectChoice[] = (menu?.targets ?? []).map((name, index) => ({
    value: String(index),
    text: topic.section === 'workspace' ? text.project({ name }) : name,
  }))
  const all = { value: ALL_TARGETS, text: nameAll(text, topic) }
  const listed = [...(menu?.hasAll ? [all] : []), ...targets].slice(0, MENU_MAX)
  const [row] = actionsBlock(
    { ...staticSelect(SECTION_MENU_ID, choices, topic.section), placeholder: plainText(text.choose) },
    menu !== undefined &&
      listed.length > 1 && {
        ...staticSelect(TARGET_MENU_ID, listed, chosen < 0 ? ALL_TARGETS : String(chosen)),
        placeholder: plainText(text.chooseTarget),
      },
  )
  const isCut = targets.length >= listed.length && listed.length === MENU_MAX
  return [
    ...(row ? [{ ...row, block_id: fieldBlockId(n, MENU_BLOCK) }] : []),
    ...contextBlock(isCut && text.onlySome({ shown: MENU_MAX - 1 })),
  ]
}
