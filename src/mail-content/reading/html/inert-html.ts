import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { sanitizeText } from '../../../core/sanitize-text.ts'
import { isPixel, readNumber } from './element-layout.ts'
import { escapeHtml } from '../../writing/escape-html.ts'
import { hasNoPictures, isHiddenElement, isUnseen, lookOf, plainLook, type TextLook } from './hidden-text.ts'
import { altOf, describeImage, isBlock, isSkipped, readBeyondHead } from './html-elements.ts'
import { findPageColor } from './page-color.ts'
import { type ParsedDocument, parseHtml } from './parse-html.ts'
import { parseSafeLink } from '../safe-links.ts'
import { createStyleReader, type StyleReader } from './style-sheet.ts'

/** HTML that loads nothing and does nothing, and whether its end is missing. */
export interface InertHtml {
  html: string
  isCut: boolean
}

const keptElements = new Set(
  'p b strong i em u s strike del ins sub sup small code tt kbd samp pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr td th dl dt dd'.split(
    ' ',
  ),
)
/** Drawings, fields and the like: their words are shown in Slack, and no reply quotes them. */
const unquoted = new Set('svg applet audio canvas map select option input textarea dialog'.split(' '))
/** Kept even without content: the table would lose its columns. */
const cells = new Set(['td', 'th'])
const MAX_SPAN = 100
/** Meaningful only once in a page. */
const pageElements = new Set(['html', 'head', 'body'])
/** The cost of each element besides its text, which also bounds a page of empty ones. */
const ELEMENT_CHARS = 8

/**
 * Rewrites the HTML of a mail with its text, emphasis, lists, tables, quotations and links only. Nothing of the source is copied as markup: no
 * script, style, form, picture or attribute of another author is sent. Text that the source hides from its readers is left out.
 */
export function writeInertHtml(source: string, options: { maxChars: number; hasLinks: boolean }): InertHtml {
  const parsed = parseHtml(source)
  const writer = new InertHtmlWriter(parsed, options)
  const html = writer.write(parsed)
  return { html, isCut: parsed.isCut || writer.isFull }
}

interface Surroundings {
  look: TextLook
  isInPre: boolean
}

class InertHtmlWriter {
  readonly #styles: StyleReader
  readonly #hasLinks: boolean
  #left: number

  constructor(parsed: ParsedDocument, { maxChars, hasLinks }: { maxChars: number; hasLinks: boolean }) {
    this.#styles = createStyleReader(parsed)
    this.#hasLinks = hasLinks
    this.#left = maxChars
  }

  get isFull(): boolean {
    return this.#left <= 0
  }

  write({ document: { children } }: ParsedDocument): string {
    const around = { look: plainLook(findPageColor(children, this.#styles)), isInPre: false }
    return children
      .map((node) => this.#node(node, around))
      .join('')
      .trim()
  }

  #node(node: AnyNode, around: Surroundings): string {
    if (this.isFull) return ''
    if (isText(node)) return isUnseen(around.look) ? '' : this.#text(node.data, around)
    if (!isTag(node) || isSkipped(node.name) || unquoted.has(node.name)) return ''
    const declared = this.#styles.read(node)
    if (isHiddenElement(node, declared, around.look)) return ''
    this.#left -= ELEMENT_CHARS
    if (node.name === 'br' || node.name === 'hr') return `<${node.name}>`
    const look = lookOf(node, declared, around.look)
    if (node.name === 'img')
      return isPixel(node, declared) || hasNoPictures(look) ? '' : this.#text(describeAlt(node), around)
    const inside = { look, isInPre: around.isInPre || node.name === 'pre' }
    const children = node.name === 'head' ? readBeyondHead(node) : node.children
    return this.#element(node, children.map((child) => this.#node(child, inside)).join(''))
  }

  /** Non-breaking blanks stay: with them, a source marks blanks that matter. */
  #text(source: string, { look, isInPre }: Surroundings): string {
    const keepsLines = isInPre || look.keepsLines
    const text = source
      .slice(0, this.#left)
      .split('\u00A0')
      .map((piece) => sanitizeText(keepsLines ? piece : piece.replace(/[\t\n\f\r ]+/g, ' ')))
    this.#left -= source.length
    const html = text.map(escapeHtml).join('&nbsp;')
    return keepsLines && !isInPre ? html.replaceAll('\n', '<br>\n') : html
  }

  #element(node: Element, inner: string): string {
    const { name, attribs } = node
    if (inner.trim() === '' && !cells.has(name)) return inner
    if (name === 'a') {
      const target = this.#hasLinks ? parseSafeLink(attribs['href'] ?? '') : undefined
      return target ? `<a href="${escapeHtml(target.url)}">${inner}</a>` : inner
    }
    if (pageElements.has(name)) return inner
    if (keptElements.has(name)) return `<${name}${attributesOf(node)}>${inner}</${name}>`
    return isBlock(name) ? `<div${directionOf(attribs['dir'])}>${inner}</div>` : inner
  }
}

const describeAlt = (node: Element): string => {
  const alt = altOf(node)
  return alt === '' ? '' : describeImage(alt)
}

const directionOf = (dir = ''): string =>
  ['ltr', 'rtl', 'auto'].includes(dir.toLowerCase()) ? ` dir="${dir.toLowerCase()}"` : ''

function attributesOf({ name, attribs }: Element): string {
  const number = (attribute: string, most?: number): string => {
    const value = readNumber(attribs[attribute])
    return value === undefined || (most !== undefined && value > most) ? '' : ` ${attribute}="${value}"`
  }
  const direction = directionOf(attribs['dir'])
  if (name === 'ol') return `${number('start')}${direction}`
  if (name === 'li') return `${number('value')}${direction}`
  if (cells.has(name)) return `${number('colspan', MAX_SPAN)}${number('rowspan', MAX_SPAN)}${direction}`
  if (name === 'blockquote' && isQuotedMail(attribs)) return ` type="cite"${direction}`
  return direction
}

/** Programs mark a quoted mail like this, but not a passage that somebody cites. */
const isQuotedMail = (attribs: Record<string, string>): boolean =>
  attribs['type']?.toLowerCase() === 'cite' || /\bgmail_quote\b/.test(attribs['class'] ?? '')
