import {
  anyOf,
  boolean,
  isThing,
  list,
  listOf,
  member,
  object,
  oneOf,
  say,
  string,
  typed,
  url,
} from './block-schema.ts'
import type { Check } from './block-schema.ts'

/** Composition objects of Block Kit (docs.slack.dev/reference/block-kit/composition-objects). */
const plain = (max: number, min = 1): Check => object({ text: string({ min, max }) }, { emoji: boolean })
const mrkdwn = (max: number, min = 1): Check => object({ text: string({ min, max }) }, { verbatim: boolean })

export const plainText = (max: number, min = 1): Check => typed(() => ({ plain_text: plain(max, min) }))
export const mrkdwnText = (max: number): Check => typed(() => ({ mrkdwn: mrkdwn(max) }))
export const textKinds = (max: number): Record<string, Check> => ({ plain_text: plain(max), mrkdwn: mrkdwn(max) })
export const anyText = (max: number): Check => {
  const kinds = textKinds(max)
  return anyOf(typed(() => kinds))
}

export const id = string({ max: 255 })

const option = (text: Check, more: Record<string, Check> = {}): Check =>
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
    if (isThing(value) && Object.keys(value).length === 0)
      say(at, 'must provide at least one of `include`, `exclude_external_shared_channels`, `exclude_bot_users`')
  },
)

const slackFile = object({}, { id: string({ min: 1 }), url: url() }, (value, at) => {
  const given = ['id', 'url'].filter((key) => member(value, key) !== undefined)
  if (given.length !== 1) say(at, 'must define either `id` or `url`')
})

/** Fields that every image has, in a block or as an element: one source, and an alternative text. */
export const imageFields = {
  required: { alt_text: string({ min: 1, max: 2000 }) },
  optional: { image_url: url(), slack_file: slackFile },
  also: ((value, at) => {
    const given = ['image_url', 'slack_file'].filter((key) => member(value, key) !== undefined)
    if (given.length !== 1) say(at, 'must define either `image_url` or `slack_file`')
  }) satisfies Check,
}

/** A menu has options or groups of options, not both and not neither. */
export const optionsOrGroups: Check = (value, at) => {
  const given = ['options', 'option_groups'].filter((key) => member(value, key) !== undefined)
  if (given.length !== 1) say(at, 'must define either `options` or `option_groups`')
}

const optionValues = (value: unknown): unknown[] => [
  ...listOf(member(value, 'options')),
  ...listOf(member(value, 'option_groups')).flatMap((group) => listOf(member(group, 'options'))),
]

/** What is chosen at first must be one of the options. */
export const initialAmongOptions: Check = (value, at) => {
  const values = optionValues(value).map((entry) => member(entry, 'value'))
  const chosen = [member(value, 'initial_option'), ...listOf(member(value, 'initial_options'))]
  for (const entry of chosen) {
    if (entry === undefined || entry === null || values.includes(member(entry, 'value'))) continue
    say(at, 'initial option must be one of the provided options')
  }
}
