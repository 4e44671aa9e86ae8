import { hasTime } from './introductions.ts'
import { normalizeLine } from './mail-lines.ts'
import { type HeaderField, headerLabels, sentLabels } from './mail-words.ts'

/** The lines above a quoted or forwarded mail that say who wrote it, when and about what. */
export interface HeaderBlock {
  /** How many lines it has, with blank lines inside it. */
  lines: number
  fields: Map<HeaderField, string>
  /** The field that comes first. */
  first: HeaderField
  /** Its sender has an address. */
  hasAddress: boolean
  /** The label of its date means the time of sending, such as `Sent`, not only a date. */
  isSent: boolean
  /** Each part of its date stands between invisible marks of direction. */
  hasMarks: boolean
}

const MAX_LINES = 24
const MAX_LABEL = 30
const MAX_FOLDED = 12

const fieldsOf = new Map<string, Set<HeaderField>>()
for (const field of ['from', 'date', 'to', 'subject', 'other'] as const)
  for (const label of headerLabels[field]) {
    const known = fieldsOf.get(label) ?? new Set()
    fieldsOf.set(label, known.add(field))
  }

const sentWords = new Set(sentLabels)
const DIRECTION_MARK = /[\u200E\u200F]/g
const LEAST_MARKS = 3
const address = /[^\s<>()[\],;:@]{1,100}@[^\s<>()[\],;:@]{1,200}/
const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === ''

/** Whether a text contains a mail address. */
export const hasAddress = (text: string): boolean => address.test(text)

interface HeaderLine {
  fields: Set<HeaderField>
  value: string
  label: string
}

/** `*From:* Ana` and `Von : Ana`: a label of a header block with its value. */
function readHeaderLine(raw: string | undefined): HeaderLine | undefined {
  if (!raw) return undefined
  // `| From | Ana |` is a row of a table.
  const line = normalizeLine(raw)
    .replace(/^\|\s*([^|:]{1,30}?)\s*\|/, '$1:')
    .replace(/^[*_|\s]{1,4}/, '')
  const colon = line.indexOf(':')
  if (colon < 1 || colon > MAX_LABEL) return undefined
  const label = line
    .slice(0, colon)
    .replace(/[*_]+$/, '')
    .trim()
    .toLowerCase()
    .replaceAll("'", '’')
  const fields = fieldsOf.get(label)
  return (
    fields && {
      fields,
      label,
      value: line
        .slice(colon + 1)
        .replace(/^[*_\s|]+/, '')
        .replace(/\s*\|$/, '')
        .trim(),
    }
  )
}

/** `From: Ana Lee <ana@a.test>` */
export function isSenderLine(raw: string): boolean {
  const line = readHeaderLine(raw)
  return line?.fields.has('from') === true && hasAddress(line.value)
}

/** `De` is Spanish for From and `Data` is Italian for Date and also Romanian: a label means a field that no line above has named. */
function pickField({ fields }: HeaderLine, known: Map<HeaderField, string>): HeaderField | undefined {
  return (
    [...fields].find((field) => !known.has(field)) ?? (fields.has('other') || fields.has('to') ? 'other' : undefined)
  )
}

/** Whether a line continues the value of the header line above it. */
function isFolded(raw: string, known: Map<HeaderField, string>, last: HeaderField, value: string): boolean {
  const line = normalizeLine(raw)
  if (line === '') return false
  if (value === '') return line.length <= 200
  if (last === 'to' || last === 'other' || last === 'from')
    return address.test(line) || /^\s/.test(raw) || /[;,]$|\bon behalf$/i.test(value)
  // `at⏎9:12 AM`
  if (last === 'date' && line.length <= 24 && /^\d/.test(line) && !/[.!?…]$/.test(line))
    return hasTime(line) && !hasTime(value)
  return /^[ \t]/.test(raw) && known.size < 5
}

/** Reads the header block that begins at this line: at least two different fields, in any order and any language. */
export function readHeaderBlock(lines: string[], at: number): HeaderBlock | undefined {
  if (!readHeaderLine(lines[at])) return undefined
  const fields = new Map<HeaderField, string>()
  let last: HeaderField = 'other'
  let folded = 0
  let end = at
  let first: HeaderField | undefined
  const date = { isSent: false, hasMarks: false }
  for (let here = at; here < Math.min(lines.length, at + MAX_LINES); here++) {
    const raw = lines[here] ?? ''
    const header = readHeaderLine(raw)
    const field = header && pickField(header, fields)
    if (header && field) {
      fields.set(field, header.value)
      first ??= field
      if (field === 'date') {
        date.isSent = sentWords.has(header.label)
        date.hasMarks = (raw.match(DIRECTION_MARK)?.length ?? 0) >= LEAST_MARKS
      }
      last = field
      folded = 0
    } else if (header) break
    else if (isBlank(raw)) {
      // Programs that make text from HTML leave blank lines between the lines of a block, or below a bare label.
      const next = lines.slice(here + 1, here + 3).find((line) => !isBlank(line))
      if (readHeaderLine(next) === undefined && fields.get(last) !== '') break
      continue
    } else if (folded < MAX_FOLDED && isFolded(raw, fields, last, fields.get(last) ?? '')) {
      fields.set(last, `${fields.get(last) ?? ''} ${normalizeLine(raw)}`.trim())
      folded++
    } else break
    end = here + 1
  }
  if (fields.size < 2 || ![...fields.values()].some(Boolean)) return undefined
  return {
    lines: end - at,
    fields,
    first: first ?? 'other',
    hasAddress: address.test(fields.get('from') ?? ''),
    ...date,
  }
}

/** A block whose fields stand on one line: `From: Ana <ana@a.test> Sent: Tuesday To: Bob Subject: Plan`. */
export function isHeaderLine(raw: string): boolean {
  const words = normalizeLine(raw).replaceAll('*', '').toLowerCase()
  if (readHeaderLine(raw) === undefined || words.length < 30) return false
  const found = new Set<HeaderField>()
  const labels = words.matchAll(/(?:^| )([^\s:]{1,15}(?: [^\s:]{1,10})?) ?: /gu)
  for (const [, label = ''] of labels) {
    const known = fieldsOf.get(label) ?? fieldsOf.get(label.split(' ').at(-1) ?? '')
    for (const field of known ?? []) found.add(field)
  }
  return found.has('from') && found.has('date') && found.has('to') && found.has('subject') && address.test(words)
}
