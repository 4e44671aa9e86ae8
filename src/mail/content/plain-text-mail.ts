import { sanitizeText } from '../../core/sanitize-text.ts'
import { linkAddresses } from './safe-links.ts'
import type { RichTextPart, RichText } from './rich-text.ts'

/** Converts plain text to rich text line by line: quoted lines become quotations, addresses become links. */
export function plainTextToRichText(raw: string): RichText {
  const parts: RichTextPart[] = []
  let lines: string[] = []
  let isQuote = false
  const flush = () => {
    const text = lines
      .join('\n')
      .replace(/^\s*\n/, '')
      .trimEnd()
      .replace(/\n{3,}/g, '\n\n')
    if (text) parts.push({ type: isQuote ? 'rich_text_quote' : 'rich_text_section', elements: linkAddresses(text) })
    lines = []
  }
  for (const line of sanitizeText(raw).split('\n')) {
    const mark = /^ {0,3}>/.test(line)
    if (mark !== isQuote && (mark || line.trim() !== '')) {
      flush()
      isQuote = mark
    }
    lines.push(mark ? line.replace(/^ {0,3}> ?/, '') : line.trimEnd())
  }
  flush()
  return { type: 'rich_text', elements: parts }
}
