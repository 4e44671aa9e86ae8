import { countIntroductionLines } from './introductions.ts'
import { isQuotedLine } from './mail-lines.ts'
import { isRepeatedLine } from './repeated-text.ts'
import { findWritten, isBlank } from './text-lines.ts'

/** The lines of a mail, and what was found above a place. */
interface Above {
  lines: string[]
  kept: string[]
  quotedMails: number
  depth: number
  kind: 'forward' | 'reply' | undefined
  /** Where the quotation is introduced, once that was looked for. */
  introducedAt?: number
}

const MAX_CITED = 6

/** How many marked lines from here on somebody cites in a text of their own. */
export function countCitedLines(above: Above, at: number): number {
  const { lines, kept, kind, quotedMails, depth } = above
  if (quotedMails > 0 || depth > 0 || kept.every(isBlank) || isRepeatedLine(lines[at])) return 0
  return kind === 'reply' ? countAboveIntroduction(above, at) : countBelowColon(above, at)
}

/** In a mail that answers none: a few, below `As the manual says:`, with more text below them. */
function countBelowColon({ lines, kept }: Above, at: number): number {
  const above = kept.findLast((line) => !isBlank(line)) ?? ''
  if (!/\p{L}.{0,200}[:：]\s*$/u.test(above) || /[@\d]/.test(above)) return 0
  const end = findEnd(lines, at)
  return end - at <= MAX_CITED && findWritten(lines, end) < lines.length ? end - at : 0
}

/** In an answer: those above the line that introduces the quotation, with text of the writer between. */
function countAboveIntroduction(above: Above, at: number): number {
  const { lines } = above
  above.introducedAt ??= findIntroduction(lines, at)
  const end = findEnd(lines, at)
  return findWritten(lines, end) < above.introducedAt ? end - at : 0
}

/** Where the first introduction of marked lines is; without one, before all lines. */
function findIntroduction(lines: string[], from: number): number {
  for (let at = from; at < lines.length; at++) {
    const count = isQuotedLine(lines[at] ?? '') ? 0 : countIntroductionLines(lines, at)
    if (count > 0) return isQuotedLine(lines[findWritten(lines, at + count)] ?? '') ? at : -1
  }
  return -1
}

function findEnd(lines: string[], at: number): number {
  let end = at
  while (isQuotedLine(lines[end] ?? '') && !isRepeatedLine(lines[end])) end++
  return end
}
