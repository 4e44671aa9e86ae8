import type { ReplyContent } from '../../src/mail/records/replies/reply.ts'
import { sampleMail } from './sample-mail.ts'

/** The content of a reply to the sample mail. */
export const sampleReply = {
  thread: 'thread',
  mail: 'key',
  inboxId: sampleMail.inboxId,
  messageId: sampleMail.messageId,
  user: 'UMARIA',
  userName: 'Maria',
  to: [sampleMail.from],
  cc: [],
  bcc: [],
  written: null,
  text: 'Hello',
  html: '<p>Hello</p>',
  files: [],
} satisfies ReplyContent
