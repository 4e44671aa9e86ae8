import { isBareIntroduction, splitIntroductions } from './bare-introductions.ts'
import { announcesAnswers } from './announced-answers.ts'
import { countIntroductions } from './count-introductions.ts'
import { findSeparator, findSubjectKind } from './forwarded-mail.ts'
import { type HeaderBlock, isHeaderLine, isSenderLine, readHeaderBlock } from './header-block.ts'
import { countIntroductionLines, isFramedIntroduction, isIntroduction } from './introductions.ts'
import { markQuotedLines } from './other-quote-marks.ts'
import { countCitedLines } from './cited-lines.ts'
import { isAnswerInQuotation } from './only-signature.ts'
import { findQuotedBlock, hasRoomAbove } from './quoted-block.ts'
import { type EarlierTexts, markRepeatedLines } from './repeated-text.ts'
import { countQuoteMarks, isQuotedLine, removeQuoteMark, removeQuoteMarks } from './mail-lines.ts'
import {
  findWritten,
  hasBlockBelow,
  hasOnlyPrompts,
  hasUnmarkedRest,
  isBlank,
  isCopyMark,
  isOwnLine,
  isReplyMark,
  isRule,
} from './text-lines.ts'
import { removeSignature } from './signatures.ts'

/** The parts that were collapsed. */
export interface CollapsedParts {
  /** How many earlier mails are quoted below or between the new lines. */
  quotedMails: number
  signature: boolean
}

/** The newly written part of a plain text body. */
export interface NewText {
  newText: string
  collapsed: CollapsedParts
  /** Below the newly written part, the new text contains a forwarded mail with its headers. */
  isForward?: true
}

/** Facts from the head of a mail that help to read its text. */
export interface MailHead {
  subject?: string | undefined
  senderName?: string | undefined
  /** The texts that the thread had before the mail. */
  earlier?: EarlierTexts | undefined
}

/** Anything beyond this is only shown with the whole mail. */
export const NEW_TEXT_CHARS = 100_000
const MAX_LINES = 5_000

interface Reading {
  lines: string[]
  kept: string[]
  quotedMails: number
  depth: number
  /** The lines of the writer above a forwarded mail. */
  own: string[] | undefined
  subject: string | undefined
  sender: string | undefined
  kind: 'forward' | 'reply' | undefined
  /** The only lines with marks are those of a console: `>>> 1 + 1`. */
  hasPrompts: boolean
  introducedAt?: number
}

/** Separates the newly written text from quotes and the signature. Nothing is lost: Read all shows the whole mail. */
export function splitNewText(text: string, { subject, senderName: sender, earlier }: MailHead = {}): NewText {
  const kind = findSubjectKind(subject ?? '', text.slice(0, NEW_TEXT_CHARS))
  const written = text.slice(0, NEW_TEXT_CHARS).replace(/\r\n?/g, '\n').split('\n', MAX_LINES)
  const marked = kind === 'forward' ? written : markRepeatedLines(written, earlier)
  const lines = splitIntroductions(markQuotedLines(marked, { isAnswer: kind === 'reply' }))
  const reading: Reading = {
    lines,
    kept: [],
    quotedMails: 0,
    depth: 0,
    own: undefined,
    subject,
    sender,
    kind,
    hasPrompts: hasOnlyPrompts(lines),
  }
  let at = 0
  while (at < reading.lines.length) at = readLines(reading, at)
  const { body, signature } = reading.own
    ? { body: reading.kept, signature: false }
    : removeSignature(reading.kept, { sender })
  const above = reading.own ? removeSignature(reading.own, { sender }) : undefined
  const whole = above ? [...above.body, '', ...body] : body
  const fresh = joinLines(whole) || joinLines(reading.kept)
  const quotedMails = Math.max(reading.quotedMails, reading.depth)
  const forward = reading.own ? { isForward: true as const } : {}
  const isAnswer = reading.quotedMails === 0 && reading.depth > 0 && isAnswerInQuotation(reading.kept, lines, sender)
  if (fresh !== '' && !isAnswer)
    return {
      newText: fresh,
      collapsed: { quotedMails, signature: signature || (above?.signature ?? false) },
      ...forward,
    }
  return { newText: text.trim(), collapsed: { quotedMails: 0, signature: false }, ...forward }
}

