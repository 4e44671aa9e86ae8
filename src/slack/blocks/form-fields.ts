import type {
  ActionsBlock,
  AlertBlock,
  Checkboxes,
  ConfirmationDialog,
  ConversationsSelect,
  Datepicker,
  ExternalSelect,
  DispatchActionConfig,
  ImageBlock,
  InputBlock,
  InputBlockElement,
  ModalView,
  MultiExternalSelect,
  PlainTextElement,
  PlainTextOption,
  RichTextBlock,
  StaticSelect,
  UsersSelect,
} from '@slack/types'
import { BLOCK_LIMITS, divider, menuOption, plainText } from './block-builders.ts'
import type { Message, MessageBlock, View } from './slack-message.ts'
import { truncate } from './mrkdwn.ts'

export interface ModalOptions {
  callbackId: string
  title: string
  blocks: MessageBlock[]
  submit?: string
  close: string
  /** Ids only: clients can read it, and it is limited to 3,000 characters. */
  privateMetadata?: string
  /** Slack reports when the person closes the form without submitting it; their input can then be kept. */
  notifyOnClose?: boolean
}

/** A modal within Slack's limits. */
export const modal = (options: ModalOptions): ModalView => ({
  type: 'modal',
  callback_id: options.callbackId,
  title: plainText(options.title, BLOCK_LIMITS.modalTitle),
  close: plainText(options.close, BLOCK_LIMITS.modalTitle),
  ...(options.submit && { submit: plainText(options.submit, BLOCK_LIMITS.modalTitle) }),
  ...(options.privateMetadata !== undefined && { private_metadata: options.privateMetadata }),
  ...(options.notifyOnClose && { notify_on_close: true }),
  blocks: options.blocks,
})

/** A view with the answer to an act from it on top. */
export const withAnswerOnTop = (view: View, answer: Message | undefined): View =>
  answer ? { ...view, blocks: [...answer.blocks, divider(), ...view.blocks] } : view

/** A warning that stands out; only modals have it. */
export const alertBlock = (text: string): AlertBlock => ({
  type: 'alert',
  level: 'warning',
  text: plainText(text, BLOCK_LIMITS.alert),
})

/** A picture that is in Slack, under its name. */
export const imageBlock = (file: string, name: string): ImageBlock => ({
  type: 'image',
  slack_file: { id: file },
  title: plainText(name, BLOCK_LIMITS.label),
  alt_text: truncate(name, BLOCK_LIMITS.label),
})

export interface FieldOptions {
  blockId: string
  label: string
  hint?: string
  optional?: boolean
  /** Sends each change to the app while the form is open. */
  dispatch?: boolean
}

/** A labelled field of a form. */
export const inputBlock = (options: FieldOptions, element: InputBlockElement): InputBlock => ({
  type: 'input',
  block_id: options.blockId,
  label: plainText(options.label, BLOCK_LIMITS.label),
  element,
  optional: options.optional ?? false,
  ...(options.hint && { hint: plainText(options.hint, BLOCK_LIMITS.label) }),
  ...(options.dispatch && { dispatch_action: true }),
})

export interface TextInputOptions {
  actionId: string
  initial?: string
  multiline?: boolean
  placeholder?: string
  maxLength?: number
  /** Puts the cursor into this field when the form opens; at most one field of a form. */
  focus?: boolean
  /** In a field that sends its changes: each one as it is typed, and not only Enter. */
  reportsTyping?: boolean
}

const typingConfig: DispatchActionConfig = { trigger_actions_on: ['on_enter_pressed', 'on_character_entered'] }

/** A text field; a longer initial text is truncated. */
export const textInput = (options: TextInputOptions): InputBlockElement => ({
  type: 'plain_text_input',
  action_id: options.actionId,
  multiline: options.multiline ?? false,
  max_length: options.maxLength ?? 3000,
  ...(options.initial && { initial_value: truncate(options.initial, options.maxLength ?? 3000) }),
  ...(options.placeholder && { placeholder: plainText(options.placeholder, BLOCK_LIMITS.placeholder) }),
  ...(options.focus && { focus_on_load: true }),
  ...(options.reportsTyping && { dispatch_action_config: typingConfig }),
})

