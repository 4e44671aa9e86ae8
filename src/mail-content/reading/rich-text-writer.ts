import { sanitizeText } from '../../core/sanitize-text.ts'
import { createLinkBudget, labelLines, linkAddresses } from './safe-links.ts'
import {
  readInlineText,
  type RichTextInline,
  type RichTextList,
  type RichTextPart,
  type RichText,
  type TextStyle,
} from './rich-text.ts'

/** Longer lines say nothing about what follows. */
const LAST_CHARS = 300

/** Stands where a quotation was left out. */
export const omittedQuote: RichTextPart = { type: 'rich_text_quote', elements: [] }

/** Slack indents no deeper. */
const MAX_INDENT = 8

interface OpenList {
  ordered: boolean
  /** The number of the next item, from 0. */
  next: number
}

function hasSameStyle(one: TextStyle | undefined, other: TextStyle | undefined): boolean {
  return (['bold', 'italic', 'strike', 'code'] as const).every((key) => one?.[key] === other?.[key])
}

/** Merges neighbours of one style into one text. At the end only: a text that grows piece by piece would be copied each time. */
function mergeNeighbours(inlines: RichTextInline[]): RichTextInline[] {
  const found: RichTextInline[] = []
  for (const inline of inlines) {
    const last = found.at(-1)
    if (last?.type === 'text' && inline.type === 'text' && hasSameStyle(last.style, inline.style))
      found[found.length - 1] = { ...last, text: last.text + inline.text }
    else found.push(inline)
  }
  return found
}

/** Removes blanks from the end of a line. */
function trimEnd(line: RichTextInline[]): void {
  for (let last = line.at(-1); last?.type === 'text'; last = line.at(-1)) {
    const text = last.text.trimEnd()
    if (text === last.text) return
    line.pop()
    if (text) return void line.push({ ...last, text })
  }
}

/** Writes rich text from top to bottom: keeps track of lines, gaps, quotes and lists, and leaves nothing empty behind. */
export class RichTextWriter {
  readonly #parts: RichTextPart[] = []
  readonly #lists: OpenList[] = []
  readonly #links = createLinkBudget()
  #line: RichTextInline[] = []
  #length = 0
  /** Line breaks to write before the next text. */
  #pending = 0
  #quotes = 0
  /** The open item has no number yet: what follows a list inside it belongs to the same number. */
  #isNewItem = false
  readonly #keepsBlanks: boolean

  /** `keepsBlanks`: each no-break space is a blank of its own, as mail programs show it. */
  constructor({ keepsBlanks = false }: { keepsBlanks?: boolean } = {}) {
    this.#keepsBlanks = keepsBlanks
  }

  /** How many characters were written. */
  get length(): number {
    return this.#length
  }

  /** The end of the last line with words that was written. */
  get lastLine(): string {
    const inlines = this.#line.length > 0 ? this.#line : (this.#parts.at(-1)?.elements ?? [])
    let text = ''
    for (let at = inlines.length - 1; at >= 0 && text.length < LAST_CHARS && !/\S[^]*\n|\n[^]*\S/.test(text); at--) {
      const inline = inlines[at]
      text = (inline && inline.type !== 'rich_text_section' ? readInlineText(inline).slice(-LAST_CHARS) : '') + text
    }
    return text.trim().split('\n').at(-1) ?? ''
  }

  /** Text whose line ends are line ends for the reader. */
  lines(raw: string, style: TextStyle): void {
    for (const [index, line] of raw.replace(/\r\n?/g, '\n').split('\n').entries()) {
      if (index > 0) this.newline()
      this.text(line, style)
    }
  }

