import { withReading } from '../../src/mail/records/mail/mail-reading.ts'
import { expect, test } from 'vitest'
import { parseMailEvent } from '../../src/clients/mailbox/event-schemas.ts'
import { messageSchema } from '../../src/clients/mailbox/mailbox-schemas.ts'
import { toMailboxError } from '../../src/clients/mailbox/error-codes.ts'
import { explainError } from '../../src/clients/mailbox/explain-error.ts'
import { previewMail } from '../../src/mail/records/mail/mail-preview.ts'
import { slackToMail } from '../../src/mail-content/writing/slack-to-mail.ts'
import { readDeliveryFacts } from '../../src/mail/outbound/delivery/delivery-facts.ts'
import { parseTypedAddresses, readAddresses, readAddressField } from '../../src/mail/records/address.ts'
import { emptyDeliveryReport } from '../../src/mail/records/replies/delivery-status.ts'
import { buildReply } from '../../src/mail/records/replies/reply.ts'
import { buildMailRecord } from '../../src/mail/inbound/receive/mail-record.ts'
import { buildReplyCard } from '../../src/mail/cards/replies/reply-card.ts'
import { mailTextIn } from '../../src/mail/text/mail-text.ts'
import { buildMailModal } from '../../src/mail/desk/viewer/viewer-modals.ts'

const ana = 'ana@a.test'

test.each([
  ['quoted', `"${'x'.repeat(64_000)}" <${ana}>`],
  ['without quotes', `${'x '.repeat(32_000)}<${ana}>`],
  ['with brackets', `${'<'.repeat(64_000)} <${ana}>`],
  ['with colons', `${'a:'.repeat(32_000)} <${ana}>`],
  ['with quotation marks', `${'"'.repeat(63_999)} <${ana}>`],
  ['in an object', [{ name: 'x'.repeat(900_000), email: ana }]],
])('an endless name does not lose its address: %s', (_, from) => {
  expect(readAddresses(from).map(({ address }) => address)).toEqual([ana])
})

test.each<[string, (count: number) => unknown]>([
  ['a list', (count) => Array.from({ length: count }, (_, at) => `Person ${at} <p${at}@a.test>`)],
  ['one text', (count) => Array.from({ length: count }, (_, at) => `"Person, ${at}" <p${at}@a.test>`).join(', ')],
  ['one text broken over lines', (count) => Array.from({ length: count }, (_, at) => `p${at}@a.test`).join(',\r\n ')],
  ['objects', (count) => Array.from({ length: count }, (_, at) => ({ name: `Person ${at}`, email: `p${at}@a.test` }))],
])('the first 500 of many recipients as %s are kept, and the others are counted', (_, list) => {
  const { addresses, leftOut } = readAddressField(list(5000))
  expect(addresses).toHaveLength(500)
  expect(addresses.at(-1)).toMatchObject({ address: 'p499@a.test' })
  expect(leftOut).toBe(4500)
  expect(readAddressField(list(500))).toMatchObject({ leftOut: 0 })
})

test('the view of a whole mail counts the recipients that it does not list', () => {
  const to = Array.from({ length: 1500 }, (_, at) => `p${at}@a.test`)
  const facts = { thread: 'a', now: 1, isFetched: true, restriction: undefined, count: undefined, own: undefined }
  const mail = buildMailRecord(
    messageSchema.parse({ to, cc: to }),
    { inboxId: 'i', threadId: 't', messageId: 'm' },
    facts,
  )
  const shown = JSON.stringify(
    buildMailModal({ text: mailTextIn('en'), mail, at: { thread: 'a', mail: 'b' }, pages: [], page: 0 }),
  )
  expect(shown).toContain('and 2,000 more recipients')
})

test('a picture in the source of a mail does not take the place of its text', () => {
  const facts = { thread: 'a', now: 1, isFetched: true, restriction: undefined, count: undefined, own: undefined }
  const html = `<p>See</p><img src="data:image/png;base64,${'A'.repeat(2_000_000)}"><p>below</p><img src="cid:p1@a">`
  const attachments = [
    { filename: 'a.png', content_type: 'image/png', content_id: '<p1@a>' },
    { filename: 'b.png', content_type: 'image/png', content_id: '<p2@a>' },
  ]
  const ref = { inboxId: 'i', threadId: 't', messageId: 'm' }
  const mail = buildMailRecord(messageSchema.parse({ html, attachments }), ref, facts)
  expect(mail.isCut).toBeUndefined()
  expect(previewMail(withReading(mail)).newContent.elements).toMatchObject([{ elements: [{ text: 'See\n\nbelow' }] }])
  expect(mail.attachments.map(({ isInline }) => isInline)).toEqual([true, false])
})

test('a recipients field longer than Slack allows is an error, never a shorter list', () => {
  const { addresses, unreadable } = parseTypedAddresses('a@b.test, '.repeat(2_000))
  expect(addresses).toEqual([])
  expect(unreadable).toEqual([expect.stringMatching(/^a@b\.test, .{20,100}…$/)])
})

test.each(['recipients', 'texts'])('a bounce of 100,000 %s keeps 500 and counts the others', (form) => {
  const addresses = Array.from({ length: 100_000 }, (_, at) => `p${at}@a.test`)
  const recipients = form === 'texts' ? addresses : addresses.map((address) => ({ address }))
  const bounce = { inbox_id: 'i', message_id: 'm', recipients }
  const event = parseMailEvent({ event_type: 'message.bounced', event_id: 'e', bounce })
  const change = event && readDeliveryFacts(event, 1)
  const once = change?.(emptyDeliveryReport) ?? emptyDeliveryReport
  expect(once.bounced).toHaveLength(500)
  expect(change?.(once)).toEqual(once)
  const people = { to: [{ address: 'p0@a.test' }], cc: [], bcc: [] }
  const content = { thread: '', mail: '', inboxId: '', messageId: '', user: 'U1', userName: 'Ana', ...people }
  const reply = buildReply('r1', { ...content, written: null, text: '', html: '', files: [] }, 1)
  const shown = JSON.stringify(
    buildReplyCard(mailTextIn('en'), { ...reply, state: 'sent' }, 'r1', once, { canLookUp: false }),
  )
  expect(shown).toContain('Not delivered to p0@a.test, p1@a.test and 99,998 others')
})

test('a refusal with 8 MB of text is kept in a few sentences', () => {
  const long = 'x'.repeat(8_000_000)
  const errors = Array.from({ length: 10_000 }, () => ({ path: [long], message: long }))
  const json = {
    code: long,
    message: long,
    fix: `Do ${long}`,
    docs: `https://a.test/${long}`,
    errors,
    suggestions: [long],
  }
  const answer = { status: 400, headers: {}, body: Buffer.alloc(0), json }
  const error = toMailboxError(answer, { method: 'POST', route: '/x', repeatable: false })
  expect(JSON.stringify({ ...error.details, message: error.message }).length).toBeLessThan(25_000)
  expect(explainError(error).fix).toMatch(/^Do x{1,1997}$/)
})

test('a reply of many paragraphs is converted completely', () => {
  const elements = [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'a\n\n'.repeat(200_000) }] }]
  const { text, html } = slackToMail({ type: 'rich_text', elements }, new Map())
  expect(text).toHaveLength(200_000 * 3 - 2)
  expect(html.match(/<p>/g)).toHaveLength(200_000)
})
