import { type Element, isText } from 'domhandler'
import { isBlock } from './html-elements.ts'
import {
  type TextColor,
  type StyleDeclarations,
  isSameColor,
  readColor,
  readColorAttribute,
  readLength,
} from './style-declarations.ts'

/** The look of text in its place. Text is hidden only if nothing that is not read could show it. */
export interface TextLook {
  /** In pixels. */
  size: number
  color: TextColor | 'clear' | undefined
  /** The only color of the page besides its text; undefined if it may have another. */
  page: TextColor | undefined
  /** Line ends in the source are line ends for the reader. */
  keepsLines: boolean
  isInvisible: boolean
  /** In a box without a size. */
  isClipped: boolean
  /** Off the screen. */
  isAway: boolean
  /** Something around it is placed or sized in a way that is not computed. */
  isPlaced: boolean
  isEnlarged: boolean
  /** Shows in other colors than its own. */
  isPainted: boolean
}

const SIZE = 16
/** Smaller text is not meant to be read. */
const LEAST_SIZE = 2
const LEAST_OPACITY = 0.1
/** Text this far outside is invisible, unless it is long. */
const OFF_SCREEN = -900

/** The look of text on an empty page. */
export const plainLook = (page: TextColor | undefined): TextLook => ({
  size: SIZE,
  color: undefined,
  page,
  keepsLines: false,
  isInvisible: false,
  isClipped: false,
  isAway: false,
  isPlaced: false,
  isEnlarged: false,
  isPainted: false,
})

const isPositioned = (style: StyleDeclarations): boolean => /^(?:absolute|fixed)$/.test(style.get('position') ?? '')

const boxes = new Set(['block', 'inline-block', 'flex', 'inline-flex', 'grid', 'list-item', 'flow-root'])
/** Grow with their content, whatever their size. */
const TABLE = /^(?:table|caption|t[bhfrd]\w*)$/

/** Whether an element has a box of its own: sizes and turns do nothing to a part of a line, nor sizes to a part of a table. */
function hasBox({ name }: Element, style: StyleDeclarations): boolean {
  if (isPositioned(style)) return style.get('display') === undefined ? !TABLE.test(name) : hasBoxDisplay(style)
  return style.get('display') === undefined ? isBlock(name) && !TABLE.test(name) : hasBoxDisplay(style)
}

const hasBoxDisplay = (style: StyleDeclarations): boolean => boxes.has(style.get('display') ?? '')

/** Whether an element and everything in it is hidden from readers, whatever is in it; a page as a whole never is. */
export function isHiddenElement(element: Element, style: StyleDeclarations, around?: TextLook): boolean {
  const { name, attribs } = element
  if (name === 'html' || name === 'body' || style.has('~animated')) return false
  const display = style.get('display')
  if (display === 'none' || (attribs['hidden'] !== undefined && display === undefined)) return true
  const opacity = /^(?:\d+(?:\.\d+)?|\.\d+)$/.exec(style.get('opacity') ?? '')?.[0]
  if (opacity !== undefined) {
    const isPainted = around?.isPainted === true || style.has('~painted')
    if (isPainted ? Number(opacity) === 0 : Number(opacity) < LEAST_OPACITY) return true
  }
  if (!hasBox(element, style)) return false
  if (/^scale\(\s*0(?:\.0+)?\s*\)$/.test(style.get('transform') ?? '')) return true
  return /^(?:inset\(\s*(?:50|100)%\s*\)|circle\(\s*0(?:px|%)?(?: at [\w% ]+)?\s*\))$/.test(
    style.get('clip-path') ?? '',
  )
}

/** Whether an element is a box in which only a positioned part is seen. */
function isClipping(element: Element, style: StyleDeclarations, { isEnlarged }: TextLook): boolean {
  if (isPositioned(style) && /^rect\(\s*(?:0|[01]px)(?:[\s,]+(?:0|[01]px)){3}\s*\)$/.test(style.get('clip') ?? ''))
    return !isEnlarged && !style.has('~enlarged')
  if (style.get('overflow') !== 'hidden' || style.has('~grown') || !hasBox(element, style)) return false
  const most = isEnlarged || style.has('~enlarged') ? 0 : 1
  return ['height', 'max-height', 'width', 'max-width'].some((side) => {
    const length = readLength(style.get(side))
    return length !== undefined && length >= 0 && length <= most
  })
}

/** Letters no wider than their size. */
const NARROW = /^[^\u2000-\u2FFF\uFB50-\uFDFF\uD800-\uDFFF]*$/

