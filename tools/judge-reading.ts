/**
 * right: the expected words in the expected lines; lost: a wanted word is missing; leaked: words that should be folded are shown;
 * layout: the right words, run together or on the wrong lines.
 */
export type Verdict = 'right' | 'lost' | 'leaked' | 'layout'

/** The separator between a token and the one before; `any`: a cell of a table, or the edge of something that may be missing. */
type Gap = 'none' | 'space' | 'line' | 'any'
interface Token {
  text: string
  gap: Gap
  isOptional: boolean
}

/** Words, single ideographs and kana, emoji with their modifiers, and every other sign on its own. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{RI}\p{RI}|\p{Extended_Pictographic}[\p{M}\p{EMod}\u{E0020}-\u{E007F}]*|[\p{L}\p{N}\p{M}]+|\S/gu
/** Marks of lists, rules, emphasis and quotations, which readers draw in different ways. */
const DRAWN = /[|•·*_\-–—─━=+~<>#▪◦●○■□]/g
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFC]|\uFE0E|\uFE0F/g
const PICTURE = /\[(?:image|cid|inline image)[:\s][^\]\n]*\]/gi

/** The host that a reader adds to the label of a link. */
const ADDED_HOST = / ?\((?:[a-z0-9-]+\.)+[a-z0-9-]+\)/gi

const classify = (space: string): Gap => {
  if (space.includes('|')) return 'any'
  if (space.includes('\n')) return 'line'
  return /\s/.test(space) ? 'space' : 'none'
}

const normalize = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .normalize('NFC')
    .replace(PICTURE, ' ')
    .replace(INVISIBLE, '')
    .replace(/<(?=https?:)/g, ' <')

function readTokens(text: string, isOptional: (at: number) => boolean): Token[] {
  const tokens: Token[] = []
  let end = 0
  const drawn = normalize(text)
  const bare = drawn.replace(DRAWN, (sign) => (sign === '|' ? '|' : '\u0000'))
  for (const match of bare.matchAll(TOKEN)) {
    if (match[0] === '|' || match[0] === '\u0000') continue
    const between = bare.slice(end, match.index)
    tokens.push({ text: match[0], gap: end === 0 ? 'any' : classify(between), isOptional: isOptional(match.index) })
    end = match.index + match[0].length
  }
  return tokens
}

const hideHosts = (expected: string, visible: string): string =>
  visible.replace(ADDED_HOST, (host) => (expected.includes(host.trim()) ? host : ''))

/** The lines that begin with `? ` may be missing. */
function readExpected(expected: string): Token[] {
  const lines = normalize(expected.trim()).split('\n')
  const starts: { at: number; isOptional: boolean }[] = []
  let at = 0
  for (const line of lines) {
    starts.push({ at, isOptional: /^\?(?: |$)/.test(line) })
    at += line.length + 1
  }
  const blanked = lines.map((line) => line.replace(/^\?(?= |$)/, ' ')).join('\n')
  return readTokens(blanked, (index) => starts.findLast((start) => start.at <= index)?.isOptional ?? false)
}

/** Pairs of equal tokens with the least that is lost or leaked. */
function align(wanted: Token[], shown: Token[]): [number, number][] {
  const pairs: [number, number][] = []
  let from = 0
  const isSame = (one: number, other: number): boolean => wanted[one]?.text === shown[other]?.text
  while (from < wanted.length && from < shown.length && isSame(from, from) && !wanted[from]?.isOptional) {
    pairs.push([from, from])
    from += 1
  }
  const [rows, columns] = [wanted.length - from, shown.length - from]
  const cost = new Uint32Array((rows + 1) * (columns + 1))
  const cell = (row: number, column: number): number => cost[row * (columns + 1) + column] ?? 0
  const lossOf = (row: number): number => (wanted[from + row]?.isOptional ? 0 : 1)
  for (let row = rows; row >= 0; row -= 1) {
    for (let column = columns; column >= 0; column -= 1) {
      if (row === rows && column === columns) continue
      let least = Number.MAX_SAFE_INTEGER
      if (row < rows) least = cell(row + 1, column) + lossOf(row)
      if (column < columns) least = Math.min(least, cell(row, column + 1) + 1)
      if (row < rows && column < columns && isSame(from + row, from + column))
        least = Math.min(least, cell(row + 1, column + 1))
      cost[row * (columns + 1) + column] = least
    }
  }
  let [row, column] = [0, 0]
  while (row < rows && column < columns) {
    if (isSame(from + row, from + column) && cell(row, column) === cell(row + 1, column + 1)) {
      pairs.push([from + row, from + column])
      row += 1
      column += 1
    } else if (cell(row, column) === cell(row + 1, column) + lossOf(row)) row += 1
    else column += 1
  }
  return pairs
}

const fits = (wanted: Gap, shown: Gap, isWrapped: boolean): boolean => {
  if (wanted === 'any' || shown === 'any' || wanted === shown) return true
  return isWrapped && shown === 'line'
}

/** More words than any mail of the corpus expects; the rest of a longer answer counts as leaked. */
const MAX_TOKENS = 4000

/** The lost and the leaked words. */
export interface Judgement {
  verdict: Verdict
  lost: string[]
  leaked: string[]
  /** The words before which the line or the space is wrong. */
  misplaced: string[]
}

const SEVERITY: Record<Verdict, number> = { right: 0, layout: 1, leaked: 2, lost: 3 }

/** Judges what a reader shows by the expected text that it comes closest to. `isWrapped`: lines may also end where a plain text was wrapped. */
export const judgeReading = (expected: string[], visible: string, options: { isWrapped: boolean }): Judgement =>
  expected
    .map((one) => compareTexts(one, visible, options))
    .reduce((best, one) => (SEVERITY[one.verdict] < SEVERITY[best.verdict] ? one : best))

function compareTexts(expected: string, visible: string, { isWrapped }: { isWrapped: boolean }): Judgement {
  const wanted = readExpected(expected)
  const shown = readTokens(hideHosts(expected, visible.trim().slice(0, 200_000)), () => false).slice(0, MAX_TOKENS)
  const pairs = align(wanted, shown)
  const [found, explained] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, other]) => other))]
  const lost = wanted.filter((token, at) => !token.isOptional && !found.has(at)).map(({ text }) => text)
  const leaked = shown.filter((_, at) => !explained.has(at)).map(({ text }) => text)
  const misplaced = pairs
    .filter(([one, other], at) => {
      const [before = -1] = pairs[at - 1] ?? []
      const gap = before === one - 1 ? wanted[one]?.gap : 'any'
      return !fits(gap ?? 'any', shown[other]?.gap ?? 'any', isWrapped)
    })
    .map(([one]) => wanted[one]?.text ?? '')
  const verdict = lost.length > 0 ? 'lost' : leaked.length > 0 ? 'leaked' : misplaced.length > 0 ? 'layout' : 'right'
  return { verdict, lost, leaked, misplaced }
}
