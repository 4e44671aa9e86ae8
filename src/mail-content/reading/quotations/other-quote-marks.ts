import { isIntroduction } from './introductions.ts'
import { findWritten } from './text-lines.ts'

/** A bar, or the initials of the one who is quoted: `| text` and `AL> text`. */
const MARK = /^ ?(?:\||\p{Lu}{1,3}>)/u

/** Marks those lines with `>` that other programs mark in their own way, below a line that introduces them. */
export function markQuotedLines(lines: string[]): string[] {
  const introduction = lines.findIndex((line, at) => {
    const isEnd = line.length <= 200 && /[:：]\s*$/.test(line)
    return isEnd && MARK.test(lines[findWritten(lines, at + 1)] ?? '') && isIntroduction(line, { isMarked: true })
  })
  if (introduction < 0) return lines
  return lines.map((line, at) => (at > introduction && MARK.test(line) ? `> ${line}` : line))
}
