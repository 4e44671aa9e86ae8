import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  AIKO,
  readPath,
  BOT,
  DOCS,
  GUEST,
  LEADS,
  MARIA,
  createSlackHarness,
  SHARED,
  STRANGER,
  TOM,
  type Fields,
  type SlackHarness,
} from './slack-simulator-harness.ts'

let sandbox: SlackHarness
beforeEach(async () => {
  sandbox = await createSlackHarness()
})
afterEach(() => sandbox.close())

const say = async (text: string, more: Fields = {}): Promise<string> =>
  String((await sandbox.post('/slack/message', { channel: DOCS, user: MARIA, text, ...more })).body['ts'])
const seen = async (query: string): Promise<Fields[]> => (await sandbox.get(`/slack/messages?${query}`)) as Fields[]
const refused = async (method: string, args: Fields): Promise<unknown> => (await sandbox.call(method, args))['error']

test('the workspace has members, an admin, a guest, an external person, two bots and channels of each kind', async () => {
  const people = (await sandbox.get('/slack/users')) as Fields[]
  expect(people[0]).toEqual(expect.objectContaining({ id: MARIA, name: 'maria' }))
  expect(people.filter(({ is_admin }) => is_admin).map(({ id }) => id)).toEqual([AIKO])
  expect(people.filter(({ is_restricted }) => is_restricted).map(({ id }) => id)).toEqual([GUEST])
  expect(people.filter(({ is_bot }) => is_bot)).toHaveLength(2)
  const channels = (await sandbox.get('/slack/channels')) as Fields[]
  expect(channels.map(({ name }) => name)).toEqual(['docs', 'general', 'support', 'quarantine', 'leads', 'with-globex'])
  const { user } = await sandbox.client.users.info({ user: MARIA, include_locale: true })
  expect(user).toMatchObject({
    tz: 'Europe/Madrid',
    locale: 'es-ES',
    is_admin: false,
    profile: { display_name: 'Maria Torres' },
  })
  expect(user?.profile?.email).toBeUndefined()
  expect((await sandbox.client.users.info({ user: STRANGER })).user).toMatchObject({
    is_stranger: true,
    team_id: 'T06GLOBEX4R',
  })
  expect((await sandbox.client.conversations.info({ channel: SHARED })).channel).toMatchObject({ is_ext_shared: true })
})

test('an app that was removed from a channel gets no events from it and cannot post there', async () => {
  await sandbox.post('/slack/workspace', { action: 'remove-app', channel: DOCS, user: AIKO })
  expect(await sandbox.waitForEvent('channel_left')).toMatchObject({ channel: DOCS, actor_id: AIKO })
  await say('unheard')
  expect(await refused('chat.postMessage', { channel: DOCS, text: 'a' })).toBe('not_in_channel')
  expect(await refused('conversations.history', { channel: DOCS })).toBe('not_in_channel')
  await sandbox.post('/slack/workspace', { action: 'add-app', channel: DOCS, user: AIKO })
  expect(await sandbox.waitForEvent('member_joined_channel')).toMatchObject({ channel: DOCS, user: BOT, inviter: AIKO })
  await say('heard')
  await sandbox.waitForEvent('message', ({ text }) => text === 'heard')
  expect(sandbox.received.some(({ payload }) => readPath(payload, 'event', 'text') === 'unheard')).toBe(false)
  await sandbox.post('/slack/workspace', { action: 'remove-app', channel: LEADS })
  expect(await refused('chat.postMessage', { channel: LEADS, text: 'a' })).toBe('channel_not_found')
})

test('a reply that is also sent to the channel carries the message it answers', async () => {
  const { body } = await sandbox.post('/slack/message', { channel: DOCS, user: MARIA, text: 'a question' })
  const thread_ts = String(body['ts'])
  const reply = { channel: DOCS, thread_ts, text: 'an answer', reply_broadcast: true } as const
  const { ts } = await sandbox.client.chat.postMessage(reply)
  const root = { ts: thread_ts, thread_ts, text: 'a question', user: MARIA, reply_count: 1, latest_reply: ts }
  const event = await sandbox.waitForEvent('message', ({ subtype }) => subtype === 'thread_broadcast')
  expect(event).toMatchObject({ ts, thread_ts, root })
  expect((await sandbox.client.conversations.history({ channel: DOCS })).messages?.[0]).toMatchObject({ ts, root })
})

