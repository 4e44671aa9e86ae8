import { boolean, list, readMember, number, object, oneOf, reportFinding, string, typed, url } from './block-schema.ts'
import type { SchemaCheck, BlockSurface } from './block-schema.ts'
import { DATE_FORMAT, isCalendarDate } from './calendar-date.ts'
import {
  boxOption,
  confirm,
  conversationFilter,
  dispatchConfig,
  id,
  imageFields,
  initialAmongOptions,
  menuOption,
  optionGroup,
  optionsOrGroups,
  overflowOption,
  plainText,
  textKinds,
} from './composition-objects.ts'
import { richTextOnly } from './rich-text-checks.ts'

/** Block elements (docs.slack.dev/reference/block-kit/block-elements) and the blocks that may contain them. */
const actionable = { action_id: id }
const confirmable = { ...actionable, confirm }
const focusable = { focus_on_load: boolean }
const placeable = { placeholder: plainText(150) }
const dispatchable = { dispatch_action_config: dispatchConfig }
const many = { max_selected_items: number({ min: 1, integer: true }) }
const color = { style: oneOf('primary', 'danger') }
const spoken = { accessibility_label: string({ max: 75 }) }
const dateFormat = string({ pattern: DATE_FORMAT, words: 'must be in the format YYYY-MM-DD' })
const date: SchemaCheck = (value, at) => {
  dateFormat(value, at)
  if (typeof value === 'string' && DATE_FORMAT.test(value) && !isCalendarDate(value))
    reportFinding(at, 'must be a valid date', { type: 'format', expected: 'date' })
}
const time = string({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/, words: 'must be in the format HH:mm' })
const ids = list(string({ min: 1 }))

export const imageElement = object(imageFields.required, imageFields.optional, imageFields.also)
export const button = object(
  { text: plainText(75) },
  { ...confirmable, ...color, ...spoken, value: string({ max: 2000 }), url: url() },
)

const both =
  (...checks: SchemaCheck[]): SchemaCheck =>
  (value, at) => {
    for (const check of checks) check(value, at)
  }

const ordered =
  (low: string, high: string): SchemaCheck =>
  (value, at) => {
    const from = Number(readMember(value, low) ?? Number.NaN)
    const to = Number(readMember(value, high) ?? Number.NaN)
    if (from > to) reportFinding(at, `\`${low}\` must not be greater than \`${high}\``)
  }

const menu = (
  more: Record<string, SchemaCheck>,
  required: Record<string, SchemaCheck> = {},
  also?: SchemaCheck,
): SchemaCheck => object(required, { ...confirmable, ...focusable, ...placeable, ...more }, also)

const staticOptions = {
  options: list(menuOption, { min: 1, max: 100 }),
  option_groups: list(optionGroup, { min: 1, max: 100 }),
}
/** The fields of an answer to a `block_suggestion`. */
export const suggestedOptions = {
  options: list(menuOption, { max: 100 }),
  option_groups: list(optionGroup, { max: 100 }),
}
const staticAlso = both(optionsOrGroups, initialAmongOptions)
const toCurrent = { default_to_current_conversation: boolean, filter: conversationFilter }
const respond = { response_url_enabled: boolean }
const query = { min_query_length: number({ min: 0, integer: true }) }

const selects: Record<string, SchemaCheck> = {
  static_select: menu({ ...staticOptions, initial_option: menuOption }, {}, staticAlso),
  external_select: menu({ initial_option: menuOption, ...query }),
  users_select: menu({ initial_user: string() }),
  conversations_select: menu({ initial_conversation: string(), ...toCurrent, ...respond }),
  channels_select: menu({ initial_channel: string(), ...respond }),
  multi_static_select: menu(
    { ...staticOptions, initial_options: list(menuOption, { min: 1 }), ...many },
    {},
    staticAlso,
  ),
  multi_external_select: menu({ initial_options: list(menuOption, { min: 1 }), ...query, ...many }),
  multi_users_select: menu({ initial_users: ids, ...many }),
  multi_conversations_select: menu({ initial_conversations: ids, ...toCurrent, ...many }),
  multi_channels_select: menu({ initial_channels: ids, ...many }),
}

