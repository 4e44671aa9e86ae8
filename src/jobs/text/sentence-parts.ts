import { removeTrailing } from '../../core/remove-trailing.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'

/** Sentences and facts are written to follow a name; without one they begin with a capital. */
export const capitalizeFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Whether a text contains characters that Slack's markup would take for its own; inside a word, `_` and `~` have no meaning. */
const containsMarkup = (text: string): boolean => /[*`\\]|(?<![\p{L}\p{N}])[_~]|[_~](?![\p{L}\p{N}])/u.test(text)

/** Text from outside, in bold where it allows that. */
export const formatBold = (text: string): string =>
  containsMarkup(text) ? escapeMrkdwn(text) : `*${escapeMrkdwn(text)}*`

/** Text from outside in the middle of a paragraph, ended like a sentence. */
export const endSentence = (text: string): string => `${escapeMrkdwn(removeTrailing(text, '.', ' '))}.`