const joinLines = (lines: string[]): string =>
  lines
    .join('\n')
    .trimEnd()
    .replace(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .replace(/^(?:[ \t]*\n)+/, '')

/** Reads what begins at this line and returns where to go on; past the last line, where everything that follows is quoted. */
function readLines(reading: Reading, at: number): number {
  const { lines, kept } = reading
  const line = lines[at] ?? ''
  if (isFramedIntroduction(line) || isCopyMark(line)) return endHere(reading, at)
  if (isQuotedLine(line) && !reading.hasPrompts && !isOwnLine(lines, at)) return readQuotation(reading, at)
  if (isReplyMark(line)) return kept.some((one) => !isBlank(one)) ? endHere(reading, at) : at + 1
  const introduction = countIntroductionLines(lines, at)
  if (introduction > 0) return readIntroduction(reading, at, introduction)
  if (isBelowAnswer(reading) && (isBareIntroduction(lines, at) || isSenderOfMarked(lines, at)))
    return readIntroduction(reading, at, 1)
  const separator =
    line.length <= 200 || line.startsWith('<div>-')
      ? findSeparator(line, { isAboveBlock: hasBlockBelow(lines, at) })
      : undefined
  if (separator) return readSeparator(reading, at, separator)
  const block = findQuotedBlock(reading, at)
  if (block) return readBlock(reading, at, block)
  if (isHeaderLine(line) && hasRoomAbove(lines, at))
    return isForwardHere(reading) ? keepForward(reading, at, at + 1) : endHere(reading, at)
  kept.push(line)
  return at + 1
}

/** Whether an answer stands above the next line. */
const isBelowAnswer = ({ kind, kept }: Reading): boolean => kind === 'reply' && kept.some((line) => !isBlank(line))

/** Outlook for Mac puts the name of the sender above what it marks as quoted. */
const isSenderOfMarked = (lines: string[], at: number): boolean =>
  isQuotedLine(lines[findWritten(lines, at + 1)] ?? '') && isSenderLine(lines[at] ?? '')

/** Ends the new text above this line: everything below it is quoted. */
function endHere(reading: Reading, at: number): number {
  reading.quotedMails += Math.max(1, countIntroductions(reading.lines, at))
  removeRule(reading.kept)
  return reading.lines.length
}

function removeRule(kept: string[]): void {
  while (kept.length > 0 && (isBlank(kept.at(-1)) || isRule(kept.at(-1)))) kept.pop()
}

function readQuotation(reading: Reading, at: number): number {
  const line = reading.lines[at] ?? ''
  if (isQuotedForward(reading, at)) {
    removeMarks(reading, at)
    return keepForward(reading, at, at)
  }
  const cited = countCitedLines(reading, at)
  if (cited > 0) {
    reading.kept.push(...reading.lines.slice(at, at + cited))
    return at + cited
  }
  // The texts above and below a quotation are separate paragraphs.
  if (!isBlank(reading.kept.at(-1) ?? '')) reading.kept.push('')
  reading.depth = Math.max(reading.depth, countQuoteMarks(line))
  if (isIntroduction(removeQuoteMarks(line), { isMarked: true })) reading.quotedMails++
  return hasUnmarkedRest(reading.lines, at) ? at + 2 : at + 1
}

function readIntroduction(reading: Reading, at: number, count: number): number {
  const { lines } = reading
  const below = at + count
  const next = lines.slice(below, below + 6).find((line) => !isBlank(line))
  if (
    isForwardHere(reading) &&
    next !== undefined &&
    reading.own === undefined &&
    reading.kept.filter((line) => !isBlank(line)).length <= 2
  )
    return keepForward(reading, at, below)
  reading.quotedMails++
  // Quoted lines have marks, so answers between them are kept. Without marks, everything that follows is the quotation.
  if (next !== undefined && isQuotedLine(next)) return below
  reading.quotedMails += countIntroductions(lines, below)
  removeRule(reading.kept)
  return lines.length
}

function readSeparator(reading: Reading, at: number, kind: 'forward' | 'reply'): number {
  const { lines, kept } = reading
  const block = [1, 2, 3].map((below) => readHeaderBlock(lines, at + below)).find(Boolean)
  const isHead = reading.own !== undefined && kept.every(isBlank)
  if (kind === 'forward' || isForwardHere(reading) || isHead) {
    return keepForward(reading, at, at + 1)
  }
  const isMarked = isQuotedLine(lines.slice(at + 1, at + 4).find((line) => !isBlank(line)) ?? '')
  if (isMarked) {
    reading.quotedMails++
    return at + 1
  }
  reading.quotedMails += countIntroductions(lines, at) + (block || hasIntroductionBelow(lines, at) ? 0 : 1)
  removeRule(kept)
  return lines.length
}

const hasIntroductionBelow = (lines: string[], at: number): boolean =>
  [1, 2, 3].some((below) => countIntroductionLines(lines, at + below) > 0)

function readBlock(reading: Reading, at: number, block: HeaderBlock): number {
  const { lines, kept } = reading
  const isFirst = kept.every((line) => isBlank(line) || isRule(line))
  // Without a word above it, and below the first line of a forward, it is the head of what was forwarded.
  const isHead = isFirst && (reading.own !== undefined || reading.kind !== 'reply')
  if (isForwardHere(reading) || isHead) return keepForward(reading, at, at + block.lines)
  const next = lines.slice(at + block.lines, at + block.lines + 4).find((line) => !isBlank(line))
  if (next !== undefined && isQuotedLine(next)) {
    reading.quotedMails++
    removeRule(kept)
    return at + block.lines
  }
  // Outlook marks no line of a quotation, so answers inside cannot be told apart.
  if (reading.quotedMails === 0 && announcesAnswers(joinLines(kept), reading.sender)) {
    reading.quotedMails = 1
    removeRule(kept)
    kept.push('')
    return at + block.lines
  }
  return endHere(reading, at)
}

/** The mail is a forward by its subject, and no forwarded mail was found above this line. */
const isForwardHere = ({ own, kind }: Reading): boolean => own === undefined && kind === 'forward'

/** Keeps a forwarded mail, with the lines that name its sender and date; older mails that it quotes are left out later. */
function keepForward(reading: Reading, at: number, below: number): number {
  const { lines } = reading
  const isFirst = reading.own === undefined
  if (isFirst) {
    removeRule(reading.kept)
    reading.own = reading.kept
    reading.kept = []
  }
  reading.kept.push(...lines.slice(at, below))
  // Some programs mark forwarded lines like quoted ones, with their head or without.
  const unmark = (from: number): number => {
    const next = findWritten(reading.lines, from)
    if (isFirst && isQuotedLine(reading.lines[next] ?? '')) removeMarks(reading, next)
    return next
  }
  const next = unmark(below)
  if (below === at) return below
  const count = readHeaderBlock(reading.lines, next)?.lines ?? countIntroductionLines(reading.lines, next)
  if (count === 0) return below
  reading.kept.push(...reading.lines.slice(below, next + count))
  unmark(next + count)
  return next + count
}

/** Apple marks a forwarded mail as quoted, with the line that introduces it. */
function isQuotedForward(reading: Reading, at: number): boolean {
  const { lines, own, quotedMails, depth } = reading
  if (own !== undefined || quotedMails > 0 || depth > 0) return false
  const quoted = lines.slice(at, at + 14).map(removeQuoteMark)
  const first = quoted.findIndex((line) => !isBlank(line) && !isRule(line))
  const separator = findSeparator(quoted[first] ?? '')
  if (separator === 'forward') return true
  return (
    isForwardHere(reading) && (separator === 'reply' || readHeaderBlock(quoted, first)?.fields.has('from') === true)
  )
}

/** Takes the outermost mark off the lines that are quoted from here on. */
function removeMarks(reading: Reading, from: number): void {
  const { lines } = reading
  const end = lines.findIndex((line, at) => at >= from && !isBlank(line) && !isQuotedLine(line))
  const below = end === -1 ? lines.length : end
  reading.lines = lines.map((line, at) => (at >= from && at < below ? removeQuoteMark(line) : line))
}
