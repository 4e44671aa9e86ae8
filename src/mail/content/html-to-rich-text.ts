import { type AnyNode, type Document, DomHandler, type Element, isTag, isText } from 'domhandler'
import { Parser } from 'htmlparser2'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { RichTextWriter } from './rich-text-writer.ts'
import { type CollapsibleKind, findCollapsible, isHidden, countQuotedMails } from './quoted-markup.ts'
import type { RichText, TextStyle } from './rich-text.ts'
import { drawTable } from './table-text.ts'

const MAX_LENGTH = 512 * 1024
const MAX_DEPTH = 200
const MAX_TAGS = 20_000
const CHUNK = 4096

const skipped = new Set(
  'head style script noscript template title svg math object iframe frame embed applet audio video canvas map select option input textarea datalist base link meta'.split(
    ' ',
  ),
)
const blocks = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header html legend main nav section summary table tbody tfoot thead tr'.split(
    ' ',
  ),
)
const styles: Record<string, TextStyle> = {
  b: { bold: true },
  strong: { bold: true },
  th: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  code: { code: true },
  tt: { code: true },
  kbd: { code: true },
  samp: { code: true },
}

/** An HTML body as rich text, and what was left out of it. */
export interface ParsedHtml {
  richText: RichText
  /** How many quoted mails were left out. */
  quotedMails: number
  signature: boolean
}

/** Builds a tree until the markup is too deep or has too many tags. */
class LimitedHandler extends DomHandler {
  isOver = false
  #depth = 0
  #tags = 0

  override onopentag(name: string, attribs: Record<string, string>): void {
    this.#depth++
    this.#tags++
    this.isOver ||= this.#depth > MAX_DEPTH || this.#tags > MAX_TAGS
    if (!this.isOver) super.onopentag(name, attribs)
  }

  override onclosetag(): void {
    this.#depth--
    if (!this.isOver) super.onclosetag()
  }
}

/** Parses HTML; undefined when it is too large or too deep to be read safely. */
export function parseHtml(html: string): Document | undefined {
  if (html.length > MAX_LENGTH) return undefined
  const handler = new LimitedHandler()
  const parser = new Parser(handler)
  // In chunks: a parser cannot be stopped within one, and it takes quadratic time for tags that are never closed.
  for (let at = 0; at < html.length && !handler.isOver; at += CHUNK) parser.write(html.slice(at, at + CHUNK))
  if (handler.isOver) return undefined
  parser.end()
  return handler.root
}

/** Converts HTML to rich text; undefined when it is too large or too deep to be read safely. Drops images and hidden text. */
export function htmlToRichText(html: string, options: { collapse: boolean }): ParsedHtml | undefined {
  const document = parseHtml(html)
  return document && documentToRichText(document, options)
}

/** Converts parsed HTML to rich text. Drops images and hidden text. */
export function documentToRichText(document: Document, { collapse }: { collapse: boolean }): ParsedHtml {
  const out = new RichTextWriter()
  const state: State = { out, collapse, topImages: [], isOver: false, quotedMails: 0, signature: false }
  for (const node of document.children) walk(node, {}, state)
  for (const image of state.topImages ?? []) spaced(out, 1, image)
  return { richText: out.end(), quotedMails: state.quotedMails, signature: state.signature }
}

interface State {
  out: RichTextWriter
  collapse: boolean
  /** Writes the texts of the images above the first words: a logo is no text, unless there is nothing else. Undefined once words came. */
  topImages: (() => void)[] | undefined
  /** Everything that follows is the quoted mail. */
  isOver: boolean
  quotedMails: number
  signature: boolean
}

function recordCollapsed(state: State, kind: CollapsibleKind, element: Element): void {
  if (kind === 'signature') state.signature = true
  if (kind === 'quote' || kind === 'rest') state.quotedMails += countQuotedMails(element)
  if (kind === 'rest') state.isOver = true
}

function walk(node: AnyNode, style: TextStyle, state: State): void {
  if (state.isOver) return
  if (isText(node)) {
    noticeWords(state, node.data)
    return state.out.text(node.data, style)
  }
  if (!isTag(node) || skipped.has(node.name) || isHidden(node)) return
  const kind = state.collapse ? findCollapsible(node) : undefined
  if (kind) return recordCollapsed(state, kind, node)
  element(node, { ...style, ...styles[node.name] }, state)
}

function noticeWords(state: State, text: string): void {
  if (state.topImages && /[\p{L}\p{N}]/u.test(text)) state.topImages = undefined
}

/** Writes the text of an image; above the first words of the mail it waits for the end. */
function writeImage(state: State, write: () => void): void {
  if (state.topImages) state.topImages.push(write)
  else write()
}

function children(node: Element, style: TextStyle, state: State): void {
  for (const child of node.children) walk(child, style, state)
}

function element(node: Element, style: TextStyle, state: State): void {
  const { out } = state
  const inside = () => children(node, style, state)
  switch (node.name) {
    case 'br':
      return out.newline()
    case 'hr':
      return out.gap(2)
    case 'img': {
      const alt = altOf(node)
      return alt ? writeImage(state, () => out.text(`[${alt}]`, style)) : undefined
    }
    case 'a': {
      const href = node.attribs['href']
      if (!href || href.startsWith('#')) return inside()
      const write = () => out.link(href, labelOf(node), style)
      noticeWords(state, rawText(node))
      return rawText(node).trim() === '' ? writeImage(state, write) : write()
    }
    case 'pre':
      noticeWords(state, rawText(node))
      return out.preformatted(rawText(node))
    case 'blockquote':
      return out.quote(inside)
    case 'ul':
    case 'menu':
    case 'ol':
      return out.list(node.name === 'ol', inside)
    case 'li':
      return out.item(inside)
    case 'table': {
      const data = drawTable(node)
      if (!data) break
      noticeWords(state, data)
      return out.preformatted(data)
    }
    case 'td':
    case 'th':
      // Cells of a layout table, or of one that is too wide to draw: blanks keep neighbours apart.
      out.text('  ', style)
      return inside()
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return spaced(out, 2, () => children(node, { ...style, bold: true }, state))
    case 'p':
      return spaced(out, 2, inside)
  }
  return blocks.has(node.name) ? spaced(out, 1, inside) : inside()
}

function spaced(out: RichTextWriter, lines: 1 | 2, inside: () => void): void {
  out.gap(lines)
  inside()
  out.gap(lines)
}

/** The text shown in place of an image; empty for the invisible ones that only count readers. */
function altOf(image: Element): string {
  const tiny = ['width', 'height'].some(
    (side) => /^\d+$/.test(image.attribs[side] ?? '') && Number(image.attribs[side]) < 4,
  )
  return tiny
    ? ''
    : sanitizeLine(image.attribs['alt'] ?? '')
        .slice(0, 100)
        .toWellFormed()
}

function labelOf(node: AnyNode): string {
  if (isText(node)) return node.data
  if (!isTag(node) || skipped.has(node.name) || isHidden(node)) return ''
  if (node.name === 'img') return altOf(node)
  const inner = node.children.map(labelOf).join('')
  return node.name === 'br' || blocks.has(node.name) ? ` ${inner} ` : inner
}

function rawText(node: AnyNode): string {
  if (isText(node)) return node.data
  if (!isTag(node) || skipped.has(node.name) || isHidden(node)) return ''
  return node.name === 'br' ? '\n' : node.children.map(rawText).join('')
}
