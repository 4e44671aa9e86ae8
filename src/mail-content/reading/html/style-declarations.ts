/** The declarations of one style attribute or rule, by property; names and values are in lower case. */
export type StyleDeclarations = ReadonlyMap<string, string>

/** The properties that decide whether and how text is shown. */
const read = new Set(
  'display visibility opacity font font-size white-space color background background-color background-image overflow height max-height width max-width min-height min-width position left top right text-indent margin-left margin-top margin margin-bottom clip clip-path transform border-top'.split(
    ' ',
  ),
)
const MAX_STYLE = 4_000
const none: StyleDeclarations = new Map()

/** Reads declarations; those with `!important` are repeated in `important`. */
export function readDeclarations(style: string | undefined): { all: StyleDeclarations; important: StyleDeclarations } {
  if (!style) return { all: none, important: none }
  const all = new Map<string, string>()
  const important = new Map<string, string>()
  for (const one of style.slice(0, MAX_STYLE).toLowerCase().split(';')) {
    const at = one.indexOf(':')
    const name = one.slice(0, at).trim()
    if (at < 0 || !read.has(name)) continue
    const value = one.slice(at + 1).trim()
    const bare = value.replace(/\s*!\s*important$/, '')
    all.set(name, bare)
    if (bare !== value) important.set(name, bare)
  }
  return { all, important }
}

const sizes: Partial<Record<string, number>> = { px: 1, pt: 4 / 3, '': 1, pc: 16, cm: 38, mm: 3.8, in: 96, rem: 16 }

/** A length in pixels; undefined for anything else. Shares of the size around it are taken of `base`. */
export function readLength(value: string | undefined, base?: number): number | undefined {
  const [, number = '', unit = ''] = /^(-?(?:\d+\.?\d*|\.\d+))\s*([a-z%]*)$/.exec(value ?? '') ?? []
  if (number === '') return undefined
  if (Number(number) === 0) return 0
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
  const text = (value ?? '').trim().toLowerCase()
  if (text === 'transparent') return 'clear'
  const hex = /^#?([\da-f]{3}|[\da-f]{6})$/.exec(text)?.[1]
  if (hex !== undefined) {
    const wide = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    const part = (at: number) => Number.parseInt(wide.slice(at, at + 2), 16)
    return [part(0), part(2), part(4)]
  }
  const [, red, green, blue, alpha] =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]+%?))?\s*\)$/.exec(text) ?? []
  if (red === undefined) return named[text]
  if (alpha !== undefined && Number.parseFloat(alpha) < 0.05) return 'clear'
  return [Number(red), Number(green), Number(blue)]
}

/** The largest distance between two colors that nobody can distinguish. */
const SAME = 8

export const isSameColor = (one: TextColor, other: TextColor): boolean =>
  one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= SAME)
