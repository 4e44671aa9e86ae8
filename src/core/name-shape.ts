import { createRequire } from 'node:module'
import type Unhomoglyph from 'unhomoglyph'

const require = createRequire(import.meta.url)

/** Loads the table of confusable characters for the first name, because a start doesn't need it. */
const loadConfusables = () => require('unhomoglyph') as typeof Unhomoglyph

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Small capitals, which the table has for lower-case letters of other scripts: their capitals are Latin to a reader. */
const SMALL_CAPITALS: Record<string, string> = { ᴛ: 't', ʙ: 'b', ʜ: 'h', ĸ: 'k', ᴋ: 'k', ʍ: 'm' }

/** The shape of a name to a hurried reader: by Unicode's table of confusable characters (UTS #39), and by a few pairs of Latin letters. */
export const skeletonOf = (name: string): string =>
  plain(loadConfusables()(plain(loadConfusables()(name))))
    .replace(/[ᴛʙʜĸᴋʍ]/g, (letter) => SMALL_CAPITALS[letter] ?? letter)
    .replaceAll('m', 'rn')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
    .replaceAll('-', '')

/** A name is read up to here. */
const NAME_CHARS = 300
/** A shorter name can be the beginning of another person's. */
const MIN_PART_CHARS = 6

/** The shapes of the words of a person's name, in its order. Accents and invisible characters do not divide a word. */
export const listNameShapes = (name: string): string[] =>
  name
    .slice(0, NAME_CHARS)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(skeletonOf)

/** How a name has to have another: as its whole, or with further words around. */
export type NameFit = 'whole' | 'part'

/**
 * Whether a name reads as this name of a person, in any order of the words, or written as one word. Both are shapes. False for a single word, which is
 * no whole name.
 */
export function readsAsName(name: readonly string[], person: readonly string[], fit: NameFit): boolean {
  if (person.length < 2) return false
  const joined = person.join('')
  if (fit === 'part' && joined.length < MIN_PART_CHARS) return false
  if (name.includes(joined) && (fit === 'part' || name.length === 1)) return true
  return (fit === 'part' || name.length === person.length) && person.every((word) => name.includes(word))
}
