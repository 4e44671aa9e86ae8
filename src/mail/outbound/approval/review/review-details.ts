import { section } from '../../../../slack/blocks/block-builders.ts'
import { mrkdwnLink } from '../../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../../slack/directory/quiet-name.ts'
import { nameDecider } from '../../../access/find-approvers.ts'
import { describeApproval } from '../../../cards/replies/describe-approval.ts'
import { describeRequest } from '../../../cards/replies/describe-request.ts'
import { findThreadLinkInTime } from '../../../notify/thread-link.ts'
import { listWriters } from '../../../records/mail/mail-thread.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { nameOtherReaders } from '../../other-readers.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { markContent } from '../approval-acts.ts'
import { findNews, type Surroundings } from '../news.ts'
import type { FoundReply } from './find-newest-version.ts'
import type { ReviewState } from './review-modal.ts'

/** A person who reviews mail, and their language. */
export interface Reviewer {
  user: string
  text: MailText
}

/** Describes the end of a request for a reply that no longer waits. */
export async function describeRequestEnd(
  scope: OutboundScope,
  { text }: Pick<Reviewer, 'text'>,
  reply: Reply,
  typed = '',
): Promise<Message> {
  const name = await nameDecider(scope, text, reply)
  const end = reply.approval ? [describeApproval(text, reply, name, { isApprover: true })] : []
  return answerAbout(scope, text, reply, `${[text.approval.over, ...end].join(' ')}${typed}`)
}

/** Builds an answer that begins like the request for approval: the reader may see it elsewhere. */
export async function answerAbout(
  scope: OutboundScope,
  text: MailText,
  reply: Reply,
  sentence: string,
): Promise<Message> {
  return textMessage([await describeRequest(scope, text, reply), sentence].join('\n'))
}

/** Links to the mail's thread, in mrkdwn; undefined if Slack takes too long. */
export async function linkThread(scope: OutboundScope, text: MailText, reply: Reply): Promise<string | undefined> {
  const url = await findThreadLinkInTime(scope, reply.thread)
  return url === undefined ? undefined : mrkdwnLink(url, text.work.goToMail)
}

/** Names another person who has a form open in the thread, in mrkdwn: an edit ends this request. */
export async function describeWriting(
  { mailStore, clock, people, team }: OutboundScope,
  { user, text }: Reviewer,
  reply: Reply,
): Promise<string | undefined> {
  const thread = await mailStore.findThread(reply.thread)
  const now = clock.now()
  const other = thread && listWriters(thread).find((one) => one.user !== user && one.until >= now)
  return other && text.approval.writesNow({ name: await readQuietName(text, people, team, other.user) })
}

/** Names the people who will be able to read the mail in channels of other inboxes that it goes to. */
export async function nameReaders(
  scope: OutboundScope,
  reviewer: Reviewer,
  { reply, original: mail }: { reply: Reply; original: Mail | undefined },
): Promise<string[]> {
  const thread = await scope.mailStore.findThread(reply.thread)
  if (reply.kind === 'new' || !mail || !thread) return []
  const found = await nameOtherReaders(scope, reviewer, { mail, thread }, reply)
  return found.map(({ sentence }) => sentence)
}

/**
 * Describes the difference between a request and the window that shows it: another version, another time, or, with `surroundings`, news. Returns
 * undefined if there is none.
 */
export function describeReviewChange(
  scope: OutboundScope,
  { approval: words }: MailText,
  { id, reply, isOther }: FoundReply,
  { reviewed, surroundings }: { reviewed: ReviewState; surroundings: Surroundings | undefined },
): string | undefined {
  if (isOther || reviewed.reply !== id) return words.changed
  // Under one id, only the time can have changed.
  if (reviewed.mark !== markContent(scope, id, reply)) return words.timeChanged
  const news = surroundings && findNews(surroundings, reply, reviewed)
  return news && words.news({ is: news === 'address' ? news : 'other' })
}

/** Whether this person was asked to approve the reply before approval was turned off: they learn why nobody has the permission now. */
export const wasAskedUntilOff = (reply: Reply, user: string): boolean =>
  reply.approval?.decided?.verdict === 'off' && reply.approval.asked?.includes(user) === true

/** Adds a reason that a person typed to the message that refuses their decision. */
export const addTyped = ({ text, blocks }: Message, typed: string): Message => ({
  text,
  blocks: typed === '' ? blocks : [...blocks, section(typed.trim())],
})
