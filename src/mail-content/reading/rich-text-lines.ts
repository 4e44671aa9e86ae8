import { readInlineText, type RichText, type RichTextInline, type RichTextPart } from './rich-text.ts'

type Line = RichTextInline[]

/** Splits running text at its line ends. */
function splitLines(inlines: RichTextInline[]): Line[] {
  const lines: Line[] = [[]]
  for (const inline of inlines) {
    if (inline.type === 'link') {
      lines.at(-1)?.push(inline)
      continue
    }
    for (const [index, text] of inline.text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text) lines.at(-1)?.push({ ...inline, text })
    }
  }
  return lines
}

/** The host behind a link is a note of ours. */
const isHost = (inline: RichTextInline, before: RichTextInline | undefined): boolean =>
  before?.type === 'link' && inline.type === 'text' && /^ \([^\s()]+\)$/.test(inline.text)

const linesOf = (part: RichTextPart): Line[] =>
  part.type === 'rich_text_list'
    ? part.elements.flatMap((item) => splitLines(item.elements))
    : splitLines(part.elements)

const readLine = (line: Line): string => line.map(readInlineText).join('')

const readWritten = (line: Line): string => readLine(line.filter((inline, at) => !isHost(inline, line[at - 1])))

/**
 * The lines of a rich text as their writer wrote them. Those of a part that `isQuoted` have the mark of a quotation, by which the rules for plain
 * text know them.
 */
export function readLines(richText: RichText, isQuoted: (part: RichTextPart, at: number) => boolean): string[] {
  return richText.elements.flatMap((part, at) => {
    const mark = part.type === 'rich_text_quote' && isQuoted(part, at) ? '> ' : ''
    return linesOf(part).map((line) => mark + readWritten(line))
  })
}

function joinLines(lines: Line[]): RichTextInline[] {
  const isBlank = (line: Line | undefined) => line !== undefined && readLine(line).trim() === ''
  const kept = [...lines]
  while (isBlank(kept[0])) kept.shift()
  while (isBlank(kept.at(-1))) kept.pop()
  const joined = kept.flatMap((line, index): Line => (index === 0 ? line : [{ type: 'text', text: '\n' }, ...line]))
  const merged: RichTextInline[] = []
  for (const inline of joined) {
    const last = merged.at(-1)
    if (last?.type === 'text' && inline.type === 'text' && (inline.text === '\n' || last.style === inline.style))
      merged[merged.length - 1] = { ...last, text: last.text + inline.text }
    else merged.push(inline)
  }
  return merged
}

/** The rich text without the lines that are not kept; what had nothing else disappears. */
export function keepLines(richText: RichText, isKept: readonly boolean[]): RichText {
  let at = 0
  const take = (inlines: RichTextInline[]): RichTextInline[] =>
    joinLines(splitLines(inlines).filter(() => isKept[at++] ?? false))
  const elements = richText.elements.flatMap((part): RichTextPart[] => {
    if (part.type !== 'rich_text_list') {
      const inlines = take(part.elements)
      return inlines.length > 0 ? [{ ...part, elements: inlines }] : []
    }
    const items = part.elements.map((item) => ({ ...item, elements: take(item.elements) }))
    const first = items.findIndex((item) => item.elements.length > 0)
    if (first < 0) return []
    const offset = (part.offset ?? 0) + first
    const kept = items.filter((item) => item.elements.length > 0)
    return [{ ...part, elements: kept, ...(part.style === 'ordered' && offset > 0 && { offset }) }]
  })
  return { type: 'rich_text', elements }
}

/** Which of the lines were kept, if only some of them were, in their order; undefined when a kept line is none of them. */
export function alignLines(lines: string[], kept: string[]): boolean[] | undefined {
  const isKept = lines.map(() => false)
  let at = 0
  for (const line of kept) {
    const wanted = line.trim()
    if (wanted === '') continue
    while (at < lines.length && lines[at]?.trim() !== wanted) at++
    if (at === lines.length) return undefined
    isKept[at++] = true
  }
  return keepBlanks(lines, isKept)
}

/** Blank lines stay between kept lines. */
function keepBlanks(lines: string[], isKept: boolean[]): boolean[] {
  let wasKept = false
  return lines.map((line, at) => {
    if (line.trim() !== '') wasKept = isKept[at] ?? false
    return wasKept
  })
}
