import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulators, until, type Fields } from '../support/simulators.ts'
import { receiver } from './event-receiver.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
let to: Awaited<ReturnType<typeof receiver>>
let inbox: string
beforeEach(async () => {
  simulators = await startSimulators()
  to = await receiver()
  inbox = simulators.sandbox.env['SANDBOX_INBOX'] ?? ''
  await simulators.control('/mail/account', { hosts: { 'receiver.test': to.url } })
})
afterEach(async () => {
  await simulators.close()
  await to.close()
})

const ALL = [
  'received',
  'received.spam',
  'received.blocked',
  'received.unauthenticated',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'rejected',
]
const hook = async (fields: Fields = {}) =>
  (
    await simulators.mail('POST', '/v0/webhooks', {
      url: 'https://receiver.test/hook?a=1',
      event_types: ALL.map((name) => `message.${name}`),
      ...fields,
    })
  ).body
interface Attempts {
  webhook_id: string
  delivery_id: string
  event_id: string
  event_type: string
  attempts: { at: number; status: number }[]
}
const MINUTE_MS = 60_000
const deliveries = async () => (await simulators.control('/mail/deliveries')).body as unknown as Attempts[]

test('an event arrives signed, with the webhook’s own headers, at its path', async () => {
  const { secret } = await hook({ headers: { 'X-Team': 'docs' } })
  const mail = await simulators.receiveMail()
  const [one] = await until(() => to.received.length > 0 && to.received)
  expect(one && to.verify(one, secret)).toMatchObject({ type: 'event', event_id: mail.event_id })
  expect([one?.path, one?.headers['x-team'], one?.headers['content-type']]).toEqual([
    '/hook?a=1',
    'docs',
    'application/json',
  ])
  expect(one?.headers['webhook-timestamp']).toMatch(/^\d+$/)
  expect(one?.body).toMatchObject({
    event_type: 'message.received',
    message: {
      inbox_id: inbox,
      message_id: mail.message_id,
      thread_id: mail.thread_id,
      from: 'Ann <ann@customer.test>',
      from_: 'Ann <ann@customer.test>',
      subject: 'Hi',
      text: 'Hello',
      preview: 'Hello',
      labels: ['received', 'unread'],
    },
    thread: { thread_id: mail.thread_id, message_count: 1, last_message_id: mail.message_id },
  })
})

test.each([
  { from: 'Ann <ann@customer.test>' },
  { from: ['Ann <ann@customer.test>'] },
  { from: [{ name: 'Ann', email: 'ann@customer.test' }] },
])('the sender $from is passed on as given', async ({ from }) => {
  await hook()
  const { message_id: id } = await simulators.receiveMail({ from })
  const [one] = await until(() => to.received.length > 0 && to.received)
  expect(one?.body['message']).toMatchObject({ from, from_: from })
  const path = `/v0/inboxes/${encodeURIComponent(inbox)}/messages/${encodeURIComponent(id)}`
  expect((await simulators.mail('GET', path)).body['from']).toEqual(from)
})

test.each(['spam', 'blocked', 'unauthenticated'])(
  '%s mail is reported by its label, and never as received',
  async (kind) => {
    await hook()
    await simulators.receiveMail({ kind })
    await until(() => to.of(`message.received.${kind}`).length === 1)
    expect(to.of('message.received')).toEqual([])
  },
)

test('answers join their thread; the thread of another inbox does not', async () => {
  await hook()
  const first = await simulators.receiveMail()
  const answer = await simulators.receiveMail({ in_reply_to: first.message_id })
  const named = await simulators.receiveMail({ thread_id: first.thread_id })
  expect([answer.thread_id, named.thread_id]).toEqual([first.thread_id, first.thread_id])
  const { inbox_id: other } = (await simulators.mail('POST', '/v0/inboxes', { username: 'other' })).body
  expect((await simulators.receiveMail({ inbox_id: other, in_reply_to: first.message_id })).thread_id).not.toBe(
    first.thread_id,
  )
  await until(() => to.of('message.received').length === 4)
  expect(to.received.find(({ body }) => body.event_id === named.event_id)?.body['thread']).toMatchObject({
    message_count: 3,
  })
})

