import type {
  ActionsBlock,
  ActionsBlockElement,
  Button,
  ConfirmationDialog,
  ContextBlock,
  HeaderBlock,
  MrkdwnElement,
  Overflow,
  PlainTextElement,
  PlainTextOption,
  RichTextBlock,
  SectionBlock,
  SectionBlockAccessory,
} from '@slack/types'
import type { Message, MessageBlock } from './slack-message.ts'
import { truncate, truncateEscaped } from './mrkdwn.ts'

/** Slack's limits (docs/slack-limits.md). Every builder truncates to them: no message is refused for its size. */
export const BLOCK_LIMITS = {
  text: 4000,
  blocks: 50,
  rendered: 12_000,
  /** Characters plus a weight for each block: Slack refuses many short blocks long before 12,000 characters (bolt-js#2867). */
  weight: 13_000,
  blockWeight: 125,
  section: 3000,
  header: 150,
  contextElement: 2000,
  contextElements: 10,
  button: 75,
  value: 2000,
  url: 3000,
  option: 75,
  overflow: 5,
  placeholder: 150,
  label: 2000,
  modalTitle: 24,
  alert: 200,
} as const

/** Literal text: no mentions, links or emoji codes. */
export const plainText = (text: string, limit: number = BLOCK_LIMITS.section): PlainTextElement => ({
  type: 'plain_text',
  text: truncate(text, limit) || ' ',
  emoji: false,
})

/** Our own words with Slack's markup. Text from outside must be escaped first (`escapeMrkdwn`). */
const mrkdwn = (text: string, limit: number = BLOCK_LIMITS.section): MrkdwnElement => ({
  type: 'mrkdwn',
  text: truncateEscaped(text, limit) || ' ',
  verbatim: true,
})

const isPresent = <T>(part: T | undefined | false): part is T => part !== undefined && part !== false

/** A heading; plain text. */
export const header = (text: string): HeaderBlock => ({ type: 'header', text: plainText(text, BLOCK_LIMITS.header) })

/** A paragraph with an optional element next to it. A string is our own markup; use `plainText` for text from outside. */
export const section = (text: string | PlainTextElement, accessory?: SectionBlockAccessory): SectionBlock => ({
  type: 'section',
  text: typeof text === 'string' ? mrkdwn(text) : text,
  ...(accessory && { accessory }),
})

/** A line of small grey text. Empty parts are left out; without any part there is no block. */
export function contextBlock(...parts: (string | PlainTextElement | undefined | false)[]): ContextBlock[] {
  const elements = parts.filter(isPresent).filter((part) => part !== '')
  if (elements.length === 0) return []
  return [
    {
      type: 'context',
      elements: elements
        .slice(0, BLOCK_LIMITS.contextElements)
        .map((part) => (typeof part === 'string' ? mrkdwn(part, BLOCK_LIMITS.contextElement) : part)),
    },
  ]
}

/** A line of small grey text whose parts are separated by dots. Empty parts are left out; without any part there is no block. */
export function dottedBlock(...parts: Parameters<typeof contextBlock>): ContextBlock[] {
  const present = parts.filter(isPresent).filter((part) => part !== '')
  const dotted = present.map((part, index) => {
    if (index === 0) return part
    return typeof part === 'string' ? `· ${part}` : { ...part, text: `· ${part.text}` }
  })
  return contextBlock(...dotted)
}

/** A horizontal line. */
export const divider = (): MessageBlock => ({ type: 'divider' })

export interface ButtonOptions {
  actionId: string
  text: string
  value?: string
  url?: string
  style?: 'primary' | 'danger'
  confirm?: ConfirmationDialog
}

/** A button; a link that is too long for Slack is left out. */
export const button = (options: ButtonOptions): Button => ({
  type: 'button',
  action_id: options.actionId,
  text: plainText(options.text, BLOCK_LIMITS.button),
  ...(options.value !== undefined && { value: options.value }),
  ...(options.url !== undefined && options.url.length <= BLOCK_LIMITS.url && { url: options.url }),
  ...(options.style && { style: options.style }),
  ...(options.confirm && { confirm: options.confirm }),
})

