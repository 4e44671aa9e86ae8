import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { type CollapseMode, FoldedParts, type FoldingOptions } from './folded-parts.ts'
import { hasNoPictures, isHiddenElement, isUnseen, lookOf, plainLook, type TextLook } from './hidden-text.ts'
import {
  altOf,
  describeImage,
  fieldTextOf,
  isBlock,
  isPlainBlock,
  isSkipped,
  readBeyondHead,
  styleOf,
} from './html-elements.ts'
import { hasBlock, isBlankLine, isPixel, isSignatureRule, isTight, readNumber } from './element-layout.ts'
import { RichTextWriter } from '../rich-text-writer.ts'
import type { RichText, TextStyle } from '../rich-text.ts'
import type { StyleDeclarations } from './style-declarations.ts'
import { findPageColor } from './page-color.ts'
import type { ParsedDocument } from './parse-html.ts'
import { createStyleReader, type StyleReader } from './style-sheet.ts'
import { drawTable } from './table-text.ts'

/** Which parts to leave out, and how much to read. */
export interface ReadingOptions extends FoldingOptions {
  collapse: CollapseMode
  /** Reading stops a little after this many characters. */
  chars?: number
  /** Whether the result has an `omittedQuote` where a quotation was left out. */
  marksOmissions?: boolean
  /** Whether no-break spaces are shown one by one; in received mail they are ordinary spaces. */
  keepsBlanks?: boolean
}

/** An HTML body as rich text, and what was left out. */
export interface ReadHtml {
  richText: RichText
  quotedMails: number
  signature: boolean
  /** How many pictures it shows, without those that nobody sees. */
  pictures: number
  /** Everything after some place was left out. */
  isOver: boolean
  /** There is more than was wanted, or than can be read quickly. */
  isFull: boolean
  /** How many times a part of the page was looked at. */
  steps: number
}

/** How the text of an element is shown. */
interface Context {
  style: TextStyle
  look: TextLook
}

/** A longer label is a link that was never closed. */
const MAX_LABEL = 1_000
/** A page of the largest size takes about three looks at each of its parts. */
export const MAX_READING_STEPS = 300_000

const blockDisplays = new Set(['block', 'flex', 'grid', 'table', 'table-row', 'list-item', '-webkit-box'])

/** Reads HTML from top to bottom, as its reader sees it. */
export function readHtml(parsed: ParsedDocument, options: ReadingOptions): ReadHtml {
  return new HtmlReader(parsed, options).read(parsed)
}

class HtmlReader {
  readonly #out: RichTextWriter
  readonly #styles: StyleReader
  readonly #folded: FoldedParts
  readonly #chars: number
  readonly #marksOmissions: boolean
  /** Writes the texts of the images above the first words: a logo is no text, unless there is nothing else. Undefined once words came. */
  #topImages: (() => void)[] | undefined = []
  #pictures = 0
  #steps = 0
  /** The text above this element introduces a quoted mail. */
  #from: Element | undefined

  constructor(parsed: ParsedDocument, options: ReadingOptions) {
    const { collapse, chars = Infinity, marksOmissions = false, keepsBlanks = false, ...folding } = options
    this.#out = new RichTextWriter({ keepsBlanks })
    this.#marksOmissions = marksOmissions
    this.#styles = createStyleReader(parsed)
    this.#folded = new FoldedParts(collapse, folding)
    this.#chars = chars
  }

