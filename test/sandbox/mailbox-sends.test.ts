import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSimulators, until, type Fields } from '../support/simulators.ts'
import { receiver } from './event-receiver.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
let inbox: string
let messages: string
beforeEach(async () => {
  simulators = await startSimulators()
  inbox = simulators.sandbox.env['SANDBOX_INBOX'] ?? ''
  messages = `/v0/inboxes/${encodeURIComponent(inbox)}/messages`
})
afterEach(() => simulators.close())

const reply = (id: string, body: unknown, headers = {}) =>
  simulators.mail('POST', `${messages}/${encodeURIComponent(id)}/reply`, body, headers)
const keyed = (key: string) => ({ 'idempotency-key': key })
const sent = async () => (await simulators.control('/mail/sent')).body as unknown as Fields[]

test('a reply goes to the sender, in the thread, with every given field', async () => {
  const mail = await simulators.receiveMail()
  const answer = await reply(
    mail.message_id,
    {
      text: 'Yes',
      html: '<p>Yes</p>',
      cc: 'carl@customer.test',
      bcc: ['bob@customer.test'],
      reply_to: 'desk@sandbox.test',
      labels: ['answered'],
      headers: { 'X-Ticket': '7' },
      attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'YWJj' }],
    },
    keyed('one'),
  )
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['message_id', 'thread_id']])
  expect(answer.body.thread_id).toBe(mail.thread_id)
  expect(await sent()).toMatchObject([
    {
      message_id: answer.body.message_id,
      thread_id: mail.thread_id,
      inbox_id: inbox,
      from: `Support <${inbox}>`,
      reply_to: ['desk@sandbox.test'],
      to: ['Ann <ann@customer.test>'],
      cc: ['carl@customer.test'],
      bcc: ['bob@customer.test'],
      subject: 'Re: Hi',
      text: 'Yes',
      html: '<p>Yes</p>',
      attachments: [
        expect.objectContaining({ filename: 'a.txt', content_type: 'text/plain', size: 3, content: 'YWJj' }),
      ],
      labels: ['sent', 'answered'],
      headers: { 'X-Ticket': '7' },
      in_reply_to: mail.message_id,
      idempotency_key: 'one',
      at: expect.any(Number),
    },
  ])
})

test.each([
  [{}, {}, ['Ann <ann@customer.test>'], []],
  [{ reply_to: ['list@customer.test'] }, {}, ['list@customer.test'], []],
  [{ from: [{ name: 'Ann', email: 'ann@customer.test' }] }, {}, ['Ann <ann@customer.test>'], []],
  [{}, { to: ['other@customer.test'] }, ['other@customer.test'], []],
  [
    { to: ['support@sandbox.test', 'sam@customer.test'], cc: ['carl@customer.test', 'Ann <ANN@customer.test>'] },
    { reply_all: true },
    ['Ann <ann@customer.test>', 'sam@customer.test'],
    ['carl@customer.test'],
  ],
])('a reply to mail %j with %j goes to %j', async (mail, body, to, cc) => {
  const { message_id: id } = await simulators.receiveMail(mail)
  await reply(id, { text: 'x', ...body })
  expect(await sent()).toMatchObject([{ to, cc }])
})

