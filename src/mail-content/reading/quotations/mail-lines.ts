/** Nothing in a line beyond this decides what the line is. */
const MAX_LINE = 400
const PLAIN = /^[\x20-\x7E]*$/
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]

const toAsciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  const zero = DIGIT_ZEROS.find((start) => code >= start && code <= start + 9)
  return zero === undefined ? digit : String(code - zero)
}

/** A line as the rules compare it: without marks of direction, with one kind of space, dash, colon, bracket and digit. */
export function normalizeLine(line: string): string {
  const text = line.slice(0, MAX_LINE)
  if (PLAIN.test(text)) return text.trim()
  return text
    .replace(/[\p{Cf}\uFE0F]/gu, '')
    .replace(/\s/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('：', ':')
    .replaceAll('＜', '<')
    .replaceAll('＞', '>')
    .replaceAll('＠', '@')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .normalize('NFC')
    .trim()
}

/** Whether a line is marked as quoted: `>` after three blanks at most. */
export const isQuotedLine = (line: string): boolean => /^\s{0,3}[>＞]/.test(line)

/** How many mails deep a line is quoted. */
export const countQuoteMarks = (line: string): number =>
  /^(?:\s{0,3}[>＞]){1,50}/.exec(line)?.[0].replaceAll(/[^>＞]/g, '').length ?? 0

/** A quoted line without any of its marks. */
export const removeQuoteMarks = (line: string): string => line.replace(/^(?:\s{0,3}[>＞]){1,50} ?/, '')

/** A quoted line without the outermost of its marks. */
export const removeQuoteMark = (line: string): string => line.replace(/^\s{0,3}[>＞] ?/, '')