  read({ document }: ParsedDocument): ReadHtml {
    const context = { style: {}, look: plainLook(findPageColor(document.children, this.#styles)) }
    for (const node of document.children) this.#walk(node, context)
    for (const write of this.#topImages ?? []) this.#spaced(1, write)
    return {
      richText: this.#out.end(),
      quotedMails: this.#folded.countMails(),
      signature: this.#folded.signature,
      pictures: this.#pictures,
      isOver: this.#folded.isOver,
      isFull: this.#isFull,
      steps: this.#steps,
    }
  }

  get #isFull(): boolean {
    return this.#out.length > this.#chars || this.#steps > MAX_READING_STEPS
  }

  #walk(node: AnyNode, context: Context): void {
    this.#steps++
    if (this.#folded.isOver) return this.#folded.countBelow(node)
    if (this.#from === node) this.#from = undefined
    if (isText(node)) return this.#text(node.data, context)
    if (!isTag(node) || isSkipped(node.name)) return
    const declared = this.#styles.read(node)
    if (isHiddenElement(node, declared, context.look)) return
    const fate = this.#folded.judge(node, this.#out)
    if (fate.is === 'omitted') return fate.isQuotation && this.#marksOmissions ? this.#out.markOmission() : undefined
    const inside = { style: { ...context.style, ...styleOf(node.name) }, look: lookOf(node, declared, context.look) }
    if (fate.is === 'answered') {
      this.#from = fate.from
      this.#spaced(1, () => this.#children(node, inside))
    } else if (fate.is === 'unwrapped') this.#spaced(1, () => this.#children(node, inside))
    else if (this.#isFull || this.#from) this.#children(node, inside)
    else this.#element(node, declared, inside)
  }

  #text(whole: string, { style, look }: Context): void {
    if (this.#isFull || this.#from || isUnseen(look)) return
    const text = this.#shorten(whole)
    this.#noticeWords(text)
    if (look.keepsLines) this.#out.lines(text, style)
    else this.#out.text(text, style)
  }

  /** Enough of a text to fill the rest. */
  #shorten(text: string): string {
    return text.length > this.#chars ? text.slice(0, this.#chars + 1).toWellFormed() : text
  }

  #children({ children }: Element, context: Context): void {
    for (const child of children) this.#walk(child, context)
  }

  #element(node: Element, declared: StyleDeclarations, context: Context): void {
    const out = this.#out
    const inside = () => this.#children(node, context)
    switch (node.name) {
      case 'head':
        for (const child of readBeyondHead(node)) this.#walk(child, context)
        return
      case 'br':
        return out.newline()
      case 'hr':
        out.gap(2)
        return isSignatureRule(node) ? this.#spaced(1, () => out.text('--', {})) : undefined
      case 'input':
        return this.#text(fieldTextOf(node), context)
      case 'img':
        return this.#image(node, declared, context)
      case 'a':
        return this.#spacedAs(node, declared, () => this.#link(node, context))
      case 'pre':
        return this.#preformatted(node, declared, context)
      case 'blockquote':
        return out.quote(inside)
      case 'ul':
      case 'menu':
      case 'ol':
        return out.list({ ordered: node.name === 'ol', start: readNumber(node.attribs['start']) ?? 1 }, inside)
      case 'li':
        return out.item(inside, readNumber(node.attribs['value']))
      case 'table':
        return this.#table(node, context, inside)
      case 'td':
      case 'th':
        // Cells of a layout table, or of one that is too wide to draw: blanks keep neighbours apart.
        out.text('  ', context.style)
        return inside()
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.#spaced(2, () => this.#children(node, { ...context, style: { ...context.style, bold: true } }))
    }
    return this.#spacedAs(node, declared, inside)
  }

  /** Writes an element on lines of its own, if it has them. */
  #spacedAs(node: Element, declared: StyleDeclarations, inside: () => void): void {
    const display = declared.get('display')
    const isOwnBlock = (isPlainBlock(node.name) || node.name === 'p') && display !== 'inline'
    if (!isOwnBlock && !blockDisplays.has(display ?? '')) return inside()
    const before = this.#out.length
    this.#spaced(node.name === 'p' && !isTight(node, declared) ? 2 : 1, () => {
      inside()
      if (this.#out.length === before && isBlankLine(node)) this.#out.newline()
    })
  }

