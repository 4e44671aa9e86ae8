import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSimulators } from '../support/simulators.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
let inbox: string
beforeEach(async () => {
  simulators = await startSimulators()
  inbox = simulators.sandbox.env['SANDBOX_INBOX'] ?? ''
})
afterEach(() => simulators.close())

const url = 'https://receiver.test/hook'
const hook = { url, event_types: ['message.received'] }
const keyed = (key: string) => ({ authorization: `Bearer ${key}` })
const create = (fields: object = {}, headers = {}) =>
  simulators.mail('POST', '/v0/webhooks', { ...hook, ...fields }, headers)

test('the secret comes with create and get, and never in the list', async () => {
  const made = await create({ headers: { 'X-Team': 'docs' } })
  expect(made.status).toBe(200)
  expect(made.body).toMatchObject({
    ...hook,
    enabled: true,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/=]{32,}$/),
  })
  expect(made.body).not.toHaveProperty('headers')
  expect((await simulators.mail('GET', `/v0/webhooks/${made.body.webhook_id}`)).body).toEqual(made.body)
  const { secret: _secret, ...rest } = made.body
  expect((await simulators.mail('GET', '/v0/webhooks')).body).toMatchObject({ count: 1, webhooks: [rest] })
  expect((await simulators.mail('GET', '/v0/webhooks')).body['webhooks']).toEqual([rest])
})

test('a create that repeats a client_id answers the first webhook, whatever its other fields are', async () => {
  const first = await create({ client_id: 'mine-1' })
  const again = await simulators.mail('POST', '/v0/webhooks', {
    client_id: 'mine-1',
    url: 'http://plain',
    event_types: [],
  })
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(first.body['client_id']).toBe('mine-1')
  await simulators.mail('DELETE', `/v0/webhooks/${first.body.webhook_id}`)
  expect((await create({ client_id: 'mine-1' })).body.webhook_id).not.toBe(first.body.webhook_id)
})

test.each([
  [{ url: 'http://receiver.test' }, 'url'],
  [{ url: undefined }, 'url'],
  [{ event_types: [] }, 'event_types'],
  [{ event_types: undefined }, 'event_types'],
  [{ event_types: ['message.opened'] }, 'event_types'],
  [{ event_types: ['message.invented'] }, 'event_types'],
  [{ client_id: 'a@b' }, 'client_id'],
  [{ client_id: '' }, 'client_id'],
  [{ client_id: 'x'.repeat(257) }, 'client_id'],
  [{ headers: { 'bad name': 'x' } }, 'headers'],
  [{ inbox_ids: 'x' }, 'inbox_ids'],
])('a create with %o is refused with the path %s', async (fields, path) => {
  const answer = await create(fields)
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
  expect(answer.body['errors']).toEqual(expect.arrayContaining([{ path: [path], message: expect.any(String) }]))
  expect((await simulators.mail('GET', '/v0/webhooks')).body['count']).toBe(0)
})

test('lists are paged newest first, or oldest first on request, and say whether there is more', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.push((await create()).body.webhook_id)
  const walk = async (more: string) => {
    const seen: string[][] = []
    for (let token = ''; ;) {
      const { body } = await simulators.mail('GET', `/v0/webhooks?limit=2${more}${token && `&page_token=${token}`}`)
      seen.push((body['webhooks'] as { webhook_id: string }[]).map((one) => one.webhook_id))
      if (!body.next_page_token) return seen
      token = body.next_page_token
    }
  }
  const [a, b, c, d, e] = ids
  expect(await walk('')).toEqual([[e, d], [c, b], [a]])
  expect(await walk('&ascending=true')).toEqual([[a, b], [c, d], [e]])
  expect((await simulators.mail('GET', '/v0/webhooks?limit=x')).status).toBe(400)
  expect((await simulators.mail('GET', '/v0/webhooks?page_token=x')).status).toBe(400)
})