test('edits and deletions arrive as Slack sends them, and a deleted parent keeps its thread', async () => {
  const ts = await say('first')
  await say('reply', { thread_ts: ts, user: TOM })
  await sandbox.post('/slack/edit', { channel: DOCS, ts, text: 'second' })
  expect(await sandbox.waitForEvent('message', ({ subtype }) => subtype === 'message_changed')).toMatchObject({
    message: { ts, text: 'second', edited: { user: MARIA } },
    previous_message: { text: 'first' },
    channel: DOCS,
  })
  await sandbox.post('/slack/edit', { channel: DOCS, ts })
  expect(await sandbox.waitForEvent('message', ({ subtype }) => subtype === 'message_deleted')).toMatchObject({
    deleted_ts: ts,
  })
  expect(await seen(`channel=${DOCS}`)).toEqual([])
  expect(await seen(`channel=${DOCS}&thread_ts=${ts}`)).toMatchObject([{ text: 'reply', thread_ts: ts }])
  await sandbox.client.chat.postMessage({ channel: DOCS, thread_ts: ts, text: 'still a thread' })
  expect(await seen(`channel=${DOCS}`)).toEqual([])
})

test('an archived channel accepts no message', async () => {
  await sandbox.post('/slack/workspace', { action: 'archive', channel: DOCS, user: AIKO })
  expect(await sandbox.waitForEvent('channel_archive')).toMatchObject({ channel: DOCS, user: AIKO })
  expect(await refused('chat.postMessage', { channel: DOCS, text: 'a' })).toBe('is_archived')
  expect((await sandbox.post('/slack/message', { channel: DOCS, user: MARIA, text: 'a' })).status).toBe(409)
})

test('a message carries the files that it shares', async () => {
  const content = Buffer.from('a,b').toString('base64')
  const ts = await say('the numbers', { files: [{ name: 'n.csv', content_type: 'text/csv', content }] })
  const event = await sandbox.waitForEvent('message')
  expect(event).toMatchObject({ subtype: 'file_share', ts, files: [{ name: 'n.csv', mimetype: 'text/csv', size: 3 }] })
  expect(await sandbox.waitForEvent('file_shared')).toMatchObject({
    file_id: readPath(event, 'files', 0, 'id'),
    channel_id: DOCS,
  })
})

test('a message from another organization names its team, in an envelope marked as shared', async () => {
  await sandbox.post('/slack/message', { channel: SHARED, user: STRANGER, text: 'hi' })
  const { payload } = await sandbox.waitForRequest(({ kind }) => kind === 'message')
  expect(payload).toMatchObject({
    is_ext_shared_channel: true,
    event: { user: STRANGER, user_team: 'T06GLOBEX4R', source_team: 'T06GLOBEX4R' },
  })
  expect((await sandbox.post('/slack/message', { channel: DOCS, user: STRANGER, text: 'hi' })).status).toBe(403)
})

test('history and replies are paged, limited by time and continued by cursor', async () => {
  const ts: string[] = []
  for (let n = 0; n < 5; n++) ts.push(await say(`n ${n}`))
  const { client } = sandbox
  const texts: string[] = []
  for await (const page of client.paginate('conversations.history', { channel: DOCS, limit: 2 }))
    texts.push(...(readPath(page, 'messages') as Fields[]).map(({ text }) => String(text)))
  expect(texts).toEqual(['n 4', 'n 3', 'n 2', 'n 1', 'n 0'])
  const within = async (more: Fields): Promise<string[]> =>
    ((await sandbox.call('conversations.history', { channel: DOCS, ...more }))['messages'] as Fields[]).map((m) =>
      String(m['ts']),
    )
  expect(await within({ oldest: ts[1], latest: ts[3] })).toEqual([ts[2]])
  expect(await within({ oldest: ts[1], latest: ts[3], inclusive: true })).toEqual([ts[3], ts[2], ts[1]])
  for (let n = 0; n < 4; n++) await say(`r ${n}`, { thread_ts: ts[0] })
  const replies: string[] = []
  for await (const page of client.paginate('conversations.replies', { channel: DOCS, ts: ts[0] ?? '', limit: 3 }))
    replies.push(...(readPath(page, 'messages') as Fields[]).map(({ text }) => String(text)))
  expect(replies).toEqual(['n 0', 'r 0', 'r 1', 'r 2', 'r 3'])
  expect(await refused('conversations.history', { channel: DOCS, cursor: 'bm90aGluZw==' })).toBe('invalid_cursor')
})

