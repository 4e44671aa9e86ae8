import { sanitizeText } from '../../core/sanitize-text.ts'
import { createLinkBudget, linkAddresses } from './safe-links.ts'
import type { RichTextPart, RichText } from './rich-text.ts'

/** After this many parts the rest is one part, in which quoted lines keep their mark. */
const MAX_PARTS = 2_000

/** The length of `> ` at the start of a quoted line, with up to three blanks before it; 0 for other lines. */
function quoteMarkLength(line: string): number {
  let at = 0
  while (at < 3 && line.charAt(at) === ' ') at++
  if (line.charAt(at) !== '>') return 0
  return line.charAt(at + 1) === ' ' ? at + 2 : at + 1
}

/** Converts plain text to rich text line by line: quoted lines become quotations, addresses become links. */
export function plainTextToRichText(raw: string): RichText {
  const parts: RichTextPart[] = []
  const links = createLinkBudget()
  let lines: string[] = []
  let isQuote = false
  const flush = () => {
    const text = lines
      .join('\n')
      .replace(/^\s*\n/, '')
      .trimEnd()
      .replace(/\n{3,}/g, '\n\n')
    if (text)
      parts.push({ type: isQuote ? 'rich_text_quote' : 'rich_text_section', elements: linkAddresses(text, links) })
    lines = []
  }
  // A million blank lines are as good as two.
  for (const line of sanitizeText(raw)
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')) {
    const mark = parts.length < MAX_PARTS ? quoteMarkLength(line) : 0
    if (mark > 0 !== isQuote && (mark > 0 || line.trim() !== '')) {
      flush()
      isQuote = mark > 0
    }
    lines.push(mark > 0 ? line.slice(mark) : line.trimEnd())
  }
  flush()
  return { type: 'rich_text', elements: parts }
}
