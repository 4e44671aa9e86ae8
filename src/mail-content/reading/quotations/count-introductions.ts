import { readHeaderBlock } from './header-block.ts'
import { isIntroduction } from './introductions.ts'
import { isQuotedLine, removeQuoteMarks } from './mail-lines.ts'

/** How many earlier mails are introduced from this line on, however deep they are quoted. */
export function countIntroductions(lines: string[], from: number): number {
  let count = 0
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (isIntroduction(removeQuoteMarks(line), { isMarked: isQuotedLine(line) })) count++
    else if (readHeaderBlock(lines, at)?.fields.has('from')) {
      count++
      at += (readHeaderBlock(lines, at)?.lines ?? 1) - 1
    }
  }
  return count
}
