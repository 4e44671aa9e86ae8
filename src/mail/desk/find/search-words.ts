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

/** The term under which mails of a sender, an inbox or a channel are indexed. */
export const formatTerm = (field: 'from' | 'in', value: string): string => `${field}:${normalize(value)}`
