import { findPageBreak } from './page-breaks.ts'
import { readInlineText, type RichText, type RichTextInline, type RichTextPart } from './rich-text.ts'

/** Slack counts addresses and the escaped form of three characters towards a message's size; one part must stay far below its limit. */
const MAX_COST = 9_000
/** The smallest page: it must hold at least one piece of anything. */
const MIN_CHARS = 20
/** This share of a page must be filled before it ends at a paragraph, and of a text whose beginning alone is shown. */
const [PAGE_FILL, BEGINNING_FILL] = [0.2, 0.7]
/** Characters examined behind a cut, to recognize what would be cut in two. */
const LOOK_AHEAD_CHARS = 64

/** The room on a page, and how many characters it must still take before it may end at a paragraph. */
interface Space {
  chars: number
  cost: number
  least: number
}

/** The part that fits on a page, and the rest. */
interface Split<Piece> {
  taken: Piece
  rest: Piece
  isClean: boolean
}

const [AMPERSAND, LESS, GREATER] = [0x26, 0x3c, 0x3e]

const costOf = (inline: RichTextInline): number => {
  const text = `${inline.text ?? ''}${inline.type === 'link' ? inline.url : ''}`
  return text.length + (text.match(/[&<>]/g)?.length ?? 0) * 4
}

/** How many characters fit, with `&`, `<` and `>` counted as they are sent. */
function countFitting(text: string, space: Space): number {
  let cost = 0
  let end = 0
  const most = Math.min(text.length, space.chars)
  for (; end < most; end++) {
    const code = text.charCodeAt(end)
    cost += code === AMPERSAND || code === LESS || code === GREATER ? 5 : 1
    if (cost > space.cost) break
  }
  return end
}

/** A link is never cut: for finding a place to cut, it is one long word. */
const readUncut = (inline: RichTextInline): string =>
  inline.type === 'link' ? 'x'.repeat(readInlineText(inline).length) : inline.text

/** Splits a line: the part that fits, and the rest, which is empty if everything fits. */
function splitInlines(inlines: RichTextInline[], space: Space): Split<RichTextInline[]> {
  const { chars: charsBefore, least } = space
  const overflow = inlines.findIndex((inline) => {
    const { length } = readInlineText(inline)
    if (length > space.chars || costOf(inline) > space.cost) return true
    space.chars -= length
    space.cost -= costOf(inline)
    space.least -= length
    return false
  })
  const first = inlines[overflow]
  if (!first) return { taken: inlines, rest: [], isClean: true }
  const end = charsBefore - space.chars + (first.type === 'text' ? countFitting(first.text, space) : 0)
  const whole = inlines.slice(0, overflow).map(readUncut).join('')
  const ahead = readUncut(first).slice(0, end - whole.length + LOOK_AHEAD_CHARS)
  const { at, isClean } = findPageBreak(whole + ahead, end, least)
  const [taken, rest] = splitAt(inlines, at)
  return { taken, rest, isClean }
}

/** Cuts after this many visible characters; before a link that reaches further. Blanks at the cut are left out. */
function splitAt(inlines: RichTextInline[], at: number): [RichTextInline[], RichTextInline[]] {
  let left = at
  const index = inlines.findIndex((inline) => {
    const { length } = readInlineText(inline)
    if (length > left) return true
    left -= length
    return false
  })
  const cut = index < 0 ? undefined : inlines[index]
  if (!cut) return [inlines, []]
  const before = inlines.slice(0, index)
  const after = inlines.slice(index + 1)
  if (cut.type === 'link' || left === 0) return [before, trimStart([cut, ...after])]
  const [taken, later] = [cut.text.slice(0, left), cut.text.slice(left)]
  return [[...before, { ...cut, text: taken }], trimStart([{ ...cut, text: later }, ...after])]
}

function trimStart([first, ...rest]: RichTextInline[]): RichTextInline[] {
  if (first?.type !== 'text') return first ? [first, ...rest] : []
  const text = first.text.trimStart()
  return text ? [{ ...first, text }, ...rest] : trimStart(rest)
}

