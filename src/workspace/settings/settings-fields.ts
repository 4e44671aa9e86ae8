import { createFormats } from '../../core/formats.ts'
import type { Json } from '../../core/json.ts'
import type { Language } from '../../core/language.ts'
import type { Setting, SettingText } from '../../settings/setting.ts'
import { contextBlock, section } from '../../slack/blocks/block-builders.ts'
import {
  channelSelect,
  externalMultiSelect,
  inputBlock,
  multiStaticSelect,
  type SelectChoice,
  staticSelect,
  textInput,
  timePicker,
} from '../../slack/blocks/form-fields.ts'
import { channelMention, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { type WorkspaceText, workspaceTextIn } from '../text/workspace-text.ts'
import { listWeekdays, NO_PROJECT, toEntries, toOptionValue, untilBlock, WEEK_ORDER } from './controls.ts'
import { describeGone } from './describe-gone.ts'
import type { NamedThing } from './find-gone.ts'

/** Frozen: action id of the menus of people, groups and channels. */
export const SUBJECTS_MENU_ID = 'workspace.subjects'

const NUMBER_DIGITS = 6

type Texts = WorkspaceText['settings']

export interface ShownSetting {
  setting: Setting
  text: SettingText
  /** The content of the field. */
  entries: string[]
  value: Json
  /** The things named by the value and the entries. */
  things: NamedThing[]
  isEditable: boolean
  /** Describes another person's change in the meantime. */
  note?: string | undefined
}

/** Renders a setting as a field, or as text for a person who may not change it. */
export function renderSetting(
  language: Language,
  shown: ShownSetting,
  { blockId, projects }: { blockId: string; projects: string[] },
): MessageBlock[] {
  const { text, value, things, isEditable, note } = shown
  const gone = describeGone(language, things, text.whileArchived).map((sentence) => `⚠️ ${escapeMrkdwn(sentence)}`)
  const about = [...contextBlock(gone.join(' ')), ...contextBlock(note)]
  if (isEditable) return [...renderField(language, shown, { blockId, projects }), ...about]
  return [section(`*${escapeMrkdwn(text.label)}*\n${describeValue(language, shown, value)}`), ...about]
}

function renderField(
  language: Language,
  { setting: { control }, text, entries, things, value }: ShownSetting,
  { blockId, projects }: { blockId: string; projects: string[] },
): MessageBlock[] {
  const { settings: texts } = workspaceTextIn(language)
  const [first, second] = entries
  const field = { blockId, label: text.label, ...(text.hint && { hint: text.hint }) }
  const select = (choices: SelectChoice[]) => [inputBlock(field, staticSelect(blockId, choices, first))]
  switch (control.kind) {
    case 'choice':
      return select(control.choices.map((value) => ({ value, text: text.choices?.[value] ?? value })))
    case 'switch':
      return select([
        { value: 'on', text: texts.on },
        { value: 'off', text: texts.off },
      ])
    case 'project':
      return select(listProjects(texts, text, projects, things))
    case 'text':
    case 'number': {
      const maxLength = control.kind === 'text' ? control.maxLength : NUMBER_DIGITS
      const multiline = control.kind === 'text' && control.isMultiline
      const input = textInput({ actionId: blockId, initial: first ?? '', maxLength, ...(multiline && { multiline }) })
      return [inputBlock({ ...field, optional: control.kind === 'text' }, input)]
    }
    case 'channel': {
      const gone = things.find((thing) => thing.gone && toEntries(control, value).includes(thing.value))
      const initial = things.some((thing) => thing.gone && thing.value === first) ? undefined : first
      const placeholder = gone ? nameThing(texts, gone) : (text.placeholder ?? text.none)
      return [inputBlock({ ...field, optional: true }, channelSelect(blockId, initial, placeholder))]
    }
    case 'subjects': {
      const initial = entries.map((value) => nameSubject(texts, things, value))
      const menu = externalMultiSelect({
        actionId: SUBJECTS_MENU_ID,
        initial,
        minQueryLength: 0,
        ...(text.none && { placeholder: text.none }),
      })
      return [inputBlock({ ...field, optional: true }, menu)]
    }
    case 'weekdays':
      return [inputBlock(field, multiStaticSelect(blockId, listWeekdays(language), entries))]
    case 'timeRange': {
      const until = untilBlock(blockId)
      return [
        inputBlock({ blockId, label: text.label }, timePicker(blockId, first)),
        inputBlock({ ...field, blockId: until, label: text.until ?? text.label }, timePicker(until, second)),
      ]
    }
  }
}

/** Lists the connected projects, and the current one if it is no longer connected. */
function listProjects(texts: Texts, text: SettingText, projects: string[], things: NamedThing[]): SelectChoice[] {
  const gone = things.filter((thing) => thing.gone)
  return [
    { text: text.none ?? texts.none, value: NO_PROJECT },
    ...gone.map((thing) => ({ text: nameThing(texts, thing), value: toOptionValue(thing.name) })),
    ...projects.map((name) => ({ text: name, value: toOptionValue(name) })),
  ]
}

const nameThing = (texts: Texts, { name, gone }: NamedThing): string => (gone ? texts.goneOption[gone]({ name }) : name)

function nameSubject(texts: Texts, things: NamedThing[], value: string): SelectChoice {
  const thing = things.find((one) => one.value === value)
  if (!thing) return { text: value, value }
  return { value, text: nameThing(texts, thing) }
}

/** Names the values, escaped; the setting's own words if it is unset. */
export function describeValue(
  language: Language,
  { setting: { control }, text, things }: Pick<ShownSetting, 'setting' | 'text' | 'things'>,
  value: Json,
): string {
  const { settings: texts } = workspaceTextIn(language)
  const { list, number, weekday } = createFormats(language)
  const entries = toEntries(control, value)
  const [first, second] = entries
  const none = text.none ?? texts.none
  switch (control.kind) {
    case 'choice':
      return escapeMrkdwn(text.choices?.[first ?? ''] ?? first ?? none)
    case 'switch':
      return value === true ? texts.on : texts.off
    case 'project':
    case 'text':
      return typeof value === 'string' && value !== '' ? escapeMrkdwn(value) : none
    case 'number':
      return typeof value === 'number' ? number(value) : none
    case 'channel':
      return first === undefined ? none : channelMention(first)
    case 'subjects':
      return entries.length === 0
        ? none
        : list(entries.map((entry) => escapeMrkdwn(things.find((thing) => thing.value === entry)?.name ?? entry)))
    case 'weekdays':
      return list(WEEK_ORDER.filter((day) => entries.includes(String(day))).map(weekday))
    case 'timeRange':
      return `${first ?? ''}–${second ?? ''}`
  }
}
