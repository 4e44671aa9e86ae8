import { isolateDirection } from '../../core/isolate-direction.ts'
import { BLOCK_LIMITS } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'

/** The room for a name in the 200 characters of a warning. */
export const ALERT_NAME_CHARS = 60
/** The two characters that keep a text from right to left apart from the rest. */
const ISOLATE_CHARS = 2

/** A warning with a quotation, of which only the quotation is shortened to fit. The quotation marks are part of the warning. */
export function quoteInAlert(write: (quotation: string) => string, quoted: string): string {
  const room = BLOCK_LIMITS.alert - write('').length - ISOLATE_CHARS
  return write(isolateDirection(truncate(quoted, room)))
}

/** The same for a warning in parts, which is not a message yet. */
export const quoteWithin = (before: string, quoted: string, after = ''): string =>
  quoted === ''
    ? `${before.replace(/: $/, '.')}${after}`
    : quoteInAlert((quotation) => `${before}“${quotation}”${after}`, quoted)