function splitPart(part: RichTextPart, space: Space): Split<RichTextPart | undefined> {
  const half = (elements: RichTextPart['elements']): RichTextPart | undefined =>
    elements.length > 0 ? ({ ...part, elements } as RichTextPart) : undefined
  if (part.type !== 'rich_text_list') {
    const { taken, rest, isClean } = splitInlines(part.elements, space)
    return { taken: half(taken), rest: half(rest), isClean }
  }
  for (const [index, item] of part.elements.entries()) {
    const isFilled = index > 0 && space.least <= 0
    const split = splitInlines(item.elements, space)
    if (split.rest.length === 0) continue
    const offset = (part.offset ?? 0) + index
    const numbered = part.style === 'ordered' && offset > 0 && { offset }
    const [before, after] = [part.elements.slice(0, index), part.elements.slice(index + 1)]
    // An item that does not fit goes to the next page as a whole, if this one is full enough.
    if (isFilled && !split.isClean)
      return { taken: half(before), rest: { ...part, elements: [item, ...after], ...numbered }, isClean: true }
    const taken = split.taken.length > 0 ? [...before, { ...item, elements: split.taken }] : before
    const rest = { ...part, elements: [{ ...item, elements: split.rest }, ...after], ...numbered }
    return { taken: half(taken), rest, isClean: split.isClean }
  }
  return { taken: part, rest: undefined, isClean: true }
}

/** Splits into pages of at most `atMost` visible characters each, without losing anything. Pages end at a paragraph, if they can. */
export const splitIntoPages = (richText: RichText, atMost: number): RichText[] => [
  ...pageByPage(richText, atMost, PAGE_FILL),
]

function* pageByPage(richText: RichText, atMost: number, fill: number): Generator<RichText> {
  const chars = Math.max(atMost, MIN_CHARS)
  const fresh: Space = { chars, cost: MAX_COST, least: Math.floor(chars * fill) }
  let page: RichTextPart[] = []
  let space = { ...fresh }
  for (const part of richText.elements) {
    let rest: RichTextPart | undefined = part
    while (rest) {
      const isFresh = page.length === 0
      const isFilled = !isFresh && space.least <= 0
      const split: Split<RichTextPart | undefined> = splitPart(rest, space)
      const { taken, rest: later }: Split<RichTextPart | undefined> =
        isFilled && !split.isClean ? { ...split, taken: undefined, rest } : split
      if (taken) page.push(taken)
      rest = later
      if (!later) break
      if (!taken && isFresh) rest = withoutGiant(later)
      if (page.length > 0) yield { type: 'rich_text', elements: page }
      page = []
      space = { ...fresh }
    }
  }
  if (page.length > 0) yield { type: 'rich_text', elements: page }
}

/** A link whose label fills more than a page becomes text, which can be cut. */
function withoutGiant(part: RichTextPart): RichTextPart {
  const lean = ([first, ...rest]: RichTextInline[]): RichTextInline[] =>
    first ? [{ type: 'text', text: readInlineText(first), ...(first.style && { style: first.style }) }, ...rest] : []
  if (part.type !== 'rich_text_list') return { ...part, elements: lean(part.elements) }
  const [item, ...items] = part.elements
  return item ? { ...part, elements: [{ ...item, elements: lean(item.elements) }, ...items] } : part
}

/** The first `maxChars` visible characters, followed by `…` if anything was left out. */
export function truncateRichText(richText: RichText, maxChars: number): { richText: RichText; isCut: boolean } {
  const [, second] = pageByPage(richText, maxChars, BEGINNING_FILL)
  if (!second) return { richText, isCut: false }
  const [first = richText] = pageByPage(richText, maxChars - 1, BEGINNING_FILL)
  const elements = first.elements.map((part, index) => (index === first.elements.length - 1 ? ended(part) : part))
  return { richText: { ...first, elements }, isCut: true }
}

function ended(part: RichTextPart): RichTextPart {
  const mark: RichTextInline = { type: 'text', text: '…' }
  if (part.type !== 'rich_text_list') return { ...part, elements: [...part.elements, mark] }
  const last = part.elements.length - 1
  const elements = part.elements.map((item, index) =>
    index === last ? { ...item, elements: [...item.elements, mark] } : item,
  )
  return { ...part, elements }
}
