import { afterEach, beforeEach, expect, test } from 'vitest'
import { requestSimulator, startSimulators, until, type SimulatorAnswer, type Fields } from '../support/simulators.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
let inbox: string
let at: string
beforeEach(async () => {
  simulators = await startSimulators()
  inbox = simulators.sandbox.env['SANDBOX_INBOX'] ?? ''
  at = `/v0/inboxes/${encodeURIComponent(inbox)}`
})
afterEach(() => simulators.close())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const account = (fields: Fields) => simulators.control('/mail/account', fields)
const key = async (fields: Fields) => bearer((await simulators.control('/mail/keys', fields)).body.key)
const send = (fields: Fields = {}, headers = {}) =>
  simulators.mail(
    'POST',
    `${at}/messages/send`,
    { to: 'ann@customer.test', subject: 'S', text: 'T', ...fields },
    headers,
  )
const makeInbox = (username: string, more: Fields = {}) => simulators.mail('POST', '/v0/inboxes', { username, ...more })

/** How each code of the table is reached, its status, and the special fields that come with it. */
const codes: [string, number, () => Promise<SimulatorAnswer>, Fields?][] = [
  ['missing_authorization', 401, () => simulators.mail('GET', '/v0/inboxes', undefined, { authorization: 'bearer x' })],
  [
    'invalid_token_type',
    401,
    () => simulators.mail('GET', '/v0/inboxes', undefined, bearer('eyJhbGciOi.eyJzdWIi.c2ln')),
  ],
  ['unknown_api_key', 401, () => simulators.mail('GET', '/v0/inboxes', undefined, bearer('mbx_none'))],
  [
    'unauthorized',
    401,
    async () => simulators.mail('GET', '/v0/inboxes', undefined, await key({ expires_at: '2020-01-01T00:00:00Z' })),
  ],
  [
    'missing_permission',
    403,
    async () => send({}, await key({ permissions: { message_read: true } })),
    { fix: expect.stringContaining('message_send') },
  ],
  [
    'permission_escalation',
    403,
    async () =>
      simulators.mail(
        'POST',
        '/v0/api-keys',
        { permissions: { pod_create: true } },
        await key({ permissions: { api_key_create: true } }),
      ),
  ],
  [
    'unrestricted_key_required',
    403,
    async () => simulators.mail('POST', '/v0/api-keys', {}, await key({ permissions: { api_key_create: true } })),
  ],
  ['forbidden', 403, async () => simulators.mail('POST', '/v0/pods', {}, await key({ inbox_id: inbox }))],
  ['already_exists', 403, () => makeInbox('support'), { suggestions: ['support1', 'support2', 'support3'] }],
  ['resource_taken', 403, () => makeInbox('admin'), { suggestions: ['admin1', 'admin2', 'admin3'] }],
  [
    'limit_exceeded',
    403,
    async () => {
      await account({ inbox_limit: 1 })
      return makeInbox('support')
    },
    { resource: 'inbox', limit: 1, upgrade_url: expect.stringMatching(/^https:/) },
  ],
  [
    'domain_not_verified',
    403,
    async () => {
      await account({ unverified_domains: ['sandbox.test'] })
      return send()
    },
  ],
  [
    'message_rejected',
    403,
    async () => {
      await account({ send_block: ['customer.test'] })
      return send()
    },
    { fix: expect.stringContaining('DELETE /v0/lists/send/block/customer.test') },
  ],
  [
    'account_suspended',
    403,
    async () => {
      await account({ suspended_reason: 'unpaid invoices' })
      return send()
    },
    { suspended_reason: 'unpaid invoices', name: 'MessageRejectedError', message: 'Message rejected' },
  ],
  ['validation_error', 400, () => send({ to: 7 }), { errors: [{ path: ['to'], message: expect.any(String) }] }],
  [
    'query_range_too_wide',
    400,
    () => simulators.mail('GET', '/v0/metrics?start_timestamp=2020-01-01T00:00:00Z&end_timestamp=2026-01-01T00:00:00Z'),
  ],
  ['not_found', 404, () => simulators.mail('GET', `${at}/messages/none`), { message: 'Message not found' }],
  [
    'conflict',
    409,
    async () => {
      await send({}, { 'idempotency-key': 'k' })
      return send({ text: 'other' }, { 'idempotency-key': 'k' })
    },
  ],
  [
    'resource_deleting',
    409,
    async () => {
      await simulators.mail('DELETE', at)
      return send()
    },
  ],
  [
    'cannot_delete',
    409,
    async () => simulators.mail('DELETE', `/v0/pods/${(await simulators.mail('GET', at)).body.pod_id}`),
    { message: expect.stringContaining('support@sandbox.test') },
  ],
  ['unprocessable', 422, () => send({ to: [] })],
  [
    'rate_limit_exceeded',
    429,
    async () => {
      await account({ sends_per_day: 1 })
      await send()
      return send()
    },
  ],
  ...(['race_condition', 'internal_error', 'service_unavailable'] as const).map(
    (code): [string, number, () => Promise<SimulatorAnswer>] => [
      code,
      { race_condition: 409, internal_error: 500, service_unavailable: 503 }[code],
      async () => {
        await simulators.control('/faults', { target: 'mail', mode: 'status', error: code, times: 1 })
        return send()
      },
    ],
  ),
]

