import { escapeMrkdwn, formatMoment, truncate } from '../../../slack/blocks/mrkdwn.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import type { Reply } from '../../records/replies/reply.ts'
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
  return escapeMrkdwn(truncate(subject, SUBJECT_CHARS) || text.noSubject)
}

/**
 * Names a mail that waits for approval, subject first, in mrkdwn. With `isOwn`, omits the writer; with `isAsked`, asks the
 * reader to approve it.
 */
export async function describeRequest(
  scope: MailScope,
  text: MailText,
  reply: Reply,
  { isOwn = false, isAsked = false }: { isOwn?: boolean; isAsked?: boolean } = {},
): Promise<string> {
  const subject = await findRequestSubject(scope, text, reply)
  const writer = isOwn ? undefined : await readQuietName(text, scope.people, scope.team, reply.user)
  const who = escapeMrkdwn(nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc]))
  const about = { subject: subject.replaceAll('*', '∗'), to: who }
  if (writer === undefined) return text.approval.ownRow(about)
  return isAsked ? text.approval.asks({ ...about, writer }) : text.approval.row({ ...about, writer })
}

/** Describes when a mail is sent once it is approved, in mrkdwn; undefined if its writer chose no time. A time before `now` counts as now. */
export function describeApprovedTime(
  { schedule }: MailText,
  { sendAt }: Pick<Reply, 'sendAt'>,
  now: number,
): string | undefined {
  if (sendAt === undefined) return undefined
  const time = formatMoment(sendAt)
  return sendAt > now ? schedule.onceApproved({ time }) : schedule.onceApprovedLate({ time })
}
