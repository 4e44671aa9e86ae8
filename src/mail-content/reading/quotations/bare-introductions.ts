import { hasDate, hasTime, isIntroduction, isOnlyVerb, isShortName } from './introductions.ts'
import { isQuotedLine, normalizeLine } from './mail-lines.ts'
import { findWritten, isBlank } from './text-lines.ts'

const MAX_LINE = 400
/** `2026/11/03 ` */
const DATE = /^\d{4}[/-]\d{1,2}[/-]\d{1,2}(?:[ ,]+\d{1,2}:\d{2}(?::\d{2})?)?[ ,]+/
const ADDRESS = /^[^<>@]{1,80}<[^<>\s@]{1,100}@[^<>\s@]{1,100}>/

/**
 * `Ana Lee <ana@a.test> wrote:` and `2026/11/03 Ana Lee <ana@a.test>`, alone between blank lines: whether an answer quotes the rest. In other mail,
 * somebody may have written these lines.
 */
export function isBareIntroduction(lines: string[], at: number): boolean {
  const line = normalizeLine(lines[at] ?? '')
  if (!isBlank(lines[at - 1] ?? '') || findWritten(lines, at + 1) >= lines.length) return false
  const date = DATE.exec(line)?.[0] ?? ''
  const rest = line.slice(date.length)
  const mailbox = ADDRESS.exec(rest)?.[0]
  if (mailbox === undefined || !isShortName(mailbox.slice(0, mailbox.indexOf('<')).replaceAll(/["']/g, ' ').trim()))
    return false
  const behind = rest.slice(mailbox.length).trim()
  if (date === '') return behind.endsWith(':') && isOnlyVerb(behind)
  const isListed = lines.some((other, index) => index !== at && DATE.test(other.trim()))
  return !isListed && isBlank(lines[at + 1]) && (behind === '' || behind === ':')
}

/** Where an introduction can begin, at the beginning of a line and within it. */
const OPENERS = '(?:On|Am|Le|El|Il|Op|Em|Den|Dnia|Dne) [\\p{L}\\d]'
const STARTS = new RegExp(`^[-\\s]*${OPENERS}`, 'u')
const OPENING = new RegExp(`(?:\\s|-{2,3} ?)(?=${OPENERS})`, 'gu')
const MAX_OPENINGS = 5

/** Puts an introduction on a line of its own that a program wrote behind the last words of an answer: `Fine On Tue, … wrote:`. */
export function splitIntroductions(lines: string[]): string[] {
  return lines.flatMap((line, at) => {
    if (!/[:：]\s*$/.test(line) || line.length > MAX_LINE || isQuotedLine(line)) return [line]
    if (STARTS.test(line) || !isQuotedLine(lines[findWritten(lines, at + 1)] ?? '')) return [line]
    const openings = [...line.matchAll(OPENING)].slice(0, MAX_OPENINGS)
    const opening = openings.find(({ index, 0: { length } }) => {
      const rest = line.slice(index + length)
      return hasDate(rest) && hasTime(rest) && isIntroduction(rest, { isMarked: true })
    })
    return opening === undefined || opening.index === 0
      ? [line]
      : [line.slice(0, opening.index), line.slice(opening.index + opening[0].length)]
  })
}
