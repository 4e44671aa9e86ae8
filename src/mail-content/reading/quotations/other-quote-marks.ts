import { isIntroduction } from './introductions.ts'
import { findWritten } from './text-lines.ts'

/** A bar, or the initials of the one who is quoted: `| text` and `AL> text`. */
const MARK = /^ ?(?:\||\p{Lu}{1,3}>)/u
/** The initials of a person, with what they said. */
const INITIALS = /^ ?(\p{Lu}{2,3})> ?(.*)$/u
/** Consoles ask for their next line with these. */
const PROMPTS = new Set([
  'SQL',
  'PS',
  'IRB',
  'FTP',
  'GDB',
  'CLI',
  'CMD',
  'DOS',
  'SMB',
  'IDL',
  'RMAN',
  'SSH',
  'CQL',
  'IN',
  'OUT',
])
const LEAST_LINES = 2
const LEAST_WORDS = 4

/** Marks those lines with `>` that other programs mark in their own way, below a line that introduces them or with initials in an answer. */
export function markQuotedLines(lines: string[], { isAnswer = false } = {}): string[] {
  const introduction = lines.findIndex((line, at) => {
    const isEnd = line.length <= 200 && /[:：>]\s*$/.test(line)
    return isEnd && MARK.test(lines[findWritten(lines, at + 1)] ?? '') && isIntroduction(line, { isMarked: true })
  })
  if (introduction >= 0) return lines.map((line, at) => (at > introduction && MARK.test(line) ? `> ${line}` : line))
  const quoted = isAnswer ? findInitials(lines) : new Set<string>()
  if (quoted.size === 0) return lines
  return lines.map((line) => (quoted.has(INITIALS.exec(line.slice(0, 200))?.[1] ?? '') ? `> ${line}` : line))
}

/** The initials in front of several lines, one of which is a sentence. */
function findInitials(lines: string[]): ReadonlySet<string> {
  const found = new Map<string, { lines: number; hasSentence: boolean }>()
  for (const line of lines) {
    const [, initials, text = ''] = INITIALS.exec(line.slice(0, 200)) ?? []
    if (initials === undefined || PROMPTS.has(initials)) continue
    const { lines: before, hasSentence } = found.get(initials) ?? { lines: 0, hasSentence: false }
    found.set(initials, { lines: before + 1, hasSentence: hasSentence || isSentence(text) })
  }
  return new Set(
    [...found].filter(([, one]) => one.lines >= LEAST_LINES && one.hasSentence).map(([initials]) => initials),
  )
}

const isSentence = (text: string): boolean =>
  /^\p{Lu}/u.test(text) && (text.match(/\p{L}+/gu)?.length ?? 0) >= LEAST_WORDS