/** An entry of a menu. */
export const menuOption = (text: string, value: string, description?: string): PlainTextOption => ({
  text: plainText(text, BLOCK_LIMITS.option),
  value,
  ...(description && { description: plainText(description, BLOCK_LIMITS.option) }),
})

/** The ⋯ menu; Slack accepts at most five entries. */
export const overflow = (actionId: string, options: PlainTextOption[]): Overflow => ({
  type: 'overflow',
  action_id: actionId,
  options: options.slice(0, BLOCK_LIMITS.overflow),
})

/** The question before a destructive action; `text` names what would be lost. */
export const confirmDialog = (title: string, text: string, yes: string, no: string): ConfirmationDialog => ({
  title: plainText(title, 100),
  text: plainText(text, 300),
  confirm: plainText(yes, 30),
  deny: plainText(no, 30),
})

/** A row of buttons and menus; no block if there are none. */
export function actionsBlock(...elements: (ActionsBlockElement | undefined | false)[]): ActionsBlock[] {
  const present = elements.filter(isPresent)
  return present.length === 0 ? [] : [{ type: 'actions', elements: present.slice(0, 25) }]
}

/** A rich text block from its elements. */
export const richText = (elements: RichTextBlock['elements']): RichTextBlock => ({ type: 'rich_text', elements })

/** Text as a quotation in rich text, where nothing can mention, link or format. */
export const quoteBlock = (text: string): RichTextBlock =>
  richText([{ type: 'rich_text_quote', elements: [{ type: 'text', text: text || ' ' }] }])

const escapedLength = (text: string): number => text.length + (text.match(/[&<>]/g)?.length ?? 0) * 4

/** The characters that count towards Slack's limit for a whole message: every text of every block, escaped. */
function countRendered(node: unknown): number {
  if (Array.isArray(node)) return node.reduce<number>((sum, part) => sum + countRendered(part), 0)
  if (typeof node !== 'object' || node === null) return 0
  return Object.entries(node).reduce((sum, [name, value]) => {
    if (typeof value !== 'string') return sum + countRendered(value)
    return ['text', 'url', 'title', 'alt_text'].includes(name) ? sum + escapedLength(value) : sum
  }, 0)
}

/** The blocks inside a container. */
const childBlocks = (block: MessageBlock): unknown[] =>
  'child_blocks' in block && Array.isArray(block.child_blocks) ? block.child_blocks : []

/** The number of blocks, including those inside containers. */
const countBlocks = (blocks: MessageBlock[]): number =>
  blocks.reduce((sum, block) => sum + 1 + childBlocks(block).length, 0)

/**
 * The last check before a message is sent (docs/architecture.md, Promises): at most 50 blocks and 12,000 characters in total, `text` at most
 * 4,000. Drops the last blocks that are neither buttons nor headers until the rest fits, and puts `…` in their place.
 */
export function fitToLimits(message: Message): Message {
  const blocks = [...message.blocks]
  let dropped = false
  const tooMuch = (): boolean => {
    const text = countRendered(blocks)
    const weight = text + BLOCK_LIMITS.blockWeight * countBlocks(blocks)
    return (
      blocks.length > BLOCK_LIMITS.blocks - (dropped ? 1 : 0) ||
      text > BLOCK_LIMITS.rendered ||
      weight > BLOCK_LIMITS.weight
    )
  }
  while (tooMuch()) {
    const index = blocks.findLastIndex((block) => block.type !== 'actions' && block.type !== 'header')
    if (index < 0) break
    blocks.splice(index, 1)
    dropped = true
  }
  if (dropped) {
    const index = blocks.findIndex((block) => block.type === 'actions')
    blocks.splice(index < 0 ? blocks.length : index, 0, ...contextBlock('…'))
  }
  return { text: truncateEscaped(message.text, BLOCK_LIMITS.text) || ' ', blocks }
}
