import type { Pieces } from '../../../core/own-turn.ts'
import { announcesAnswers } from '../quotations/announced-answers.ts'
import { readHtml, type ReadHtml } from './html-reader.ts'
import { type ParsedDocument, parseHtml } from './parse-html.ts'
import { findSeparator, findSubjectKind } from '../quotations/forwarded-mail.ts'
import { readHeaderBlock } from '../quotations/header-block.ts'
import { isIntroduction } from '../quotations/introductions.ts'
import { type CollapsedParts, splitNewText } from '../quotations/quoted-text.ts'
import { removeQuoteMarks } from '../quotations/mail-lines.ts'
import { isAnswerInQuotation, isOnlySignature } from '../quotations/only-signature.ts'
import { type EarlierTexts, markRepeatedLines } from '../quotations/repeated-text.ts'
import { omittedQuote } from '../rich-text-writer.ts'
import { alignLines, keepLines, readLines } from '../rich-text-lines.ts'
import { toPlainText, type RichText, type RichTextPart } from '../rich-text.ts'
import { findSameWords } from '../quotations/same-words.ts'

/** Far more than a card shows; what is below is only counted. */
const NEW_CHARS = 20_000
/** The line that stands for a quotation that was left out. */
const OMITTED = '> '
/** Most lines of an introduction. */
const INTRODUCTION_LINES = 4

/** The new part of an HTML body; without elements if the body has no words. */
export interface NewHtml {
  richText: RichText
  collapsed: CollapsedParts
  /** How many pictures readers see. */
  pictures: number
  /** The end was not read. */
  isCut: boolean
  /** The program that wrote it marked what it quotes. */
  hasMarks: boolean
}

/** Facts about the mail besides its HTML body. */
interface Companions {
  subject: string | undefined
  senderName: string | undefined
  /** The text body, and its new part. */
  text: string
  newText: string
  leftOut: CollapsedParts
  earlier: EarlierTexts | undefined
}

const hasWords = ({ richText }: ReadHtml) => richText.elements.some((part) => part !== omittedQuote)

/** Leaves out quotes and signatures, or only quotes, or nothing: whatever leaves something to read. */
function readNewParts(parsed: ParsedDocument, { subject, senderName }: Companions): ReadHtml {
  const options = { chars: NEW_CHARS, marksOmissions: true, ...(subject !== undefined && { subject }) }
  const whole = readHtml(parsed, { ...options, collapse: 'all' })
  // Outlook marks no line of a quotation, so answers inside cannot be told apart.
  if (whole.isOver && announcesAnswers(toPlainText(whole.richText), senderName))
    return readHtml(parsed, { ...options, collapse: 'all', hasAnswersBelow: true })
  const answer = readAnswerInQuotes(parsed, whole, senderName)
  if (answer) return answer
  if (hasWords(whole) || whole.pictures > 0) return whole
  const signed = whole.signature ? readHtml(parsed, { ...options, collapse: 'quotes' }) : whole
  return hasWords(signed) ? signed : readHtml(parsed, { ...options, collapse: 'nothing' })
}

/** Reads everything if what would be left out is the only text. */
function readAnswerInQuotes(
  parsed: ParsedDocument,
  { richText, quotedMails }: ReadHtml,
  sender: string | undefined,
): ReadHtml | undefined {
  const lines = (text: RichText) =>
    toPlainText(text)
      .split('\n')
      .filter((line) => line.trim() !== OMITTED.trim())
  if (quotedMails === 0 || !isOnlySignature(lines(richText), sender)) return undefined
  const all = readHtml(parsed, { chars: NEW_CHARS, collapse: 'nothing' })
  return isAnswerInQuotation(lines(richText), lines(all.richText), sender) ? all : undefined
}

const allLines = (parts: RichTextPart[]): string[] => readLines({ type: 'rich_text', elements: parts }, () => false)

/** The lines of the last paragraph. */
function lastParagraph(parts: RichTextPart[]): string[] {
  const lines = allLines(parts)
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  return lines.slice(lines.findLastIndex((line, at) => at < end && line.trim() === '') + 1, end)
}

/** Whether a quotation without a mark is the mail that is answered: something introduces it, above it or in its first lines. */
function isAnswered(richText: RichText, at: number, isReply: boolean): boolean {
  const lines = (parts: RichTextPart[]) => allLines(parts).filter((line) => line.trim() !== '')
  const above = lastParagraph(richText.elements.slice(Math.max(0, at - 2), at)).slice(-INTRODUCTION_LINES)
  const inside = lines(richText.elements.slice(at, at + 1)).slice(0, INTRODUCTION_LINES)
  // `As the poet wrote:` introduces the writer's own quotation, unless the mail is an answer.
  const introduces = (joined: string[]) => joined.length > 0 && isIntroduction(joined.join(' '), { isMarked: isReply })
  const isSeparator = (line: string) => findSeparator(line) === 'reply'
  return (
    above.some((line, index) => introduces(above.slice(index)) || isSeparator(line)) ||
    inside.some((line, index) => introduces(inside.slice(0, index + 1)) || isSeparator(line)) ||
    readHeaderBlock(inside, 0)?.fields.has('from') === true
  )
}

