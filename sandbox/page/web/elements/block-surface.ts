import { createContext } from 'preact'
import { signal, type Signal } from '@preact/signals'
import { postControl } from '../model/control-api.ts'
import { currentUser } from '../model/workspace-state.ts'
import type { AppAnswer } from '../model/control-types.ts'
import type { RichText } from '../slack-types/text-types.ts'
import type { BlockElement, FileInput, OptionObject } from '../slack-types/element-types.ts'

export interface FileValue {
  name: string
  content_type: string
  content: string
}

/** What stands in a field: text, one value, several, files, or rich text as Slack keeps it. */
export type FieldValue = string | string[] | FileValue[] | RichText | undefined

/** Where blocks stand: a message or a view; how a press reaches the app, and what is filled in. */
export interface BlockSurface {
  kind: 'message' | 'view'
  channel?: string | undefined
  act(element: { action_id?: string | undefined }, blockId: string | undefined, value?: FieldValue): Promise<void>
  suggest(
    element: { action_id?: string | undefined },
    blockId: string | undefined,
    query: string,
  ): Promise<OptionObject[]>
  /** Fields of inputs and of interactive elements, by block and action. */
  values: Signal<Record<string, FieldValue>>
  errors: Signal<Record<string, string>>
  failed: Signal<string | undefined>
}

export const buildFieldKey = (blockId: string | undefined, actionId: string | undefined): string =>
  `${blockId ?? ''} ${actionId ?? ''}`

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Words for an answer that the person's client would show as a failure. */
export function describeFailure(answer: AppAnswer | undefined): string | undefined {
  if (!answer || answer.error === 'not_subscribed') return undefined
  if (answer.error === 'operation_timeout') return 'The app did not answer within 3 seconds.'
  if (answer.status === 0) return 'The app does not answer. It may be starting or stopped.'
  if (answer.status < 200 || answer.status >= 300)
    return `The app answered with an error (${answer.status}, ${seconds(answer.ms)}).`
  return answer.error ? `The answer of the app could not be used: ${answer.error}.` : undefined
}

export function createSurface(at: { channel: string; message_ts: string } | { view_id: string }): BlockSurface {
  const failed = signal<string | undefined>(undefined)
  const kind = 'view_id' in at ? 'view' : 'message'
  return {
    kind,
    channel: 'channel' in at ? at.channel : undefined,
    values: signal({}),
    errors: signal({}),
    failed,
    async act(element, blockId, value) {
      failed.value = undefined
      try {
        const body = {
          user: currentUser.value,
          ...at,
          action_id: element.action_id,
          block_id: blockId,
          ...(value !== undefined && { value }),
        }
        failed.value = describeFailure(await postControl<AppAnswer>('/slack/click', body))
      } catch (error) {
        failed.value = error instanceof Error ? error.message : String(error)
      }
    },
    async suggest(element, blockId, query) {
      const body = { user: currentUser.value, ...at, action_id: element.action_id, block_id: blockId, value: query }
      const answer = await postControl<{ options?: OptionObject[]; option_groups?: { options: OptionObject[] }[] }>(
        '/slack/suggest',
        body,
      )
      return answer.options ?? answer.option_groups?.flatMap((group) => group.options) ?? []
    },
  }
}

export const SurfaceContext = createContext<BlockSurface>(createSurface({ view_id: '' }))
/** The block an element stands in. */
export const BlockContext = createContext<{
  blockId: string | undefined
  input: boolean
  /** A field that may stay empty. */
  optional: boolean
  label: string
  dispatch: boolean
}>({
  blockId: undefined,
  input: false,
  optional: false,
  label: '',
  dispatch: false,
})

/** What an element holds before the person touched it. */
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

export const readFiles = (files: Iterable<File>): Promise<FileValue[]> =>
  Promise.all(
    [...files].map(async (file) => ({
      name: file.name,
      content_type: file.type || 'application/octet-stream',
      content: await readAsBase64(file),
    })),
  )

export const listAcceptedTypes = (element: FileInput): string | undefined =>
  element.filetypes?.map((kind) => `.${kind}`).join(',')
