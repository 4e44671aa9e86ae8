import { isolateDirection } from '../../core/isolate-direction.ts'
import { BLOCK_LIMITS } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'

/** The room for a name in the 200 characters of a warning. */
export const ALERT_NAME_CHARS = 60
/** The quotation marks, and the two characters that keep a text from right to left apart from the rest. */
const MARK_CHARS = 4

/** A warning with a quotation, of which only the quotation is shortened to fit. */
export function quoteWithin(before: string, quoted: string, after = ''): string {
  if (quoted === '') return `${before.replace(/: $/, '.')}${after}`
  const room = BLOCK_LIMITS.alert - before.length - after.length - MARK_CHARS
  return `${before}“${isolateDirection(truncate(quoted, room))}”${after}`
}
