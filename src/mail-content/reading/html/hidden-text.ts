import type { Element } from 'domhandler'
import type { UnreadStyles } from './style-sheet.ts'
import {
  type TextColor,
  type StyleDeclarations,
  isSameColor,
  readColor,
  readDeclarations,
  readLength,
} from './style-declarations.ts'

/** The look of text in its place. */
export interface TextLook {
  /** In pixels. */
  size: number
  color: TextColor | 'clear' | undefined
  /** Undefined if unknown. */
  background: TextColor | undefined
  /** Line ends in the source are line ends for the reader. */
  keepsLines: boolean
  unread: UnreadStyles
}

const SIZE = 16
/** Smaller text is not meant to be read. */
const LEAST_SIZE = 2
const LEAST_OPACITY = 0.1
/** Text this far outside is invisible. */
const OFF_SCREEN = -500

const white: TextColor = [255, 255, 255]

/** The look of text on an empty page. */
export const plainLook = (unread: UnreadStyles = { backgrounds: true, sizes: true }): TextLook => ({
  size: SIZE,
  color: undefined,
  background: unread.backgrounds ? undefined : white,
  keepsLines: false,
  unread,
})

const isGone = (value: string | undefined): boolean => {
  const length = readLength(value, SIZE)
  return length !== undefined && length >= 0 && length <= 1
}

const isFarOff = (value: string | undefined): boolean => (readLength(value, SIZE) ?? 0) <= OFF_SCREEN

/** Whether an element and everything in it is hidden from readers. */
export function isHiddenBy(style: StyleDeclarations): boolean {
  if (style.size === 0) return false
  const get = (name: string): string | undefined => style.get(name)
  if (get('display') === 'none' || get('visibility') === 'hidden' || get('visibility') === 'collapse') return true
  const opacity = get('opacity')
  if (
    opacity !== undefined &&
    /^[\d.]+%?$/.test(opacity) &&
    Number.parseFloat(opacity) / (opacity.endsWith('%') ? 100 : 1) < LEAST_OPACITY
  )
    return true
  const hasNo = (side: string): boolean =>
    isGone(get(`max-${side}`)) || (isGone(get(side)) && get(`min-${side}`) === undefined)
  if (get('overflow') === 'hidden' && (hasNo('height') || hasNo('width'))) return true
  const isPositioned = get('position') === 'absolute' || get('position') === 'fixed'
  if (isPositioned && ['left', 'top', 'right'].some((side) => isFarOff(get(side)))) return true
  if (['text-indent', 'margin-left', 'margin-top'].some((side) => isFarOff(get(side)))) return true
  if (/^scale\(\s*0(?:\.0+)?\s*\)/.test(get('transform') ?? '')) return true
  if (/^(?:inset\(\s*(?:50|100)%|circle\(\s*0)/.test(get('clip-path') ?? '')) return true
  return isPositioned && /^rect\(\s*[01](?:px)?(?:[\s,]+[01](?:px)?){3}\s*\)/.test(get('clip') ?? '')
}

/** Whether its own attributes hide an element. */
export const hidesByItself = (attribs: Record<string, string>): boolean =>
  attribs['hidden'] !== undefined || isHiddenBy(readDeclarations(attribs['style']).all)

/** Whether an element is hidden from readers; a page as a whole never is. */
export const isHiddenElement = ({ name, attribs }: Element, style: StyleDeclarations): boolean =>
  name !== 'html' && name !== 'body' && (attribs['hidden'] !== undefined || isHiddenBy(style))

/** `font: bold 0/0 a` names the size as the first length. */
const sizeIn = (font: string | undefined): string | undefined =>
  /(?:^|\s)((?:\d+\.?\d*|\.\d+)(?:[a-z%]*))(?=[\s/])/.exec(font ?? '')?.[1]

const isBackgroundImage = (value: string | undefined): boolean => value !== undefined && /url\(|gradient/.test(value)

/** The first color in the value of `background`. */
const colorIn = (value: string): string => /#[\da-f]{3,8}\b|rgba?\([^)]*\)|\b[a-z]+\b/.exec(value)?.[0] ?? ''

/** Returns the color behind the text of an element. */
function readBackground(
  element: Element,
  style: StyleDeclarations,
  around: TextColor | undefined,
): TextColor | undefined {
  const [whole, single] = [style.get('background'), style.get('background-color')]
  if (element.attribs['background'] !== undefined) return undefined
  if (isBackgroundImage(whole) || isBackgroundImage(style.get('background-image'))) return undefined
  const value = single ?? (whole === undefined ? element.attribs['bgcolor'] : colorIn(whole))
  if (value === undefined || value === '') return around
  if (['none', 'inherit', 'initial', 'unset'].includes(value)) return around
  const color = readColor(value)
  return color === 'clear' ? around : color
}

/** The look of the text in an element. Cells have a size of their own: tables that arrange a page set theirs to nothing. */
export function lookOf(element: Element, style: StyleDeclarations, around: TextLook): TextLook {
  const { name, attribs } = element
  const { unread } = around
  const base = name === 'td' || name === 'th' || unread.sizes ? SIZE : around.size
  const isNamed = name === 'font' && attribs['size'] !== undefined
  const declared = style.get('font-size') ?? sizeIn(style.get('font'))
  const keeps = style.get('white-space')
  const colored = style.get('color') ?? (name === 'font' ? attribs['color'] : undefined)
  const isLink = name === 'a' && attribs['href'] !== undefined
  return {
    size: declared === undefined ? (isNamed ? SIZE : base) : (readLength(declared, base) ?? SIZE),
    color: colored === undefined || colored === 'inherit' ? (isLink ? undefined : around.color) : readColor(colored),
    background: readBackground(element, style, unread.backgrounds ? undefined : around.background),
    keepsLines: keeps === undefined ? around.keepsLines : /^(?:pre|break-spaces)/.test(keeps),
    unread,
  }
}

/** Whether text of this look cannot be seen. */
export function isUnseen({ size, color, background }: TextLook): boolean {
  if (size < LEAST_SIZE) return true
  if (color === undefined || background === undefined) return false
  return color === 'clear' || isSameColor(color, background)
}
