import { describe, expect, test } from 'vitest'
import { parseMailEvent } from '../../src/clients/mailbox/event-schemas.ts'
import { Base64Bytes } from '../../src/clients/json-body.ts'
import { createMailboxClient } from '../../src/clients/mailbox/mailbox-client.ts'
import { type ReceivedRequest, type FakeAnswer, startFakeUpstream } from '../support/fake-upstream.ts'
import { clearedBody } from '../support/cleared-body.ts'

async function startMailboxClient(respond: (asked: ReceivedRequest) => FakeAnswer) {
  const service = await startFakeUpstream(respond)
  return {
    service,
    client: createMailboxClient({ baseUrl: `${service.url}/mail`, apiKey: 'k', log: service.log, deadlineMs: 20_000 }),
  }
}

const hook = {
  webhook_id: 'wh_1',
  url: 'https://x.test/',
  event_types: ['message.sent'],
  secret: 'whsec_x',
  enabled: true,
}

describe('webhooks', () => {
  test.each([
    ['organization', undefined, ''],
    ['inbox', { inboxId: 'a@b.test' }, '/inboxes/a%40b.test'],
    ['pod', { podId: 'pod 1' }, '/pods/pod%201'],
  ] as const)('take all operations at the scope of the %s', async (_, scope, prefix) => {
    const { service, client } = await startMailboxClient(({ method, path }) => {
      if (path.endsWith('/headers')) return method === 'GET' ? { json: { header_names: ['x-a'] } } : { status: 204 }
      if (method === 'DELETE') return { status: 204 }
      return { json: path.endsWith('/webhooks') && method === 'GET' ? { webhooks: [hook], count: 1 } : hook }
    })
    await using _service = service
    const { webhooks } = client
    const wanted = { url: hook.url, event_types: hook.event_types, client_id: 'bellhop-hook-1' }
    expect(await webhooks.create(wanted, scope)).toMatchObject(hook)
    expect(await webhooks.page({ limit: 5, ascending: true }, scope)).toMatchObject({ count: 1 })
    expect(await webhooks.get('wh_1', scope)).toMatchObject(hook)
    await webhooks.update('wh_1', { event_types: ['message.bounced'], add_inbox_ids: ['i'] }, scope)
    expect(await webhooks.headerNames('wh_1', scope)).toEqual(['x-a'])
    await webhooks.updateHeaders('wh_1', { set: { 'x-a': '1' }, remove: ['x-b'] }, scope)
    expect(await webhooks.delete('wh_1', scope)).toBe(true)
    const base = `/mail/v0${prefix}/webhooks`
    expect(service.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', base, wanted],
      ['GET', base, undefined],
      ['GET', `${base}/wh_1`, undefined],
      ['PATCH', `${base}/wh_1`, { event_types: ['message.bounced'], add_inbox_ids: ['i'] }],
      ['GET', `${base}/wh_1/headers`, undefined],
      ['PATCH', `${base}/wh_1/headers`, { headers: { 'x-a': '1' }, remove_headers: ['x-b'] }],
      ['DELETE', `${base}/wh_1`, undefined],
    ])
    expect(Object.fromEntries(service.asked[1]?.query ?? [])).toEqual({ limit: '5', ascending: 'true' })
  })

  test('lists go through all pages and carry no secret', async () => {
    const { service, client } = await startMailboxClient(({ query }) => {
      const page = Number(query.get('page_token') ?? 1)
      const webhooks = [{ ...hook, webhook_id: `wh_${page}` }, { odd: true }]
      return { json: { webhooks, next_page_token: page < 3 ? String(page + 1) : null } }
    })
    await using _ = service
    const all = await client.webhooks.all()
    expect(all.map(({ webhook_id }) => webhook_id)).toEqual(['wh_1', 'wh_2', 'wh_3'])
    expect(JSON.stringify(all)).not.toContain('whsec_')
  })

  test('deleting something that does not exist is no error', async () => {
    const { service, client } = await startMailboxClient(() => ({
      status: 404,
      json: { name: 'NotFound', message: 'Webhook not found' },
    }))
    await using _ = service
    expect(await client.webhooks.delete('wh_1')).toBe(false)
  })

  test('after an update with an empty answer the record is read again', async () => {
    const { service, client } = await startMailboxClient(({ method }) =>
      method === 'PATCH' ? { status: 204 } : { json: hook },
    )
    await using _ = service
    expect(await client.webhooks.update('wh_1', {})).toMatchObject(hook)
  })
})

describe('metrics', () => {
  const day = Date.parse('2026-11-01T00:00:00Z')
  const hours = (count: number) => day + count * 3_600_000
  const iso = (at: number) => new Date(at).toISOString()

  test.each([
    ['times', { message: { sent: [iso(hours(2)), iso(hours(1))], bounced: null } }],
    [
      'buckets',
      {
        'message.sent': [
          { timestamp: iso(hours(1)), count: 1 },
          { timestamp: iso(hours(2)), count: 1 },
        ],
      },
    ],
  ])('are read from %s', async (_, json) => {
    const { service, client } = await startMailboxClient(() => ({ json }))
    await using _service = service
    const found = await client.metrics({ startAt: day, endAt: hours(24), kinds: ['sent', 'bounced'] })
    expect(found.sent).toEqual([
      { at: hours(1), count: 1 },
      { at: hours(2), count: 1 },
    ])
    expect(found.bounced).toEqual([])
    expect(service.asked[0]?.query.getAll('event_types')).toEqual(['message.sent', 'message.bounced'])
    expect(service.asked[0]?.query.get('start_timestamp')).toBe(iso(day))
  })

  test('over too wide a range are read in parts without counting anything twice', async () => {
    const occurrences = Array.from({ length: 24 * 30 }, (_, hour) => hours(hour))
    const { service, client } = await startMailboxClient(({ query }) => {
      const from = Date.parse(query.get('start_timestamp') ?? '')
      const to = Date.parse(query.get('end_timestamp') ?? '')
      if (to - from > 7 * 86_400_000) return { status: 400, json: { code: 'query_range_too_wide' } }
      return { json: { message: { sent: occurrences.filter((at) => at >= from && at <= to).map(iso) } } }
    })
    await using _ = service
    const found = await client.metrics({ startAt: day, endAt: hours(24 * 30) })
    expect(found.sent.map(({ at }) => at)).toEqual(occurrences)
    expect(service.asked.length).toBeLessThan(20)
  })

  test('give up on a range that cannot be narrowed', async () => {
    const { service, client } = await startMailboxClient(() => ({
      status: 400,
      json: { code: 'query_range_too_wide' },
    }))
    await using _ = service
    await expect(client.metrics({ startAt: day, endAt: hours(24) })).rejects.toMatchObject({
      details: { code: 'query_range_too_wide', outcome: 'refused' },
    })
  })
})

