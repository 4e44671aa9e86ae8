import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  readPath,
  createSlackHarness,
  type Fields,
  type SlackHarness,
  type ReceivedRequest,
} from './slack-simulator-harness.ts'

/** The payloads field by field, after the samples of Slack's reference; a field too many or too few is found here. */
const string = expect.any(String) as string
const trigger = expect.stringMatching(/^\d+\.\d+\.[0-9a-f]{32}$/) as string
const stamp = expect.stringMatching(/^\d{10}\.\d{6}$/) as string
const responseUrl = (kind: string) => expect.stringMatching(new RegExp(`/slack/hooks/${kind}/`)) as string

let slack: SlackHarness
let channel: string
let user: string
let head: Fields

beforeAll(async () => {
  slack = await createSlackHarness()
  const named = (await slack.get('/slack/channels')) as { id: string; name: string }[]
  channel = named.find(({ name }) => name === 'docs')?.id ?? ''
  const people = (await slack.get('/slack/users')) as { id: string; name: string; is_bot?: boolean }[]
  const maria = people.find(({ name }) => name === 'maria')
  user = maria?.id ?? ''
  const { team_id } = await slack.client.auth.test()
  head = {
    token: string,
    api_app_id: string,
    team: { id: team_id, domain: string },
    enterprise: null,
    is_enterprise_install: false,
    user: { id: user, username: 'maria', name: 'maria', team_id },
  }
})
afterAll(() => slack.close())

/** Shortcut payloads name no app, and the person by one name only. */
function shortcutHead(name: { username: string } | { name: string }): Fields {
  const { api_app_id: _appId, ...rest } = head
  return { ...rest, user: { id: user, team_id: readPath(head, 'user', 'team_id'), ...name } }
}

const button = (action_id: string) => ({
  type: 'button',
  action_id,
  text: { type: 'plain_text', text: 'Go' },
  value: 'v',
})
const row = (action_id: string) => ({ type: 'actions', block_id: `row_${action_id}`, elements: [button(action_id)] })
const action = (action_id: string) => ({
  type: 'button',
  action_id,
  block_id: `row_${action_id}`,
  text: { type: 'plain_text', text: 'Go', emoji: true },
  value: 'v',
  action_ts: stamp,
})

async function after(person: () => Promise<unknown>, kind: string): Promise<ReceivedRequest> {
  const before = slack.received.length
  const waiting = slack.waitForRequest((one) => slack.received.indexOf(one) >= before && one.kind === kind)
  await person()
  return waiting
}

const clickOn = (fields: Fields) => after(() => slack.post('/slack/click', { user, ...fields }), 'block_actions')

test('a click in a message sends every documented field', async () => {
  const { ts = '' } = await slack.client.chat.postMessage({ channel, text: 'a', blocks: [row('one')] })
  const { payload } = await clickOn({ channel, message_ts: ts, action_id: 'one' })
  expect(payload).toEqual({
    ...head,
    type: 'block_actions',
    container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
    trigger_id: trigger,
    channel: { id: channel, name: 'docs' },
    message: expect.objectContaining({
      type: 'message',
      ts,
      text: 'a',
      bot_id: string,
      app_id: string,
      team: string,
    }) as object,
    state: { values: {} },
    response_url: responseUrl('actions'),
    actions: [action('one')],
  })
})

test('a click in an ephemeral message sends no message', async () => {
  const { message_ts } = await slack.client.chat.postEphemeral({ channel, user, text: 'b', blocks: [row('two')] })
  const { payload } = await clickOn({ channel, message_ts, action_id: 'two' })
  expect(payload).not.toHaveProperty('message')
  expect(payload['container']).toEqual({ type: 'message', message_ts, channel_id: channel, is_ephemeral: true })
})

test('a click in an attachment names the attachment, and blocks of attachments are validated', async () => {
  const attachments = [{ color: '#36a64f', blocks: [row('three')] }]
  const { ts = '' } = await slack.client.chat.postMessage({ channel, text: 'c', attachments })
  const { payload } = await clickOn({ channel, message_ts: ts, action_id: 'three' })
  expect(payload['container']).toEqual({
    type: 'message_attachment',
    message_ts: ts,
    attachment_id: 1,
    channel_id: channel,
    is_ephemeral: false,
    is_app_unfurl: false,
  })
  expect(readPath(payload, 'message', 'attachments', 0)).toMatchObject({ id: 1, color: '#36a64f' })
  const broken = [{ blocks: [{ type: 'section' }] }]
  expect(await slack.call('chat.postMessage', { channel, text: 'd', attachments: broken })).toMatchObject({
    error: 'invalid_attachments',
    errors: ['must define either `text` or `fields` [json-pointer:/attachments/0/blocks/0/type]'],
  })
})

test('a click in a thread carries the thread’s parent', async () => {
  const { ts: thread_ts = '' } = await slack.client.chat.postMessage({ channel, text: 'e' })
  const { ts = '' } = await slack.client.chat.postMessage({ channel, thread_ts, text: 'f', blocks: [row('four')] })
  const { payload } = await clickOn({ channel, message_ts: ts, action_id: 'four' })
  expect(payload['container']).toMatchObject({ message_ts: ts, thread_ts })
  expect(payload['message']).toMatchObject({ thread_ts })
})

/** A form as an app opens it. */
const formView = {
  type: 'modal',
  callback_id: 'form',
  private_metadata: 'x',
  title: { type: 'plain_text', text: 'Form' },
  submit: { type: 'plain_text', text: 'Send' },
  blocks: [
    {
      type: 'input',
      block_id: 'words',
      label: { type: 'plain_text', text: 'W' },
      element: { type: 'plain_text_input', action_id: 'words' },
    },
    row('five'),
  ],
}