/** A text field with formatting. */
export const richTextInput = (
  actionId: string,
  options: { initial?: RichTextBlock; focus?: boolean; reportsTyping?: boolean } = {},
): InputBlockElement => ({
  type: 'rich_text_input',
  action_id: actionId,
  ...(options.focus && { focus_on_load: true }),
  ...(options.initial && { initial_value: options.initial }),
  ...(options.reportsTyping && { dispatch_action_config: { trigger_actions_on: ['on_character_entered'] } }),
})

/** An option of a menu or a list of checkboxes. */
export interface SelectChoice {
  text: string
  value: string
  /** A second, smaller line. */
  description?: string | undefined
}

/** A menu with one choice; Slack accepts at most 100 options. */
export const staticSelect = (actionId: string, choices: SelectChoice[], initial?: string): StaticSelect => {
  const options = choices.slice(0, 100).map((choice) => menuOption(choice.text, choice.value))
  const chosen = options.find((entry) => entry.value === initial)
  return { type: 'static_select', action_id: actionId, options, ...(chosen && { initial_option: chosen }) }
}

/** Choices of a menu below a title. */
export interface ChoiceGroup {
  title: string
  choices: SelectChoice[]
}

/** The app's answer when a person types into a menu. */
export type MenuChoices = { choices: SelectChoice[] } | { groups: ChoiceGroup[] }

const MENU_OPTIONS_MAX = 100

/** Choices as Slack takes them: at most 100 in all, no group without choices, none whose value is too long. */
export function toMenuOptions(
  menu: MenuChoices,
): { options: PlainTextOption[] } | { option_groups: { label: PlainTextElement; options: PlainTextOption[] }[] } {
  const groups = 'groups' in menu ? menu.groups : [{ title: '', choices: menu.choices }]
  const shown: { label: PlainTextElement; options: PlainTextOption[] }[] = []
  let room = MENU_OPTIONS_MAX
  for (const { title, choices } of groups) {
    const fitting = choices.filter(({ value }) => value !== '' && value.length <= BLOCK_LIMITS.option).slice(0, room)
    room -= fitting.length
    if (fitting.length > 0)
      shown.push({
        label: plainText(title, BLOCK_LIMITS.option),
        options: fitting.map(({ text, value }) => menuOption(text, value)),
      })
  }
  return 'groups' in menu && shown.length > 0
    ? { option_groups: shown }
    : { options: shown.flatMap(({ options }) => options) }
}

/** A menu with one choice from a few groups, none chosen. */
export const groupedSelect = (options: {
  actionId: string
  placeholder: string
  groups: ChoiceGroup[]
}): StaticSelect => ({
  type: 'static_select',
  action_id: options.actionId,
  placeholder: plainText(options.placeholder, BLOCK_LIMITS.placeholder),
  ...toMenuOptions({ groups: options.groups }),
})

/** A menu with one choice, which the app finds for what a person types (`Listeners.options`). */
export const externalSelect = (options: {
  actionId: string
  placeholder: string
  minQueryLength: 0 | 1
}): ExternalSelect => ({
  type: 'external_select',
  action_id: options.actionId,
  placeholder: plainText(options.placeholder, BLOCK_LIMITS.placeholder),
  min_query_length: options.minQueryLength,
})

export interface ExternalMultiSelectOptions {
  actionId: string
  initial?: SelectChoice[]
  placeholder?: string
  /** How much a person types before Slack asks the app for choices: 0 asks when the menu opens, 1 if left out. */
  minQueryLength?: 0 | 1
  maxSelected?: number
}

/** A menu with several choices, which the app finds for what a person types (`Listeners.options`). */
export const externalMultiSelect = (options: ExternalMultiSelectOptions): MultiExternalSelect => {
  const initial = (options.initial ?? []).slice(0, options.maxSelected ?? MENU_OPTIONS_MAX)
  return {
    type: 'multi_external_select',
    action_id: options.actionId,
    min_query_length: options.minQueryLength ?? 1,
    ...(initial.length > 0 && { initial_options: initial.map(({ text, value }) => menuOption(text, value)) }),
    ...(options.placeholder && { placeholder: plainText(options.placeholder, BLOCK_LIMITS.placeholder) }),
    ...(options.maxSelected !== undefined && { max_selected_items: options.maxSelected }),
  }
}

