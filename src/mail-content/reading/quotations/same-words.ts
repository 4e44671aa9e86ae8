/** Letters and digits: two bodies of one mail differ in everything else. */
const WORD = /[\p{L}\p{N}]+/gu
const MAX_CHARS = 30_000
/** This many words in a row are the same passage. */
const PASSAGE = 6
const LEAST_PASSAGE = 3
/** Number of lines of the passage to search for. */
const TRIED_LINES = 5
/** The share of the wanted words that must stand above the passage. */
const LEAST_ABOVE = 0.8

const readWords = (text: string): string[] => text.slice(0, MAX_CHARS).toLowerCase().match(WORD) ?? []

/**
 * The line at which the other body of the mail begins with `leftOut`, below the words of `wanted`; undefined if there is none. Bodies often lack a
 * line that introduces a quoted mail, so the next ones are also tried.
 */
export function findSameWords(lines: string[], wanted: string, leftOut: string[]): number | undefined {
  const needed = readWords(wanted).length * LEAST_ABOVE
  const words: string[] = []
  const starts: { line: number; word: number }[] = []
  let chars = 0
  for (const [line, text] of lines.entries()) {
    const found = readWords(text)
    if (found.length > 0) starts.push({ line, word: words.length })
    for (const word of found) words.push(word)
    chars += text.length
    if (chars > MAX_CHARS) break
  }
  const tried = leftOut.map((text, at) => ({ text, at })).filter(({ text }) => readWords(text).length > 0)
  for (const { at } of tried.slice(0, TRIED_LINES)) {
    const passage = readWords(leftOut.slice(at, at + 20).join('\n')).slice(0, PASSAGE)
    if (passage.length < LEAST_PASSAGE) continue
    const start = starts.find(
      ({ word }) => word >= needed && passage.every((one, offset) => words[word + offset] === one),
    )
    if (start) return start.line
  }
  return undefined
}

/** The words at the beginning of a text, each once. */
export const readUniqueWords = (text: string): ReadonlySet<string> => new Set(readWords(text))

/** The share of the words of a text that are among others, which are read once for all texts that are compared with them. */
export function shareOfWords(expected: string, there: ReadonlySet<string>): number {
  const wanted = readUniqueWords(expected)
  const missing = [...wanted].filter((word) => !there.has(word)).length
  return wanted.size === 0 ? 1 : 1 - missing / wanted.size
}

const LINK_ADDRESS = /<?(?:https?:\/\/|mailto:)[^\s>]+>?/gi
/** Gmail writes this before the words of an image, Outlook in place of an image. */
const IMAGE_MARK = /\[(?:image:|cid:[\w.@-]{1,80}\])/gi
const readAllWords = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(WORD))

/** Whether a text has a word that the other text lacks; the addresses of links and marks for images don't count. Reads both texts to their end. */
export function hasMoreWords(text: string, other: string): boolean {
  const there = readAllWords(other)
  return [...readAllWords(text.replaceAll(LINK_ADDRESS, ' ').replaceAll(IMAGE_MARK, ' '))].some(
    (word) => !there.has(word),
  )
}
