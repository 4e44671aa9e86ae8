import { readHeaderBlock } from './header-block.ts'
import { isQuotedLine, normalizeLine, removeQuoteMark } from './mail-lines.ts'

/** Whether nothing is written on this line. */
export const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === ''

/** Whether this line is drawn and not written. */
export const isRule = (line: string | undefined): boolean => /^\s*[-_=*─━]{3,}\s*$/.test(line ?? '')

/** Whether the only lines with marks are those of a console: `>>> 1 + 1`. */
export function hasOnlyPrompts(lines: string[]): boolean {
  const marked = lines.filter(isQuotedLine)
  return marked.length > 0 && marked.every((line) => line.startsWith('>>> ') || line === '>>>')
}

/** `> 5 minutes` and `>From` in a line of one's own, and the prompts of a console, are not quoted. */
export function isOwnLine(lines: string[], at: number): boolean {
  const line = lines[at] ?? ''
  const isAlone = !isQuotedLine(lines[at - 1] ?? '') && !isQuotedLine(lines[at + 1] ?? '')
  if (!isAlone) return false
  if (line.startsWith('>From ')) return true
  return /^> ?[\d$€£=]/.test(line) && !isBlank(lines[at - 1]) && !/[:：]\s*$/.test(lines[at - 1] ?? '')
}

/** Ticket systems put this line on top of what they send. */
export function isReplyMark(line: string): boolean {
  const text = normalizeLine(line)
  if (text.length > 160 || text.length < 12) return false
  return (
    /^(?:[-#=*_]{2,}|\[)/.test(text) &&
    /(?:reply|respond|write|type|antwort\p{L}*|schreiben|répon\p{L}*|respon\p{L}*|rispond\p{L}*|escrib\p{L}*|antwoord\p{L}*|svar\p{L}*).{0,40}(?:above|oberhalb|über|au-dessus|ci-dessus|encima|arriba|sopra|acima|boven|ovenfor|ovanför)/iu.test(
      text,
    )
  )
}

/** Above the mail that a bounce report repeats. */
export const isCopyMark = (line: string): boolean =>
  /^-{2,} ?(?:below this line is a copy of the message|the header of the original message is following|this is a copy of (?:the|your) message)/i.test(
    line,
  )

/** Whether the next written lines are a header block, marked as quoted or not. */
export function hasBlockBelow(lines: string[], at: number): boolean {
  const next = [at + 1, at + 2, at + 3].find((below) => !isBlank(lines[below]))
  if (next === undefined) return false
  if (!isQuotedLine(lines[next] ?? '')) return readHeaderBlock(lines, next) !== undefined
  return readHeaderBlock(lines.slice(next, next + 12).map(removeQuoteMark), 0) !== undefined
}

/** The next line on which something is written. */
export const findWritten = (lines: string[], from: number): number => {
  let at = from
  while (at < lines.length && isBlank(lines[at])) at++
  return at
}

const WRAPPED_LINE = 60

/** Programs that make text from HTML put the address of a link in brackets, and break the line around it. */
const isRestOfLink = (line: string, rest: string): boolean =>
  rest.length <= 500 &&
  (/^\s?\(https?:\/\/[^\s()]+\) ?>\s*$/.test(rest) ||
    (/\(https?:\/\/[^\s()]{1,300}$/.test(line.slice(-310)) && /^[^\s()]+\)\s*$/.test(rest)))

/** Whether a program broke this quoted line, which became too long; its rest then has no mark. */
export function hasUnmarkedRest(lines: string[], at: number): boolean {
  const line = lines[at] ?? ''
  const rest = lines[at + 1]
  if (rest !== undefined && isQuotedLine(lines[at + 2] ?? '') && isRestOfLink(line, rest)) return true
  return (
    rest !== undefined &&
    line.length >= WRAPPED_LINE &&
    rest.length < line.length &&
    /^\p{Ll}/u.test(rest) &&
    !/[.?!:;…]\s*$/.test(line) &&
    isQuotedLine(lines[at + 2] ?? '') &&
    line.length + 1 + (rest.split(' ', 1)[0] ?? '').length >= 72
  )
}
