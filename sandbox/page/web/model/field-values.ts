import type { RichText } from '../slack-types/text-types.ts'
import type { BlockElement, FileInput, OptionObject } from '../slack-types/element-types.ts'
import type { StateEntry } from '../../../control-types.ts'

export interface UploadedFile {
  name: string
  content_type: string
  content: string
}

/** The value of a field: text, one or several option values (the whole options of a menu that the app fills), files, or Slack's rich text. */
export type FieldValue = string | string[] | OptionObject | OptionObject[] | UploadedFile[] | RichText | undefined

/** Whether the options of a menu come from the app. */
export const isExternalMenu = ({ type }: { type: string }): boolean => type.endsWith('external_select')

export const isRichText = (value: FieldValue): value is RichText =>
  typeof value === 'object' && 'type' in value && value.type === 'rich_text'

/** The key of a field in a surface's values. */
export const buildFieldKey = (blockId: string | undefined, actionId: string | undefined): string =>
  `${blockId ?? ''} ${actionId ?? ''}`

/** The value of an element before anyone has changed it. */
export function readInitialValue(element: BlockElement, channel?: string): FieldValue {
  switch (element.type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
    case 'rich_text_input':
      return element.initial_value
    case 'multi_external_select':
      return element.initial_options ?? []
    case 'external_select':
      return element.initial_option
    case 'checkboxes':
    case 'multi_static_select':
      return element.initial_options?.map((option) => option.value ?? '') ?? []
    case 'radio_buttons':
    case 'static_select':
      return element.initial_option?.value
    case 'datepicker':
      return element.initial_date
    case 'timepicker':
      return element.initial_time
    case 'datetimepicker':
      return element.initial_date_time?.toString()
    case 'users_select':
      return element.initial_user
    case 'channels_select':
      return element.initial_channel
    case 'conversations_select':
      return element.initial_conversation ?? (element.default_to_current_conversation ? channel : undefined)
    case 'multi_users_select':
      return element.initial_users ?? []
    case 'multi_channels_select':
      return element.initial_channels ?? []
    case 'multi_conversations_select':
      return element.initial_conversations ?? []
    case 'file_input':
      return []
    case 'button':
    case 'workflow_button':
    case 'overflow':
    case 'feedback_buttons':
    case 'icon_button':
    case 'image':
      return undefined
  }
}

const STATE_MEMBERS =
  'value rich_text_value selected_user selected_users selected_channel selected_channels selected_conversation ' +
  'selected_conversations selected_date selected_time'

/** The value that a view's state has for an element; Slack keeps it over updates that change the initial value. */
export function readStateValue(element: BlockElement, entry: StateEntry): FieldValue {
  if (element.type === 'file_input') return []
  const options = entry['selected_options'] as OptionObject[] | undefined
  const option = entry['selected_option'] as OptionObject | null | undefined
  if (options) return isExternalMenu(element) ? options : options.map(({ value }) => value ?? '')
  if (option) return isExternalMenu(element) ? option : option.value
  const seconds = entry['selected_date_time']
  if (typeof seconds === 'number') return `${seconds}`
  const member = STATE_MEMBERS.split(' ').find((one) => one in entry)
  return (entry[member ?? ''] ?? undefined) as FieldValue
}

/** Whether a required field with this value counts as not filled in. */
export const isEmptyValue = (value: FieldValue): boolean => {
  if (value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  if (!isRichText(value)) return false
  return !JSON.stringify(value.elements).match(/"(?:text|url|user_id|channel_id|name)":"[^"]*[^"\s]/)
}

const readAsBase64 = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => fail(new Error(`${file.name} could not be read.`)))
    reader.addEventListener('load', () =>
      done(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''),
    )
    reader.readAsDataURL(file)
  })

/** Reads picked files as base64, the encoding of the control surface. */
export const readFiles = (files: Iterable<File>): Promise<UploadedFile[]> =>
  Promise.all(
    [...files].map(async (file) => ({
      name: file.name,
      content_type: file.type || 'application/octet-stream',
      content: await readAsBase64(file),
    })),
  )

/** The `accept` attribute for the file types that the app allows. */
export const listAcceptedTypes = (element: FileInput): string | undefined =>
  element.filetypes?.map((kind) => `.${kind}`).join(',')
