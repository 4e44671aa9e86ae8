import type { Pieces } from '../../../core/own-turn.ts'
import { findSeparator } from './forwarded-mail.ts'
import { isQuotedLine, removeQuoteMarks } from './mail-lines.ts'

/** A text of the same thread that was there before the mail, with its signature and what it quotes. */
export interface EarlierText {
  text: string
  /**
   * The part that somebody else wrote then, which the mail may answer. People repeat themselves, and sign each mail alike: the rest is only looked for
   * below what is certainly quoted.
   */
  answerable: string
}

/** Earlier texts, prepared to be searched. */
export interface EarlierTexts {
  readonly texts: readonly SearchedText[]
}

interface SearchedText {
  words: readonly string[]
  /** Where a line or sentence begins; a quotation begins and ends there. */
  bounds: ReadonlySet<number>
  /** Where each row of words occurs. */
  rows: ReadonlyMap<string, readonly number[]>
  /** How many words at the beginning may be answered. */
  answerable: number
}

/** Words of one mail that are compared, and of each earlier text. */
const MAX_WORDS = 10_000
const MAX_EARLIER_WORDS = 2_500
/** A quotation has at least as many words, or as many characters of a script without spaces. */
const LEAST_WORDS = 5
const LEAST_SIGNS = 10
/** So much of what was written makes it certain, or a passage of several sentences with at least this many words. */
const WHOLE = 0.8
const LEAST_PASSAGE = 12
/** Where a row of words occurs more often, the first places are enough. */
const MAX_PLACES = 12
const WRAPPED = 55

/** Prefix of a line that stands in an earlier mail; it is then read as quoted. */
const MARK = '>\u2063 '

/** Whether a line was marked because an earlier mail has it. */
export const isRepeatedLine = (line: string | undefined): boolean => line?.startsWith(MARK) === true

const SIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]`
const WORD = new RegExp(String.raw`${SIGN}|(?:(?!${SIGN})[\p{L}\p{N}\p{M}])+`, 'gu')
const IS_SIGN = new RegExp(`^${SIGN}$`, 'u')
const LINK = /<?(?:https?:\/\/|mailto:)[^\s>]{1,2000}>?/gi
const END_OF_SENTENCE = /[.!?…。！？؟](?=["'”’»)\]]{0,2}(?:\s|$))/gu

const readWords = (text: string): string[] => text.replace(LINK, ' ').toLowerCase().normalize('NFC').match(WORD) ?? []

interface BoundedWords {
  words: string[]
  bounds: Set<number>
}

/** The words of a text line by line, and where its lines and sentences begin. */
function readBounds(text: string): BoundedWords {
  const words: string[] = []
  const bounds = new Set<number>()
  let before = ''
  for (const raw of text.split('\n')) {
    const line = removeQuoteMarks(raw)
    // A program broke the sentence here, not its writer.
    const isWrapped = before.length >= WRAPPED && /^\p{Ll}/u.test(line.trim()) && !/[.!?:;…]\s*$/.test(before)
    if (!isWrapped) bounds.add(words.length)
    for (const sentence of line.split(END_OF_SENTENCE)) {
      for (const word of readWords(sentence)) words.push(word)
      bounds.add(words.length)
    }
    // The end of the last sentence is only an end if the line is one.
    if (!/[.!?…。！？؟]["'”’»)\]]{0,2}\s*$/u.test(line) && line.trim().length >= WRAPPED) bounds.delete(words.length)
    if (words.length > MAX_EARLIER_WORDS) break
    before = line
  }
  bounds.add(words.length)
  return { words, bounds }
}

const rowAt = (words: readonly string[], at: number): string => words.slice(at, at + LEAST_WORDS).join(' ')

function prepareText({ words, bounds }: BoundedWords, answerable: number): SearchedText {
  const rows = new Map<string, number[]>()
  for (let at = 0; at + LEAST_WORDS <= words.length; at++) {
    const row = rowAt(words, at)
    const places = rows.get(row)
    if (!places) rows.set(row, [at])
    else if (places.length < MAX_PLACES) places.push(at)
  }
  return { words, bounds, rows, answerable: Math.min(answerable, words.length) }
}

/** Prepares earlier texts once for all readings of a mail, each in a piece of its own; of a long one, only the beginning is compared. */
export function* prepareEarlierTexts(texts: Iterable<EarlierText>): Pieces<EarlierTexts> {
  const prepared: SearchedText[] = []
  for (const text of texts) {
    prepared.push(...prepareEarlierText(text))
    yield
  }
  return { texts: prepared }
}

function prepareEarlierText({ text, answerable }: EarlierText): SearchedText[] {
  const [all, wanted] = [readBounds(text), readBounds(answerable)]
  const { length } = wanted.words
  const isAtTop = wanted.words.every((word, at) => all.words[at] === word)
  return isAtTop ? [prepareText(all, length)] : [prepareText(wanted, length), prepareText(all, 0)]
}

/** Lines of a mail that stand in one earlier text: from the first one to the last one, at a place in that text. */
interface Passage {
  from: number
  to: number
  at: number
  words: number
}

interface WordsOfLines {
  words: string[]
  /** The line of each word, and the first word of each line. */
  lineOf: number[]
  startOf: number[]
}

function readLineWords(lines: readonly string[]): WordsOfLines {
  const found: WordsOfLines = { words: [], lineOf: [], startOf: [] }
  for (const [line, text] of lines.entries()) {
    found.startOf.push(found.words.length)
    if (found.words.length > MAX_WORDS) continue
    for (const word of readWords(removeQuoteMarks(text))) {
      found.words.push(word)
      found.lineOf.push(line)
    }
  }
  found.startOf.push(found.words.length)
  return found
}

/** The longest rows of words that a mail shares with an earlier text, as whole lines. */
function findPassages(mail: WordsOfLines, earlier: SearchedText): Passage[] {
  const passages: Passage[] = []
  const { words } = mail
  for (let at = 0; at + LEAST_WORDS <= words.length;) {
    let best = { place: 0, length: 0 }
    for (const place of earlier.rows.get(rowAt(words, at)) ?? []) {
      let length = LEAST_WORDS
      while (
        at + length < words.length &&
        words[at + length] === earlier.words[place + length] &&
        place + length < earlier.words.length
      )
        length++
      if (length > best.length) best = { place, length }
    }
    const passage = best.length === 0 ? undefined : keepLines(mail, earlier, { at, ...best })
    if (passage) passages.push(passage)
    at += best.length === 0 ? 1 : best.length
  }
  return passages
}

/** Of a row of words, the lines that it has whole, from the beginning of a line or sentence of the earlier text to the end of one. */
function keepLines(
  { words, lineOf, startOf }: WordsOfLines,
  { bounds }: SearchedText,
  { at, place, length }: { at: number; place: number; length: number },
): Passage | undefined {
  const isBound = (word: number): boolean => bounds.has(place + word - at)
  let from = lineOf[at] ?? 0
  if (startOf[from] !== at) from++
  let to = lineOf[at + length - 1] ?? 0
  if ((startOf[to + 1] ?? 0) > at + length) to--
  while (from <= to && !isBound(startOf[from] ?? 0)) from++
  while (from <= to && !isBound(startOf[to + 1] ?? 0)) to--
  // Lines without words do not count.
  const first = startOf[from] ?? 0
  const end = startOf[to + 1] ?? 0
  if (from > to || end - first < LEAST_WORDS) return undefined
  const signs = words.slice(first, end).filter((word) => IS_SIGN.test(word)).length
  if (signs === end - first && signs < LEAST_SIGNS) return undefined
  return { from: lineOf[first] ?? from, to: lineOf[end - 1] ?? to, at: place + first - at, words: end - first }
}

/**
 * Whether the passages are certainly quoted: most of what may be answered, or several of its sentences in a row. `isCited`: the line is in a quotation
 * by its markup.
 */
function isQuotation(
  passages: Passage[],
  { bounds, answerable }: SearchedText,
  isCited: (line: number) => boolean,
): boolean {
  const answered = passages
    .map((one) => ({ ...one, words: Math.min(one.words, answerable - one.at) }))
    .filter(({ words }) => words >= LEAST_WORDS)
  const sum = answered.reduce((before, { words }) => before + words, 0)
  if (sum > 0 && sum >= answerable * WHOLE) return true
  return answered.some(({ from, to, at, words }) => {
    if (isCited(from) && isCited(to)) return true
    if (words < LEAST_PASSAGE) return false
    for (let word = at + 1; word < at + words; word++) if (bounds.has(word)) return true
    return false
  })
}

/**
 * Marks the lines of a mail as quoted that stand in an earlier mail of its thread, whatever their markup is. Only whole lines with the same words in
 * the same order, and only where the texts of somebody else are surely quoted: an answer may repeat a few words of the question.
 */
export function markRepeatedLines(
  lines: string[],
  { texts }: EarlierTexts = { texts: [] },
  isCited: (line: number) => boolean = () => false,
): string[] {
  if (texts.length === 0 || lines.some((line) => findSeparator(removeQuoteMarks(line)) === 'forward')) return lines
  const mail = readLineWords(lines)
  const found = texts.map((text) => ({ text, passages: findPassages(mail, text) }))
  const certain = found.filter(({ text, passages }) => isQuotation(passages, text, isCited))
  const first = Math.min(...certain.flatMap(({ passages }) => passages.map(({ from }) => from)))
  // Below the quotation, older mails follow, those of the writer also.
  const below = found.flatMap(({ passages }) => passages).filter(({ from }) => from >= first)
  const repeated = new Set<number>()
  for (const { from, to } of [...certain.flatMap(({ passages }) => passages), ...below])
    for (let line = from; line <= to; line++) repeated.add(line)
  return lines.map((line, at) => (repeated.has(at) && line.trim() !== '' && !isQuotedLine(line) ? MARK + line : line))
}
