import type { View } from '../sandbox/control-types.ts'
import { isFields } from '../tools/fields.ts'

/** A mail in a window or a form, as far as a person can read it. */
export interface ShownMail {
  to: string[]
  cc: string[]
  subject?: string
  text: string
  /** Text that the mailbox adds to a forward. */
  added?: string
}

const ADDRESS = /[\w.+-]+@[\w.-]+\w/g

/** The addresses in a text, each once, in one order for all of them. */
export const listAddresses = (text: string): string[] => [...new Set(text.match(ADDRESS) ?? [])].toSorted()

/** The words of a text in either form of a mail: without marks of quotations and without breaks. */
export const toWords = (text: string): string =>
  text
    .replaceAll(/^[> ]+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function readRichText(value: unknown): string {
  if (Array.isArray(value)) return value.map(readRichText).join('')
  if (!isFields(value)) return ''
  const { type, text, url, elements } = value
  if (typeof text === 'string') return text
  if (type === 'link') return String(url)
  return elements === undefined ? '' : `${readRichText(elements)}${type === 'rich_text_section' ? '\n' : ''}`
}

const readSection = (block: unknown): string =>
  isFields(block) && block['type'] === 'section' && isFields(block['text']) ? String(block['text']['text']) : ''

function readLine({ blocks }: Pick<View, 'blocks'>, label: string): string | undefined {
  const lines = blocks.flatMap((block) => readSection(block).split('\n'))
  const found = lines.filter((line) => line.startsWith(`${label}: `))
  return found.length === 0 ? undefined : found.map((line) => line.slice(label.length + 2)).join(' ')
}

/** The mail in the window that asks for an approval. */
export function readReviewedMail(view: Pick<View, 'blocks'>): ShownMail {
  const subject = readLine(view, 'Subject')
  const [text = '', ...added] = view.blocks.filter(({ type }) => type === 'rich_text').map(readRichText)
  return {
    to: listAddresses(readLine(view, 'To') ?? ''),
    cc: listAddresses(readLine(view, 'Cc') ?? ''),
    ...(subject !== undefined && { subject }),
    text,
    ...(added.length > 0 && { added: added.join('\n') }),
  }
}

/** The recipients that a form lists above its fields. */
export const readListedRecipients = (view: Pick<View, 'blocks'>): Pick<ShownMail, 'to' | 'cc'> => ({
  to: listAddresses(readLine(view, 'To') ?? ''),
  cc: listAddresses(readLine(view, 'Cc') ?? ''),
})
