import { ErrorCode } from '@slack/web-api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  readPath,
  BOT,
  DOCS,
  LEADS,
  MARIA,
  createSlackHarness,
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

const refusal = async (call: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return readPath(error, 'data', 'error') ?? readPath(error, 'code')
}

test('a person’s message reaches the app as Slack sends it, signed', async () => {
  const { body } = await sandbox.post('/slack/message', {
    channel: DOCS,
    user: MARIA,
    text: `<@${BOT}> see https://docs.test/a?b=1&c=2, a < b & *bold*`,
  })
  const one = await sandbox.waitForRequest(({ kind }) => kind === 'message')
  expect(one.genuine).toBe(true)
  expect(one.payload).toMatchObject({
    type: 'event_callback',
    team_id: 'T08N4Q2LK1M',
    api_app_id: 'A08BELHOP1A',
    is_ext_shared_channel: false,
    authorizations: [{ team_id: 'T08N4Q2LK1M', user_id: BOT, is_bot: true }],
    event: {
      type: 'message',
      channel: DOCS,
      channel_type: 'channel',
      user: MARIA,
      ts: body['ts'],
      team: 'T08N4Q2LK1M',
      text: `<@${BOT}> see <https://docs.test/a?b=1&amp;c=2>, a &lt; b &amp; *bold*`,
    },
  })
  const elements = readPath(one.payload, 'event', 'blocks', 0, 'elements', 0, 'elements')
  expect(elements).toEqual([
    { type: 'user', user_id: BOT },
    { type: 'text', text: ' see ' },
    { type: 'link', url: 'https://docs.test/a?b=1&c=2' },
    { type: 'text', text: ', a < b & ' },
    { type: 'text', text: 'bold', style: { bold: true } },
  ])
  expect(await sandbox.waitForEvent('app_mention')).toMatchObject({ user: MARIA, channel: DOCS, ts: body['ts'] })
})

test('an event is sent again immediately, after a minute and after five, with its number and reason', async () => {
  await sandbox.close()
  sandbox = await createSlackHarness(undefined, 3000)
  let failures = 0
  sandbox.answer(() => (++failures <= 3 ? { status: 503 } : undefined))
  await sandbox.post('/slack/message', { channel: DOCS, user: MARIA, text: 'hello' })
  const last = await sandbox.waitForRequest(({ headers }) => headers['x-slack-retry-num'] === '3')
  expect(
    sandbox.received.map(({ headers, payload }) => [
      headers['x-slack-retry-num'],
      headers['x-slack-retry-reason'],
      payload['event_id'],
    ]),
  ).toEqual([undefined, '1', '2', '3'].map((num) => [num, num && 'http_error', last.payload['event_id']]))
})

test('X-Slack-No-Retry ends the retries of a refused event', async () => {
  await sandbox.close()
  sandbox = await createSlackHarness(undefined, 3000)
  sandbox.answer(({ payload }) =>
    readPath(payload, 'event', 'text') === 'no'
      ? { status: 500, headers: { 'x-slack-no-retry': '1' } }
      : { status: 500 },
  )
  await sandbox.post('/slack/message', { channel: DOCS, user: MARIA, text: 'no' })
  await sandbox.post('/slack/message', { channel: DOCS, user: MARIA, text: 'yes' })
  await sandbox.waitForRequest(({ headers }) => headers['x-slack-retry-num'] === '3')
  const texts = sandbox.received.map(({ payload }) => readPath(payload, 'event', 'text'))
  expect(texts.filter((text) => text === 'no')).toHaveLength(1)
  expect(texts.filter((text) => text === 'yes')).toHaveLength(4)
})

test('the app posts, replies in a thread, updates and deletes with the SDK’s own client', async () => {
  const posted = await sandbox.client.chat.postMessage({ channel: '#docs', text: 'one & <two>' })
  expect(posted.channel).toBe(DOCS)
  expect(posted.message).toMatchObject({ text: 'one &amp; &lt;two&gt;', user: BOT, bot_id: 'B08BELHOP2B' })
  const ts = posted.ts ?? ''
  await sandbox.client.chat.postMessage({ channel: DOCS, text: 'a reply', thread_ts: ts })
  await sandbox.client.chat.postMessage({ channel: DOCS, text: 'for all', thread_ts: ts, reply_broadcast: true })
  const thread = await sandbox.client.conversations.replies({ channel: DOCS, ts })
  expect(thread.messages?.map(({ text }) => text)).toEqual(['one &amp; &lt;two&gt;', 'a reply', 'for all'])
  expect(thread.messages?.[0]).toMatchObject({ reply_count: 2, thread_ts: ts })
  const updated = await sandbox.client.chat.update({ channel: DOCS, ts, text: 'changed' })
  const edited = { user: 'B08BELHOP2B', ts: expect.any(String) as string }
  expect(updated).toMatchObject({ ts, text: 'changed', message: { text: 'changed', user: BOT, edited } })
  const history = await sandbox.client.conversations.history({ channel: DOCS })
  expect(history.messages?.map(({ text }) => text)).toEqual(['for all', 'changed'])
  await sandbox.client.chat.delete({ channel: DOCS, ts })
  const left = (await sandbox.get(`/slack/messages?channel=${DOCS}`)) as Fields[]
  expect(left.map(({ text }) => text)).toEqual(['for all'])
  expect((await sandbox.client.conversations.replies({ channel: DOCS, ts })).messages?.[0]).toMatchObject({
    subtype: 'tombstone',
  })
})

