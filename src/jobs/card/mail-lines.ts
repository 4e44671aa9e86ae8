import { isolateDirection } from '../../core/isolate-direction.ts'
import { contextBlock, section } from '../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { linkTo } from '../../slack/blocks/mrkdwn.ts'
import { findEarlierPullRequest } from '../model/job-mail.ts'
import type { Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'
import { describeBouncedReply, describeMailOrigin } from '../text/mail-sentences.ts'

/** A mail that every reader of the card may read. */
export interface NamedMail {
  subject: string
  /** The address of its message. */
  url: string | undefined
}

/** Returns the mail that a job was started from; undefined if a reader of the card in `shownIn` may not read it. */
export async function readNamedMail(
  { jobAccess, slack: { conversations } }: JobScope,
  { team, mail, requester }: Job,
  shownIn: string,
): Promise<NamedMail | undefined> {
  if (mail?.channel === undefined) return undefined
  const { channel, ts, subject } = mail
  // Without Slack's answer about its readers, the mail stays unnamed.
  if (!(await jobAccess.mayMention(team, shownIn, { channel, requester }).catch(() => false))) return undefined
  return { subject, url: ts === undefined ? undefined : await conversations.permalink(team, channel, ts) }
}

/** Renders the mail that a job was started from, and the outcome of the reply with its pull request. Only a failure gets a section. */
export function renderMailLines(
  text: JobText,
  { mail, prLink, pullRequestReply: reply }: Job,
  named: NamedMail | undefined,
): MessageBlock[] {
  if (!mail) return []
  const words = text.mail.reply
  const origin = describeMailOrigin(text, named && isolateDirection(named.subject), named?.url)
  const earlier = findEarlierPullRequest(reply, prLink)
  switch (reply?.state) {
    case 'bounced':
      return [section(describeBouncedReply(text, named ? reply.lost : [])), ...contextBlock(origin)]
    case 'failed':
      return [section(words.failed), ...contextBlock(origin)]
    case 'unknown':
      if (earlier !== undefined)
        return [section(words.earlierUnknown({ link: linkTo(earlier) })), ...contextBlock(origin)]
      return [section(words[reply.state]), ...contextBlock(origin)]
    case 'underway':
    case 'sent':
    case 'delivered':
      return contextBlock(
        origin,
        earlier === undefined ? words[reply.state] : words.earlier({ state: reply.state, link: linkTo(earlier) }),
      )
    case 'withdrawn':
    case undefined:
    default:
      return contextBlock(origin)
  }
}