test('a body over 64 KB stays out of the event and is fetched', async () => {
  await hook()
  await simulators.receiveMail({ text: 'x'.repeat(65_536) })
  const big = await simulators.receiveMail({
    text: 'x'.repeat(65_000),
    html: '<p>more than 536 bytes</p>'.repeat(40),
    attachments: [{ filename: 'a.txt', content: 'YWJj' }],
  })
  await until(() => to.received.length === 2)
  const message = (id: string) => to.received.find(({ body }) => body.event_id === id)?.body['message']
  expect(message(big.event_id)).not.toHaveProperty('text')
  expect(message(big.event_id)).not.toHaveProperty('html')
  expect(message(big.event_id)).toMatchObject({ attachments: [{ filename: 'a.txt', size: 3 }] })
  expect(JSON.stringify(message(big.event_id))).not.toContain('YWJj')
  expect(to.received.some(({ raw }) => raw.length > 65_536)).toBe(true)
  const path = `/v0/inboxes/${encodeURIComponent(inbox)}/messages/${encodeURIComponent(big.message_id)}`
  expect((await simulators.mail('GET', path)).body['text']).toHaveLength(65_000)
})

test('a webhook gets only the events and inboxes that it subscribed to', async () => {
  const { inbox_id: other, pod_id: pod } = (await simulators.mail('POST', '/v0/inboxes', { username: 'other' })).body
  await hook({ url: 'https://receiver.test/one', inbox_ids: [other] })
  await hook({ url: 'https://receiver.test/pod', pod_ids: [pod] })
  await hook({ url: 'https://receiver.test/sent', event_types: ['message.sent'] })
  await simulators.receiveMail()
  await simulators.receiveMail({ inbox_id: other })
  await until(() => to.received.length === 3)
  expect(to.received.map(({ path }) => path).toSorted()).toEqual(['/one', '/pod', '/pod'])
})

test('a failed delivery is retried on the documented schedule, with the same id and a fresh signature', async () => {
  to.answer(500)
  const { secret } = await hook()
  const { event_id: event } = await simulators.receiveMail()
  await until(() => to.received.length === 2)
  const scale = 100_000
  await simulators.control('/clock', { scale })
  const [delivery] = await until(async () => {
    const found = await deliveries()
    return found[0]?.attempts.length === 9 && found
  })
  expect(delivery).toMatchObject({ event_id: event, event_type: 'message.received' })
  expect(delivery?.attempts.every(({ status }) => status === 500)).toBe(true)
  expect(new Set(to.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery?.delivery_id]))
  for (const one of to.received) to.verify(one, secret)
  const at = delivery?.attempts.map((one) => one.at) ?? []
  const waits = at.slice(1).map((one, index) => ((one - (at[index] ?? 0)) * scale) / MINUTE_MS)
  // Real stamps are whole milliseconds, each of which is more than a minute on this clock; never early is what counts.
  const ROUNDING = (2 * scale) / MINUTE_MS
  for (const [index, minutes] of [5, 30, 120, 300, 600, 600].entries())
    expect(waits[index + 2]).toBeGreaterThan(minutes - ROUNDING)
  await new Promise((wake) => setTimeout(wake, 100))
  expect(to.received).toHaveLength(9)
})

test('a redirect is a failure, and an acknowledged delivery is never sent again', async () => {
  to.answer(302)
  await hook()
  await simulators.receiveMail()
  await until(() => to.received.length === 2)
  to.answer(204)
  await simulators.control('/clock', { scale: 10_000 })
  await until(async () => (await deliveries())[0]?.attempts.at(-1)?.status === 204)
  expect((await deliveries())[0]?.attempts.map(({ status }) => status)).toEqual([302, 302, 204])
  expect(to.received.every(({ path }) => path.startsWith('/hook'))).toBe(true)
  await simulators.control('/clock', { scale: 1_000_000 })
  await new Promise((wake) => setTimeout(wake, 150))
  expect(to.received).toHaveLength(3)
})

