import { UNSPACED_LETTER } from '../../records/unspaced-scripts.ts'

/** The part of a long text that is indexed; words after it are not found. */
const TEXT_CHARS = 20_000
const WORD_CHARS = 40

/** Words in nearly every mail, which would not narrow a search. */
const COMMON = new Set(
  `a an and are as at be by for from has have i in is it of on or our that the this to was we were will with you your
  am auf aus bei das dem den der des die ein eine einen er es fur ich ihr im in ist mit nicht sie sind und uns von wir zu zum zur
  au aux ce ces dans de des du elle en est et il je la le les nous ou par pas pour que qui sur un une vous
  al con de del el en es la las lo los no o para por que se su un una y`.split(/\s+/),
)

const UNSPACED = UNSPACED_LETTER.source
/** A change of script ends a word: “2026年”. */
const WORDS = new RegExp(`${UNSPACED}+|[[\\p{L}\\p{N}]--${UNSPACED}]+`, 'gv')

/** Reduces a word for comparison: lower case without accents. */
const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')

/** Splits unspaced text into pairs of neighbouring letters. */
function pairs(word: string): string[] {
  const letters = Array.from(word)
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** Splits a text into normalized words in their order, without the most common ones. */
export function splitSearchWords(text: string): string[] {
  const found = normalize(text.slice(0, TEXT_CHARS)).match(WORDS) ?? []
  return found.flatMap((word) => {
    if (UNSPACED_LETTER.test(word)) return pairs(word)
    return COMMON.has(word) || (word.length < 2 && !/\d/.test(word)) ? [] : [word.slice(0, WORD_CHARS)]
  })
}

/** The lengths of the beginnings by which a word is found: the first for short words that people type, the second for longer ones. */
const [SHORT, LONG] = [3, 5]
/** Precedes a beginning, which is no word. Frozen: the index contains its hashes. */
const BEGINNING = '^'
/** Hebrew writes “the”, “and”, “in” and others as letters before a word: at most two are left out. */
const HEBREW_PREFIX = /^[ובהכלמש]{1,2}(?=[\u05d0-\u05ea]{3})/

/** The word itself, and a Hebrew word without the letters that may be its prefix. */
function listForms(word: string): string[] {
  const prefix = HEBREW_PREFIX.exec(word)?.[0] ?? ''
  return Array.from({ length: prefix.length + 1 }, (_, cut) => word.slice(cut))
}

/** The terms under which a word of a mail is indexed: its beginnings, or the word if it is short. */
export const listBeginnings = (word: string): string[] =>
  listForms(word).flatMap((form) => {
    if (form.length < SHORT) return [form]
    const short = `${BEGINNING}${form.slice(0, SHORT)}`
    return form.length < LONG ? [short] : [short, `${BEGINNING}${form.slice(0, LONG)}`]
  })

/** The term that proposes mails with a word that begins as typed. */
export const formatBeginning = (typed: string): string =>
  typed.length < SHORT ? typed : `${BEGINNING}${typed.slice(0, typed.length < LONG ? SHORT : LONG)}`

/** Whether one of these words begins as typed; a word of less than three letters has to be the same. */
export const hasBeginning = (words: readonly string[], typed: string): boolean =>
  typed.length < SHORT
    ? words.includes(typed)
    : words.some((word) => listForms(word).some((form) => form.startsWith(typed)))

/** The term under which mails of a sender, an inbox or a channel are indexed. */
export const formatTerm = (field: 'from' | 'in', value: string): string => `${field}:${normalize(value)}`
