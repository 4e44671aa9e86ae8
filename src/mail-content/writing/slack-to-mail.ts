import { z } from 'zod'
import { hasRightToLeft } from '../../core/isolate-direction.ts'
import { removeTrailing } from '../../core/remove-trailing.ts'
import { sanitizeText } from '../../core/sanitize-text.ts'
import type { RichTextBlock } from '../../slack/blocks/slack-message.ts'
import { htmlOf, inlineSchema, type MentionNames, textOf } from './slack-inline.ts'
import { isListPart, listSchema, type SlackList, writeLists } from './slack-lists.ts'

const lineSchema = z.looseObject({
  type: z.string(),
  border: z.number().optional().catch(undefined),
  elements: z.array(inlineSchema.catch({ type: 'unknown' })).catch([]),
})
type Line = z.output<typeof lineSchema>
type Part = SlackList | Line
const richText = z.looseObject({ type: z.literal('rich_text'), elements: z.array(z.union([listSchema, lineSchema])) })

/** The two bodies of a mail. */
export interface MailBodies {
  text: string
  html: string
}

/** The parts of a form's rich text (`rich_text_value`) that can be read. */
function partsOf(value: unknown): Part[] {
  return richText.safeParse(value).data?.elements ?? []
}

/** `dir="auto"` where the text needs it: mail programs take every other line as written from left to right. */
const directionOf = (text: string): string => (hasRightToLeft(text) ? ' dir="auto"' : '')

function writeLine({ type, elements }: Line, names: MentionNames): MailBodies | undefined {
  const text = removeTrailing(textOf(elements, names), '\n')
  const html = removeTrailing(htmlOf(elements, names), '<br>\n')
  if (text.trim() === '') return undefined
  if (type === 'rich_text_preformatted') {
    const code = removeTrailing(htmlOf(elements, names, { isCode: true }), '\n')
    return { text, html: `<pre${directionOf(text)}>${code}</pre>` }
  }
  if (type === 'rich_text_quote') return { text, html }
  const paragraphs = html
    .split(/(?:<br>\n){2,}/)
    .filter(Boolean)
    .map((paragraph) => `<p${directionOf(paragraph)}>${paragraph.replace(/^(?:<br>\n)+/, '')}</p>`)
  return { text: text.replace(/^\n+/, ''), html: paragraphs.join('\n') }
}

const isQuotation = (part: Part): boolean => part.type === 'rich_text_quote' || (part.border ?? 0) > 0

/** Lists in a row are one list with its levels; everything else stands alone. */
function groupParts(parts: Part[]): Part[][] {
  const groups: Part[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    const [first] = last ?? []
    const continues = first && isListPart(first) && isListPart(part) && isQuotation(first) === isQuotation(part)
    if (last && continues) last.push(part)
    else groups.push([part])
  }
  return groups
}

function writeGroup(group: Part[], names: MentionNames): MailBodies | undefined {
  const lists = group.filter(isListPart)
  if (lists.length > 0) return writeLists(lists, names, directionOf)
  const [part] = group
  return part && !isListPart(part) ? writeLine(part, names) : undefined
}

/** Converts what a person wrote in Slack to the two bodies of a mail: ids become names (or a generic word), links become addresses, and nothing remains that only Slack understands. */
export function slackToMail(value: unknown, names: MentionNames): MailBodies {
  const texts: string[] = []
  const htmls: string[] = []
  for (const group of groupParts(partsOf(value))) {
    const bodies = writeGroup(group, names)
    if (!bodies) continue
    const isQuoted = group.some(isQuotation)
    texts.push(isQuoted ? bodies.text.replace(/^/gm, '> ') : bodies.text)
    htmls.push(isQuoted ? `<blockquote${directionOf(bodies.text)}>${bodies.html}</blockquote>` : bodies.html)
  }
  return {
    text: texts
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd(),
    html: htmls.join('\n'),
  }
}

/** Reads the value of a rich text field; undefined when it contains no text. */
export function readRichText(value: unknown): RichTextBlock | undefined {
  const block = typeof value === 'object' && value !== null ? (value as Partial<RichTextBlock>) : {}
  if (block.type !== 'rich_text' || !Array.isArray(block.elements)) return undefined
  const { text } = slackToMail(value, new Map())
  return sanitizeText(text).trim() === '' ? undefined : { type: 'rich_text', elements: block.elements }
}
