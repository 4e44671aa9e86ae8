import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { escapeHtml } from '../../writing/escape-html.ts'
import { parseSafeLink } from '../safe-links.ts'
import { isSkipped } from './html-elements.ts'
import type { InertHtml } from './inert-html.ts'
import { keepInertStyles } from './inert-styles.ts'
import { parseHtml } from './parse-html.ts'

/** A second line of defense: nothing is loaded and no script runs, whatever the page requests. Embedded images are shown. */
const POLICY = [
  ['default-src', "'none'"],
  ['img-src', 'data:'],
  ['style-src', "'unsafe-inline'"],
  ['form-action', "'none'"],
  ['base-uri', "'none'"],
]
  .map((directive) => directive.join(' '))
  .join('; ')

const HEAD =
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
  '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">\n'

/** Elements that name no address, and links and images, whose addresses are checked. Of all others, only the content is kept. */
const keptElements = new Set(
  'a abbr acronym address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav nobr ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  ),
)
const emptyElements = new Set(['br', 'col', 'hr', 'img', 'wbr'])
/** Attributes whose values are shown or name a look. */
const keptAttributes = new Set(
  'align alt bgcolor border cellpadding cellspacing class color colspan dir face height id lang name nowrap reversed rowspan size span start title type valign value width'.split(
    ' ',
  ),
)
/** Formats of which a browser loads nothing more. */
const EMBEDDED_IMAGE = /^\s*data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon);base64,[\w+/=\s]*$/i

/**
 * Converts the HTML of a mail to a page that a person can open: its text, look, links and embedded images. Everything is written again from lists of
 * what is kept, because a browser connects to the host of a frame before it reads the page's policy. `isCut` if the end is missing.
 */
export function makeInertPage(source: string): InertHtml {
  const { document, isCut } = parseHtml(source)
  return { html: `${HEAD}${writeNodes(document.children)}`, isCut }
}

const writeNodes = (nodes: AnyNode[]): string => nodes.map(writeNode).join('')

function writeNode(node: AnyNode): string {
  if (isText(node)) return escapeHtml(node.data)
  if (!isTag(node)) return ''
  const { name, children } = node
  if (name === 'style')
    return `<style>${keepInertStyles(children.map((child) => (isText(child) ? child.data : '')).join(''))}</style>`
  if (isSkipped(name)) return ''
  if (!keptElements.has(name)) return writeNodes(children)
  const start = `<${name}${writeAttributes(node)}>`
  return emptyElements.has(name) ? start : `${start}${writeNodes(children)}</${name}>`
}

function writeAttributes({ name: element, attribs }: Element): string {
  return Object.entries(attribs)
    .map(([name, value]) => {
      const kept = keepAttribute(element, name, value)
      return kept === undefined ? '' : ` ${name}="${escapeHtml(kept)}"`
    })
    .join('')
}

function keepAttribute(element: string, name: string, value: string): string | undefined {
  if (keptAttributes.has(name)) return value
  if (name === 'style') return keepInertStyles(value)
  if (name === 'src') return element === 'img' && EMBEDDED_IMAGE.test(value) ? value : undefined
  if (name !== 'href' || element !== 'a') return undefined
  return value.startsWith('#') ? value : parseSafeLink(value)?.url
}