  text(raw: string, style: TextStyle): void {
    let text = (this.#keepsBlanks ? raw : sanitizeText(raw)).replace(/[ \t\n]+/g, ' ')
    const last = this.#line.at(-1)
    const isLineStart = this.#line.length === 0 || this.#pending > 0
    if (isLineStart || (last?.type === 'text' && ' \n\t'.includes(last.text.at(-1) ?? 'x')))
      text = text.replace(/^ /, '')
    if (text) this.#put(linkAddresses(this.#keepsBlanks ? sanitizeText(text) : text, this.#links, style))
  }

  /** A link whose label may have several lines: each is a link, and the host follows the last. */
  link(href: string, label: string, style: TextStyle): void {
    if (this.#links.left-- <= 0) return this.lines(label, style)
    for (const [index, inlines] of labelLines(href, label, style).entries()) {
      if (index > 0) this.newline()
      this.#put(inlines)
    }
  }

  /** Starts a new line, or with 2 leaves one blank; at the start of a part it does nothing. */
  gap(lines: 1 | 2): void {
    this.#pending = Math.max(this.#pending, this.#lists.length > 0 ? 1 : lines)
  }

  /** Several in a row add up, as in `<br><br>`. */
  newline(): void {
    this.#pending += 1
  }

  preformatted(raw: string): void {
    const text = sanitizeText(raw).replace(/^\n+/, '').trimEnd()
    if (!text) return
    if (this.#quotes > 0 || this.#lists.length > 0) return this.#put([{ type: 'text', text, style: { code: true } }])
    this.#flush()
    this.#length += text.length
    this.#parts.push({ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] })
  }

  /** Marks where a quotation was left out. */
  markOmission(): void {
    if (this.#quotes > 0 || this.#lists.length > 0) return
    this.#flush()
    this.#parts.push(omittedQuote)
  }

  quote(inside: () => void): void {
    if (this.#quotes > 0 || this.#lists.length > 0) return this.#onOwnLines(inside)
    this.#flush()
    this.#quotes++
    inside()
    this.#flush()
    this.#quotes--
  }

  /** `start` is the number of the first item. */
  list({ ordered, start = 1 }: { ordered: boolean; start?: number }, inside: () => void): void {
    if (this.#quotes > 0) return inside()
    this.#flush()
    this.#lists.push({ ordered, next: start - 1 })
    inside()
    this.#flush()
    this.#lists.pop()
  }

  /** `number` is the item's own, if it has one. */
  item(inside: () => void, number?: number): void {
    const list = this.#lists.at(-1)
    if (list && number !== undefined) list.next = number - 1
    if (this.#quotes > 0)
      return this.#onOwnLines(() => {
        this.#put([{ type: 'text', text: '• ' }])
        inside()
      })
    this.#flush()
    this.#isNewItem = true
    inside()
    this.#flush()
    this.#isNewItem = false
  }

  end(): RichText {
    this.#flush()
    return { type: 'rich_text', elements: this.#parts }
  }

  #onOwnLines(inside: () => void): void {
    this.#pending = Math.max(this.#pending, 1)
    inside()
    this.#pending = Math.max(this.#pending, 1)
  }

  #put(inlines: RichTextInline[]): void {
    if (inlines.length === 0) return
    this.#writeGap()
    for (const inline of inlines) {
      this.#length += readInlineText(inline).length
      this.#line.push(inline)
    }
  }

  #writeGap(): void {
    if (this.#line.length > 0 && this.#pending > 0) {
      trimEnd(this.#line)
      if (this.#line.length > 0) this.#line.push({ type: 'text', text: '\n'.repeat(Math.min(this.#pending, 2)) })
    }
    this.#pending = 0
  }

  /** Ends the part that is being written. */
  #flush(): void {
    trimEnd(this.#line)
    const elements = mergeNeighbours(this.#line)
    this.#line = []
    this.#pending = 0
    if (elements.length === 0) return
    const list = this.#lists.at(-1)
    if (this.#quotes > 0) this.#parts.push({ type: 'rich_text_quote', elements })
    else if (list) this.#addItem(list, elements)
    else this.#parts.push({ type: 'rich_text_section', elements })
  }

  #addItem(list: OpenList, elements: RichTextInline[]): void {
    const indent = Math.min(this.#lists.length - 1, MAX_INDENT)
    const number = this.#isNewItem ? list.next++ : Math.max(list.next - 1, 0)
    const last = this.#parts.at(-1)
    const isContinued =
      last?.type === 'rich_text_list' &&
      (last.indent ?? 0) === indent &&
      (last.style === 'ordered') === list.ordered &&
      (!list.ordered || (last.offset ?? 0) + last.elements.length === number)
    this.#isNewItem = false
    if (isContinued) return void last.elements.push({ type: 'rich_text_section', elements })
    const created: RichTextList = {
      type: 'rich_text_list',
      style: list.ordered ? 'ordered' : 'bullet',
      ...(indent > 0 && { indent }),
      ...(list.ordered && number > 0 && { offset: number }),
      elements: [{ type: 'rich_text_section', elements }],
    }
    this.#parts.push(created)
  }
}
