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
  type ReceivedRequest,
} from './slack-simulator-harness.ts'

let sandbox: SlackHarness
beforeEach(async () => {
  sandbox = await createSlackHarness()
})
afterEach(() => sandbox.close())

const input = (block_id: string, element: Fields, more: Fields = {}): Fields => ({
  type: 'input',
  block_id,
  label: { type: 'plain_text', text: block_id },
  element: { action_id: 'v', ...element },
  ...more,
})
const option = (value: string): Fields => ({ text: { type: 'plain_text', text: `The ${value}` }, value })
const modal = (blocks: Fields[], more: Fields = {}): Fields => ({
  type: 'modal',
  callback_id: 'form',
  title: { type: 'plain_text', text: 'Form' },
  submit: { type: 'plain_text', text: 'Send' },
  blocks,
  ...more,
})
const screen = async (user = MARIA): Promise<Fields[]> => (await sandbox.get(`/slack/views?user=${user}`)) as Fields[]
const command = (command_: string, text = ''): ReturnType<SlackHarness['post']> =>
  sandbox.post('/slack/command', { channel: DOCS, user: MARIA, command: command_, text })

/** Runs a command whose trigger opens this view, and gives the view as Slack answered. */
async function opened(view: Fields): Promise<Fields> {
  await command('/plain', 'open')
  const trigger = sandbox.received.at(-1)?.payload['trigger_id']
  const answer = await sandbox.call('views.open', { trigger_id: trigger, view })
  expect(answer).toMatchObject({ ok: true })
  return answer['view'] as Fields
}

test('the text of a command is escaped only if the manifest says so', async () => {
  const text = `for @maria in #docs & <@${TOM}>: https://a.test me@acme.test`
  const { body } = await command('/escaped', text)
  expect(body).toMatchObject({ status: 200, body: '' })
  await command('/plain', text)
  const [escaped, plain] = sandbox.received
  expect(escaped?.payload).toMatchObject({
    command: '/escaped',
    text: `for <@${MARIA}|maria> in <#${DOCS}|docs> &amp; <@${TOM}|tom>: <https://a.test> <mailto:me@acme.test|me@acme.test>`,
    channel_name: 'docs',
    user_name: 'maria',
    api_app_id: 'A08BELHOP1A',
  })
  expect(plain?.payload['text']).toBe('for @maria in #docs & @tom: https://a.test me@acme.test')
  expect([escaped?.genuine, plain?.genuine]).toEqual([true, true])
})

test('an unknown command, or one from outside the channel or the organization, is refused with a reason', async () => {
  const run = async (user: string, channel: string, name = '/plain'): Promise<number> =>
    (await sandbox.post('/slack/command', { channel, user, command: name, text: '' })).status
  expect(await run(MARIA, DOCS, '/nothing')).toBe(404)
  expect(await run(GUEST, LEADS)).toBe(403)
  expect(await run(STRANGER, SHARED)).toBe(403)
  expect(await run(GUEST, DOCS)).toBe(200)
})

test('the answer to a command is shown to one person, or to the channel if it says so', async () => {
  sandbox.answer(({ payload }) =>
    payload['text'] === 'loud' ? { body: { response_type: 'in_channel', text: 'for all' } } : { body: 'only you' },
  )
  await command('/plain', 'quiet')
  await command('/plain', 'loud')
  expect(await sandbox.get(`/slack/messages?channel=${DOCS}`)).toMatchObject([
    { text: 'only you', ephemeral_for: MARIA, bot_id: 'B08BELHOP2B' },
    { text: 'for all', user: BOT },
  ])
})

test('a person sees an error when the app takes longer than three seconds, and the trigger has expired', async () => {
  sandbox.answer(() => ({ afterMs: 3300 }))
  const { body } = await command('/plain', 'slow')
  expect(body).toMatchObject({ status: 0, error: 'operation_timeout' })
  expect(await sandbox.get(`/slack/messages?channel=${DOCS}`)).toMatchObject([
    { text: '/plain failed with the error "operation_timeout"', ephemeral_for: MARIA },
  ])
  const trigger_id = sandbox.received[0]?.payload['trigger_id']
  const late = await sandbox.call('views.open', { trigger_id, view: modal([{ type: 'divider' }]) })
  expect(late['error']).toBe('expired_trigger_id')
})