describe('idempotency', () => {
  test('a retry with the same key and payload answers the first result and sends nothing', async () => {
    const { message_id: id } = await simulators.receiveMail()
    const first = await reply(id, { text: 'x', labels: ['a'] }, keyed('k'))
    const again = await reply(id, { labels: ['a'], text: 'x' }, keyed('k'))
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await sent()).toHaveLength(1)
  })

  test('using a key for another message, inbox or route is a conflict', async () => {
    const { message_id: id } = await simulators.receiveMail()
    const { message_id: other } = await simulators.receiveMail()
    await reply(id, { text: 'x' }, keyed('k'))
    const answers = [
      await reply(id, { text: 'y' }, keyed('k')),
      await reply(other, { text: 'x' }, keyed('k')),
      await simulators.mail('POST', `${messages}/send`, { text: 'x' }, keyed('k')),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'conflict']))
    expect(await sent()).toHaveLength(1)
  })

  test('the same request conflicts while the first attempt is in flight and is replayed afterwards', async () => {
    await simulators.control('/mail/account', { send_ms: 60_000 })
    const { message_id: id } = await simulators.receiveMail()
    const slow = reply(id, { text: 'x' }, keyed('k'))
    await new Promise((wake) => setTimeout(wake, 50))
    const early = await reply(id, { text: 'x' }, keyed('k'))
    expect([early.status, early.body.code]).toEqual([409, 'conflict'])
    expect((await reply(id, { text: 'x' }, keyed('k'))).status).toBe(409)
    await simulators.control('/clock', { scale: 1000 })
    const first = await slow
    expect((await reply(id, { text: 'x' }, keyed('k'))).body).toEqual(first.body)
  })

  test('a send whose answer was lost is replayed by its key', async () => {
    const { message_id: id } = await simulators.receiveMail()
    await simulators.control('/faults', { target: 'mail', match: '/reply', mode: 'accept-then-drop', times: 1 })
    await expect(reply(id, { text: 'x' }, keyed('k'))).rejects.toThrow()
    expect((await reply(id, { text: 'x' }, keyed('k'))).status).toBe(200)
    expect(await sent()).toHaveLength(1)
  })

  test('a send that breaks down leaves no mail, and its key is free after a short while', async () => {
    const { message_id: id } = await simulators.receiveMail()
    await simulators.control('/mail/account', { sends_dying: 1 })
    await expect(reply(id, { text: 'x' }, keyed('k'))).rejects.toThrow()
    expect((await reply(id, { text: 'x' }, keyed('k'))).body.code).toBe('conflict')
    await simulators.control('/clock', { scale: 1000 })
    await until(async () => (await reply(id, { text: 'x' }, keyed('k'))).status === 200)
    expect(await sent()).toHaveLength(1)
  })

  test('a key is free again after a refusal, and after 24 hours', async () => {
    const { message_id: id } = await simulators.receiveMail()
    expect((await reply(id, { text: 'x', to: [], cc: [] }, keyed('k'))).status).toBe(422)
    const first = await reply(id, { text: 'x' }, keyed('k'))
    await simulators.control('/clock', { scale: 1_000_000 })
    await new Promise((wake) => setTimeout(wake, 120))
    const next = await reply(id, { text: 'x' }, keyed('k'))
    expect(next.body.message_id).not.toBe(first.body.message_id)
  })

  test.each(['', 'a@b', 'x'.repeat(257)])('the key “%s” is refused', async (key) => {
    const { message_id: id } = await simulators.receiveMail()
    expect((await reply(id, { text: 'x' }, keyed(key))).body.code).toBe('validation_error')
    expect(await sent()).toEqual([])
  })

  test('a sent draft is deleted, so a repeat fails unless its key is replayed', async () => {
    const drafts = `/v0/inboxes/${encodeURIComponent(inbox)}/drafts`
    const made = await simulators.mail('POST', drafts, {
      to: ['ann@customer.test'],
      subject: 'D',
      text: 'x',
      client_id: 'd-1',
    })
    expect((await simulators.mail('POST', drafts, { client_id: 'd-1' })).body).toEqual(made.body)
    const send = (headers = {}) => simulators.mail('POST', `${drafts}/${made.body.draft_id}/send`, {}, headers)
    const first = await send(keyed('draft'))
    expect((await send(keyed('draft'))).body).toEqual(first.body)
    expect((await send()).status).toBe(404)
    expect(await sent()).toMatchObject([{ subject: 'D', message_id: first.body.message_id }])
  })
})

describe('attachments', () => {
  test('an address that answers 200 is fetched; any other rejects the send', async () => {
    const files = createServer((request, response) => {
      const status = Number(request.url?.slice(1))
      response.writeHead(status, { 'content-type': 'text/css', location: '/200' }).end('abc')
    }).listen(0, '127.0.0.1')
    await once(files, 'listening')
    const base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
    const { message_id: id } = await simulators.receiveMail()
    const attach = (url: string) => reply(id, { text: 'x', attachments: [{ filename: 'a.css', url }] })
    expect((await attach(`${base}/200`)).status).toBe(200)
    for (const url of [`${base}/401`, `${base}/302`, 'http://127.0.0.1:1/gone'])
      expect((await attach(url)).body).toMatchObject({
        code: 'message_rejected',
        fix: expect.stringContaining('base64'),
      })
    files.close()
    expect(await sent()).toMatchObject([{ attachments: [{ filename: 'a.css', content_type: 'text/css', size: 3 }] }])
  })

  test('an attachment is downloaded from an address that expires', async () => {
    const mail = await simulators.receiveMail({
      attachments: [{ filename: 'ä.txt', content_type: 'text/plain', content: 'YWJj' }],
    })
    const whole = (await simulators.mail('GET', `${messages}/${encodeURIComponent(mail.message_id)}`)).body
    const [{ attachment_id: id = '' } = {}] = whole['attachments'] as { attachment_id?: string }[]
    const offered = (
      await simulators.mail('GET', `${messages}/${encodeURIComponent(mail.message_id)}/attachments/${id}`)
    ).body
    expect(offered).toMatchObject({ filename: 'ä.txt', size: 3, expires_at: expect.any(String) })
    expect(await fetch(offered.download_url).then((answer) => answer.text())).toBe('abc')
    await simulators.control('/clock', { scale: 1_000_000 })
    await until(() => fetch(offered.download_url).then((answer) => answer.status === 403))
  })

  test.each([[[{}]], [[{ content: '***' }]], [[{ content: 'YWJj', content_disposition: 'beside' }]], ['none']])(
    '%j is refused',
    async (attachments) => {
      const { message_id: id } = await simulators.receiveMail()
      expect((await reply(id, { text: 'x', attachments })).body).toMatchObject({
        code: 'validation_error',
        errors: [{ path: expect.arrayContaining(['attachments']) }],
      })
    },
  )
})

