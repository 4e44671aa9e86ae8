import { type AnyNode, Element, isTag } from 'domhandler'
import { isPixel } from './element-layout.ts'
import {
  isSameColor,
  readColor,
  readColorAttribute,
  readLength,
  type StyleDeclarations,
  type TextColor,
} from './style-declarations.ts'
import type { StyleReader } from './style-sheet.ts'

const white: TextColor = [255, 255, 255]
/** Elements with a ground of their own. */
const grounded = new Set('mark button input select textarea meter progress video object svg canvas fieldset'.split(' '))
/** Elements whose attribute for it is read. */
const colorable = new Set('body table thead tbody tfoot tr td th'.split(' '))
/** `none repeat scroll 0 0 #fff`, as programs write it. */
const PLAIN =
  /^(?:none )?(?:repeat )?(?:scroll )?(?:0(?:px|%)? 0(?:px|%)? )?(#[\da-f]{3,6}|rgba?\([^()]*\)|[a-z]+)(?: none)?(?: (?:no-)?repeat)?(?: scroll)?(?: 0(?:px|%)? 0(?:px|%)?)?$/
/** Values that leave the ground of what is around. */
const NOTHING = /^(?:none|inherit|initial|unset|transparent|0(?:px|%)? 0(?:px|%)?|)$/
/** Thicker lines may be behind a text. */
const THIN = 3

/** The color of everything in a page besides its text; undefined if there are several, or pictures: any of them may be behind a text. */
export function findPageColor(nodes: AnyNode[], styles: StyleReader): TextColor | undefined {
  let ground: TextColor | undefined
  let isOne = true
  let hasOwn = false
  const add = (element: Element): void => {
    const color = groundOf(element, styles.read(element))
    if (color === 'clear') return
    hasOwn ||= element.name === 'html' || element.name === 'body'
    isOne &&= color !== undefined && (ground === undefined || isSameColor(color, ground))
    ground ??= color
  }
  const visit = (node: AnyNode): void => {
    if (!isTag(node) || !isOne) return
    add(node)
    for (const child of node.children) visit(child)
  }
  // A mail need not write these.
  for (const name of ['html', 'body']) add(new Element(name, {}))
  for (const node of nodes) visit(node)
  if (!isOne || (!hasOwn && ground && !isSameColor(ground, white))) return undefined
  return ground ?? white
}

/** The color behind the text of an element, if it has its own; undefined if it cannot be read. */
function groundOf(element: Element, style: StyleDeclarations): TextColor | 'clear' | undefined {
  const { name, attribs } = element
  if (name === 'img') return isPixel(element, style) ? 'clear' : undefined
  if ((name === 'html' || name === 'body') && style.has('~painted')) return undefined
  if (name === 'meta' && attribs['name'] === 'color-scheme' && !/light/i.test(attribs['content'] ?? ''))
    return undefined
  if (grounded.has(name) || style.has('~framed') || attribs['background'] !== undefined) return undefined
  const height = name === 'hr' ? (style.get('height') ?? `${attribs['size'] ?? 0}px`) : '0'
  if ((readLength(height) ?? Infinity) > THIN || Number.parseInt(attribs['border'] ?? '0') > THIN) return undefined
  if (!NOTHING.test(style.get('background-image') ?? '')) return undefined
  const value = style.get('background-color') ?? style.get('background')
  if (value !== undefined) return NOTHING.test(value) ? 'clear' : readColor(PLAIN.exec(value)?.[1])
  return colorable.has(name) && attribs['bgcolor'] !== undefined ? readColorAttribute(attribs['bgcolor']) : 'clear'
}
