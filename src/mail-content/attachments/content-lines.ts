import { sanitizeLine } from '../../core/sanitize-text.ts'

/** A line of a calendar or contact file: `NAME;PARAM=x:value`. */
export interface ContentLine {
  /** In capitals. */
  name: string
  /** With names in capitals. */
  params: Record<string, string>
  value: string
  /** The whole line, unfolded. */
  text: string
}

const MAX_LINES = 5_000
const LINE_CHARS = 2_000
const PARAM = /;([\w-]{1,40})=("[^"]*"|[^";:]*)/y

function parseLine(text: string): ContentLine | undefined {
  const name = /^(?:[\w-]{1,40}\.)?([\w-]{1,40})/.exec(text)
  if (!name) return undefined
  const params: Record<string, string> = {}
  PARAM.lastIndex = name[0].length
  let end = PARAM.lastIndex
  for (let match = PARAM.exec(text); match; match = PARAM.exec(text)) {
    params[(match[1] ?? '').toUpperCase()] = (match[2] ?? '').replace(/^"|"$/g, '')
    end = PARAM.lastIndex
  }
  const colon = text.indexOf(':', end)
  if (colon < 0) return undefined
  return { name: (name[1] ?? '').toUpperCase(), params, value: text.slice(colon + 1), text }
}

/** The lines of a calendar or contact file (RFC 5545, RFC 6350), the first few thousand of them, each cut to a few thousand characters. */
export function parseContentLines(file: string): ContentLine[] {
  const lines: string[] = []
  for (const physical of file.split(/\r\n|\n|\r/, MAX_LINES)) {
    const last = lines.length - 1
    const before = lines[last]
    const isFolded = before !== undefined && /^[ \t]/.test(physical)
    if (!isFolded) lines.push(physical.slice(0, LINE_CHARS))
    else if (before.length < LINE_CHARS) lines[last] = before + physical.slice(1, LINE_CHARS - before.length + 1)
  }
  return lines.flatMap((line) => parseLine(line) ?? [])
}

/** A value in which `\n`, `\,`, `\;` and `\\` stand for themselves, as one short line. */
export const readLineValue = (value: string, chars: number): string =>
  sanitizeLine(value.replace(/\\([nN,;\\])/g, (_, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped)))
    .slice(0, chars)
    .toWellFormed()
