import { countIntroductions } from './count-introductions.ts'
import { findSeparator } from './forwarded-mail.ts'
import { isBlank } from './text-lines.ts'
import { isGreeting, removeSignature } from './signatures.ts'

/** Stands for a text above the lines. */
const BODY = 'x, x x x x x.'

/** Whether these lines say nothing besides a greeting and a signature, or nothing at all. */
export function isOnlySignature(lines: string[], sender: string | undefined): boolean {
  const { body } = removeSignature([BODY, '', ...lines], { sender })
  const others = body.slice(1).filter((line) => !isBlank(line))
  return others.length === 0 || isGreeting(others)
}

/**
 * Whether what is marked as quoted is the answer itself: nothing else is new, and nothing names the mail that it would be quoted from. Somebody may
 * write into a quotation.
 */
export const isAnswerInQuotation = (fresh: string[], whole: string[], sender: string | undefined): boolean =>
  isOnlySignature(fresh, sender) &&
  countIntroductions(whole, 0) === 0 &&
  !whole.some((line) => findSeparator(line.replace(/^[>\s]+/, '')))
