import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulators, until, type Fields } from '../support/simulators.ts'
import { receiver } from './event-receiver.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
let to: Awaited<ReturnType<typeof receiver>>
let support: string
let billing: string
beforeEach(async () => {
  simulators = await startSimulators()
  to = await receiver()
  support = simulators.sandbox.env['SANDBOX_INBOX'] ?? ''
  billing = (await simulators.mail('POST', '/v0/inboxes', { username: 'billing', display_name: 'Billing' })).body[
    'inbox_id'
  ]
  await simulators.control('/mail/account', { hosts: { 'receiver.test': to.url } })
  await simulators.mail('POST', '/v0/webhooks', {
    url: 'https://receiver.test/hook',
    event_types: ['message.received', 'message.received.blocked', 'message.sent', 'message.bounced'],
  })
})
afterEach(async () => {
  await simulators.close()
  await to.close()
})

const messages = (inbox: string) => `/v0/inboxes/${encodeURIComponent(inbox)}/messages`
const send = async (inbox: string, body: Fields) =>
  (await simulators.mail('POST', `${messages(inbox)}/send`, { subject: 'Refund', text: 'Please', ...body })).body
const act = async (inbox: string, id: string, verb: string, body: Fields) =>
  (await simulators.mail('POST', `${messages(inbox)}/${encodeURIComponent(id)}/${verb}`, body)).body
const listed = async (inbox: string) => (await simulators.mail('GET', messages(inbox))).body['messages'] as Fields[]
const received = (inbox: string) =>
  to.received
    .map(({ body }) => body as { event_type: string; message?: Fields; thread?: Fields })
    .filter(({ event_type: type, message }) => type.startsWith('message.received') && message?.['inbox_id'] === inbox)
const firstReceived = async (inbox: string, count = 1) => {
  const found = await until(() => received(inbox).length >= count && received(inbox))
  return found[count - 1]?.message ?? {}
}

test('a mail to another inbox of the account arrives there as from any sender, with ids and labels of its own', async () => {
  const sent = await send(support, {
    to: [`Billing <${billing}>`],
    cc: ['ann@customer.test'],
    labels: ['answered'],
    headers: { 'X-Ticket': '7' },
    attachments: [{ filename: 'a.txt', content: 'YWJj' }],
  })
  const copy = await firstReceived(billing)
  expect(copy).toMatchObject({
    from: `Support <${support}>`,
    to: [`Billing <${billing}>`],
    cc: ['ann@customer.test'],
    labels: ['received', 'unread'],
    headers: { 'X-Ticket': '7' },
    subject: 'Refund',
    text: 'Please',
    attachments: [expect.objectContaining({ filename: 'a.txt', size: 3 })],
  })
  expect(copy['message_id']).not.toBe(sent.message_id)
  expect(copy['thread_id']).not.toBe(sent.thread_id)
  expect(received(billing)[0]?.thread).toMatchObject({ inbox_id: billing, message_count: 1 })
  expect(received(support)).toEqual([])
})

test.each(['to', 'cc', 'bcc'])('an inbox named in %s gets one mail, which never names the bcc', async (field) => {
  await send(support, { to: ['ann@customer.test'], [field]: ['x@customer.test', billing.toUpperCase(), billing] })
  const copy = await firstReceived(billing)
  expect(copy['bcc']).toBeUndefined()
  expect(await listed(billing)).toHaveLength(1)
})

test('answers between two inboxes stay in one thread of each', async () => {
  const first = await send(support, { to: [billing] })
  const copy = await firstReceived(billing)
  await act(billing, String(copy['message_id']), 'reply', { text: 'Done' })
  const answer = await firstReceived(support)
  expect(answer).toMatchObject({ thread_id: first.thread_id, in_reply_to: first.message_id })
  await act(support, String(answer['message_id']), 'reply', { text: 'Thanks' })
  expect(await firstReceived(billing, 2)).toMatchObject({ thread_id: copy['thread_id'] })
})

test('a forward begins a thread in an inbox that does not have the mail', async () => {
  const mail = await simulators.receiveMail()
  const forward = await act(support, mail.message_id, 'forward', { to: [billing] })
  const copy = await firstReceived(billing)
  expect(copy).toMatchObject({ subject: 'Fwd: Hi', in_reply_to: mail.message_id })
  expect([mail.thread_id, forward.thread_id]).not.toContain(copy['thread_id'])
})

test('a forward has the whole original in both bodies, with what the original forwarded', async () => {
  const mail = await simulators.receiveMail({ text: 'Is 3 < 4?' })
  await act(support, mail.message_id, 'forward', { to: [billing], text: 'See below', html: '<p>See below</p>' })
  const copy = await firstReceived(billing)
  const written = { to: ['ann@customer.test'], text: 'And you?', html: '<p>And you?</p>' }
  const { message_id: id } = await act(billing, String(copy['message_id']), 'forward', written)
  const { body } = await simulators.mail('GET', `${messages(billing)}/${encodeURIComponent(String(id))}`)
  expect(body).toMatchObject({
    text: expect.stringMatching(/^And you\?[^]*See below[^]*Is 3 < 4\?$/),
    html: expect.stringMatching(/^<p>And you\?<\/p>[^]*<p>See below<\/p>[^]*Is 3 &lt; 4\?/),
  })
})

test('an inbox that blocks the sender gets the mail as a restricted event', async () => {
  await simulators.mail('POST', `/v0/inboxes/${encodeURIComponent(billing)}/lists/receive/block`, { entry: support })
  await send(support, { to: [billing] })
  await firstReceived(billing)
  expect(received(billing)).toMatchObject([
    { event_type: 'message.received.blocked', message: { labels: ['received', 'unread', 'blocked'] } },
  ])
})

test('a mail that bounces by the script does not arrive', async () => {
  await simulators.control('/mail/script', { outcome: 'bounced', afterMs: 0 })
  await send(support, { to: [billing] })
  await until(() => to.received.some(({ body }) => (body as Fields)['event_type'] === 'message.bounced'))
  expect(await listed(billing)).toEqual([])
})
