import { escapeMrkdwn, linkTo, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { JobText } from './jobs-text.ts'

const SUBJECT_CHARS = 100
const ADDRESSES_NAMED = 3

/** Which mail a job was started from; without a subject for readers who may not be able to read the mail. */
export function describeMailOrigin({ mail }: JobText, subject: string | undefined, url: string | undefined): string {
  if (subject === undefined) return mail.fromHidden
  const link = linkTo(url)
  return subject === '' ? mail.fromUntitled({ link }) : mail.from({ subject: truncate(subject, SUBJECT_CHARS), link })
}

/** Names the addresses that the reply with the pull request did not reach; none if the reader may not see them. */
export const describeBouncedReply = (text: JobText, addresses: string[]): string =>
  addresses.length === 0
    ? text.mail.reply.bouncedUnnamed
    : text.mail.reply.bounced({ addresses: nameLost(text, addresses) })

/** `a, b and 4 others`. */
function nameLost({ mail: { reply }, formats }: JobText, addresses: string[]): string {
  const named = addresses.slice(0, ADDRESSES_NAMED).map(escapeMrkdwn)
  const count = addresses.length - named.length
  return formats.list(count > 0 ? [...named, reply.furtherAddresses({ count })] : named)
}
