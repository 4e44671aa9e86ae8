import type { ReplyContent } from './reply.ts'
import type { Mail } from '../mail/mail.ts'
import { type ReadMail, withReading } from '../mail/mail-reading.ts'

type WrittenContent = Pick<ReplyContent, 'to' | 'cc' | 'subject' | 'text' | 'html'>

/** Returns a mail that someone writes in Slack, with this content of the reply `id`, which sends it. */
export const withWritten = (
  mail: Omit<Mail, 'to' | 'cc' | 'subject'>,
  id: string,
  { to, cc, subject = '', text, html }: WrittenContent,
): ReadMail => withReading({ ...mail, to, cc, subject, text, html, reply: id })

/** A version of the first mail of a thread that was sent: its reply, the mailbox's ids, and when it was sent. */
export interface SentVersion extends Pick<Mail, 'messageId' | 'threadId' | 'at'> {
  id: string
  reply: WrittenContent
}

/** Returns the mail as it was sent. A version that was shown before and was withdrawn leaves nothing behind. */
export const withSentVersion = (mail: Mail, { id, reply, ...ids }: SentVersion): ReadMail =>
  withWritten({ ...mail, ...ids }, id, reply)