/** Whether the text right in an element is off the screen, and too short to reach into it. */
function isOffScreen(element: Element, style: StyleDeclarations, size: number, around: TextLook): boolean {
  const left = isPositioned(style) ? (readLength(style.get('left'), size) ?? 0) : 0
  const indent = hasBox(element, style) ? (readLength(style.get('text-indent'), size) ?? 0) : 0
  const away = Math.min(left, indent)
  if (away > OFF_SCREEN || around.isPlaced || around.keepsLines) return false
  if (isPlacing(element, style, left <= OFF_SCREEN)) return false
  const room = -away / Math.max(size, 1)
  const texts = element.children.map((child) => (isText(child) ? child.data.trim() : undefined))
  return texts.every((text) => text !== undefined && text.length <= room && NARROW.test(text))
}

const flows = new Set(['html', 'body', 'div', 'p', 'section', 'article', 'main', 'span', 'font', 'b', 'i', 'a'])

/** Whether an element may place or stretch its text. */
function isPlacing({ name, attribs }: Element, style: StyleDeclarations, isPositionRead = false): boolean {
  if (!flows.has(name) || style.has('~moved') || style.has('~animated')) return true
  if (attribs['align'] !== undefined || /rtl|auto/i.test(attribs['dir'] ?? '')) return true
  const position = style.get('position')
  if (position !== undefined && position !== 'static' && !isPositionRead) return true
  if (!/^(?:normal|nowrap)?$/.test(style.get('white-space') ?? '')) return true
  const indent = readLength(style.get('text-indent') ?? '0', SIZE)
  return indent === undefined || indent > 0
}

/** `font: bold 0/0 a` names the size as the first length. */
const sizeIn = (font: string | undefined): string | undefined =>
  /^(?:(?:normal|bold|italic|\d00) )*(-?(?:\d+(?:\.\d+)?|\.\d+)(?:[a-z%]*))(?:\/[\d.]+(?:[a-z%]*))? [a-z][a-z ,-]*$/.exec(
    font ?? '',
  )?.[1]

/** These have a size of their own: tables that arrange a page set theirs to nothing. */
const sized = new Set('table td th caption big h1 h2 h3 h4 h5 h6 button input select textarea'.split(' '))
/** These have, or may have, a color of their own. */
const colored = new Set('table mark button input select textarea'.split(' '))

function sizeOf({ name, attribs }: Element, style: StyleDeclarations, around: TextLook): number {
  const declared = style.get('font-size') ?? (style.has('font') ? (sizeIn(style.get('font')) ?? '?') : undefined)
  const base = sized.has(name) ? SIZE : around.size
  if (declared === undefined) return name === 'font' && attribs['size'] !== undefined ? SIZE : base
  const length = readLength(declared, base)
  return length === undefined || length < 0 ? SIZE : length
}

function colorOf({ name, attribs }: Element, style: StyleDeclarations, around: TextLook): TextLook['color'] {
  const declared = style.get('color')
  if (declared !== undefined && declared !== 'inherit') return readColor(declared)
  if (name === 'font' && attribs['color'] !== undefined) return readColorAttribute(attribs['color'])
  return colored.has(name) || (name === 'a' && attribs['href'] !== undefined) ? undefined : around.color
}

/** The look of the text in an element. */
export function lookOf(element: Element, style: StyleDeclarations, around: TextLook): TextLook {
  const isPage = element.name === 'html' || element.name === 'body'
  const visibility = style.get('visibility')
  const whiteSpace = style.get('white-space')
  const isAnimated = style.has('~animated')
  const size = sizeOf(element, style, around)
  const position = style.get('position')
  const staysInside = position === undefined || position === 'static' || position === 'relative'
  return {
    size,
    color: colorOf(element, style, around),
    page: around.page,
    keepsLines: whiteSpace === undefined ? around.keepsLines : /^(?:pre|break-spaces)/.test(whiteSpace),
    isInvisible:
      !isPage &&
      !isAnimated &&
      (visibility === undefined || visibility === 'inherit'
        ? around.isInvisible
        : visibility === 'hidden' || visibility === 'collapse'),
    isClipped: !isPage && !isAnimated && ((around.isClipped && staysInside) || isClipping(element, style, around)),
    isAway: !isPage && isOffScreen(element, style, size, around),
    isPlaced: around.isPlaced || isPlacing(element, style),
    isEnlarged: around.isEnlarged || isAnimated || style.has('~enlarged'),
    isPainted: around.isPainted || style.has('~painted'),
  }
}

/** Whether text of this look cannot be seen. */
export function isUnseen({ size, color, page, ...look }: TextLook): boolean {
  if (look.isInvisible || look.isClipped || look.isAway || (size < LEAST_SIZE && !look.isEnlarged)) return true
  if (color === undefined || look.isPainted) return false
  return color === 'clear' || (page !== undefined && isSameColor(color, page))
}

/** Whether a picture in this place cannot be seen. */
export const hasNoPictures = ({ isInvisible, isClipped }: TextLook): boolean => isInvisible || isClipped
