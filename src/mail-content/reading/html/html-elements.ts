import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import type { TextStyle } from '../rich-text.ts'

/** Elements that no mail program shows. */
const skipped = new Set(
  'script style template title iframe frame embed area datalist base link meta param source track'.split(' '),
)
/** Elements that may stand in a head: anything else ends a head that was never closed. */
const inHead = new Set('title meta link style script base noscript template object xml o:p'.split(' '))
const blocks = new Set(
  'address article aside body center dd details dialog div dl dt fieldset figcaption figure footer form header html hgroup legend main nav option section signature summary table tbody tfoot thead tr'.split(
    ' ',
  ),
)
const ownLines = new Set('p h1 h2 h3 h4 h5 h6 li ul ol menu blockquote pre hr table tr td th'.split(' '))

const styles: Partial<Record<string, TextStyle>> = {
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

export const isSkipped = (name: string): boolean => skipped.has(name)

/** An element that has lines of its own and no further meaning. */
export const isPlainBlock = (name: string): boolean => blocks.has(name)

/** Any element that has lines of its own. */
export const isBlock = (name: string): boolean => blocks.has(name) || ownLines.has(name)

/** The text style that the name of an element implies. */
export const styleOf = (name: string): TextStyle | undefined => styles[name]

/** The part of a head that belongs to the body: everything from the first words, or the first element, that a head cannot have. */
export function readBeyondHead({ children }: Element): AnyNode[] {
  const at = children.findIndex((node) =>
    isText(node) ? node.data.trim() !== '' : isTag(node) && !inHead.has(node.name),
  )
  return at < 0 ? [] : children.slice(at)
}

/** A picture by its own words; smileys stand for themselves. */
export const describeImage = (alt: string): string => (isSmiley(alt) ? alt : `[${alt}]`)

const isSmiley = (alt: string): boolean => alt.length <= 40 && /^\p{RGI_Emoji}+$/v.test(alt)

/** The words that stand for a picture. */
export const altOf = ({ attribs }: Element): string =>
  sanitizeLine(attribs['alt'] ?? '')
    .slice(0, 100)
    .toWellFormed()

/** The words in a field or on a button. */
export const fieldTextOf = ({ attribs }: Element): string =>
  /^(?:hidden|checkbox|radio|password|file|image)$/i.test(attribs['type'] ?? '')
    ? ''
    : sanitizeLine(attribs['value'] ?? attribs['placeholder'] ?? '')

/** The whole text below a node, without line ends. */
export function readRawText(node: AnyNode): string {
  if (isText(node)) return node.data
  if (!isTag(node) || skipped.has(node.name)) return ''
  return node.name === 'br' ? '\n' : node.children.map(readRawText).join('')
}