test('of several identical concurrent sends, one goes out and the others conflict', async () => {
  const { message_id: id } = await simulators.receiveMail()
  await simulators.control('/mail/account', { send_ms: 120_000 })
  const arrived: number[] = []
  const asked = [1, 2, 3, 4].map(async () => {
    const answer = await reply(id, { text: 'Once' }, keyed('at-once'))
    arrived.push(answer.status)
    return answer
  })
  // The one that goes out is in flight until everybody has met it; the memory of a day then lasts minutes.
  await until(() => arrived.length === 3)
  await simulators.control('/clock', { scale: 400 })
  const answers = await Promise.all(asked)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(await sent()).toHaveLength(1)
  const first = answers.find(({ status }) => status === 200)?.body.message_id
  expect((await reply(id, { text: 'Once' }, keyed('at-once'))).body.message_id).toBe(first)
})

test('a reset ends a send in flight, which leaves no mail', async () => {
  const { message_id: id } = await simulators.receiveMail()
  await simulators.control('/mail/account', { send_ms: 3_600_000 })
  const late = () =>
    reply(id, { text: 'Too late' }, keyed('late')).then(
      ({ status }) => status,
      () => 'lost',
    )
  const both = [late(), late()]
  // The second is refused because the first is still in flight.
  expect(await Promise.race(both)).toBe(409)
  await simulators.control('/reset', {})
  expect(new Set(await Promise.all(both))).toEqual(new Set([409, 'lost']))
  expect(await sent()).toEqual([])
})

describe('outcomes', () => {
  test('message.sent is fired first, then the outcome of the script', async () => {
    const to = await receiver()
    await simulators.control('/mail/account', { hosts: { 'receiver.test': to.url } })
    const types = ['sent', 'delivered', 'bounced', 'complained', 'rejected'].map((name) => `message.${name}`)
    await simulators.mail('POST', '/v0/webhooks', { url: 'https://receiver.test', event_types: types })
    const { message_id: id } = await simulators.receiveMail()
    const { message_id: first } = (await reply(id, { text: 'x' })).body
    await until(() => to.of('message.sent').length === 1)
    const ids = { inbox_id: inbox, message_id: first }
    expect(to.of('message.sent')[0]?.body['send']).toMatchObject({ ...ids, recipients: ['ann@customer.test'] })
    for (const event of ['delivered', 'bounced', 'complained', 'rejected', 'opened'])
      await simulators.control('/mail/outcome', {
        message_id: first,
        event,
        ...(event === 'rejected' && { reason: 'Virus' }),
      })
    await until(() => to.received.length === 5)
    expect(to.of('message.delivered')[0]?.body['delivery']).toMatchObject(ids)
    expect(to.of('message.bounced')[0]?.body['bounce']).toMatchObject({
      ...ids,
      type: 'Permanent',
      recipients: [{ address: 'ann@customer.test', status: expect.any(String) }],
    })
    expect(to.of('message.complained')[0]?.body['complaint']).toMatchObject({
      ...ids,
      recipients: [expect.any(String)],
    })
    expect(to.of('message.rejected')[0]?.body['reject']).toMatchObject({ ...ids, reason: 'Virus' })
    expect(to.of('message.rejected')[0]?.body['reject']).not.toHaveProperty('recipients')
    expect((await simulators.mail('GET', `${messages}/${encodeURIComponent(first)}`)).body['labels']).toContain(
      'opened',
    )
    await simulators.control('/mail/script', { outcome: 'bounced', afterMs: 60_000 })
    await reply(id, { text: 'y' })
    await simulators.control('/clock', { scale: 6000 })
    await until(() => to.of('message.bounced').length === 2)
    const full = { type: 'Transient', sub_type: 'MailboxFull' }
    await simulators.control('/mail/outcome', { message_id: first, event: 'bounced', ...full })
    await until(() => to.of('message.bounced').length === 3)
    expect(to.of('message.bounced')[2]?.body['bounce']).toMatchObject({ ...full, recipients: [{ status: '4.2.2' }] })
    await to.close()
  })
})
