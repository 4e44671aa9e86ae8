import { expect, test } from 'vitest'
import { hashReplyContent } from '../../../src/mail/records/replies/reply-content.ts'
import { buildReply, replySchema, type ReplyContent } from '../../../src/mail/records/replies/reply.ts'
import { findSendRoute } from '../../../src/mail/records/replies/send-route.ts'

const answer: ReplyContent = {
  thread: 'thread',
  mail: 'mail',
  inboxId: 'help@acme.test',
  messageId: '<m1@acme.test>',
  user: 'U1',
  userName: 'Maria',
  to: [{ address: 'legal@acme.test' }],
  cc: [],
  bcc: [],
  written: null,
  text: 'Please have a look.',
  html: '<p>Please have a look.</p>',
  files: [],
}
const quoted = { text: 'He wrote: Hello', html: '<p>He wrote: Hello</p>' }
const mailFiles = [{ mail: 'mail', id: 'a1', name: 'contract.pdf' }]
const forward: ReplyContent = { ...answer, kind: 'forward', subject: 'Fwd: Contract', mailFiles }
const cases: [string, ReplyContent, ReturnType<typeof findSendRoute>][] = [
  ['an answer', answer, { by: 'reply', messageId: '<m1@acme.test>' }],
  ['an answer with a quotation', { ...answer, quoted }, { by: 'reply', messageId: '<m1@acme.test>' }],
  ['a forward with everything', forward, { by: 'forward', messageId: '<m1@acme.test>' }],
  ['a forward with a quotation of ours', { ...forward, quoted }, { by: 'send' }],
  ['a new mail', { ...answer, kind: 'new', messageId: '', subject: 'Hello' }, { by: 'send' }],
]

test.for(cases)('%s takes its route, even when it is stored and sent again', ([, content, route]) => {
  const stored = buildReply('r1', content, 1)
  expect(findSendRoute(content)).toEqual(route)
  expect(findSendRoute(stored)).toEqual(route)
  expect(findSendRoute(buildReply('r2', stored, 2))).toEqual(route)
  expect(hashReplyContent(stored)).toBe(hashReplyContent(content))
})

test('a reply of a kind of a later version is not sent', () => {
  expect(() => findSendRoute(replySchema.parse({ ...buildReply('r1', forward, 1), kind: 'redirect' }))).toThrow(/later/)
})
