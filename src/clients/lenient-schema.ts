import { z } from 'zod'

/** Fields of other services' records. A field that is absent, null or of an unexpected type is left out, never an error. */
const anything = z.unknown().optional()

/** A text, or undefined. */
export const lenientText = anything.transform((value) => (typeof value === 'string' ? value : undefined)).optional()
/** A finite number, or undefined. */
export const lenientNumber = anything
  .transform((value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined))
  .optional()
/** True, false or undefined. */
export const lenientBoolean = anything.transform((value) => (typeof value === 'boolean' ? value : undefined)).optional()
/** The texts of a list; a single text is a list of one. */
export const lenientTextList = anything.transform((value): string[] => {
  const entries: unknown[] = Array.isArray(value) ? value : [value]
  return entries.filter((entry) => typeof entry === 'string')
})
/** The fields of an object that are texts. */
export const lenientTextMap = anything.transform((value): Record<string, string> => {
  const entries: [string, unknown][] = value && typeof value === 'object' ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
})

/** A list without the entries that do not fit: one odd entry must not hide the others. */
export function lenientList<T extends z.ZodType>(entry: T) {
  return anything.transform((value): z.output<T>[] =>
    (Array.isArray(value) ? value : []).flatMap((one) => {
      const fit = entry.safeParse(one)
      return fit.success ? [fit.data] : []
    }),
  )
}
