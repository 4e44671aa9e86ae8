import { boolean, list, number, object, oneOf, string, typed, url } from './block-schema.ts'
import type { SchemaCheck } from './block-schema.ts'
import { id } from './composition-objects.ts'

/** The `rich_text` block: sections, lists, quotes and code, and their elements. */
const marks = object({}, { bold: boolean, italic: boolean, strike: boolean, code: boolean, underline: boolean })
const mentionMarks = object(
  {},
  {
    bold: boolean,
    italic: boolean,
    strike: boolean,
    code: boolean,
    underline: boolean,
    highlight: boolean,
    client_highlight: boolean,
    unlink: boolean,
  },
)

const named = (field: string): SchemaCheck => object({ [field]: string({ min: 1 }) }, { style: mentionMarks })
const text = object({ text: string({ min: 1 }) }, { style: marks })
const link = object({ url: url() }, { text: string({ min: 1 }), unsafe: boolean, style: marks })

const inline: SchemaCheck = typed(() => ({
  text,
  link,
  user: named('user_id'),
  usergroup: named('usergroup_id'),
  channel: named('channel_id'),
  team: named('team_id'),
  broadcast: object({ range: oneOf('here', 'channel', 'everyone') }, { style: mentionMarks }),
  emoji: object(
    { name: string({ min: 1 }) },
    { unicode: string(), url: url(), skin_tone: number({ min: 1, max: 6 }), style: marks },
  ),
  date: object(
    { timestamp: number({ integer: true }), format: string({ min: 1 }) },
    { url: url(), fallback: string({ min: 1 }), style: marks },
  ),
  color: object({ value: string({ min: 1 }) }, { style: marks }),
}))

const section: SchemaCheck = object({ elements: list(inline) })
const border = oneOf(0, 1)
const sections: SchemaCheck = typed(() => ({ rich_text_section: section }))

const part: SchemaCheck = typed(() => ({
  rich_text_section: section,
  rich_text_list: object(
    { elements: list(sections), style: oneOf('bullet', 'ordered') },
    { indent: number({ min: 0, max: 8, integer: true }), offset: number({ min: 0, integer: true }), border },
  ),
  rich_text_quote: object({ elements: list(inline) }, { border }),
  rich_text_preformatted: object(
    { elements: list(typed(() => ({ text, link }))) },
    { border, language: string({ min: 1 }) },
  ),
}))

export const richTextBlock: SchemaCheck = object({ elements: list(part) }, { block_id: id })

/** A field that must be a `rich_text` block (cells, inputs, task details). */
export const richTextOnly: SchemaCheck = typed(() => ({ rich_text: richTextBlock }))
