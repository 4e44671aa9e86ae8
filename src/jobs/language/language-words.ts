import { chineseWords } from './chinese.ts'
import { englishWords } from './english.ts'
import { frenchWords } from './french.ts'
import { germanWords } from './german.ts'
import { spanishWords } from './spanish.ts'
import type { LanguageWords } from './word-lists.ts'

/** In ascending order: a word in several lists belongs to the last one. */
const kinds = [
  'filler',
  'vague',
  'person',
  'question',
  'app',
  'topic',
  'generic',
  'docs',
  'defect',
  'polite',
  'request',
  'work',
  'social',
  'talk',
  'greeting',
  'thanks',
  'praise',
  'own',
  'addressed',
] as const

/** `code` is a path, an address, an acronym or a version; `unknown` is a word in no list. */
export type WordKind = (typeof kinds)[number] | 'code' | 'unknown'

const MARKS = /\p{M}+/gu
const WORDS = /\p{Script=Han}|[\p{L}\p{N}]+/gu
const HAN = /\p{Script=Han}/u

/** Some characters stand for a whole phrase; ordinary text never becomes twice as long. */
const LONGEST_FOLD = 2

/** Lower case, in one form of Unicode, without accents. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .slice(0, LONGEST_FOLD * text.length)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')

/** Splits a text into folded words; each Chinese character is a word. */
export const splitPromptWords = (text: string): string[] => foldText(text).match(WORDS) ?? []

export type TextLanguage = 'en' | 'de' | 'fr' | 'es' | 'zh'

/** Phrases by their number of words: exact ones, and stems with any ending. */
interface Lexicon {
  language: TextLanguage
  exact: Map<string, WordKind>
  stems: Map<string, WordKind>
  /** The number of words in the longest phrase, by first word: only a few words begin one. */
  longest: Map<string, number>
  /** The length of the longest stem. */
  longestStem: number
  /** Set if words are also found at the end of longer ones: `Preisseite`. */
  hasCompounds: boolean
}

const keyOf = (words: string[]): string => words.join(' ')

function createLexicon(language: TextLanguage, lists: LanguageWords, { hasCompounds = false } = {}): Lexicon {
  const lexicon: Lexicon = {
    language,
    exact: new Map(),
    stems: new Map(),
    longest: new Map(),
    longestStem: 0,
    hasCompounds,
  }
  for (const kind of kinds)
    for (const entry of lists[kind].split(/\s+/)) {
      const words = splitPromptWords(entry.replaceAll('_', ' '))
      const [first] = words
      if (first === undefined) continue
      const key = `${words.length} ${keyOf(words)}`
      const isStem = entry.endsWith('*')
      ;(isStem ? lexicon.stems : lexicon.exact).set(key, kind)
      if (isStem) lexicon.longestStem = Math.max(lexicon.longestStem, key.length)
      lexicon.longest.set(first, Math.max(lexicon.longest.get(first) ?? 1, words.length))
    }
  return lexicon
}

const createLexicons = () => {
  const english = createLexicon('en', englishWords)
  const latin = [
    english,
    createLexicon('de', germanWords, { hasCompounds: true }),
    createLexicon('fr', frenchWords),
    createLexicon('es', spanishWords),
  ]
  return { english, latin, chinese: createLexicon('zh', chineseWords) }
}

let allLexicons: ReturnType<typeof createLexicons> | undefined

/** Builds the lexicons for the first text, because a start needs none. */
const getLexicons = () => (allLexicons ??= createLexicons())

/** A word or phrase of a text; `size` is its number of words. */
export interface KnownWord {
  kind: WordKind
  size: number
  /** Set for a single Chinese character. */
  isCharacter?: boolean
}

const SHORTEST_STEM = 3
const LONGEST_WORD = 60
const NOUNS: ReadonlySet<WordKind | undefined> = new Set<WordKind>(['docs', 'topic', 'generic'])

