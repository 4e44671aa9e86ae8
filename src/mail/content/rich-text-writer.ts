import { sanitizeText } from '../../core/sanitize-text.ts'
import { labelLink, linkAddresses } from './safe-links.ts'
import type { RichTextInline, RichTextList, RichTextPart, RichText, TextStyle } from './rich-text.ts'

/** Slack indents no deeper. */
const MAX_INDENT = 8

interface OpenList {
  ordered: boolean
  /** The number of the next item, from 0. */
  next: number
}

/** Rich text as it is written, top to bottom: it keeps track of lines, gaps, quotes and lists, and leaves nothing empty behind. */
export interface RichTextWriter {
  text(raw: string, style: TextStyle): void
  link(href: string, label: string, style: TextStyle): void
  /** Starts a new line, or with 2 leaves one blank; at the start of a part it does nothing. */
  gap(lines: 1 | 2): void
  /** Several in a row, one after the other, as in `<br><br>`. */
  newline(): void
  preformatted(text: string): void
  quote(inside: () => void): void
  list(ordered: boolean, inside: () => void): void
  item(inside: () => void): void
  end(): RichText
}

function sameStyle(one: TextStyle | undefined, other: TextStyle | undefined): boolean {
  return (['bold', 'italic', 'strike', 'code'] as const).every((key) => one?.[key] === other?.[key])
}

/** Neighbours of one style as one text. At the end only: a text that grows and is looked at with each piece is copied each time. */
function merged(inlines: RichTextInline[]): RichTextInline[] {
  const found: RichTextInline[] = []
  for (const inline of inlines) {
    const last = found.at(-1)
    if (last?.type === 'text' && inline.type === 'text' && sameStyle(last.style, inline.style))
      found[found.length - 1] = { ...last, text: last.text + inline.text }
    else found.push(inline)
  }
  return found
}

export function createRichTextWriter(): RichTextWriter {
  const parts: RichTextPart[] = []
  const lists: OpenList[] = []
  let line: RichTextInline[] = []
  let pending = 0
  let quotes = 0
  /** The open item has not been numbered yet: what follows a list inside it belongs to the same number. */
  let isNewItem = false

  const isLineStart = () => line.length === 0 || pending > 0

  function trimEnd(): void {
    for (let last = line.at(-1); last?.type === 'text'; last = line.at(-1)) {
      const text = last.text.trimEnd()
      if (text === last.text) return
      line.pop()
      if (text) return void line.push({ ...last, text })
    }
  }

  function writeGap(): void {
    if (line.length > 0 && pending > 0) {
      trimEnd()
      if (line.length > 0) line.push({ type: 'text', text: '\n'.repeat(Math.min(pending, 2)) })
    }
    pending = 0
  }

  function put(inlines: RichTextInline[]): void {
    if (inlines.length === 0) return
    writeGap()
    for (const inline of inlines) line.push(inline)
  }

  function flush(): void {
    trimEnd()
    const elements = merged(line)
    line = []
    pending = 0
    if (elements.length === 0) return
    const list = lists.at(-1)
    if (quotes > 0) parts.push({ type: 'rich_text_quote', elements })
    else if (list) addItem(list, elements)
    else parts.push({ type: 'rich_text_section', elements })
  }

  function addItem(list: OpenList, elements: RichTextInline[]): void {
    const indent = Math.min(lists.length - 1, MAX_INDENT)
    const number = isNewItem ? list.next++ : Math.max(list.next - 1, 0)
    const last = parts.at(-1)
    const isContinued =
      last?.type === 'rich_text_list' &&
      (last.indent ?? 0) === indent &&
      (last.style === 'ordered') === list.ordered &&
      (!list.ordered || (last.offset ?? 0) + last.elements.length === number)
    isNewItem = false
    if (isContinued) return void last.elements.push({ type: 'rich_text_section', elements })
    const made: RichTextList = {
      type: 'rich_text_list',
      style: list.ordered ? 'ordered' : 'bullet',
      ...(indent > 0 && { indent }),
      ...(list.ordered && number > 0 && { offset: number }),
      elements: [{ type: 'rich_text_section', elements }],
    }
    parts.push(made)
  }

  return {
    text(raw, style) {
      let text = sanitizeText(raw).replace(/[ \t\n]+/g, ' ')
      const last = line.at(-1)
      if (isLineStart() || (last?.type === 'text' && ' \n\t'.includes(last.text.at(-1) ?? 'x')))
        text = text.replace(/^ /, '')
      if (text) put(linkAddresses(text, style))
    },
    link(href, label, style) {
      put(labelLink(href, label, style))
    },
    gap(lines) {
      pending = Math.max(pending, lists.length > 0 ? 1 : lines)
    },
    newline() {
      pending += 1
    },
    preformatted(raw) {
      const text = sanitizeText(raw).replace(/^\n+/, '').trimEnd()
      if (!text) return
      if (quotes > 0 || lists.length > 0) return put([{ type: 'text', text, style: { code: true } }])
      flush()
      parts.push({ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] })
    },
    quote(inside) {
      if (quotes > 0 || lists.length > 0) {
        pending = Math.max(pending, 1)
        inside()
        pending = Math.max(pending, 1)
        return
      }
      flush()
      quotes++
      inside()
      flush()
      quotes--
    },
    list(ordered, inside) {
      if (quotes > 0) return inside()
      flush()
      lists.push({ ordered, next: 0 })
      inside()
      flush()
      lists.pop()
    },
    item(inside) {
      if (quotes > 0) {
        pending = Math.max(pending, 1)
        put([{ type: 'text', text: '• ' }])
        inside()
        pending = Math.max(pending, 1)
        return
      }
      flush()
      isNewItem = true
      inside()
      flush()
      isNewItem = false
    },
    end() {
      flush()
      return { type: 'rich_text', elements: parts }
    },
  }
}
