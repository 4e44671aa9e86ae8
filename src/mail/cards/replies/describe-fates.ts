import type { MailText } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'

/** A report of the mailbox about one address. */
interface Fate {
  address: string
  status?: string | undefined
  type?: string
  subType?: string
}

/** Limit of kinds of trouble that are shown; others are counted. */
const SHOWN_FATES = 5

/**
 * Writes one line for all addresses with the same trouble, `a, b and 183 others`, and one that counts the others. `omitted` addresses were not kept.
 */
export function describeFates<T extends Fate>(
  text: MailText,
  entries: T[],
  omitted: number,
  sentences: { fate: (who: string, one: T) => string; more: (count: number) => string },
): string[] {
  const groups = [
    ...Map.groupBy(entries, ({ status, type, subType }) => JSON.stringify([status, type, subType])).values(),
  ]
  const isAlike = groups.length === 1
  const more = groups.slice(SHOWN_FATES).reduce((sum, group) => sum + group.length, isAlike ? 0 : omitted)
  const shown = groups.slice(0, SHOWN_FATES).flatMap((group) => {
    const [one] = group
    return one ? [sentences.fate(nameRecipients(text, group, isAlike ? omitted : 0), one)] : []
  })
  return more > 0 ? [...shown, sentences.more(more)] : shown
}