test('a response_url works five times, for one person or in place of the original', async () => {
  const { client } = sandbox
  const button = { type: 'button', action_id: 'go', text: { type: 'plain_text' as const, text: 'Go' }, value: '1' }
  const posted = await client.chat.postMessage({
    channel: DOCS,
    text: 'x',
    blocks: [{ type: 'actions', elements: [button as never] }],
  })
  await sandbox.post('/slack/click', { user: TOM, channel: DOCS, message_ts: posted.ts, action_id: 'go' })
  const url = String(sandbox.received.find(({ kind }) => kind === 'block_actions')?.payload['response_url'])
  const send = async (body: Fields): Promise<unknown[]> => {
    const answer = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return [answer.status, ((await answer.json()) as Fields)['error']]
  }
  expect(await send({ text: 'for Tom' })).toEqual([200, undefined])
  expect(await send({ text: 'replaced', replace_original: true })).toEqual([200, undefined])
  expect(await send({})).toEqual([400, 'no_text'])
  expect(await sandbox.get(`/slack/messages?channel=${DOCS}`)).toMatchObject([
    { ts: posted.ts, text: 'replaced' },
    { text: 'for Tom', ephemeral_for: TOM },
  ])
  for (let n = 3; n <= 4; n++) await send({ text: `n ${n}` })
  expect(await send({ delete_original: true })).toEqual([200, undefined])
  expect(await send({ text: 'sixth' })).toEqual([404, 'used_url'])
  const texts = ((await sandbox.get(`/slack/messages?channel=${DOCS}`)) as Fields[]).map(({ text }) => text)
  expect(texts).toEqual(['for Tom', 'n 3', 'n 4'])
})

test('a click names its button, message and place, and an unknown element is refused with 404', async () => {
  const { ts } = await sandbox.client.chat.postMessage({
    channel: DOCS,
    text: 'choose',
    blocks: [
      ...['a', 'b'].map((value) => ({
        type: 'actions',
        block_id: `row ${value}`,
        elements: [
          { type: 'button', action_id: 'pick', text: { type: 'plain_text' as const, text: value }, value } as never,
        ],
      })),
      {
        type: 'section',
        block_id: 'menu',
        text: { type: 'mrkdwn', text: 'and' },
        accessory: { type: 'static_select', action_id: 'colour', options: [option('red'), option('blue')] as never },
      },
    ],
  })
  const click = (more: Fields): ReturnType<SlackHarness['post']> =>
    sandbox.post('/slack/click', { user: MARIA, channel: DOCS, message_ts: ts, ...more })
  expect((await click({ action_id: 'pick', value: 'b' })).body).toMatchObject({ status: 200 })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    type: 'block_actions',
    user: { id: MARIA, username: 'maria', team_id: 'T08N4Q2LK1M' },
    team: { id: 'T08N4Q2LK1M' },
    container: { type: 'message', message_ts: ts, channel_id: DOCS, is_ephemeral: false },
    channel: { id: DOCS, name: 'docs' },
    message: { ts, text: 'choose' },
    actions: [{ type: 'button', action_id: 'pick', block_id: 'row b', value: 'b' }],
  })
  await click({ action_id: 'colour', value: 'blue' })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    actions: [{ type: 'static_select', selected_option: { value: 'blue' } }],
    state: { values: { menu: { colour: { selected_option: { value: 'blue' } } } } },
  })
  expect((await click({ action_id: 'nothing' })).status).toBe(404)
  expect((await click({ action_id: 'pick', value: 'c' })).status).toBe(404)
  expect(
    (await sandbox.post('/slack/click', { user: STRANGER, channel: DOCS, message_ts: ts, action_id: 'pick' })).status,
  ).toBe(403)
})

test('a trigger opens one modal, and only for the app that received it', async () => {
  const view = modal([input('name', { type: 'plain_text_input', initial_value: 'Ann' })])
  await opened(view)
  const trigger_id = sandbox.received.at(-1)?.payload['trigger_id']
  const open = async (args: Fields, token?: string): Promise<unknown> =>
    (await sandbox.call('views.open', args, token))['error']
  expect(await open({ trigger_id, view })).toBe('exchanged_trigger_id')
  expect(await open({ trigger_id: '1.2.3', view })).toBe('invalid_trigger_id')
  expect(await open({ trigger_id, view }, sandbox.visitor.token)).toBe('invalid_trigger_id')
  expect(await open({ trigger_id, view: { ...view, title: { type: 'plain_text', text: 'x'.repeat(25) } } })).toBe(
    'invalid_arguments',
  )
  expect(await screen()).toMatchObject([{ type: 'modal', state: { values: { name: { v: { value: 'Ann' } } } } }])
})

