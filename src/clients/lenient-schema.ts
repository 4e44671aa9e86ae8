import { z } from 'zod'

/** Fields of other services' records. A field that is absent, null or of an unexpected type is left out, never an error. */
const anything = z.unknown().optional()

/** Longer than any id, address or sentence of a service. */
const TEXT_CHARS = 4_000
const MAX_ENTRIES = 1_000
const MAX_FIELDS = 200
/** A long thread has many `References`. */
const HEADER_CHARS = 32_000
/** All headers of a mail together. */
const HEADERS_CHARS = 128_000

/** A text of any length, or undefined; only for the bodies of mails. */
export const lenientBody = anything.transform((value) => (typeof value === 'string' ? value : undefined)).optional()
/** A text, or undefined; cut to `maxChars`. */
export const limitedText = (maxChars: number) =>
  anything.transform((value) => (typeof value === 'string' ? value.slice(0, maxChars) : undefined)).optional()
/** A text of up to 4,000 characters, or undefined. */
export const lenientText = limitedText(TEXT_CHARS)
/** A finite number, or undefined. */
export const lenientNumber = anything
  .transform((value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined))
  .optional()
/** True, false or undefined. */
export const lenientBoolean = anything.transform((value) => (typeof value === 'boolean' ? value : undefined)).optional()
/** The texts of a list, at most a thousand; a single text is a list of one. */
export const lenientTextList = anything.transform((value): string[] => {
  const entries: unknown[] = Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [value]
  return entries.flatMap((entry) => (typeof entry === 'string' ? [entry.slice(0, TEXT_CHARS)] : []))
})
/** Cuts a text after a word, with a mark that the rest is missing. */
function cutAfterWord(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const beginning = text.slice(0, maxChars)
  const end = beginning.search(/\s\S*$/)
  return `${(end > 0 ? beginning.slice(0, end) : beginning).trimEnd()} …`
}

/** The headers of a mail, at most 200, each up to 32,000 characters and all together up to 128,000. A longer one ends after a word, with `…`. */
export const lenientHeaders = anything.transform((value): Record<string, string> => {
  const found: [string, string][] = []
  let left = HEADERS_CHARS
  if (typeof value !== 'object' || value === null) return {}
  for (const name in value) {
    const text: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
    if (typeof text === 'string') {
      const cut = cutAfterWord(text, Math.min(HEADER_CHARS, left))
      left -= cut.length
      found.push([name.slice(0, TEXT_CHARS), cut])
    }
    if (found.length === MAX_FIELDS || left <= 0) break
  }
  return Object.fromEntries(found)
})

/** A list without the entries that do not fit, of the first thousand or `maxEntries`: one odd entry must not hide the others. */
export function lenientList<T extends z.ZodType>(entry: T, maxEntries = MAX_ENTRIES) {
  return anything.transform((value): z.output<T>[] =>
    (Array.isArray(value) ? value.slice(0, maxEntries) : []).flatMap((one) => {
      const fit = entry.safeParse(one)
      return fit.success ? [fit.data] : []
    }),
  )
}