test.each(codes)('%s answers %i with code, name, message and docs', async (code, status, reach, special = {}) => {
  const answer = await reach()
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.body).toMatchObject({
    name: expect.any(String),
    message: expect.any(String),
    docs: expect.stringMatching(new RegExp(`#${code}$`)),
    ...special,
  })
  if (status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a request refused by the gateway has a message and no code', async () => {
  const url = `${simulators.sandbox.mailApi}/v0/inboxes`
  const bare = await requestSimulator(url)
  expect([bare.status, bare.body]).toEqual([401, { message: 'Unauthorized' }])
  const cut = await requestSimulator(url, {
    headers: bearer((simulators.sandbox.env['MAIL_API_KEY'] ?? '').slice(0, 20)),
  })
  expect([cut.status, cut.body]).toEqual([403, { message: 'Forbidden' }])
  await account({ region_blocked: true })
  const region = await simulators.mail('GET', '/v0/inboxes')
  expect([region.status, region.body]).toEqual([403, { message: 'Forbidden' }])
})

test.each([
  ['GET', '/v0/nothing'],
  ['PUT', '/v0/webhooks'],
  ['GET', '/v1/webhooks'],
])('an unknown route is named in the answer: %s %s', async (method, path) => {
  const answer = await simulators.mail(method, path)
  expect([answer.status, answer.body['message']]).toEqual([404, 'Route not found'])
  expect(answer.body['fix']).toContain(`${method} ${path}`)
})

test('an empty path parameter is forbidden', async () => {
  expect((await simulators.mail('GET', '/v0/inboxes//messages/x')).status).toBe(403)
})

test('every create is idempotent by client_id, and a client_id names one kind of resource only', async () => {
  const creates: [string, Fields][] = [
    ['/v0/inboxes', { username: 'a' }],
    ['/v0/pods', { name: 'a' }],
    ['/v0/domains', { domain: 'acme.test' }],
    ['/v0/webhooks', { url: 'https://receiver.test', event_types: ['message.sent'] }],
    [`${at}/drafts`, { text: 'a' }],
  ]
  for (const [index, [path, fields]] of creates.entries()) {
    const first = await simulators.mail('POST', path, { ...fields, client_id: `c${index}` })
    const other = { username: '', name: 5, domain: 5, url: 5, text: 5, client_id: `c${index}` }
    const again = await simulators.mail('POST', path, other)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(first.body['client_id']).toBe(`c${index}`)
    const [elsewhere = ''] = creates[(index + 1) % creates.length] ?? []
    expect((await simulators.mail('POST', elsewhere, { ...fields, client_id: `c${index}` })).status).toBe(403)
    expect((await simulators.mail('POST', path, { ...fields, client_id: 'not@allowed' })).body.code).toBe(
      'validation_error',
    )
  }
})

test('a key does not see the client_id of a resource outside its scope', async () => {
  await simulators.mail('POST', '/v0/inboxes', { username: 'mine', client_id: 'mine' })
  const pod = (await simulators.mail('POST', '/v0/pods', { name: 'Other' })).body.pod_id
  const { api_key: key } = (await simulators.control('/mail/keys', { pod_id: pod })).body
  const answer = await simulators.mail('POST', '/v0/inboxes', { client_id: 'mine' }, { authorization: `Bearer ${key}` })
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})

test('a key without the permission does not see mail with a guarded label', async () => {
  const mail = (await simulators.control('/mail/inbound', { inbox_id: inbox, from: 'a@b.test', kind: 'spam' })).body
  const one = `${at}/messages/${encodeURIComponent(mail.message_id)}`
  const without = await key({ permissions: { message_read: true } })
  expect((await simulators.mail('GET', one, undefined, without)).status).toBe(404)
  expect(
    (
      await simulators.mail(
        'GET',
        one,
        undefined,
        await key({ permissions: { message_read: true, label_spam_read: true } }),
      )
    ).status,
  ).toBe(200)
  expect((await simulators.mail('GET', `${at}/messages`)).body['count']).toBe(0)
  expect((await simulators.mail('GET', `${at}/messages?include_spam=true`)).body['count']).toBe(1)
})

test('an unverified organization sends to the verifying person only, and an allow list permits its entries only', async () => {
  await account({ verifying_human: 'boss@acme.test' })
  expect((await send()).body.code).toBe('message_rejected')
  expect((await send({ to: 'Boss <Boss@acme.test>' })).status).toBe(200)
  await account({ verifying_human: null, send_allow: ['friends.test'] })
  expect((await send()).body.code).toBe('message_rejected')
  expect((await send({ to: 'ann@friends.test' })).status).toBe(200)
})