test('an updated message comes back without its timestamp and its place in the thread', async () => {
  const parent = (await sandbox.client.chat.postMessage({ channel: DOCS, text: 'parent' })).ts ?? ''
  const reply = { channel: DOCS, thread_ts: parent, reply_broadcast: true } as const
  const ts = (await sandbox.client.chat.postMessage({ ...reply, text: 'for all' })).ts ?? ''
  for (const one of [parent, ts]) {
    const { message } = await sandbox.client.chat.update({ channel: DOCS, ts: one, text: 'changed' })
    const placed = ['ts', 'thread_ts', 'parent_user_id', 'subtype', 'reply_count']
    expect(Object.keys(message ?? {}).filter((name) => placed.includes(name))).toEqual([])
  }
})

test('an invalid timestamp is refused with Slack’s error', async () => {
  for (const thread_ts of ['', '123', 'today'])
    await expect(sandbox.client.chat.postMessage({ channel: DOCS, text: 'x', thread_ts })).rejects.toMatchObject({
      data: {
        error: 'invalid_thread_ts',
        response_metadata: { messages: [`[ERROR] ${thread_ts} is not a valid thread_ts`] },
      },
    })
  const { ts = '' } = await sandbox.client.chat.postMessage({ channel: DOCS, text: 'x' })
  for (const name of ['oldest', 'latest']) {
    const given = { channel: DOCS, [name]: 'yesterday' }
    const refused = { data: { error: `invalid_ts_${name}` } }
    await expect(sandbox.client.conversations.history(given)).rejects.toMatchObject(refused)
    await expect(sandbox.client.conversations.replies({ ...given, ts })).rejects.toMatchObject(refused)
  }
  const seconds = Math.floor(Number(ts))
  for (const [oldest, latest, found] of [
    ['0', '2', 0],
    [`${seconds}`, `${seconds + 1}`, 1],
    [`${seconds}.0000001`, `${seconds}.9999999`, 1],
    [`${seconds - 5}.5`, `${seconds - 1}.25`, 0],
  ] as const) {
    const { messages } = await sandbox.client.conversations.history({ channel: DOCS, oldest, latest })
    expect([oldest, messages?.length]).toEqual([oldest, found])
  }
})

test('a message with an unknown thread_ts is posted in the channel', async () => {
  await sandbox.client.chat.postMessage({ channel: DOCS, text: 'lost', thread_ts: '1000000000.000100' })
  expect(await sandbox.get(`/slack/messages?channel=${DOCS}`)).toMatchObject([{ text: 'lost' }])
})

test('blocks are returned with ids and defaults, and an update with text alone removes them', async () => {
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: 'see https://a.test' } },
    { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'R & D' } }] },
  ]
  const posted = await sandbox.client.chat.postMessage({ channel: DOCS, text: 'x', blocks })
  expect(posted.message?.blocks).toMatchObject([
    { block_id: expect.any(String), text: { text: 'see <https://a.test>', verbatim: false } },
    { elements: [{ action_id: expect.any(String), text: { text: 'R &amp; D', emoji: true } }] },
  ])
  await sandbox.client.chat.update({ channel: DOCS, ts: posted.ts ?? '', text: 'y' })
  const [message] = (await sandbox.get(`/slack/messages?channel=${DOCS}`)) as Fields[]
  expect(readPath(message, 'blocks', 0, 'type')).toBe('rich_text')
})