function findStem({ stems, longestStem }: Lexicon, key: string): WordKind | undefined {
  for (let length = Math.min(key.length, longestStem); length >= SHORTEST_STEM; length -= 1) {
    const found = stems.get(key.slice(0, length))
    if (found) return found
  }
  return undefined
}

/** Finds the noun at the end of a compound. */
function findCompound({ exact }: Lexicon, word: string): WordKind | undefined {
  for (let start = 3; start <= word.length - 4; start += 1) {
    const found = exact.get(`1 ${word.slice(start)}`)
    if (NOUNS.has(found)) return found
  }
  return undefined
}

function findWord(lexicon: Lexicon, words: string[], start: number): KnownWord | undefined {
  const first = words[start] ?? ''
  for (let size = Math.min(lexicon.longest.get(first) ?? 1, words.length - start); size >= 1; size -= 1) {
    const key = `${size} ${keyOf(words.slice(start, start + size))}`.slice(0, LONGEST_WORD)
    const kind = lexicon.exact.get(key) ?? findStem(lexicon, key)
    if (kind) return { kind, size }
  }
  const word = first.slice(0, LONGEST_WORD)
  const plural = word.endsWith('s') ? lexicon.exact.get(`1 ${word.slice(0, -1)}`) : undefined
  const kind = NOUNS.has(plural) ? plural : lexicon.hasCompounds ? findCompound(lexicon, word) : undefined
  return kind && { kind, size: 1 }
}

function readWith(lexicons: Lexicon[], words: string[]): KnownWord[] {
  const read: KnownWord[] = []
  for (let at = 0; at < words.length; at += read.at(-1)?.size ?? 1)
    read.push(
      lexicons.reduce<KnownWord | undefined>((found, lexicon) => found ?? findWord(lexicon, words, at), undefined) ?? {
        kind: 'unknown',
        size: 1,
        isCharacter: HAN.test(words[at] ?? ''),
      },
    )
  return read
}

const countKnown = (words: KnownWord[]): number =>
  words.reduce((sum, { kind, size }) => (kind === 'unknown' ? sum : sum + size), 0)

/** The first words of a text show its language. */
const LANGUAGE_WORDS = 100

/** Returns the lexicon of the language that knows most of these words, then English, whose words people mix into every language. */
function chooseLexicons(all: string[]): Lexicon[] {
  const { english, latin, chinese } = getLexicons()
  const words = all.slice(0, LANGUAGE_WORDS)
  if (words.some((word) => HAN.test(word))) return [chinese, english]
  // Words known with the help of English count, and words of the language itself count more.
  const scores = latin.map(
    (lexicon) => 2 * countKnown(readWith([lexicon, english], words)) + countKnown(readWith([lexicon], words)),
  )
  const best = latin[scores.indexOf(Math.max(...scores))] ?? english
  return best === english ? [english] : [best, english]
}

/** Reads every part of a text in the language of the whole text. */
export function createWordReader(text: string): (part: string) => KnownWord[] {
  const lexicons = chooseLexicons(splitPromptWords(text))
  return (part) => readWith(lexicons, splitPromptWords(part))
}

/** Returns the kind of each word in a text. */
export const readWordKinds = (text: string): WordKind[] => createWordReader(text)(text).map(({ kind }) => kind)

/** Reads each word of a text by itself, in the language of the text `of`; only Chinese characters are read with their neighbours. */
export function readSingleWords(
  text: string,
  of: string = text,
): { language: TextLanguage; words: { word: string; kind: WordKind }[] } {
  const words = splitPromptWords(text)
  const lexicons = chooseLexicons(splitPromptWords(of))
  const language = lexicons[0]?.language ?? 'en'
  if (language !== 'zh')
    return { language, words: words.map((word) => ({ word, kind: readWith(lexicons, [word])[0]?.kind ?? 'unknown' })) }
  const kindOfEach = readWith(lexicons, words).flatMap(({ kind, size }) => Array.from({ length: size }, () => kind))
  return { language, words: words.map((word, index) => ({ word, kind: kindOfEach[index] ?? 'unknown' })) }
}
