import type { Mail } from '../../src/mail/records/mail/mail.ts'

/** A stored mail of a customer. */
export const sampleMail: Mail = {
  inboxId: 'help@acme.test',
  threadId: 'th1',
  messageId: 'm1',
  thread: 'thread',
  at: 1,
  from: { address: 'one@customer.test' },
  replyTo: [],
  to: [],
  cc: [],
  subject: 'Hello',
  text: 'Hello',
  isFetched: true,
  attachments: [],
  headers: {},
  badges: [],
}