const MARKED = /^\s{0,3}>/

/** Where the marked header of a mail begins; -1 without one. */
const findMarkedHeader = (lines: string[]): number =>
  lines.findIndex(
    (line, at) =>
      MARKED.test(line) && readHeaderBlock(lines.slice(at, at + 8).map(removeQuoteMarks), 0)?.fields.has('from'),
  )

/**
 * The lines as the text rules know them: those of a quotation are marked. Programs mark no lines in HTML, so `> 80 %` is a person's own line,
 * unless something introduces a quotation above it, or the mail is an answer.
 */
function markLines(richText: RichText, subject = ''): string[] {
  const isReply = findSubjectKind(subject) === 'reply'
  const plain = readLines(richText, () => false)
  const marked = readLines(richText, (part, at) => part === omittedQuote || isAnswered(richText, at, isReply))
  const header = findMarkedHeader(plain)
  // Some programs mark only the header of the mail that they quote.
  if (header >= 0) return marked.map((line, at) => (at > header && !MARKED.test(line) ? `> ${line}` : line))
  const first = plain.findIndex((line) => MARKED.test(line))
  if (first < 0 || isReply) return marked
  const above = plain.slice(0, first).filter((line) => line.trim() !== '')
  const isQuoted = [1, 2, 3, 4].some((count) => isIntroduction(above.slice(-count).join(' '), { isMarked: true }))
  if (isQuoted || above.some((line) => findSeparator(line))) return marked
  return marked.map((line, at) => (line === plain[at] && MARKED.test(line) ? line.replace('>', '›') : line))
}

/** Marks what stands in an earlier mail: in a bare quotation, a line is enough. */
function markRepeated(richText: RichText, lines: string[], { earlier, subject = '' }: Companions): string[] {
  if (!earlier || findSubjectKind(subject) === 'forward') return lines
  const [plain, cited] = [readLines(richText, () => false), readLines(richText, () => true)]
  return markRepeatedLines(lines, earlier, (line) => plain[line] !== cited[line])
}

/** Reads the new part of an HTML body, in pieces. Where programs left no marks, the text rules still find what is quoted. */
export function* readNewHtml(html: string, companions: Companions): Pieces<NewHtml> {
  const parsed = parseHtml(html)
  yield
  const made = readNewParts(parsed, companions)
  yield
  const facts = { pictures: made.pictures, isCut: parsed.isCut || made.isFull, hasMarks: made.quotedMails > 0 }
  const collapsed = { quotedMails: made.quotedMails, signature: made.signature }
  const lines = markRepeated(made.richText, markLines(made.richText, companions.subject), companions)
  yield
  // Lines of earlier mails are marked already.
  const { newText, collapsed: inText } = splitNewText(lines.join('\n'), { ...companions, earlier: undefined })
  const isKept = alignLines(lines, newText.split('\n'))
  const isWhole = isKept === undefined || lines.every((line, at) => isKept[at] || line === OMITTED)
  const byText = isWhole ? lines.map(() => true) : isKept
  const from = findQuotedFrom(lines, byText, companions)
  const kept = byText.map((one, at) => one && lines[at] !== OMITTED && (from === undefined || at < from))
  return {
    richText: keepLines(made.richText, kept),
    collapsed: {
      quotedMails: Math.max(
        collapsed.quotedMails,
        isWhole ? 0 : inText.quotedMails,
        from === undefined ? 0 : companions.leftOut.quotedMails,
      ),
      signature:
        collapsed.signature || (!isWhole && inText.signature) || (from !== undefined && companions.leftOut.signature),
    },
    ...facts,
  }
}

/** The line at which the quotation begins that only the text body marks. */
function findQuotedFrom(lines: string[], isKept: boolean[], { text, newText }: Companions): number | undefined {
  const inText = text.split('\n')
  const isNew = alignLines(inText, newText.split('\n'))
  const first = isNew?.findIndex((one, at) => !one && inText[at]?.trim() !== '') ?? -1
  // With answers below it, the quotation has no single beginning.
  if (first <= 0 || isNew?.slice(first).some(Boolean)) return undefined
  const shown = lines.map((line, at) => (isKept[at] ? line : ''))
  const from = findSameWords(shown, newText, inText.slice(first))
  return from !== undefined && from > 0 ? from : undefined
}
