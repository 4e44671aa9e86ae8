import type { RichText } from '../slack-types/text-types.ts'
import type { BlockElement, FileInput } from '../slack-types/element-types.ts'

export interface UploadedFile {
  name: string
  content_type: string
  content: string
}

/** The value of a field: text, one or several option values, files, or Slack's rich text. */
export type FieldValue = string | string[] | UploadedFile[] | RichText | undefined

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
    case 'checkboxes':
    case 'multi_static_select':
    case 'multi_external_select':
      return element.initial_options?.map((option) => option.value ?? '') ?? []
    case 'radio_buttons':
    case 'static_select':
    case 'external_select':
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

/** Whether a required field with this value counts as not filled in. */
export const isEmptyValue = (value: FieldValue): boolean => {
  if (value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
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
