import { withinQuestionTime } from '../../../../core/question-time.ts'
import { mrkdwnLink } from '../../../../slack/blocks/mrkdwn.ts'
import { readQuietName } from '../../../../slack/directory/quiet-name.ts'
import { findThreadLink } from '../../../notify/thread-link.ts'
import { listWriters } from '../../../records/mail/mail-thread.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { nameOtherReaders } from '../../other-readers.ts'
import type { OutboundScope } from '../../outbound-scope.ts'

/** A window cannot wait longer: a link that takes longer is left out. */
const LINK_TIMEOUT_MS = 700

/** A person who reviews mail, and their language. */
export interface Reviewer {
  user: string
  text: MailText
}

/** Links to the mail's thread, in mrkdwn; undefined if Slack takes too long. */
export async function linkThread(scope: OutboundScope, text: MailText, reply: Reply): Promise<string | undefined> {
  const url = await withinQuestionTime(LINK_TIMEOUT_MS, findThreadLink(scope, reply.thread))
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
