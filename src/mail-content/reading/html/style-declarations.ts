import { isUnclear, splitDeclarations } from './style-blocks.ts'

/**
 * The declarations of one style attribute or rule, by property; names and values are in lower case. A value that is not known is `?`. Names with `~`
 * stand for all properties of one effect.
 */
export type StyleDeclarations = ReadonlyMap<string, string>

/** The declarations, and those of them with `!important`. */
interface ReadStyle {
  all: StyleDeclarations
  important: StyleDeclarations
}

/** The properties that may hide text. */
const hiding = new Set(
  'display visibility opacity font-size color background-color overflow height max-height width max-width position left top text-indent clip clip-path transform'.split(
    ' ',
  ),
)
/** The properties that are read besides these. */
const others = new Set(
  'font white-space background background-image margin-top margin-bottom margin border-top'.split(' '),
)
/** No room or no effect. */
const NEUTRAL = /^(?:(?:0(?:[a-z]{1,4}|%)?|auto)(?: (?:0(?:[a-z]{1,4}|%)?|auto)){0,3}|none|normal|static|initial)$/
/** Effects that show what the properties above would hide, unless the value is neutral. */
const effects: [effect: string, names: RegExp, neutral?: RegExp][] = [
  ['~grown', /^(?:padding|min-|aspect-ratio|overflow-[xyib]|(?:max-)?(?:block|inline)-size)/, /^hidden$/],
  [
    '~moved',
    /^(?:padding|margin|inset|right$|bottom$|transform|translate|scale|rotate|offset|position-|letter-spacing)/,
  ],
  ['~moved', /^(?:word-spacing|writing-mode|column|perspective|filter|contain|will-change|zoom)/, /^1$/],
  ['~moved', /^(?:text-align|direction)/, /^(?:left|start|ltr)$/],
  ['~enlarged', /^(?:zoom|transform|scale|text-size|font-size-)/, /^(?:1|100%)$/],
  ['~painted', /^(?:text-(?:fill|stroke|shadow)|filter|backdrop|mix-blend|background-clip|animation)/],
  ['~painted', /^color-scheme/, /\blight\b/],
  ['~framed', /^(?:border(?![\w-]*(?:radius|spacing|collapse|color|style))|outline(?!-)|box-shadow)/],
  ['~animated', /^animation/],
]
/** Here no value is neutral but these two. */
const FLEXIBLE = /^(?:float|flex|box-flex)/

/** Values that hide text or change nothing, by property. */
const stillHiding: Partial<Record<string, RegExp>> = {
  display: /^none$/,
  visibility: /^(?:hidden|collapse)$/,
  opacity: /^0?\.?0+$/,
  overflow: /^hidden$/,
  'font-size': /^[01]px$|^0$/,
  transform: /^none$/,
}
for (const name of ['height', 'max-height', 'width', 'max-width']) stillHiding[name] = /^[01]px$|^0$/

const none: StyleDeclarations = new Map()
export const UNKNOWN = '?'
/** The style of an element that anything may show. */
export const unknownStyle: StyleDeclarations = new Map([
  ...[...hiding].map((name): [string, string] => [name, UNKNOWN]),
  ...effects.map(([effect]): [string, string] => [effect, UNKNOWN]),
])

/** Adds declarations that win over the ones before, or that may. */
export function addDeclarations(
  style: Map<string, string>,
  added: StyleDeclarations,
  isCertain: boolean,
): Map<string, string> {
  for (const [name, value] of added)
    if (isCertain) setValue(style, name, value)
    else if (name === 'font') style.set('font-size', UNKNOWN)
    else if (name.startsWith('background')) style.set('background-color', UNKNOWN)
    else if (name.startsWith('~') || (hiding.has(name) && !stillHiding[name]?.test(value))) style.set(name, UNKNOWN)
  return style
}

/** Sets a value; a property that stands for several takes back what these had. */
function setValue(style: Map<string, string>, name: string, value: string): void {
  if (name === 'font') style.delete('font-size')
  if (name === 'background') for (const part of ['background-color', 'background-image']) style.delete(part)
  style.set(name, value)
}

/** Reads the style attribute of an element. */
export function readStyle(style: string | undefined): ReadStyle {
  if (!style) return { all: none, important: none }
  return isUnclear(style) ? { all: unknownStyle, important: unknownStyle } : readDeclarations(splitDeclarations(style))
}

