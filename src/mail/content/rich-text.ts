/** The subset of Slack's rich text that mail is shown in; nothing in it can mention, ping or load anything. */
export interface TextStyle {
  bold?: true
  italic?: true
  strike?: true
  code?: true
}
export type RichTextInline =
  | { type: 'text'; text: string; style?: TextStyle }
  | { type: 'link'; url: string; text?: string; style?: TextStyle }
/** Running text. */
/** A block of rich text. */
export interface RichTextSection {
  type: 'rich_text_section'
  elements: RichTextInline[]
}
/** Items of one level of a list. */
export interface RichTextList {
  type: 'rich_text_list'
  style: 'bullet' | 'ordered'
  indent?: number
  offset?: number
  elements: RichTextSection[]
}
/** A quotation. */
export interface RichTextQuote {
  type: 'rich_text_quote'
  elements: RichTextInline[]
}
/** Text in a fixed-width font. */
export interface RichTextPreformatted {
  type: 'rich_text_preformatted'
  elements: RichTextInline[]
}
export type RichTextPart = RichTextSection | RichTextList | RichTextQuote | RichTextPreformatted
export interface RichText {
  type: 'rich_text'
  elements: RichTextPart[]
}

/** Slack counts addresses and the escaped form of three characters towards a message's size; one part must stay far below its limit. */
const MAX_COST = 9_000
/** The smallest page: it must hold at least one piece of anything. */
const MIN_CHARS = 20

/** The visible text of a piece of a line. */
export const readInlineText = (inline: RichTextInline): string =>
  inline.text ?? (inline.type === 'link' ? inline.url : '')

const costOf = (inline: RichTextInline): number => {
  const text = `${inline.text ?? ''}${inline.type === 'link' ? inline.url : ''}`
  return text.length + (text.match(/[&<>]/g)?.length ?? 0) * 4
}

/** The text without markup, for notifications, prompts and comparisons. */
export function toPlainText(richText: RichText): string {
  return richText.elements
    .map((part) => {
      switch (part.type) {
        case 'rich_text_section':
        case 'rich_text_preformatted':
          return part.elements.map(readInlineText).join('')
        case 'rich_text_quote':
          return part.elements.map(readInlineText).join('').replace(/^/gm, '> ')
        case 'rich_text_list':
          return part.elements
            .map((item, index) => {
              const mark = part.style === 'ordered' ? `${(part.offset ?? 0) + index + 1}.` : '•'
              return `${'  '.repeat(part.indent ?? 0)}${mark} ${item.elements.map(readInlineText).join('')}`
            })
            .join('\n')
      }
    })
    .join('\n')
}

/** Whether anything in it can be clicked. */
export const hasLinks = (richText: RichText): boolean =>
  richText.elements
    .flatMap((part) =>
      part.type === 'rich_text_list' ? part.elements.flatMap((item) => item.elements) : part.elements,
    )
    .some(({ type }) => type === 'link')

interface Space {
  chars: number
  cost: number
}

/** Splits a line: the part that fits, and the rest. */
function splitInlines(inlines: RichTextInline[], space: Space): [RichTextInline[], RichTextInline[]] {
  const taken: RichTextInline[] = []
  for (const [index, inline] of inlines.entries()) {
    const text = readInlineText(inline)
    if (text.length <= space.chars && costOf(inline) <= space.cost) {
      space.chars -= text.length
      space.cost -= costOf(inline)
      taken.push(inline)
      continue
    }
    const rest = inlines.slice(index + 1)
    const fits = inline.type === 'text' ? cutAt(text, countFitting(text, space)) : 0
    space.chars = 0
    if (fits === 0) return [taken, [inline, ...rest]]
    const style = inline.style && { style: inline.style }
    taken.push({ type: 'text', text: text.slice(0, fits), ...style })
    const later = text.slice(fits).trimStart()
    return [taken, later ? [{ type: 'text', text: later, ...style }, ...rest] : rest]
  }
  return [taken, []]
}

const [AMPERSAND, LESS, GREATER] = [0x26, 0x3c, 0x3e]

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

/** A place to cut near the end, between words where there is one, never inside a character. */
function cutAt(text: string, max: number): number {
  const gap = Math.max(text.lastIndexOf('\n', max), text.lastIndexOf(' ', max))
  const end = gap > max * 0.6 ? gap : max
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end
}

function splitPart(part: RichTextPart, space: Space): [RichTextPart | undefined, RichTextPart | undefined] {
  if (part.type !== 'rich_text_list') {
    const [taken, rest] = splitInlines(part.elements, space)
    const half = (elements: RichTextInline[]) => (elements.length > 0 ? { ...part, elements } : undefined)
    return [half(taken), half(rest)]
  }
  const taken: RichTextSection[] = []
  for (const [index, item] of part.elements.entries()) {
    const [now, later] = splitInlines(item.elements, space)
    if (now.length > 0) taken.push({ ...item, elements: now })
    if (later.length > 0) {
      const rest = [{ ...item, elements: later }, ...part.elements.slice(index + 1)]
      const offset = (part.offset ?? 0) + index
      const rests: RichTextList = { ...part, elements: rest, ...(part.style === 'ordered' && offset > 0 && { offset }) }
      return [taken.length > 0 ? { ...part, elements: taken } : undefined, rests]
    }
  }
  return [part, undefined]
}

/** Splits into pages of at most `atMost` visible characters each, without losing anything. */
export const splitIntoPages = (richText: RichText, atMost: number): RichText[] => [...pageByPage(richText, atMost)]

function* pageByPage(richText: RichText, atMost: number): Generator<RichText> {
  const fresh = { chars: Math.max(atMost, MIN_CHARS), cost: MAX_COST }
  let page: RichTextPart[] = []
  let space = { ...fresh }
  for (const part of richText.elements) {
    let rest: RichTextPart | undefined = part
    while (rest) {
      const isFresh = page.length === 0
      const [now, later]: [RichTextPart | undefined, RichTextPart | undefined] = splitPart(rest, space)
      if (now) page.push(now)
      rest = later
      if (!later) break
      if (!now && isFresh) rest = withoutGiant(later)
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

/** The first `chars` characters of the plain text: whole parts, and a piece of the last one if that is running text. */
export function takeBeginning(richText: RichText, chars: number): RichText {
  const elements: RichTextPart[] = []
  let left = chars
  for (const part of richText.elements) {
    const length = toPlainText({ type: 'rich_text', elements: [part] }).length
    if (length <= left) {
      elements.push(part)
      left -= length + 1
      continue
    }
    if (part.type === 'rich_text_section' && left > 0) {
      const [taken] = splitInlines(part.elements, { chars: left, cost: Infinity })
      if (taken.length > 0) elements.push({ ...part, elements: taken })
    }
    break
  }
  return { type: 'rich_text', elements }
}

/** The first `maxChars` visible characters, followed by `…` if anything was left out. */
export function truncateRichText(richText: RichText, maxChars: number): { richText: RichText; isCut: boolean } {
  const [, second] = pageByPage(richText, maxChars)
  if (!second) return { richText, isCut: false }
  const [first = richText] = pageByPage(richText, maxChars - 1)
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