/** A menu of the workspace's people. */
export const userSelect = (actionId: string, placeholder: string, initial?: string): UsersSelect => ({
  type: 'users_select',
  action_id: actionId,
  placeholder: plainText(placeholder, BLOCK_LIMITS.placeholder),
  ...(initial !== undefined && { initial_user: initial }),
})

/** A calendar; `initial` is a day such as `2026-11-22`. */
export const datePicker = (actionId: string, placeholder: string, initial?: string): Datepicker => ({
  type: 'datepicker',
  action_id: actionId,
  placeholder: plainText(placeholder, BLOCK_LIMITS.placeholder),
  ...(initial !== undefined && { initial_date: initial }),
})

/** A menu of public and private channels. */
export const channelSelect = (actionId: string, initial?: string, placeholder?: string): InputBlockElement => ({
  type: 'conversations_select',
  action_id: actionId,
  filter: { include: ['public', 'private'], exclude_bot_users: true },
  ...(placeholder && { placeholder: plainText(placeholder) }),
  ...(initial && { initial_conversation: initial }),
})

/** A menu of channels in a message or on Home, which asks before it acts. */
export const channelMenu = (
  actionId: string,
  placeholder: string,
  confirm: ConfirmationDialog,
): ConversationsSelect => ({
  type: 'conversations_select',
  action_id: actionId,
  filter: { include: ['public', 'private'], exclude_bot_users: true },
  placeholder: plainText(placeholder, BLOCK_LIMITS.placeholder),
  confirm,
})

/** A menu with several choices from a fixed list. */
export const multiStaticSelect = (
  actionId: string,
  choices: SelectChoice[],
  initial: string[] = [],
): InputBlockElement => {
  const options = choices.slice(0, 100).map((choice) => menuOption(choice.text, choice.value))
  const chosen = options.filter((entry) => entry.value !== undefined && initial.includes(entry.value))
  return {
    type: 'multi_static_select',
    action_id: actionId,
    options,
    ...(chosen.length > 0 && { initial_options: chosen }),
  }
}

/** A list of checkboxes; Slack accepts at most 10. */
export const checkboxes = (actionId: string, choices: SelectChoice[], initial: string[] = []): Checkboxes => {
  const options = choices.slice(0, 10).map(({ text, value, description }) => menuOption(text, value, description))
  const chosen = options.filter((entry) => entry.value !== undefined && initial.includes(entry.value))
  return { type: 'checkboxes', action_id: actionId, options, ...(chosen.length > 0 && { initial_options: chosen }) }
}

/** Checkboxes whose words need no label above them; each change is sent to the app. */
export const checkboxRow = (blockId: string, boxes: Checkboxes): ActionsBlock => ({
  type: 'actions',
  block_id: blockId,
  elements: [boxes],
})

/** A field for up to 10 files. */
export const fileInput = (actionId: string): InputBlockElement => ({
  type: 'file_input',
  action_id: actionId,
  max_files: 10,
})

const TEXT_INPUT_MAX = 3000

/** Splits a text into parts that fit a text input; at least one, never inside a surrogate pair. */
export function splitIntoChunks(text: string, size = TEXT_INPUT_MAX): string[] {
  const parts: string[] = []
  for (let rest = text; rest !== ''; rest = rest.slice(parts.at(-1)?.length)) {
    const high = rest.charCodeAt(size - 1)
    parts.push(rest.slice(0, high >= 0xd800 && high <= 0xdbff ? size - 1 : size))
  }
  return parts.length > 0 ? parts : ['']
}

/** A time of day, `HH:mm`. */
export const timePicker = (actionId: string, initial?: string): InputBlockElement => ({
  type: 'timepicker',
  action_id: actionId,
  ...(initial && { initial_time: initial }),
})