/** The same form as Slack sends it, with what was typed. */
const sentView = (words: string | null) => ({
  id: expect.stringMatching(/^V/) as string,
  team_id: string,
  type: 'modal',
  blocks: expect.any(Array) as unknown[],
  private_metadata: 'x',
  callback_id: 'form',
  state: { values: { words: { words: { type: 'plain_text_input', value: words } } } },
  hash: expect.stringMatching(/^\d{10}\.\w+$/) as string,
  title: { type: 'plain_text', text: 'Form', emoji: true },
  submit: { type: 'plain_text', text: 'Send', emoji: true },
  close: null,
  clear_on_close: false,
  notify_on_close: false,
  previous_view_id: null,
  root_view_id: string,
  app_id: string,
  external_id: '',
  app_installed_team_id: string,
  bot_id: string,
})

const useShortcut = () => after(() => slack.post('/slack/shortcut', { user, callback_id: 'test.new' }), 'shortcut')

async function openForm(): Promise<{ opened: Fields; view_id: unknown }> {
  const { payload } = await useShortcut()
  const opened = await slack.call('views.open', { trigger_id: payload['trigger_id'], view: formView })
  return { opened, view_id: readPath(opened, 'view', 'id') }
}

test('a global shortcut sends every documented field', async () => {
  expect((await useShortcut()).payload).toEqual({
    ...shortcutHead({ username: 'maria' }),
    type: 'shortcut',
    callback_id: 'test.new',
    action_ts: stamp,
    trigger_id: trigger,
  })
})

test('an opened modal is its own root and has every documented field', async () => {
  const { opened, view_id } = await openForm()
  expect(opened['view']).toEqual({ ...sentView(null), root_view_id: view_id })
})

test('a click in a modal sends the view and its container', async () => {
  const { view_id } = await openForm()
  const { payload } = await clickOn({ view_id, action_id: 'five' })
  expect(payload).toEqual({
    ...head,
    type: 'block_actions',
    container: { type: 'view', view_id },
    trigger_id: trigger,
    view: { ...sentView(null), root_view_id: view_id },
    actions: [action('five')],
  })
})

test('a submission sends the view with what was typed', async () => {
  const { view_id } = await openForm()
  const values = { words: { words: 'hello' } }
  const { payload } = await after(() => slack.post('/slack/submit', { user, view_id, values }), 'view_submission')
  expect(payload).toEqual({
    ...head,
    type: 'view_submission',
    trigger_id: trigger,
    view: { ...sentView('hello'), root_view_id: view_id },
    response_urls: [],
  })
})

test('a message shortcut carries the message and its channel', async () => {
  const { body } = await slack.post('/slack/message', { channel, user, text: 'look' })
  const fields = { user, callback_id: 'test.from_message', channel, message_ts: body['ts'] }
  const { payload } = await after(() => slack.post('/slack/shortcut', fields), 'message_action')
  expect(payload).toEqual({
    ...shortcutHead({ name: 'maria' }),
    type: 'message_action',
    callback_id: 'test.from_message',
    action_ts: stamp,
    trigger_id: trigger,
    response_url: responseUrl('actions'),
    message_ts: body['ts'],
    channel: { id: channel, name: 'docs' },
    message: {
      type: 'message',
      user,
      ts: body['ts'],
      text: 'look',
      team: string,
      client_msg_id: string,
      blocks: expect.any(Array) as unknown[],
    },
  })
})

test('a command sends every documented field as a form', async () => {
  const fields = { channel, user, command: '/plain', text: 'a  b' }
  const { payload, headers } = await after(() => slack.post('/slack/command', fields), '/plain')
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(payload).toEqual({
    token: string,
    team_id: string,
    team_domain: string,
    channel_id: channel,
    channel_name: 'docs',
    user_id: user,
    user_name: 'maria',
    command: '/plain',
    text: 'a  b',
    api_app_id: string,
    is_enterprise_install: 'false',
    response_url: responseUrl('commands'),
    trigger_id: trigger,
  })
})

test('an event arrives in its envelope', async () => {
  const { payload } = await after(() => slack.post('/slack/message', { channel, user, text: 'news' }), 'message')
  expect(payload).toEqual({
    token: string,
    team_id: string,
    context_team_id: string,
    context_enterprise_id: null,
    api_app_id: string,
    event: {
      type: 'message',
      user,
      text: 'news',
      ts: stamp,
      team: string,
      client_msg_id: string,
      blocks: [
        {
          type: 'rich_text',
          block_id: string,
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'news' }] }],
        },
      ],
      channel,
      channel_type: 'channel',
      event_ts: stamp,
    },
    type: 'event_callback',
    event_id: expect.stringMatching(/^Ev/) as string,
    event_time: expect.any(Number) as number,
    authorizations: [
      { enterprise_id: null, team_id: string, user_id: string, is_bot: true, is_enterprise_install: false },
    ],
    is_ext_shared_channel: false,
    event_context: string,
  })
})

test('a distributed app reads fifteen messages a minute, an internal app a thousand in one call', async () => {
  for (let count = 0; count < 20; count++) await slack.post('/slack/message', { channel, user, text: `m${count}` })
  const history = () => slack.call('conversations.history', { channel, limit: 200 })
  expect(((await history())['messages'] as unknown[]).length).toBeGreaterThan(15)
  await slack.post('/slack/workspace', { action: 'distribute' })
  const first = await history()
  expect(first['messages']).toHaveLength(15)
  expect(first).toMatchObject({ has_more: true })
  const second = await history()
  expect(second).toMatchObject({ status: 429, error: 'ratelimited' })
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
  await slack.post('/slack/workspace', { action: 'distribute', off: true })
  expect(await history()).toMatchObject({ ok: true })
})
