import { z } from 'zod'
import { linkText } from '../../slack/blocks/decode-text.ts'
import { escapeHtml, keepBlanks } from './escape-html.ts'

/** The last second that a `Date` can hold; the first is its negative. */
const MAX_SECONDS = 8_640_000_000_000

const style = z
  .object({ bold: z.boolean(), italic: z.boolean(), strike: z.boolean(), code: z.boolean(), underline: z.boolean() })
  .partial()
/** Accepts whatever a client sends, and keeps what can be read. */
export const inlineSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  url: z.string().optional(),
  user_id: z.string().optional(),
  channel_id: z.string().optional(),
  range: z.string().optional(),
  name: z.string().optional(),
  unicode: z.string().optional(),
  value: z.string().optional(),
  fallback: z.string().optional(),
  timestamp: z.number().min(-MAX_SECONDS).max(MAX_SECONDS).optional().catch(undefined),
  style: style.optional().catch(undefined),
})
/** A piece of a line. */
export type SlackInline = z.output<typeof inlineSchema>

/** More code points than any emoji consists of. */
const MAX_POINTS = 20

/** Ids to names, as `People.names` gives them. */
export type MentionNames = ReadonlyMap<string, string>

const toIsoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

function shownText(element: SlackInline, names: MentionNames): string {
  switch (element.type) {
    case 'user':
      return `@${names.get(element.user_id ?? '') ?? 'someone'}`
    case 'channel':
      return `#${names.get(element.channel_id ?? '') ?? 'channel'}`
    case 'usergroup':
      return '@group'
    case 'broadcast':
      return `@${element.range ?? 'here'}`
    case 'emoji':
      return emoji(element)
    case 'date':
      return element.fallback || (element.timestamp === undefined ? 'date' : toIsoTime(element.timestamp))
    case 'color':
      return element.value ?? ''
    case 'link':
      // A link stays on one line: its address would be repeated on each.
      return (element.text ?? '').replaceAll('\n', ' ')
    default:
      return element.text ?? ''
  }
}

function emoji({ unicode, name }: SlackInline): string {
  const points = (unicode ?? '').split('-', MAX_POINTS).map((hex) => Number.parseInt(hex, 16))
  return points.every((point) => point > 0x1f && point <= 0x10ffff)
    ? String.fromCodePoint(...points)
    : `:${name ?? ''}:`
}

const isSafe = (url: string): boolean => ['http:', 'https:', 'mailto:', 'tel:'].includes(URL.parse(url)?.protocol ?? '')

/** The text of a line of rich text, with addresses after the labels of links. */
export function textOf(elements: SlackInline[], names: MentionNames): string {
  return elements
    .map((element) => {
      const shown = shownText(element, names)
      return element.type === 'link' ? linkText(element.url ?? '', shown) : shown
    })
    .join('')
}

/** The same as HTML, in which all blanks and tabs survive. Code is for a `pre`, which keeps them and its lines unchanged. */
export function htmlOf(elements: SlackInline[], names: MentionNames, { isCode = false } = {}): string {
  let isAfterBlank = true
  return elements
    .map((element) => {
      const html = htmlInline(element, names, isCode ? 'code' : isAfterBlank ? 'after_blank' : 'after_word')
      const shown = shownText(element, names)
      if (shown !== '') isAfterBlank = /\s$/.test(shown)
      return html
    })
    .join('')
}

const styleTags = { code: 'code', strike: 's', underline: 'u', italic: 'em', bold: 'strong' } as const

/** Converts line by line: no tag spans two paragraphs. */
function htmlInline(element: SlackInline, names: MentionNames, context: 'code' | 'after_blank' | 'after_word'): string {
  const url = element.type === 'link' ? (element.url ?? '') : ''
  const styles = (['code', 'strike', 'underline', 'italic', 'bold'] as const).filter((name) => element.style?.[name])
  return (shownText(element, names) || url)
    .split('\n')
    .map((line, index) => {
      if (line === '') return ''
      const escaped = escapeHtml(line)
      const inner =
        context === 'code' ? escaped : keepBlanks(escaped, { isAfterBlank: context === 'after_blank' || index > 0 })
      const linked = url && isSafe(url) ? `<a href="${escapeHtml(url)}">${inner}</a>` : inner
      return styles.reduce((html, style) => `<${styleTags[style]}>${html}</${styleTags[style]}>`, linked)
    })
    .join(context === 'code' ? '\n' : '<br>\n')
}