const boxes = { options: list(boxOption, { min: 1, max: 10 }) }
const choices: Record<string, SchemaCheck> = {
  checkboxes: object(
    boxes,
    { ...confirmable, ...focusable, initial_options: list(boxOption, { min: 1 }) },
    initialAmongOptions,
  ),
  radio_buttons: object(boxes, { ...confirmable, ...focusable, initial_option: boxOption }, initialAmongOptions),
  datepicker: menu({ initial_date: date }),
  timepicker: menu({ initial_time: time, timezone: string({ min: 1 }) }),
}

const datetimepicker = object(
  {},
  { ...confirmable, ...focusable, initial_date_time: number({ integer: true, min: 1e9, max: 9_999_999_999 }) },
)
const workflowButton = object(
  {
    text: plainText(75),
    workflow: object({
      trigger: object(
        { url: url() },
        { customizable_input_parameters: list(object({ name: string({ min: 1 }), value: string() })) },
      ),
    }),
  },
  { ...confirmable, ...color, ...spoken },
)

const field = (
  more: Record<string, SchemaCheck>,
  required: Record<string, SchemaCheck> = {},
  also?: SchemaCheck,
): SchemaCheck => object(required, { ...actionable, ...focusable, ...placeable, ...dispatchable, ...more }, also)
const lines = number({ min: 1, max: 100, integer: true })

const richTextInput = field({ initial_value: richTextOnly, min_lines: lines, max_lines: lines })
const fields: Record<string, SchemaCheck> = {
  plain_text_input: field(
    {
      initial_value: string({ max: 3000 }),
      multiline: boolean,
      min_length: number({ min: 0, max: 3000, integer: true }),
      max_length: number({ min: 1, max: 3000, integer: true }),
    },
    {},
    ordered('min_length', 'max_length'),
  ),
  rich_text_input: richTextInput,
  email_text_input: field({ initial_value: string() }),
  url_text_input: field({ initial_value: string() }),
  number_input: field(
    { initial_value: string(), min_value: string(), max_value: string() },
    { is_decimal_allowed: boolean },
    ordered('min_value', 'max_value'),
  ),
}
const fileInput = object(
  {},
  {
    ...actionable,
    filetypes: list(string({ min: 1 }), { min: 1 }),
    max_files: number({ min: 1, max: 10, integer: true }),
  },
)

const feedback = object({ text: plainText(75), value: string({ min: 1, max: 2000 }) }, spoken)

const interactive: Record<string, SchemaCheck> = {
  button,
  overflow: object({ options: list(overflowOption, { min: 1, max: 5 }) }, confirmable),
  ...selects,
  ...choices,
  workflow_button: workflowButton,
}
const accessories = { ...interactive, image: imageElement }
const actions = { ...interactive, datetimepicker, rich_text_input: richTextInput }

export const actionElement: SchemaCheck = typed(() => actions)

export const accessory: SchemaCheck = typed(() => accessories)

export const inputElement: SchemaCheck = typed((surface: BlockSurface) => ({
  ...selects,
  ...choices,
  datetimepicker,
  ...fields,
  ...(surface === 'modal' && { file_input: fileInput }),
}))

const inContext = { image: imageElement, ...textKinds(3000) }
export const contextElement: SchemaCheck = typed(() => inContext)

export const contextAction: SchemaCheck = typed(() => ({
  feedback_buttons: object({ positive_button: feedback, negative_button: feedback }, actionable),
  icon_button: object(
    { icon: oneOf('trash'), text: plainText(75) },
    { ...confirmable, ...spoken, value: string({ max: 2000 }), visible_to_user_ids: ids },
  ),
}))

export const urlSource: SchemaCheck = typed(() => ({ url: object({ url: url(), text: string({ min: 1 }) }) }))
