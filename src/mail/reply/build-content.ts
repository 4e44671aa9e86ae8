import { findMentions } from '../../slack/blocks/decode-text.ts'
import { slackToMail } from '../content/slack-to-mail.ts'
import type { Mail } from '../model/mail.ts'
import type { ReplyContent } from '../model/reply.ts'
import type { MailServices } from '../services.ts'
import type { SubmittedReply } from './reply-task.ts'

/** What a form says about the mail to be sent; how and where it was submitted makes no difference. */
export type WrittenReply = Omit<SubmittedReply, 'form' | 'instead' | 'place' | 'sendAt'>

/**
 * What leaves if this form is sent now, from `mail`, the one that it answers or forwards. The preview, the approval and the reply itself use it, so that each
 * of them shows or sends the same bytes.
 */
export async function buildReplyContent(
  { people }: MailServices,
  written: WrittenReply,
  mail: Mail | undefined,
): Promise<ReplyContent> {
  const { team, user, inboxId = '', kind, subject, replyTo, labels, headers, mailFiles, links, job } = written
  const { name: userName } = await people.person(team, user)
  const names = await people.names(team, findMentions('', written.written))
  return {
    thread: mail?.thread ?? written.thread,
    mail: written.mail,
    inboxId: mail?.inboxId ?? inboxId,
    messageId: mail?.messageId ?? '',
    user,
    userName,
    to: written.to,
    cc: written.cc,
    bcc: written.bcc,
    written: written.written,
    files: written.files,
    ...slackToMail(written.written, names),
    ...(kind && { kind }),
    ...(subject !== undefined && { subject }),
    ...(replyTo && { replyTo }),
    ...(labels && { labels }),
    ...(headers && { headers }),
    ...(mailFiles && { mailFiles }),
    ...(links && { links }),
    ...(job !== undefined && { job }),
  }
}