test('each key has its own rate limit, and Retry-After follows the simulated clock', async () => {
  await account({ requests_per_minute: 2 })
  for (let n = 0; n < 2; n += 1) expect((await simulators.mail('GET', '/v0/inboxes')).status).toBe(200)
  const limited = await simulators.mail('GET', '/v0/inboxes')
  expect([limited.status, limited.body.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await simulators.mail('GET', '/v0/inboxes', undefined, await key({}))).status).toBe(200)
  await simulators.control('/clock', { scale: 6000 })
  await until(async () => (await simulators.mail('GET', '/v0/inboxes')).status === 200)
})

test('a deleted inbox answers as being deleted for a while, then as unknown', async () => {
  await simulators.mail('DELETE', at)
  expect((await simulators.mail('GET', at)).body.code).toBe('resource_deleting')
  await simulators.control('/clock', { scale: 1000 })
  await until(async () => (await simulators.mail('GET', at)).status === 404)
})

test('metrics are timestamps by kind, or buckets if the range has the other names', async () => {
  await simulators.control('/mail/inbound', { inbox_id: inbox, from: 'a@b.test' })
  const { message_id: id } = (await send()).body
  await simulators.control('/mail/outcome', { message_id: id, event: 'delayed' })
  const minute = 60_000
  const query = (names: [string, string], more = '') =>
    `/v0/metrics?${names[0]}=${new Date(Date.now() - minute).toISOString()}&${names[1]}=${new Date(Date.now() + minute).toISOString()}${more}`
  const documented: [string, string] = ['start_timestamp', 'end_timestamp']
  const { message } = await until(async () => {
    const { body } = await simulators.mail('GET', query(documented))
    return (body['message'] as Fields)['sent'] !== null && body
  })
  expect(message).toEqual({
    sent: [expect.stringMatching(/^\d{4}-.*Z$/)],
    received: [expect.any(String)],
    delayed: [expect.any(String)],
    delivered: null,
    bounced: null,
    rejected: null,
    complained: null,
  })
  const only = (
    await simulators.mail('GET', query(documented, '&event_types=message.received&event_types=message.bounced'))
  ).body
  expect(only['message']).toMatchObject({ sent: null, received: [expect.any(String)] })
  expect((await simulators.mail('GET', query(documented, '&event_types=message.opened'))).status).toBe(400)
  expect((await simulators.mail('GET', '/v0/metrics')).body['errors']).toHaveLength(2)
  expect((await simulators.mail('GET', query(['start', 'end'], '&period=120'))).body).toMatchObject({
    'message.sent': [{ timestamp: expect.any(String), count: 1 }],
    'message.bounced': [],
  })
})

test('mails, threads and inboxes can be searched, and several mails read and labelled together', async () => {
  const one = (
    await simulators.control('/mail/inbound', { inbox_id: inbox, from: 'Ann <a@b.test>', subject: 'Invoice 4711' })
  ).body
  const two = (await simulators.control('/mail/inbound', { inbox_id: inbox, from: 'c@d.test', subject: 'Other' })).body
  const counts = async (paths: string[]) =>
    Promise.all(paths.map(async (path) => (await simulators.mail('GET', path)).body['count']))
  expect(
    await counts([`${at}/messages/search?q=invoice`, '/v0/threads/search?q=ann%204711', '/v0/inboxes/search?q=supp']),
  ).toEqual([1, 1, 1])
  expect(await counts([`${at}/messages/search?q=nothing`, `${at}/threads/search?q=other`])).toEqual([0, 1])
  expect((await simulators.mail('GET', '/v0/threads/search?q=x')).status).toBe(400)
  const both = { message_ids: [one.message_id, two.message_id] }
  expect((await simulators.mail('POST', `${at}/messages/batch-get`, both)).body['count']).toBe(2)
  const updated = (
    await simulators.mail('POST', `${at}/messages/batch-update`, {
      ...both,
      add_labels: 'seen',
      remove_labels: ['unread'],
    })
  ).body
  expect(updated['updates']).toEqual(both.message_ids.map((id) => ({ message_id: id, labels: ['received', 'seen'] })))
})

test('a pod has its own domains, with a zone file', async () => {
  const pod = (await simulators.mail('POST', '/v0/pods', { name: 'Other' })).body.pod_id
  const elsewhere = (await simulators.mail('POST', '/v0/pods', { name: 'Third' })).body.pod_id
  const id = String(
    (await simulators.mail('POST', `/v0/pods/${pod}/domains`, { domain: 'pod.test' })).body['domain_id'],
  )
  expect((await simulators.mail('GET', `/v0/pods/${pod}/domains`)).body['count']).toBe(1)
  expect((await simulators.mail('GET', `/v0/pods/${elsewhere}/domains/${id}`)).body.code).toBe('not_found')
  expect((await simulators.mail('POST', `/v0/pods/${pod}/domains/${id}/verify`)).status).toBe(204)
  expect((await simulators.mail('GET', `/v0/domains/${id}`)).body).toMatchObject({ pod_id: pod, status: 'VERIFIED' })
  const headers = { authorization: `Bearer ${simulators.sandbox.env['MAIL_API_KEY']}` }
  const zone = await fetch(`${simulators.sandbox.mailApi}/v0/domains/${id}/zone-file`, { headers })
  expect(await zone.text()).toMatch(/^pod\.test\.\t3600\tIN\tMX\t10 /m)
})
