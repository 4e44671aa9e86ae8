import { normalizeLine } from './mail-lines.ts'
import { isName } from './signature-lines.ts'

/** Whether a line is a name, and the sender's as far as that is known. */
export function isNameOf(line = '', sender: string | undefined): boolean {
  const text = normalizeLine(line)
  const words = new Set(text.toLowerCase().split(/[\s,]+/))
  return (
    isName(text) &&
    !/[,.]$/.test(text) &&
    (sender === undefined ||
      normalizeLine(sender)
        .toLowerCase()
        .split(/[\s,]+/)
        .some((word) => words.has(word)))
  )
}

/** `Lee, Ana` is also `Ana Lee`. */
export function hasWordsOf(line: string, name: string): boolean {
  const words = (text: string) => text.toLowerCase().split(/[\s,]+/)
  const there = new Set(words(line))
  return words(normalizeLine(name)).every((word) => there.has(word))
}
