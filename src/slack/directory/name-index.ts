import { sanitizeLine } from '../../core/sanitize-text.ts'

/** Something of the directory that is found by its name. `key`: its words as they are compared, each after a space. */
export interface IndexedName {
  id: string
  name: string
  key: string
}

/** Maximum length of typed text that is read. */
const TYPED_CHARS = 100

/** Letters that Unicode does not take apart into a letter and an accent. */
const PLAIN_LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }

const NEEDS_FOLDING = /[^ -~]/

/** The words of a name without case and accents. */
function splitWords(text: string): string[] {
  const lower = text.toLowerCase()
  const plain = NEEDS_FOLDING.test(lower)
    ? lower
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .replaceAll(/[ßøłđæœı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    : lower
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** A name with its other search words. Only this is kept of people and channels. */
export const indexName = (id: string, name: string, alsoFoundBy = ''): IndexedName => ({
  id,
  name: sanitizeLine(name),
  key: [...new Set(splitWords(`${name} ${alsoFoundBy}`))].map((word) => ` ${word}`).join(''),
})

/** For `Array.sort`: by the alphabet. */
export const compareNames = (one: IndexedName, other: IndexedName): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : 0

/**
 * The names that fit what somebody typed, best first and at most `limit`: each typed word begins a word of the name. A name that is exactly that
 * or begins with it comes before the others; `names` are in the order of the alphabet.
 */
export function findNames<T extends IndexedName>(names: readonly T[], typed: string, limit: number): T[] {
  const words = splitWords(typed.slice(0, TYPED_CHARS)).map((word) => ` ${word}`)
  const query = words.join('')
  const ranked: [T[], T[], T[]] = [[], [], []]
  for (const one of names) {
    const { key } = one
    if (!words.every((word) => key.includes(word))) continue
    const bucket = `${key} `.startsWith(`${query} `) ? ranked[0] : key.startsWith(query) ? ranked[1] : ranked[2]
    if (bucket.length < limit) bucket.push(one)
    if (ranked[0].length === limit) break
  }
  return ranked.flat().slice(0, limit)
}