test('five days of failures disable a webhook, unless one delivery succeeds in between', async () => {
  to.answer(500)
  const { webhook_id: id } = await hook()
  await simulators.receiveMail()
  await until(() => to.received.length === 2)
  await simulators.control('/clock', { scale: 1_000_000 })
  await until(async () => (await simulators.mail('GET', `/v0/webhooks/${id}`)).body['enabled'] === false)
  await simulators.control('/clock', { scale: 1 })
  const before = to.received.length
  await simulators.receiveMail()
  await new Promise((wake) => setTimeout(wake, 100))
  expect(to.received).toHaveLength(before)
  const fresh = await hook()
  await simulators.receiveMail()
  await until(() => to.received.length >= before + 2)
  to.answer(200)
  await simulators.control('/clock', { scale: 1000 })
  await until(async () => (await deliveries()).at(-1)?.attempts.at(-1)?.status === 200)
  await simulators.control('/clock', { scale: 10_000_000 })
  await new Promise((wake) => setTimeout(wake, 150))
  expect((await simulators.mail('GET', `/v0/webhooks/${fresh.webhook_id}`)).body['enabled']).toBe(true)
})

test('a deleted webhook gets no more deliveries', async () => {
  to.answer(500)
  const { webhook_id: id } = await hook()
  await simulators.receiveMail()
  await until(() => to.received.length === 2)
  await simulators.mail('DELETE', `/v0/webhooks/${id}`)
  await simulators.control('/clock', { scale: 1_000_000 })
  await new Promise((wake) => setTimeout(wake, 100))
  expect(to.received).toHaveLength(2)
})

test('an event can be sent again by hand, and any event can be made up for every webhook', async () => {
  const { secret } = await hook({ event_types: ['message.sent'] })
  const { event_id: event } = (
    await simulators.control('/mail/event', { event_type: 'domain.renamed', domain: { domain_id: 'd' } })
  ).body
  await until(() => to.received.length === 1)
  await simulators.control('/mail/redeliver', { event_id: event, times: 3 })
  expect(to.received).toHaveLength(4)
  for (const one of to.received)
    expect(to.verify(one, secret)).toMatchObject({ event_id: event, domain: { domain_id: 'd' } })
  expect((await simulators.control('/mail/redeliver', { event_id: 'none' })).status).toBe(404)
})

test('the other header family carries the same signature', async () => {
  const { secret } = await hook()
  await simulators.control('/mail/account', { header_prefix: 'svix-' })
  const { event_id: event } = await simulators.receiveMail()
  const [one] = await until(() => to.received.length > 0 && to.received)
  expect(one?.headers).not.toHaveProperty('webhook-id')
  expect(one && to.verify(one, secret)).toMatchObject({ event_id: event, event_type: 'message.received' })
})

test('faults on events drop, duplicate and reorder deliveries', async () => {
  await hook()
  await simulators.control('/faults', { target: 'events', match: 'message.received', mode: 'duplicate', times: 1 })
  await simulators.receiveMail()
  await until(() => to.received.length === 2)
  await simulators.control('/faults', { target: 'events', mode: 'reorder', times: 1 })
  const late = await simulators.receiveMail()
  const early = await simulators.receiveMail()
  await until(() => to.received.length === 4)
  expect(to.received.slice(2).map(({ body }) => body.event_id)).toEqual([early.event_id, late.event_id])
  await simulators.control('/faults', { target: 'events', mode: 'drop', times: 1 })
  await simulators.receiveMail()
  await until(() => to.received.length === 5)
  expect((await deliveries()).at(-1)?.attempts.map(({ status }) => status)).toEqual([0, 200])
})