  #spaced(lines: 1 | 2, inside: () => void): void {
    this.#out.gap(lines)
    inside()
    this.#out.gap(lines)
  }

  #table(node: Element, { look }: Context, inside: () => void): void {
    const data = drawTable(node, look, (element, around) => this.#lookInto(element, around))
    if (data === undefined) return this.#spaced(1, inside)
    this.#noticeWords(data)
    this.#out.preformatted(data)
  }

  /** The look of the text in an element; undefined if nothing in it is shown. */
  #lookInto(element: Element, around: TextLook): TextLook | undefined {
    const declared = this.#styles.read(element)
    return isHiddenElement(element, declared, around) ? undefined : lookOf(element, declared, around)
  }

  /** Prose that keeps its lines is no code: programs write whole mails in this way. */
  #preformatted(node: Element, declared: StyleDeclarations, { style, look }: Context): void {
    const isProse = declared.has('white-space') || node.attribs['wrap'] !== undefined || this.#hasStructure(node)
    if (isProse) return this.#spaced(1, () => this.#children(node, { style, look: { ...look, keepsLines: true } }))
    const text = this.#shorten(this.#label(node, look))
    this.#noticeWords(text)
    this.#out.preformatted(text)
  }

  #image(node: Element, declared: StyleDeclarations, { style, look }: Context): void {
    if (isPixel(node, declared) || hasNoPictures(look)) return
    this.#pictures++
    const alt = altOf(node)
    if (alt) this.#writeImage(() => this.#out.text(describeImage(alt), style))
  }

  #link(node: Element, context: Context): void {
    const href = node.attribs['href']
    if (!href || href.startsWith('#') || this.#hasStructure(node)) return this.#children(node, context)
    const pictures: Element[] = []
    const words = this.#label(node, context.look, pictures)
    if (words.length > MAX_LABEL) return this.#children(node, context)
    this.#pictures += pictures.length
    if (words.trim() === '' && pictures.length === 0) return
    const label = words.trim() || pictures.map(altOf).join(' ')
    const write = () => this.#out.link(href, label, context.style)
    this.#noticeWords(words)
    if (words.trim() === '') this.#writeImage(write)
    else if (hasBlock(node)) this.#spaced(1, write)
    else write()
  }

  /** The text of an element without markup, with the words of its pictures if it has any; a line for each block. */
  #label(node: Element, look: TextLook, pictures?: Element[]): string {
    let text = ''
    const read = (one: AnyNode, around: TextLook): void => {
      if (this.#steps++ > MAX_READING_STEPS) return
      // A program may give a link a color of its own.
      if (isText(one) && !isUnseen({ ...around, color: undefined }))
        text += pictures ? one.data.replace(/\s+/g, ' ') : one.data
      if (!isTag(one) || isSkipped(one.name)) return
      const declared = this.#styles.read(one)
      if (isHiddenElement(one, declared, around)) return
      const inside = lookOf(one, declared, around)
      if (one.name === 'img' && !isPixel(one, declared) && !hasNoPictures(inside)) pictures?.push(one)
      const isLine = pictures && (isBlock(one.name) || blockDisplays.has(declared.get('display') ?? ''))
      if (one.name === 'br' || isLine) text += '\n'
      for (const child of one.children) read(child, inside)
      if (isLine) text += '\n'
    }
    for (const child of node.children) read(child, look)
    return text
  }

  /** Whether an element contains what cannot be part of a label or of code. */
  #hasStructure(node: Element): boolean {
    this.#steps++
    return node.children.some(
      (child) =>
        isTag(child) && (['blockquote', 'ul', 'ol', 'pre', 'a'].includes(child.name) || this.#hasStructure(child)),
    )
  }

  #noticeWords(text: string): void {
    if (this.#topImages && /[\p{L}\p{N}]/u.test(text)) this.#topImages = undefined
  }

  /** Writes the text of an image; above the first words of the mail it waits for the end. */
  #writeImage(write: () => void): void {
    if (this.#topImages) this.#topImages.push(write)
    else write()
  }
}
