import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulators, until } from '../support/simulators.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
beforeEach(async () => void (simulators = await startSimulators()))
afterEach(() => simulators.close())

test.each([
  ['POST', '/agent/script', { outcome: 'luck' }, /outcome is one of/],
  ['POST', '/agent/jobs/none', { status: 'failed' }, /no job none/],
  ['POST', '/mail/inbound', { inbox_id: 'none', from: 'a@b.test' }, /inbox_id is one of/],
  ['POST', '/mail/inbound', { inbox_id: 'support@sandbox.test' }, /from is/],
  ['POST', '/mail/outcome', { message_id: 'none', event: 'delivered' }, /no mail none/],
  ['POST', '/mail/script', { outcome: 'lost' }, /outcome is one of/],
  ['POST', '/mail/account', { colour: 'red' }, /not colour/],
  ['POST', '/faults', { target: 'moon', mode: 'status' }, /unknown target moon/],
  ['POST', '/faults', { target: 'mail', mode: 'duplicate' }, /mode of mail/],
  ['POST', '/faults', { target: 'mail', mode: 'status', status: 99 }, /200 to 599/],
  ['POST', '/mail/account', { hosts: { 'a.test': 'nowhere' } }, /an http or https address/],
  ['POST', '/slack/message', { channel: 'docs', user: 'U08MARIA01A', text: 'x', files: [{}] }, /a file is/],
  ['POST', '/slack/message', { channel: 'docs', user: 'U08MARIA01A', text: 'x', files: 'x' }, /files is an array/],
  ['POST', '/clock', { scale: 0 }, /scale is a number/],
  [
    'POST',
    '/slack/message',
    { channel: 'docs', user: 'U08MARIA01A', txt: 'x' },
    /no field txt; it takes channel, user, text/,
  ],
  ['POST', '/agent/script', { outcome: 'failed', after: 5 }, /no field after; it takes outcome, afterMs, story/],
  ['POST', '/reset', { all: true }, /no field all; it takes story/],
  ['DELETE', '/faults/none', undefined, /no fault none/],
  ['POST', '/app', { action: 'kill' }, /started by hand/],
  ['GET', '/nothing', undefined, /GET \/control\/nothing/],
])('%s %s with invalid arguments answers what would be valid', async (method, path, body, words) => {
  const answer = await simulators.control(path, body, method)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.body['error']).toMatch(words)
})

test('everything that happens is streamed to listeners', async () => {
  const [response] = (await once(get(`${simulators.sandbox.control}/events`), 'response')) as [IncomingMessage]
  expect(response.headers['content-type']).toBe('text/event-stream')
  let heard = ''
  response.on('data', (chunk: Buffer) => (heard += chunk.toString('utf8')))
  await until(() => heard.includes(': open'))
  await simulators.agent('POST', `/v2/agent/${simulators.sandbox.env['AGENT_PROJECT_ID']}/job`, { prompt: 'Hear me' })
  await simulators.control('/mail/inbound', { inbox_id: simulators.sandbox.env['SANDBOX_INBOX'], from: 'a@b.test' })
  await simulators.control('/faults', { target: 'mail', mode: 'delay' })
  for (const type of ['agent.job', 'mail.event', 'weather', 'wire'])
    await until(() => heard.includes(`"type":"${type}"`))
  response.destroy()
})

test('a reset keeps keys, inboxes and webhooks and clears the rest', async () => {
  const { env } = simulators.sandbox
  const jobs = `/v2/agent/${env['AGENT_PROJECT_ID']}/job`
  const hook = { url: 'https://receiver.test', event_types: ['message.received'] }
  const { webhook_id: id } = (await simulators.mail('POST', '/v0/webhooks', hook)).body
  await simulators.mail('POST', '/v0/inboxes', { username: 'kept' })
  await simulators.agent('POST', jobs, { prompt: 'x' })
  await simulators.control('/mail/inbound', { inbox_id: env['SANDBOX_INBOX'], from: 'a@b.test' })
  await simulators.control('/mail/account', { suspended_reason: 'unpaid', send_block: ['evil.test'] })
  await simulators.control('/agent/script', { outcome: 'completed', afterMs: 0 })
  await simulators.control('/faults', { target: 'agent', mode: 'reset', match: 'POST' })
  await simulators.control('/clock', { scale: 50 })
  await simulators.control('/reset', {})
  expect((await simulators.control('/agent/jobs')).body).toEqual([])
  expect((await simulators.control('/mail/deliveries')).body).toEqual([])
  expect((await simulators.control('/faults')).body).toEqual([])
  expect((await simulators.control('/clock')).body).toMatchObject({ scale: 1 })
  expect((await simulators.control('/agent/script')).body).toMatchObject({ outcome: 'manual' })
  expect((await simulators.control('/mail/script')).body).toMatchObject({ outcome: 'manual' })
  expect((await simulators.control('/mail/account')).body).toMatchObject({ suspended_reason: null, lists: [] })
  expect((await simulators.mail('GET', '/v0/threads')).body['count']).toBe(0)
  expect((await simulators.mail('GET', `/v0/webhooks/${id}`)).status).toBe(200)
  expect((await simulators.mail('GET', '/v0/inboxes')).body['count']).toBe(2)
  expect((await simulators.agent('POST', jobs, { prompt: 'x' })).status).toBe(201)
})

test('after a reset as usual, jobs and mail move by themselves as at the start', async () => {
  await simulators.control('/agent/script', { outcome: 'failed', afterMs: 0 })
  await simulators.control('/reset', { usual: true })
  expect((await simulators.control('/agent/script')).body).toMatchObject({ outcome: 'completed', afterMs: 8000 })
  expect((await simulators.control('/mail/script')).body).toMatchObject({ outcome: 'delivered', afterMs: 2000 })
  await simulators.control('/reset', {})
})

test('the list of requests has every exchange with both bodies', async () => {
  await simulators.agent('POST', `/v2/agent/${simulators.sandbox.env['AGENT_PROJECT_ID']}/job`, {
    prompt: 'On the wire',
  })
  const [exchange] = (await simulators.control('/wire')).body as unknown as Record<string, string>[]
  expect(exchange).toMatchObject({ direction: 'from-app', system: 'agent', method: 'POST', status: 201 })
  expect([exchange?.['requestBody'], exchange?.['responseBody']].join()).toMatch(/On the wire.*"active"/s)
})
