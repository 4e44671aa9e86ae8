import { z } from 'zod'

const MAX_ENTRIES = 1_000

/** A list of Slack of which the first thousand entries (or `maxEntries`) are read: more would only come from a broken answer, and each that does not fit is an error. */
export const limitedList = <T extends z.ZodType>(entry: T, maxEntries = MAX_ENTRIES) =>
  z
    .custom<unknown[]>(Array.isArray)
    .transform((list) => list.slice(0, maxEntries))
    .pipe(z.array(entry))
