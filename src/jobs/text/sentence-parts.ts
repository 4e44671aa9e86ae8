import { removeTrailing } from '../../core/remove-trailing.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { JobText } from './jobs-text.ts'

/** Sentences and facts are written to follow a name; without one they begin with a capital. */
export const capitalizeFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Whether a text contains characters that Slack's markup would take for its own; inside a word, `_` and `~` have no meaning. */
const containsMarkup = (text: string): boolean => /[*`\\]|(?<![\p{L}\p{N}])[_~]|[_~](?![\p{L}\p{N}])/u.test(text)

/** Text from outside, in bold where it allows that. */
export const formatBold = (text: string): string =>
  containsMarkup(text) ? escapeMrkdwn(text) : `*${escapeMrkdwn(text)}*`

/** Text from outside for the end of a sentence, whose full stop stands in the message. */
export const trimSentence = (text: string): string => escapeMrkdwn(removeTrailing(text, '.', ' '))

/** Describes the projects in which a person may not start jobs; undefined if there are none. */
export const describeClosedProjects = (text: JobText, closed: string[] = []): string | undefined =>
  closed.length === 0 ? undefined : text.closedProjects({ projects: text.formats.list(closed.map(escapeMrkdwn)) })