test('a form is submitted with the values entered, and shows the errors that the app returns', async () => {
  const view = await opened(
    modal([
      input('name', { type: 'plain_text_input' }),
      input('body', { type: 'rich_text_input' }, { optional: true }),
      input('who', { type: 'multi_users_select' }, { optional: true }),
      input('level', {
        type: 'radio_buttons',
        options: [option('low'), option('high')],
        initial_option: option('low'),
      }),
      input('where', { type: 'conversations_select', default_to_current_conversation: true }),
      input('file', { type: 'file_input' }, { optional: true }),
      input('day', { type: 'datepicker' }, { optional: true }),
    ]),
  )
  const submit = (values: Fields): ReturnType<SlackHarness['post']> =>
    sandbox.post('/slack/submit', { user: MARIA, view_id: view['id'], values })
  expect(await submit({})).toMatchObject({
    status: 400,
    body: { error: 'name/v: please complete this required field' },
  })
  expect(await submit({ name: { v: 'A' }, day: { v: '2026-02-30' } })).toMatchObject({
    status: 400,
    body: { error: 'day/v: 2026-02-30 is not a day in the calendar' },
  })
  sandbox.answer(() => ({ body: { response_action: 'errors', errors: { name: 'Too short' } } }))
  expect((await submit({ name: { v: 'A' } })).body).toMatchObject({
    status: 200,
    response_action: 'errors',
    errors: { name: 'Too short' },
  })
  sandbox.answer(() => undefined)
  const content = Buffer.from('hello').toString('base64')
  const values = {
    body: { v: 'Dear all' },
    who: { v: [TOM, AIKO] },
    level: { v: 'high' },
    file: { v: [{ name: 'a.txt', content_type: 'text/plain', content }] },
  }
  expect((await submit(values)).body).toMatchObject({ status: 200 })
  expect(readPath(sandbox.received.at(-1)?.payload, 'view', 'state', 'values')).toMatchObject({
    name: { v: { type: 'plain_text_input', value: 'A' } },
    body: {
      v: { rich_text_value: { type: 'rich_text', elements: [{ elements: [{ type: 'text', text: 'Dear all' }] }] } },
    },
    who: { v: { selected_users: [TOM, AIKO] } },
    level: { v: { selected_option: { value: 'high' } } },
    where: { v: { selected_conversation: DOCS } },
    file: { v: { files: [{ id: expect.stringMatching(/^F/), name: 'a.txt', mimetype: 'text/plain', size: 5 }] } },
  })
  expect(await screen()).toEqual([])
})

test('the app’s answer can update, push and clear a form, up to a stack of three', async () => {
  const first = await opened(modal([input('a', { type: 'plain_text_input', initial_value: 'x' })]))
  const submit = (view: Fields | undefined): ReturnType<SlackHarness['post']> =>
    sandbox.post('/slack/submit', { user: MARIA, view_id: view?.['id'], values: {} })
  sandbox.answer(() => ({
    body: { response_action: 'update', view: modal([{ type: 'divider' }], { callback_id: 'second' }) },
  }))
  await submit(first)
  expect(await screen()).toMatchObject([{ id: first['id'], callback_id: 'second' }])
  sandbox.answer(() => ({
    body: { response_action: 'push', view: modal([{ type: 'divider' }], { callback_id: 'pushed' }) },
  }))
  await submit(first)
  const [, second] = await screen()
  expect(second).toMatchObject({ callback_id: 'pushed', previous_view_id: first['id'], root_view_id: first['id'] })
  expect((await submit(first)).status).toBe(409)
  await submit(second)
  const [, , third] = await screen()
  expect((await submit(third)).body).toMatchObject({ error: 'push_limit_reached' })
  sandbox.answer(() => ({ body: { response_action: 'clear' } }))
  await submit(third)
  expect(await screen()).toEqual([])
})

test('the app learns that a view was closed if it asked for that', async () => {
  const view = await opened(modal([{ type: 'divider' }], { notify_on_close: true }))
  expect((await sandbox.post('/slack/close', { user: MARIA, view_id: view['id'] })).body).toMatchObject({ status: 200 })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    type: 'view_closed',
    is_cleared: false,
    view: { id: view['id'] },
  })
})

test('a form that is closed carries what was entered, also what could not be submitted', async () => {
  const fields = [input('a', { type: 'plain_text_input' }), input('b', { type: 'email_text_input' })]
  const view = await opened(modal(fields, { notify_on_close: true }))
  const close = (values: Fields) => sandbox.post('/slack/close', { user: MARIA, view_id: view['id'], values })
  expect((await close({ c: { v: 'x' } })).body['error']).toContain('c/v: there is no such field')
  await close({ a: { v: 'half a sen' }, b: { v: 'not an address' } })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    type: 'view_closed',
    view: { state: { values: { a: { v: { value: 'half a sen' } }, b: { v: { value: null } } } } },
  })
})

