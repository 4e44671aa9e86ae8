import { expect, test } from 'vitest'
import type { ReplyContent } from '../../../src/mail/records/replies/reply.ts'
import { hashReplyContent, joinBodies } from '../../../src/mail/records/replies/reply-content.ts'

const content: ReplyContent = {
  thread: 't1',
  mail: 'm1',
  inboxId: 'support@example.test',
  messageId: '<1@customer.test>',
  user: 'U1',
  userName: 'Maria',
  to: [{ address: 'one@customer.test' }],
  cc: [],
  bcc: [],
  written: null,
  text: 'Yes.',
  html: '<p>Yes.</p>',
  files: [],
}
const quoted = { text: 'One wrote:\n> No?', html: '<blockquote>No?</blockquote>' }
const signature = { text: '-- \nMaria', html: '<p>-- <br>Maria</p>' }

test('signature and quotation are sent below the written text', () => {
  expect(joinBodies(content)).toEqual({ text: 'Yes.', html: '<p>Yes.</p>' })
  expect(joinBodies({ ...content, signature, quoted })).toEqual({
    text: 'Yes.\n\n-- \nMaria\n\nOne wrote:\n> No?',
    html: '<p>Yes.</p>\n<p>-- <br>Maria</p>\n<blockquote>No?</blockquote>',
  })
})

test.each<Partial<ReplyContent>>([
  { kind: 'forward' },
  { inboxId: 'sales@example.test' },
  { messageId: '<2@customer.test>' },
  { to: [{ address: 'two@customer.test' }] },
  { to: [{ address: 'one@customer.test', name: 'One' }] },
  { cc: [{ address: 'one@customer.test' }], to: [] },
  { bcc: [{ address: 'two@customer.test' }] },
  { replyTo: [{ address: 'two@customer.test' }] },
  { subject: 'Yes' },
  { text: 'No.' },
  { html: '<p>No.</p>' },
  { signature },
  { quoted },
  { labels: ['answered'] },
  { headers: { 'X-Ticket': '1' } },
  { files: [{ id: 'F1', name: 'a.txt' }] },
  { mailFiles: [{ mail: 'm1', id: 'F1', name: 'a.txt' }] },
  { links: [{ url: 'https://example.test/a.txt', name: 'a.txt' }] },
])('another mail has another hash: %j', (change) => {
  expect(hashReplyContent({ ...content, ...change })).not.toBe(hashReplyContent(content))
})

test('contents that make the same mail have the same hash', () => {
  const headers = { 'X-One': '1', 'X-Two': '2' }
  const reversed = { 'X-Two': '2', 'X-One': '1' }
  expect(hashReplyContent({ ...content, headers, userName: 'Maria Torres' })).toBe(
    hashReplyContent({ ...content, headers: reversed }),
  )
})