test('a reply goes out with every field, its key, and ids that are encoded', async () => {
  const { service, client } = await startMailboxClient(() => ({ json: { message_id: '<m2@a>', thread_id: 'thr_1' } }))
  await using _ = service
  const body = {
    to: ['a@b.test'],
    cc: 'c@d.test',
    bcc: [],
    reply_to: 'r@s.test',
    reply_all: false,
    text: 'Hi',
    html: '<p>Hi</p>',
    labels: ['x'],
    headers: { 'x-a': '1' },
  }
  const link = { url: 'https://x.test/b' }
  const content = new Base64Bytes(Buffer.from('a'))
  const sent = await client.reply({
    inboxId: 'in@a.test',
    messageId: '<m1/2@a.test>',
    body: clearedBody({ ...body, attachments: [{ filename: 'a.txt', content }, link] }),
    idempotencyKey: 'k-1',
  })
  expect(sent).toMatchObject({ message_id: '<m2@a>', thread_id: 'thr_1' })
  expect(service.asked[0]).toMatchObject({
    path: '/mail/v0/inboxes/in%40a.test/messages/%3Cm1%2F2%40a.test%3E/reply',
    raw: JSON.stringify({ ...body, attachments: [{ filename: 'a.txt', content: 'YQ==' }, link] }),
    headers: { 'idempotency-key': 'k-1', authorization: 'Bearer k' },
  })
})

test.each(['', 'a@b', 'x'.repeat(257)])('sends no request with the key "%s"', async (key) => {
  const { service, client } = await startMailboxClient(() => ({}))
  await using _ = service
  await expect(client.inboxes.create({ client_id: key })).rejects.toMatchObject({ details: { code: 'invalid_id' } })
  const reply = { inboxId: 'i', messageId: 'm', body: clearedBody({}), idempotencyKey: key }
  await expect(client.reply(reply)).rejects.toMatchObject({ details: { outcome: 'refused' } })
  await expect(client.message({ inboxId: '', messageId: 'm' })).rejects.toMatchObject({
    details: { code: 'invalid_id' },
  })
  expect(service.asked).toEqual([])
})

test('works without routes that the service does not offer', async () => {
  const { service, client } = await startMailboxClient(() => ({ status: 404, json: { message: 'Route not found' } }))
  await using _ = service
  expect(await client.inboxes.all()).toBeUndefined()
  expect(await client.inboxes.get('i')).toBeUndefined()
  expect(await client.thread({ inboxId: 'i', threadId: 't' })).toBeUndefined()
  expect(await client.attachment({ inboxId: 'i', messageId: 'm', attachmentId: 'a' })).toBeUndefined()
})

describe('events', () => {
  test.each([
    ['Ana <ana@c.test>'],
    [['Ana <ana@c.test>']],
    [[{ name: 'Ana', email: 'ana@c.test' }]],
    [{ name: 'Ana', email: 'ana@c.test' }],
  ])('keep the sender as %j', (from) => {
    const event = parseMailEvent({
      type: 'event',
      event_type: 'message.received',
      event_id: 'e',
      message: { from, from_: from },
    })
    expect(event?.message?.from).toEqual(from)
    expect(event?.message).toMatchObject({ labels: [], attachments: [] })
  })

  test('read recipients as text or with a status', () => {
    const bounce = { type: 'Permanent', recipients: [{ address: 'a@b.test', status: 'bounced' }, 'c@d.test', 5] }
    const event = parseMailEvent({ event_type: 'message.bounced', event_id: 'e', bounce })
    expect(event?.bounce).toMatchObject({
      type: 'Permanent',
      recipients: { kept: [{ address: 'a@b.test', status: 'bounced' }, { address: 'c@d.test' }], count: 2 },
    })
  })

  test('of unknown types and with odd fields pass', () => {
    const odd = { event_type: 'message.teleported', event_id: 'e', message: 'x', thread: null, extra: 1 }
    expect(parseMailEvent(odd)).toMatchObject({ event_type: 'message.teleported', event_id: 'e', extra: 1 })
  })

  test('without an id are known by their mail', () => {
    const event = parseMailEvent({ event_type: 'message.received', message: { message_id: '<m@a>' } })
    expect(event?.event_id).toBe('message.received:<m@a>')
  })

  test.each([[null], ['x'], [[]], [{}], [{ event_type: 5 }], [{ event_type: 'message.sent' }]])(
    'are not %j',
    (body) => {
      expect(parseMailEvent(body)).toBeUndefined()
    },
  )
})