test('refusals carry Slack’s error names', async () => {
  const { client, visitor } = sandbox
  const other = await visitor.chat.postMessage({ channel: DOCS, text: 'mine' })
  const rich = await client.chat.postMessage({
    channel: DOCS,
    text: 'r',
    blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'a' }] }] }],
  })
  const divider = [{ type: 'divider' }]
  const ts = rich.ts ?? ''
  expect({
    missing: await refusal(client.chat.postMessage({ channel: 'C0NOWHERE00', text: 'a' })),
    empty: await refusal(client.chat.postMessage({ channel: DOCS, text: '' })),
    long: await refusal(client.chat.update({ channel: DOCS, ts, text: 'x'.repeat(4001) })),
    foreign: await refusal(client.chat.update({ channel: DOCS, ts: other.ts ?? '', text: 'a' })),
    gone: await refusal(client.chat.update({ channel: DOCS, ts: '1.1', text: 'a' })),
    mismatch: await refusal(client.chat.update({ channel: DOCS, ts, text: 'a', blocks: divider })),
    metadata: await refusal(
      client.chat.postMessage({
        channel: DOCS,
        text: 'a',
        metadata: { event_type: 'x', event_payload: { a: { b: { c: 1 } } } as never },
      }),
    ),
    scope: await refusal(client.team.info()),
    outside: await refusal(client.chat.postEphemeral({ channel: DOCS, user: STRANGER, text: 'a' })),
    unknown: await refusal(client.apiCall('pins.add', {})),
  }).toEqual({
    missing: 'channel_not_found',
    empty: 'no_text',
    long: 'msg_too_long',
    foreign: 'cant_update_message',
    gone: 'message_not_found',
    mismatch: 'block_mismatch',
    metadata: 'invalid_metadata_schema',
    scope: 'missing_scope',
    outside: 'user_not_in_channel',
    unknown: 'unknown_method',
  })
  const scope = await sandbox.call('team.info', {})
  expect(scope).toMatchObject({ ok: false, needed: 'team:read', provided: expect.stringContaining('chat:write') })
  expect(scope.headers.get('x-accepted-oauth-scopes')).toBe('team:read')
  const invalid = await sandbox.call('chat.postMessage', {
    channel: DOCS,
    blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }],
  })
  expect(invalid).toMatchObject({
    error: 'invalid_blocks',
    response_metadata: { messages: [expect.stringMatching(/^\[ERROR\] .*\[json-pointer:\/blocks\/0\/text\/text\]$/)] },
  })
})

test('missing, unknown, revoked and uninstalled tokens are refused with different errors', async () => {
  const error = async (token?: string): Promise<unknown> => (await sandbox.call('auth.test', {}, token))['error']
  expect(await error('')).toBe('not_authed')
  expect(await error('xoxb-nobody')).toBe('invalid_auth')
  expect(await error()).toBeUndefined()
  const { token = '' } = sandbox.client
  const address = `${sandbox.url}/slack/api/auth.test`
  const refused = await fetch(`${address}?token=${token}`, { method: 'POST' })
  expect(await refused.json()).toMatchObject({ ok: false, error: 'invalid_auth' })
  const inForm = await fetch(address, { method: 'POST', body: new URLSearchParams({ token }) })
  expect(await inForm.json()).toMatchObject({ ok: true })
  await sandbox.post('/slack/workspace', { action: 'revoke-token' })
  expect(await error()).toBe('token_revoked')
  await sandbox.post('/slack/workspace', { action: 'uninstall' })
  expect(await error()).toBe('account_inactive')
  await sandbox.waitForEvent('app_uninstalled')
  await sandbox.waitForEvent('tokens_revoked')
})

test('messages to one channel are limited to one a second after a small burst', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => sandbox.client.chat.postMessage({ channel: DOCS, text: `n ${n}` })),
  )
  const refused = results.filter((one) => one.status === 'rejected').map((one) => one.reason as Fields)
  expect(refused).toHaveLength(3)
  expect(refused[0]).toMatchObject({ code: ErrorCode.RateLimitedError, retryAfter: 1 })
  await sandbox.client.chat.postMessage({ channel: LEADS, text: 'another channel is free' })
})

test('a direct message with the app is found by the person’s id, on both sides', async () => {
  const { channel } = await sandbox.client.chat.postMessage({ channel: TOM, text: 'hello Tom' })
  expect(channel).toMatch(/^D/)
  await sandbox.post('/slack/message', { channel: TOM, user: TOM, text: 'hello app' })
  expect(await sandbox.waitForEvent('message', ({ user }) => user === TOM)).toMatchObject({
    channel,
    channel_type: 'im',
  })
  expect(await sandbox.get(`/slack/messages?channel=${TOM}`)).toMatchObject([
    { text: 'hello Tom' },
    { text: 'hello app' },
  ])
  const opened = await sandbox.client.conversations.open({ users: TOM })
  expect(opened.channel?.id).toBe(channel)
})

test('every call is recorded with its arguments and outcome, and a reset clears the record', async () => {
  await sandbox.client.chat.postMessage({ channel: DOCS, text: 'a' })
  await refusal(sandbox.client.chat.postMessage({ channel: 'nowhere', text: 'b' }))
  expect(await sandbox.get('/slack/calls?method=chat.postMessage')).toMatchObject([
    { method: 'chat.postMessage', args: { channel: DOCS, text: 'a' }, ok: true },
    { args: { channel: 'nowhere' }, ok: false, error: 'channel_not_found' },
  ])
  await sandbox.post('/slack/workspace', { action: 'archive', channel: DOCS })
  expect(await refusal(sandbox.client.chat.postMessage({ channel: DOCS, text: 'a' }))).toBe('is_archived')
  sandbox.server.reset()
  expect(await sandbox.get('/slack/calls')).toEqual([])
  expect(await sandbox.get(`/slack/messages?channel=${DOCS}`)).toEqual([])
  await sandbox.client.chat.postMessage({ channel: DOCS, text: 'a' })
})