test('ten targets and fifty webhooks are the limit, counted before any id is looked up', async () => {
  const many = Array.from({ length: 11 }, (_, n) => `none-${n}`)
  const wide = await create({ inbox_ids: many.slice(0, 6), pod_ids: many.slice(6) })
  expect([wide.status, wide.body.code, wide.body['limit']]).toEqual([403, 'limit_exceeded', 10])
  expect((await create({ inbox_ids: many.slice(0, 10) })).status).toBe(404)
  for (let n = 0; n < 50; n += 1) await create()
  const full = await create({ inbox_ids: ['none'] })
  expect([full.status, full.body.code, full.body['limit']]).toEqual([403, 'limit_exceeded', 50])
})

test('an update replaces the events and adds and removes targets', async () => {
  const { webhook_id: id } = (await create({ inbox_ids: [inbox] })).body
  const other = (await simulators.mail('POST', '/v0/inboxes', { username: 'other' })).body.inbox_id
  const { pod_id: pod } = (await simulators.mail('POST', '/v0/pods', { name: 'P' })).body
  const changed = await simulators.mail('PATCH', `/v0/webhooks/${id}`, {
    event_types: ['message.sent'],
    add_inbox_ids: [other],
    remove_inbox_ids: [inbox],
    add_pod_ids: [pod],
  })
  expect(changed.body).toMatchObject({ event_types: ['message.sent'], inbox_ids: [other], pod_ids: [pod] })
  for (const wrong of [{ event_types: [] }, { event_types: ['message.opened'] }, { url }])
    expect((await simulators.mail('PATCH', `/v0/webhooks/${id}`, wrong)).body.code).toBe('validation_error')
  expect((await simulators.mail('PATCH', `/v0/webhooks/${id}`, { add_inbox_ids: ['none'] })).status).toBe(404)
  const many = Array.from({ length: 9 }, (_, n) => `none-${n}`)
  expect((await simulators.mail('PATCH', `/v0/webhooks/${id}`, { add_inbox_ids: many })).body.code).toBe(
    'limit_exceeded',
  )
  expect((await simulators.mail('PATCH', '/v0/webhooks/none', {})).body).toMatchObject({
    code: 'not_found',
    message: 'Webhook not found',
  })
})

test('header values are write-only, and one update sets, replaces and removes them, or changes nothing', async () => {
  const { webhook_id: id } = (await create({ headers: { 'X-A': '1', 'X-B': '2' } })).body
  const headers = `/v0/webhooks/${id}/headers`
  const names = async () => (await simulators.mail('GET', headers)).body['header_names']
  expect(await names()).toEqual(['X-A', 'X-B'])
  const changed = await simulators.mail('PATCH', headers, {
    headers: { 'x-b': '3', 'X-C': '4' },
    remove_headers: ['x-a'],
  })
  expect([changed.status, changed.body]).toEqual([204, {}])
  expect(await names()).toEqual(['x-b', 'X-C'])
  for (const wrong of [{}, { headers: { 'X-C': '5' }, remove_headers: ['x-c'] }, { headers: { 'X-D': '1', 'X-E': 2 } }])
    expect((await simulators.mail('PATCH', headers, wrong)).status).toBe(400)
  expect(await names()).toEqual(['x-b', 'X-C'])
})

test('a deleted webhook is gone', async () => {
  const { webhook_id: id } = (await create()).body
  const gone = await simulators.mail('DELETE', `/v0/webhooks/${id}`)
  expect([gone.status, gone.body]).toEqual([204, {}])
  for (const method of ['GET', 'DELETE'])
    expect((await simulators.mail(method, `/v0/webhooks/${id}`)).body).toMatchObject({
      code: 'not_found',
      name: 'NotFoundError',
    })
})

describe('restricted events', () => {
  test.each([
    ['message.received.spam', 'label_spam_read'],
    ['message.received.blocked', 'label_blocked_read'],
    ['message.received.unauthenticated', 'label_unauthenticated_read'],
  ])('%s needs %s, on create and on update', async (type, permission) => {
    const rights = { webhook_create: true, webhook_update: true }
    const without = keyed((await simulators.control('/mail/keys', { permissions: rights })).body.key)
    const refused = await create({ event_types: [type] }, without)
    expect([refused.status, refused.body.code, refused.body['message']]).toEqual([
      403,
      'missing_permission',
      `${permission} is forbidden`,
    ])
    const { webhook_id: id } = (await create({}, without)).body
    expect((await simulators.mail('PATCH', `/v0/webhooks/${id}`, { event_types: [type] }, without)).status).toBe(403)
    const allowed = keyed(
      (await simulators.control('/mail/keys', { permissions: { ...rights, [permission]: true } })).body.key,
    )
    expect((await create({ event_types: [type] }, allowed)).status).toBe(200)
  })
})

