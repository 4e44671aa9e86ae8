import { escapeMrkdwn, formatMoment, keepLiteral, truncate } from '../../../slack/blocks/mrkdwn.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { findDecision } from '../../records/replies/reply-decision.ts'
import type { MailScope } from '../../mail-scope.ts'
import type { MailText } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'

const SUBJECT_CHARS = 150

/** The subject of a mail that needs approval, shortened, in mrkdwn. */
export async function findRequestSubject(
  { mailStore }: Pick<MailScope, 'mailStore'>,
  text: MailText,
  reply: Pick<Reply, 'subject' | 'mail'>,
): Promise<string> {
  const subject = reply.subject ?? (await mailStore.findMail(reply.mail))?.subject ?? ''
  return keepLiteral(escapeMrkdwn(truncate(subject, SUBJECT_CHARS) || text.noSubject))
}

/** Names a mail that waits for approval, subject first, in mrkdwn. With `isOwn`, omits the writer. */
export async function describeRequest(
  scope: MailScope,
  text: MailText,
  reply: Reply,
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<string> {
  const about = await describeMail(scope, text, reply)
  if (isOwn) return text.approval.ownRow(about)
  return text.approval.row({ ...about, writer: await readQuietName(text, scope.people, scope.team, reply.user) })
}

/**
 * Asks the reader to approve a mail, in mrkdwn: for its writer, or for the person who changed its time, and as a new version if it is one. After news,
 * nobody asks: the mail was approved before.
 */
export async function askForApproval(
  scope: MailScope,
  text: MailText,
  reply: Reply,
  { reader }: { reader: string },
): Promise<string> {
  const about = await describeMail(scope, text, reply)
  const asker = findDecision(reply)?.by ?? reply.user
  const writer = await readQuietName(text, scope.people, scope.team, reply.user)
  const { before, news } = reply.approval ?? {}
  if (before?.by !== undefined && (news === 'mail' || news === 'address')) {
    const by = await readQuietName(text, scope.people, scope.team, before.by)
    return text.approval.asksAgain({ ...about, writer, by, news: news === 'address' ? news : 'other' })
  }
  if (asker !== reply.user && asker !== reader)
    return text.approval.asksFor({
      ...about,
      writer,
      asker: await readQuietName(text, scope.people, scope.team, asker),
    })
  const isVersion = (await findEarlierVersion(scope, reply)) !== undefined
  return isVersion ? text.approval.asksVersion({ ...about, writer }) : text.approval.asks({ ...about, writer })
}

/** Finds the version that this mail replaces, if that waited for approval and wasn't sent. */
export async function findEarlierVersion({ replyStore }: MailScope, { replaces }: Reply): Promise<Reply | undefined> {
  const earlier = replaces === undefined ? undefined : await replyStore.findReply(replaces)
  return earlier?.approval && earlier.state === 'cancelled' ? earlier : undefined
}

async function describeMail(scope: MailScope, text: MailText, reply: Reply): Promise<{ subject: string; to: string }> {
  const subject = await findRequestSubject(scope, text, reply)
  const who = escapeMrkdwn(nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]))
  return { subject, to: who }
}

/**
 * Describes when a mail is sent once it is approved, in mrkdwn; undefined if its writer chose no time. A time before `now` counts as now. A request may
 * expire before that time.
 */
export function describeApprovedTime(
  { schedule }: MailText,
  { sendAt, approval }: Pick<Reply, 'approval' | 'sendAt'>,
  now: number,
): string | undefined {
  if (sendAt === undefined) return undefined
  const time = formatMoment(sendAt)
  if (sendAt <= now) return schedule.onceApprovedLate({ time })
  return approval && approval.expiresAt <= sendAt ? schedule.onTime({ time }) : schedule.onceApproved({ time })
}