test('a view is updated only with its current hash, and keeps the values entered', async () => {
  const form = modal([input('a', { type: 'plain_text_input' }, { dispatch_action: true })])
  const view = await opened(form)
  await sandbox.post('/slack/click', { user: MARIA, view_id: view['id'], action_id: 'v', value: 'typed' })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    container: { type: 'view', view_id: view['id'] },
    actions: [{ type: 'plain_text_input', value: 'typed' }],
    view: { state: { values: { a: { v: { value: 'typed' } } } } },
  })
  const update = (more: Fields): ReturnType<SlackHarness['call']> =>
    sandbox.call('views.update', { view_id: view['id'], view: form, ...more })
  expect(await update({ hash: 'old' })).toMatchObject({ ok: false, error: 'hash_conflict' })
  expect(await update({ hash: view['hash'] })).toMatchObject({
    ok: true,
    view: { state: { values: { a: { v: { value: 'typed' } } } } },
  })
  expect(await update({ view_id: 'V0NOTHING00' })).toMatchObject({ error: 'not_found' })
})

test('menus with external options ask the app, and a pick carries the full option', async () => {
  const view = await opened(modal([input('product', { type: 'external_select', min_query_length: 1 })]))
  const offers = (one: ReceivedRequest) =>
    one.payload['type'] === 'block_suggestion' ? { body: { options: [option('hammer')] } } : undefined
  sandbox.answer(offers)
  const place_ = { user: MARIA, view_id: view['id'], action_id: 'v', block_id: 'product' }
  expect((await sandbox.post('/slack/suggest', { ...place_, value: 'ham' })).body).toMatchObject({
    options: [{ value: 'hammer' }],
  })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    type: 'block_suggestion',
    action_id: 'v',
    block_id: 'product',
    value: 'ham',
  })
  await sandbox.post('/slack/submit', { user: MARIA, view_id: view['id'], values: { product: { v: 'hammer' } } })
  expect(
    readPath(sandbox.received.at(-1)?.payload, 'view', 'state', 'values', 'product', 'v', 'selected_option'),
  ).toMatchObject(option('hammer'))
})

test('a message shortcut is refused on an ephemeral message', async () => {
  const { message_ts } = await sandbox.client.chat.postEphemeral({ channel: DOCS, user: MARIA, text: 'only you' })
  const received = sandbox.received.length
  const { status, body } = await sandbox.post('/slack/shortcut', {
    user: MARIA,
    callback_id: 'test.from_message',
    channel: DOCS,
    message_ts,
  })
  expect(status).toBe(409)
  expect(body['error']).toContain('only one person sees')
  expect(sandbox.received.length).toBe(received)
})

test('shortcuts, reactions and Home reach the app', async () => {
  const { body } = await sandbox.post('/slack/message', { channel: DOCS, user: TOM, text: 'look' })
  await sandbox.post('/slack/shortcut', { user: MARIA, callback_id: 'test.new' })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    type: 'shortcut',
    callback_id: 'test.new',
    user: { id: MARIA },
  })
  await sandbox.post('/slack/shortcut', {
    user: MARIA,
    callback_id: 'test.from_message',
    channel: DOCS,
    message_ts: body['ts'],
  })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    type: 'message_action',
    message: { text: 'look', user: TOM },
    channel: { id: DOCS },
  })
  expect((await sandbox.post('/slack/shortcut', { user: MARIA, callback_id: 'nothing' })).status).toBe(404)
  expect(
    (await sandbox.post('/slack/react', { user: MARIA, channel: DOCS, ts: body['ts'], name: 'eyes' })).body,
  ).toMatchObject({ status: 200 })
  expect(await sandbox.waitForEvent('reaction_added')).toMatchObject({
    reaction: 'eyes',
    item_user: TOM,
    item: { ts: body['ts'] },
  })
  const react = async (name: string): Promise<number> =>
    (await sandbox.post('/slack/react', { user: TOM, channel: DOCS, ts: body['ts'], name })).status
  expect(await react('no_such_emoji')).toBe(400)
  expect(await react('+1::skin-tone-3')).toBe(200)
  expect((await sandbox.post('/slack/home', { user: MARIA })).body).toMatchObject({ status: 200 })
  expect(await sandbox.waitForEvent('app_home_opened')).toMatchObject({ user: MARIA, tab: 'home' })
  const home = await sandbox.client.views.publish({
    user_id: MARIA,
    view: { type: 'home', blocks: [{ type: 'divider' }] },
  })
  expect(await screen()).toMatchObject([{ type: 'home', id: home.view?.id }])
})