describe('scopes', () => {
  test('an inbox-scoped webhook changes only its events and is found only below its inbox', async () => {
    const base = `/v0/inboxes/${encodeURIComponent(inbox)}/webhooks`
    const made = await simulators.mail('POST', base, hook)
    expect(made.body).toMatchObject({ inbox_ids: [inbox] })
    const one = `${base}/${made.body.webhook_id}`
    expect((await simulators.mail('PATCH', one, { event_types: ['message.sent'] })).body['event_types']).toEqual([
      'message.sent',
    ])
    expect((await simulators.mail('PATCH', one, { add_inbox_ids: [inbox] })).status).toBe(400)
    expect((await simulators.mail('GET', base)).body['count']).toBe(1)
    const whole = (await create()).body.webhook_id
    expect((await simulators.mail('GET', `${base}/${whole}`)).status).toBe(404)
    expect((await simulators.mail('PATCH', `${one}/headers`, { headers: { a: 'b' } })).status).toBe(204)
    expect((await simulators.mail('GET', `${one}/headers`)).body['header_names']).toEqual(['a'])
    expect((await simulators.mail('DELETE', one)).status).toBe(204)
  })

  test('a pod-scoped webhook keeps its pod and at least one subscription', async () => {
    const { pod_id: pod } = (await simulators.mail('POST', '/v0/pods', {})).body
    const { inbox_id: inside } = (await simulators.mail('POST', `/v0/pods/${pod}/inboxes`, { username: 'inside' })).body
    const base = `/v0/pods/${pod}/webhooks`
    const { body: whole } = await simulators.mail('POST', base, hook)
    expect(whole).toMatchObject({ pod_ids: [pod] })
    expect((await simulators.mail('PATCH', `${base}/${whole.webhook_id}`, { remove_pod_ids: [pod] })).status).toBe(400)
    const { body: narrow } = await simulators.mail('POST', base, { ...hook, inbox_ids: [inside] })
    expect(
      (await simulators.mail('PATCH', `${base}/${narrow.webhook_id}`, { remove_inbox_ids: [inside] })).status,
    ).toBe(400)
    expect((await simulators.mail('POST', base, { ...hook, inbox_ids: [inbox] })).status).toBe(404)
  })

  test('a resource outside a key’s scope is not found, and naming it as a target is forbidden', async () => {
    const { inbox_id: other } = (await simulators.mail('POST', '/v0/inboxes', { username: 'elsewhere' })).body
    const scoped = keyed((await simulators.control('/mail/keys', { inbox_id: inbox })).body.key)
    const { webhook_id: whole } = (await create()).body
    expect((await simulators.mail('GET', `/v0/webhooks/${whole}`, undefined, scoped)).status).toBe(404)
    expect((await create({ inbox_ids: [other] }, scoped)).body.code).toBe('forbidden')
    expect((await create({ inbox_ids: ['none'] }, scoped)).status).toBe(403)
    const own = await create({}, scoped)
    expect(own.body).toMatchObject({ inbox_ids: [inbox] })
    expect((await simulators.mail('GET', '/v0/webhooks', undefined, scoped)).body['count']).toBe(1)
    const missing = await simulators.mail('GET', '/v0/inboxes/none%40sandbox.test', undefined, scoped)
    const outside = await simulators.mail('GET', `/v0/inboxes/${encodeURIComponent(other)}`, undefined, scoped)
    expect([outside.status, outside.body]).toEqual([404, missing.body])
    expect((await simulators.mail('POST', '/v0/inboxes', {}, scoped)).body.code).toBe('forbidden')
  })
})