test('metadata is returned only on request and survives an update without it', async () => {
  const metadata = { event_type: 'job', event_payload: { op_id: '1', list: [{ a: 1 }] } }
  const { ts } = await sandbox.client.chat.postMessage({ channel: DOCS, text: 'a', metadata })
  const read = async (all: boolean): Promise<unknown> =>
    readPath(
      await sandbox.call('conversations.history', { channel: DOCS, include_all_metadata: all }),
      'messages',
      0,
      'metadata',
    )
  expect([await read(false), await read(true)]).toEqual([undefined, metadata])
  await sandbox.client.chat.update({ channel: DOCS, ts: ts ?? '', text: 'b' })
  expect(await read(true)).toEqual(metadata)
  await sandbox.call('chat.update', { channel: DOCS, ts, text: 'b', metadata: {} })
  expect(await read(true)).toBeUndefined()
})

test('a distributed app reads history once a minute', async () => {
  await sandbox.post('/slack/workspace', { action: 'distribute' })
  for (let n = 0; n < 16; n++) await say(`n ${n}`)
  const first = await sandbox.call('conversations.history', { channel: DOCS, limit: 100 })
  expect(first['messages']).toHaveLength(15)
  const second = await sandbox.call('conversations.history', { channel: DOCS })
  expect([second.status, second['error'], Number(second.headers.get('retry-after')) > 50]).toEqual([
    429,
    'ratelimited',
    true,
  ])
})

test('rates and Retry-After follow the simulators’ clock', async () => {
  const list = (): ReturnType<SlackHarness['call']> => sandbox.call('conversations.list', {})
  for (let n = 0; n < 20; n++) expect((await list())['ok']).toBe(true)
  const late = await list()
  expect([late.status, Number(late.headers.get('retry-after')) > 50]).toEqual([429, true])
  sandbox.server.clock.setScale(60)
  expect(Number((await list()).headers.get('retry-after'))).toBe(1)
  sandbox.server.clock.setScale(1e6)
  await new Promise((wake) => setTimeout(wake, 5))
  expect((await list())['ok']).toBe(true)
})

test('the last event, or any event, can be sent again and is marked as a retry', async () => {
  await say('one')
  const { payload } = await sandbox.waitForRequest(({ kind }) => kind === 'message')
  await say('two')
  await sandbox.waitForEvent('message', ({ text }) => text === 'two')
  const { body } = await sandbox.post('/slack/redeliver', { event_id: payload['event_id'], times: 2 })
  expect(body).toEqual({ event_id: payload['event_id'], statuses: [200, 200] })
  const again = sandbox.received.filter((one) => one.payload['event_id'] === payload['event_id'])
  expect(again.map(({ headers }) => headers['x-slack-retry-num'])).toEqual([undefined, '1', '2'])
  expect((await sandbox.post('/slack/redeliver', { event_id: 'Ev0NOTHING', times: 1 })).status).toBe(404)
})

test('a dropped event arrives with the retry, and a failed call is recorded', async () => {
  sandbox.server.faults.add({ target: 'events', mode: 'drop', times: 1 })
  await say('lost once')
  expect((await sandbox.waitForRequest(({ kind }) => kind === 'message')).headers).toMatchObject({
    'x-slack-retry-num': '1',
    'x-slack-retry-reason': 'connection_failed',
  })
  sandbox.server.faults.add({
    target: 'slack',
    match: 'chat.postMessage',
    mode: 'status',
    error: 'fatal_error',
    times: 1,
  })
  expect(await refused('chat.postMessage', { channel: DOCS, text: 'a' })).toBe('fatal_error')
  expect(await sandbox.get('/slack/calls?method=chat.postMessage')).toMatchObject([
    { args: { channel: DOCS, text: 'a' }, ok: false, error: 'fatal_error' },
  ])
})