/** Reads declarations. */
export function readDeclarations(declarations: string[]): ReadStyle {
  const all = new Map<string, string>()
  const important = new Map<string, string>()
  for (const one of declarations) {
    const at = one.indexOf(':')
    if (at < 0) continue
    const name = one.slice(0, at).trim().toLowerCase()
    const value = one
      .slice(at + 1)
      .trim()
      .toLowerCase()
    const mark = value.lastIndexOf('!')
    const bare = mark >= 0 && value.slice(mark + 1).trim() === 'important' ? value.slice(0, mark).trimEnd() : value
    for (const [key, read] of readOne(name, bare)) {
      setValue(all, key, read)
      if (bare !== value) setValue(important, key, read)
    }
  }
  return { all, important }
}

function* readOne(name: string, value: string): Iterable<[string, string]> {
  if (name === 'all' || name.includes('\\')) return yield* unknownStyle
  if (hiding.has(name) || others.has(name)) yield [name, value]
  const bare = name.replace(/^-(?:webkit|moz|ms|o|khtml|epub|apple)-/, '')
  if (bare !== name && hiding.has(bare) && !stillHiding[bare]?.test(value)) yield [bare, UNKNOWN]
  if (FLEXIBLE.test(bare) && value !== 'none' && value !== 'initial') {
    yield [bare === 'float' ? '~moved' : '~grown', UNKNOWN]
    return
  }
  if (NEUTRAL.test(value)) return
  for (const [effect, names, neutral] of effects)
    if (names.test(bare) && !neutral?.test(value) && !(effect === '~framed' && isThin(value))) yield [effect, UNKNOWN]
}

/** Whether a frame is too thin to be the ground of a text. */
const isThin = (value: string): boolean =>
  value
    .replaceAll(/\brgba?\([^()]*\)/g, '#')
    .split(/\s+/)
    .every((part) => /^(?:(?:[0-3](?:\.\d{1,9})?|\.\d{1,9})(?:px|pt)?|#[\da-f]*|(?!thick$)[a-z]+)$/.test(part))

const sizes: Partial<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, cm: 38, mm: 3.8, in: 96, rem: 16 }

/** A length in pixels; undefined for anything else. Shares of the size around it are taken of `base`. */
export function readLength(value: string | undefined, base?: number): number | undefined {
  const [, number = '', unit = ''] = /^(-?(?:\d+(?:\.\d+)?|\.\d+))([a-z%]*)$/.exec(value ?? '') ?? []
  if (number === '') return undefined
  if (Number(number) === 0 && unit === '') return 0
  const share = unit === '%' ? 0.01 : unit === 'em' ? 1 : undefined
  if (share !== undefined) return base === undefined ? undefined : Number(number) * share * base
  const factor = sizes[unit]
  return factor === undefined ? undefined : Number(number) * factor
}

/** Red, green and blue. */
export type TextColor = readonly [number, number, number]

const named: Partial<Record<string, TextColor>> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  whitesmoke: [245, 245, 245],
  ghostwhite: [248, 248, 255],
  floralwhite: [255, 250, 240],
}

/** A color; `clear` if invisible; undefined if it cannot be read. */
export function readColor(value: string | undefined): TextColor | 'clear' | undefined {
  const text = value ?? ''
  if (text === 'transparent') return 'clear'
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/.exec(text)?.[1]
  if (hex !== undefined) {
    const wide = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    const part = (at: number) => Number.parseInt(wide.slice(at, at + 2), 16)
    return [part(0), part(2), part(4)]
  }
  const [, red, green, blue, alpha] =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+(\d?(?:\.\d+)?%?))?\s*\)$/.exec(text) ?? []
  if (red === undefined) return named[text]
  if (alpha !== undefined && Number.parseFloat(alpha) === 0) return 'clear'
  if (alpha !== undefined && !/^1(?:\.0+)?$|^100%$/.test(alpha)) return undefined
  return [Number(red), Number(green), Number(blue)]
}

/** A color in an attribute: its digits need no `#`, and other forms mean other colors there. */
export const readColorAttribute = (value: string | undefined): TextColor | undefined => {
  const text = (value ?? '').trim().toLowerCase()
  const color = /^[\da-f]{6}$/.test(text) ? readColor(`#${text}`) : /^[#a-z]/.test(text) ? readColor(text) : undefined
  return color === 'clear' || /[()]/.test(text) ? undefined : color
}

/** The largest distance between two colors that nobody can distinguish. */
const SAME = 8

export const isSameColor = (one: TextColor, other: TextColor): boolean =>
  one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= SAME)
