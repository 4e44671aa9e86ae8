import {
  anyOf,
  boolean,
  isBlockObject,
  list,
  toList,
  readMember,
  object,
  oneOf,
  reportFinding,
  string,
  typed,
  url,
} from './block-schema.ts'
import type { SchemaCheck } from './block-schema.ts'

/** Composition objects of Block Kit (docs.slack.dev/reference/block-kit/composition-objects). */
const plain = (max: number, min = 1): SchemaCheck => object({ text: string({ min, max }) }, { emoji: boolean })
const mrkdwn = (max: number, min = 1): SchemaCheck => object({ text: string({ min, max }) }, { verbatim: boolean })

export const plainText = (max: number, min = 1): SchemaCheck => typed(() => ({ plain_text: plain(max, min) }))
export const mrkdwnText = (max: number): SchemaCheck => typed(() => ({ mrkdwn: mrkdwn(max) }))
export const textKinds = (max: number): Record<string, SchemaCheck> => ({ plain_text: plain(max), mrkdwn: mrkdwn(max) })
export const anyText = (max: number): SchemaCheck => {
  const kinds = textKinds(max)
  return anyOf(typed(() => kinds))
}

export const id = string({ max: 255 })

const option = (text: SchemaCheck, more: Record<string, SchemaCheck> = {}): SchemaCheck =>
  object({ text, value: string({ max: 150 }) }, { description: text, ...more })

/** Options of checkboxes and radio buttons may be `mrkdwn`; those of menus may not. */
export const menuOption = option(plainText(75))
export const boxOption = option(anyText(75))
export const overflowOption = object(
  { text: plainText(75) },
  { value: string({ max: 150 }), description: plainText(75), url: url() },
)
export const optionGroup = object({ label: plainText(75), options: list(menuOption, { min: 1, max: 100 }) })

export const confirm = object(
  { text: anyText(300) },
  { title: plainText(100), confirm: plainText(30), deny: plainText(30), style: oneOf('primary', 'danger') },
)

export const dispatchConfig = object(
  {},
  { trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), { min: 1, max: 2 }) },
)

export const conversationFilter = object(
  {},
  {
    include: list(oneOf('im', 'mpim', 'private', 'public'), { min: 1 }),
    exclude_external_shared_channels: boolean,
    exclude_bot_users: boolean,
  },
  (value, at) => {
    if (isBlockObject(value) && Object.keys(value).length === 0)
      reportFinding(
        at,
        'must provide at least one of `include`, `exclude_external_shared_channels`, `exclude_bot_users`',
      )
  },
)

const slackFile = object({}, { id: string({ min: 1 }), url: url() }, (value, at) => {
  const given = ['id', 'url'].filter((key) => readMember(value, key) !== undefined)
  if (given.length !== 1) reportFinding(at, 'must define either `id` or `url`')
})

/** Fields that every image has, in a block or as an element: one source, and an alternative text. */
export const imageFields = {
  required: { alt_text: string({ min: 1, max: 2000 }) },
  optional: { image_url: url(), slack_file: slackFile },
  also: ((value, at) => {
    const given = ['image_url', 'slack_file'].filter((key) => readMember(value, key) !== undefined)
    if (given.length !== 1) reportFinding(at, 'must define either `image_url` or `slack_file`')
  }) satisfies SchemaCheck,
}

/** A menu has either options or groups of options. */
export const optionsOrGroups: SchemaCheck = (value, at) => {
  const given = ['options', 'option_groups'].filter((key) => readMember(value, key) !== undefined)
  if (given.length !== 1) reportFinding(at, 'must define either `options` or `option_groups`')
}

const optionValues = (value: unknown): unknown[] => [
  ...toList(readMember(value, 'options')),
  ...toList(readMember(value, 'option_groups')).flatMap((group) => toList(readMember(group, 'options'))),
]

/** The initial choice must be one of the options. */
export const initialAmongOptions: SchemaCheck = (value, at) => {
  const values = optionValues(value).map((entry) => readMember(entry, 'value'))
  const chosen = [readMember(value, 'initial_option'), ...toList(readMember(value, 'initial_options'))]
  for (const entry of chosen) {
    if (entry === undefined || entry === null || values.includes(readMember(entry, 'value'))) continue
    reportFinding(at, 'initial option must be one of the provided options')
  }
}
