import { createFormats } from '../../core/formats.ts'
import { escapeMrkdwn, mrkdwnLink, truncate } from '../../slack/blocks/mrkdwn.ts'

const { count, list } = createFormats('en')

const SUBJECT_CHARS = 100
const ADDRESSES_NAMED = 3

/** `a, b and 4 others`. */
const nameLost = (addresses: string[]): string => {
  const more = addresses.length - ADDRESSES_NAMED
  if (more <= 0) return list(addresses)
  return list([...addresses.slice(0, ADDRESSES_NAMED), count(more, { one: 'other', other: 'others' })])
}

/** The English texts about the mail that a job was started from. */
export const jobMailText = {
  /** In the form. */
  purpose:
    'The mail below goes along as quoted text, which the agent is told not to obey. Say in your own words what it should do.',
  promptExample: 'Correct the page that this mail asks about',
  /** On the card; without a subject for readers who may not be able to read the mail. */
  from: (subject: string | undefined, url: string | undefined) => {
    if (subject === undefined) return 'From a mail'
    const title = subject === '' ? 'a mail without a subject' : `the mail “${truncate(subject, SUBJECT_CHARS)}”`
    return `From ${url === undefined ? escapeMrkdwn(title) : mrkdwnLink(url, title)}`
  },
  reply: {
    underway: 'The reply with the pull request is on its way',
    sent: 'Reply with the pull request sent',
    delivered: 'Reply with the pull request delivered',
    bounced: (addresses: string[]) =>
      `⚠️ The reply with the pull request didn’t reach ${addresses.length === 0 ? 'everybody' : nameLost(addresses)}.`,
    failed: '⚠️ The reply with the pull request wasn’t sent.',
    unknown: '❔ We can’t tell whether the reply with the pull request was sent.',
  },
} as const
