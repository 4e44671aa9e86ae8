import { z } from 'zod'
import { limitedList } from '../api/limited-list.ts'
import { payloadId } from './payload-ids.ts'
import { payloadText } from './payload-text.ts'

const file = z.object({
  id: payloadId,
  name: z.string().optional(),
  mimetype: z.string().optional(),
  size: z.number().optional(),
  url_private: z.string().optional(),
  url_private_download: z.string().optional(),
})

const picked = z.object({ value: z.string() })

export const elementStateSchema = z.object({
  type: z.string(),
  value: payloadText.nullish(),
  rich_text_value: z.unknown().optional(),
  selected_option: picked.nullish(),
  selected_options: limitedList(picked).nullish(),
  selected_user: z.string().nullish(),
  selected_users: limitedList(z.string()).nullish(),
  selected_channel: z.string().nullish(),
  selected_channels: limitedList(z.string()).nullish(),
  selected_conversation: z.string().nullish(),
  selected_conversations: limitedList(z.string()).nullish(),
  selected_date: z.string().nullish(),
  selected_time: z.string().nullish(),
  selected_date_time: z.number().nullish(),
  files: limitedList(file).nullish(),
})

/** The state of any input element; which field is filled depends on the element's type. */
export type ElementState = z.infer<typeof elementStateSchema>

/** A modal or Home as it is open on a person's screen, with the state of its inputs. */
export interface OpenView {
  id: string
  callbackId: string
  hash: string
  privateMetadata: string
  type: 'modal' | 'home'
  /** The block ids of its input blocks, the only ones at which Slack shows an error. */
  inputs?: string[]
  /** The modals below it, from the one that it was pushed from to the first; Slack says so, not the client. */
  below?: string[]
  /** Slack's own state: block id → action id → state of the element. */
  values: Record<string, Record<string, ElementState>>
}

export const viewSchema = z.object({
  id: payloadId,
  type: z.enum(['modal', 'home']),
  callback_id: payloadId.or(z.literal('')).default(''),
  hash: z.string().default(''),
  private_metadata: z.string().default(''),
  previous_view_id: payloadId.nullish().catch(undefined),
  root_view_id: payloadId.nullish().catch(undefined),
  blocks: limitedList(z.object({ type: z.string(), block_id: z.string() })).catch([]),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), elementStateSchema)) }).default({ values: {} }),
})

/** A view as listeners see it. */
export function parseView(raw: z.infer<typeof viewSchema>): OpenView {
  const below = [raw.previous_view_id, raw.root_view_id].flatMap((id) => (id == null || id === raw.id ? [] : id))
  const inputs = raw.blocks.flatMap(({ type, block_id }) => (type === 'input' ? [block_id] : []))
  return {
    id: raw.id,
    type: raw.type,
    callbackId: raw.callback_id,
    hash: raw.hash,
    privateMetadata: raw.private_metadata,
    values: raw.state.values,
    ...(inputs.length > 0 && { inputs }),
    ...(below.length > 0 && { below }),
  }
}

/** Whether this person has the view open together with that one: an id in metadata may name somebody else's. */
export const isSameStack = ({ id, below = [] }: OpenView, other: string): boolean =>
  other === id || below.includes(other)

/** The choices in a menu with several choices or in checkboxes; undefined for an element without them. */
export const selectedValues = (state: Partial<ElementState> | undefined): string[] | undefined =>
  state?.selected_options?.map((entry) => entry.value)

/** The value of the button or the choice in a menu, as one string for every type of element; several choices are joined by commas. */
export function selectedValue(state: Partial<ElementState>): string | undefined {
  const many = selectedValues(state) ?? state.selected_users ?? state.selected_channels ?? state.selected_conversations
  return (
    state.selected_option?.value ??
    many?.join(',') ??
    state.selected_user ??
    state.selected_channel ??
    state.selected_conversation ??
    state.selected_date ??
    state.selected_time ??
    state.selected_date_time?.toString() ??
    state.value ??
    undefined
  )
}
