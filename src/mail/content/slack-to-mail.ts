import { z } from 'zod'
import { removeTrailing } from '../../core/remove-trailing.ts'
import type { RichTextBlock } from '../../slack/blocks/slack-message.ts'
import { linkText } from '../../slack/blocks/decode-text.ts'

/** The last second that a `Date` can hold; the first is its negative. */
const MAX_SECONDS = 8_640_000_000_000

const style = z.object({ bold: z.boolean(), italic: z.boolean(), strike: z.boolean(), code: z.boolean() }).partial()
const inline = z.looseObject({
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
type Inline = z.output<typeof inline>

const line = z.looseObject({ type: z.string(), elements: z.array(inline.catch({ type: 'unknown' })).catch([]) })
const list = z.looseObject({
  type: z.literal('rich_text_list'),
  style: z.string().optional(),
  indent: z.number().int().min(0).max(20).optional().catch(0),
  offset: z.number().int().min(0).optional().catch(0),
  elements: z.array(line).catch([]),
})
type List = z.output<typeof list>
const part = z.union([list, line])
const richText = z.looseObject({ type: z.literal('rich_text'), elements: z.array(part) })

/** More code points than any emoji consists of. */
const MAX_POINTS = 20

/** The two bodies of a mail. */
export interface MailBodies {
  text: string
  html: string
}

/** Ids to names, as `People.names` gives them. */
type Names = ReadonlyMap<string, string>

/** The parts of a form's rich text (`rich_text_value`) that can be read. */
function partsOf(value: unknown): z.output<typeof part>[] {
  return richText.safeParse(value).data?.elements ?? []
}

const toIsoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

function shownText(element: Inline, names: Names): string {
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
      // One link stays one line: its address would be repeated on each.
      return (element.text ?? '').replaceAll('\n', ' ')
    default:
      return element.text ?? ''
  }
}

function emoji({ unicode, name }: Inline): string {
  const points = (unicode ?? '').split('-', MAX_POINTS).map((hex) => Number.parseInt(hex, 16))
  return points.every((point) => point > 0x1f && point <= 0x10ffff)
    ? String.fromCodePoint(...points)
    : `:${name ?? ''}:`
}

const isSafe = (url: string): boolean => ['http:', 'https:', 'mailto:', 'tel:'].includes(URL.parse(url)?.protocol ?? '')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

function textOf(elements: Inline[], names: Names): string {
  return elements
    .map((element) => {
      const shown = shownText(element, names)
      return element.type === 'link' ? linkText(element.url ?? '', shown) : shown
    })
    .join('')
}

function htmlOf(elements: Inline[], names: Names): string {
  return elements.map((element) => htmlInline(element, names)).join('')
}

/** Converts line by line, so that no tag spans two paragraphs. */
function htmlInline(element: Inline, names: Names): string {
  const url = element.type === 'link' ? (element.url ?? '') : ''
  const styles = (['code', 'strike', 'italic', 'bold'] as const).filter((name) => element.style?.[name])
  const tags = { code: 'code', strike: 's', italic: 'em', bold: 'strong' }
  return (shownText(element, names) || url)
    .split('\n')
    .map((line) => {
      if (line === '') return ''
      const inner = escapeHtml(line)
      const linked = url && isSafe(url) ? `<a href="${escapeHtml(url)}">${inner}</a>` : inner
      return styles.reduce((html, style) => `<${tags[style]}>${html}</${tags[style]}>`, linked)
    })
    .join('<br>\n')
}

function listText({ style: kind, indent = 0, offset = 0, elements }: List, names: Names): string {
  return elements
    .map((item, index) => {
      const mark = kind === 'ordered' ? `${offset + index + 1}.` : '-'
      const blanks = '  '.repeat(indent)
      return `${blanks}${mark} ${textOf(item.elements, names).replaceAll('\n', `\n${blanks}  `)}`
    })
    .join('\n')
}

function listHtml({ style: kind, indent = 0, offset = 0, elements }: List, names: Names): string {
  const tag = kind === 'ordered' ? 'ol' : 'ul'
  const start = kind === 'ordered' && offset > 0 ? ` start="${offset + 1}"` : ''
  const margin = indent > 0 ? ` style="margin-left: ${indent * 2}em"` : ''
  const items = elements.map((item) => `<li>${htmlOf(item.elements, names)}</li>`).join('\n')
  return `<${tag}${start}${margin}>\n${items}\n</${tag}>`
}

const isList = (one: z.output<typeof part>): one is List => one.type === 'rich_text_list'

/** Converts what a person wrote in Slack to the two bodies of a mail: ids become names (or a generic word), links become addresses, and nothing remains that only Slack understands. */
export function slackToMail(value: unknown, names: Names): MailBodies {
  const texts: string[] = []
  const htmls: string[] = []
  for (const one of partsOf(value)) {
    if (isList(one)) {
      texts.push(listText(one, names))
      htmls.push(listHtml(one, names))
      continue
    }
    const text = removeTrailing(textOf(one.elements, names), '\n')
    const html = removeTrailing(htmlOf(one.elements, names), '<br>\n')
    if (text.trim() === '') continue
    if (one.type === 'rich_text_quote') {
      texts.push(text.replace(/^/gm, '> '))
      htmls.push(`<blockquote>${html}</blockquote>`)
    } else if (one.type === 'rich_text_preformatted') {
      texts.push(text)
      htmls.push(`<pre>${html.replaceAll('<br>\n', '\n')}</pre>`)
    } else {
      texts.push(text.replace(/^\n+/, ''))
      for (const paragraph of html.split(/(?:<br>\n){2,}/).filter(Boolean))
        htmls.push(`<p>${paragraph.replace(/^(?:<br>\n)+/, '')}</p>`)
    }
  }
  return { text: texts.join('\n').trim(), html: htmls.join('\n') }
}

/** Reads the value of a rich text field; undefined when it contains no text. */
export function readRichText(value: unknown): RichTextBlock | undefined {
  const block = typeof value === 'object' && value !== null ? (value as Partial<RichTextBlock>) : {}
  if (block.type !== 'rich_text' || !Array.isArray(block.elements)) return undefined
  const { text } = slackToMail(value, new Map())
  return text.trim() === '' ? undefined : { type: 'rich_text', elements: block.elements }
}
