import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createSlackHarness,
  DOCS,
  type Fields,
  LEADS,
  LI,
  MARIA,
  readPath,
  type SlackHarness,
  TOM,
} from './slack-simulator-harness.ts'

let sandbox: SlackHarness
beforeEach(async () => {
  sandbox = await createSlackHarness()
})
afterEach(() => sandbox.close())

const plain = (text: string): Fields => ({ type: 'plain_text', text, emoji: true })
const option = (value: string): Fields => ({ text: plain(`The ${value}`), value })
const input = (block_id: string, element: Fields, more: Fields = {}): Fields => ({
  type: 'input',
  block_id,
  label: plain(block_id),
  element: { action_id: 'v', ...element },
  ...more,
})
const modal = (blocks: Fields[]): Fields => ({
  type: 'modal',
  callback_id: 'form',
  title: plain('Form'),
  submit: plain('Save'),
  blocks,
})

/** Opens the view for Maria, as Slack returns it. */
async function open(blocks: Fields[]): Promise<Fields> {
  await sandbox.post('/slack/command', { channel: DOCS, user: MARIA, command: '/plain', text: '' })
  const trigger_id = sandbox.received.at(-1)?.payload['trigger_id']
  const answer = await sandbox.call('views.open', { trigger_id, view: modal(blocks) })
  expect(answer).toMatchObject({ ok: true })
  return answer['view'] as Fields
}

/** The app offers these options for every text from now on. */
const offer = (body: unknown): void =>
  sandbox.answer(({ payload }) => (payload['type'] === 'block_suggestion' ? { body } : undefined))
const state = (block: string): unknown =>
  readPath(sandbox.received.at(-1)?.payload, 'view', 'state', 'values', block, 'v')
const asked = (): unknown[] =>
  sandbox.received.filter(({ kind }) => kind === 'block_suggestion').map(({ payload }) => payload['value'])

const GROUPS = {
  option_groups: [
    { label: plain('People'), options: [option('maria'), option('tom')] },
    { label: plain('Groups'), options: [option('team')] },
  ],
}

test('a view shows a picture of a file that the app can read, and nothing else of Slack', async () => {
  const upload = async (filename: string): Promise<unknown> => {
    const { upload_url, file_id } = await sandbox.call('files.getUploadURLExternal', { filename, length: 4 })
    await fetch(String(upload_url), { method: 'POST', body: 'data' })
    await sandbox.call('files.completeUploadExternal', { files: [{ id: file_id }], channel_id: DOCS })
    return file_id
  }
  const picture = (id: unknown): Fields => ({ type: 'image', slack_file: { id }, alt_text: 'crack.png' })
  const view = await open([picture(await upload('crack.png'))])
  for (const id of [await upload('crack.pdf'), 'F0123456789'])
    expect(await sandbox.call('views.update', { view_id: view['id'], view: modal([picture(id)]) })).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] invalid slack file [json-pointer:/view/blocks/0/slack_file]'] },
    })
})

test('a menu of several external options keeps the initial ones and takes what the app offers', async () => {
  const menu = { type: 'multi_external_select', min_query_length: 2, max_selected_items: 3, placeholder: plain('Who') }
  const view = await open([input('who', { ...menu, initial_options: [option('old')] })])
  offer(GROUPS)
  const place = { user: MARIA, view_id: view['id'], action_id: 'v', block_id: 'who' }
  expect((await sandbox.post('/slack/suggest', { ...place, value: 't' })).body['error']).toContain('from 2 letters on')
  expect((await sandbox.post('/slack/suggest', { ...place, value: 'te' })).body).toMatchObject({
    status: 200,
    options: [option('maria'), option('tom'), option('team')],
    option_groups: [{ label: { text: 'People' } }, { label: { text: 'Groups' } }],
  })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    type: 'block_suggestion',
    user: { id: MARIA },
    container: { type: 'view', view_id: view['id'] },
    api_app_id: 'A08BELHOP1A',
    action_id: 'v',
    block_id: 'who',
    value: 'te',
    team: { id: 'T08N4Q2LK1M' },
    view: { id: view['id'], state: { values: { who: { v: { selected_options: [option('old')] } } } } },
  })
  expect(sandbox.received.at(-1)?.payload).not.toHaveProperty('trigger_id')
  const submit = (picked: unknown[]): ReturnType<SlackHarness['post']> =>
    sandbox.post('/slack/submit', { user: MARIA, view_id: view['id'], values: { who: { v: picked } } })
  expect((await submit(['old', 'maria', 'tom', 'team'])).body['error']).toContain('at most 3')
  expect((await submit([{ query: 'te', value: 'nobody' }])).status).toBe(404)
  await submit(['old', 'tom', { query: 'te', value: 'team' }])
  expect(asked()).toContain('tom')
  expect(asked()).not.toContain('old')
  expect(state('who')).toEqual({
    type: 'multi_external_select',
    selected_options: [option('old'), option('tom'), option('team')],
  })
})

test('an external menu next to a text sends each pick, with what stands in the other fields', async () => {
  const menu = { type: 'external_select', action_id: 'v', min_query_length: 0 }
  const view = await open([
    input('name', { type: 'plain_text_input' }),
    { type: 'section', block_id: 'who', text: plain('Who'), accessory: menu },
  ])
  offer({ options: [option('maria')] })
  const values = { name: { v: 'typed' } }
  await sandbox.post('/slack/click', {
    user: MARIA,
    view_id: view['id'],
    action_id: 'v',
    block_id: 'who',
    value: 'maria',
    values,
  })
  expect(sandbox.received.at(-1)?.payload).toMatchObject({
    type: 'block_actions',
    actions: [{ type: 'external_select', selected_option: option('maria') }],
  })
  expect([state('name'), state('who')]).toMatchObject([{ value: 'typed' }, { selected_option: option('maria') }])
})

const long = 'x'.repeat(76)
test.each<[string, unknown]>([
  ['more than a hundred options', { options: Array.from({ length: 101 }, (_, n) => option(`${n}`)) }],
  ['more than a hundred groups', { option_groups: Array.from({ length: 101 }, () => GROUPS.option_groups[0]) }],
  ['options and groups at once', { ...GROUPS, options: [] }],
  ['neither', {}],
  ['a text of more than 75 characters', { options: [{ text: plain(long), value: 'a' }] }],
  ['a label of more than 75 characters', { option_groups: [{ label: plain(long), options: [option('a')] }] }],
  ['no JSON', 'options'],
])('options from the app are not shown if the answer has %s', async (_what, body) => {
  const view = await open([input('who', { type: 'external_select', min_query_length: 0 })])
  offer(body)
  const answer = (await sandbox.post('/slack/suggest', { user: MARIA, view_id: view['id'], action_id: 'v', value: '' }))
    .body
  expect(answer).toMatchObject({ status: 200, options: [] })
  expect(answer['error']).toContain('invalid_response')
})

test('a field that dispatches tells the app, whose update with the hash keeps what was typed', async () => {
  const blocks = (more: Fields[]): Fields[] => [
    input('name', { type: 'plain_text_input', initial_value: 'first' }),
    input(
      'days',
      { type: 'checkboxes', options: ['mon', 'tue'].map(option) },
      { dispatch_action: true, optional: true },
    ),
    ...more,
  ]
  const view = await open(blocks([]))
  const click = { user: MARIA, view_id: view['id'], action_id: 'v', block_id: 'days', value: ['tue'] }
  await sandbox.post('/slack/click', { ...click, values: { name: { v: 'typed' } } })
  const payload = sandbox.received.at(-1)?.payload
  expect(payload).toMatchObject({ actions: [{ selected_options: [option('tue')] }], view: { hash: view['hash'] } })
  const update = (hash: unknown): Promise<Fields> =>
    sandbox.call('views.update', {
      view_id: view['id'],
      hash,
      view: modal(blocks([input('more', { type: 'timepicker' })])),
    })
  const next = (await update(readPath(payload, 'view', 'hash')))['view']
  expect(readPath(next, 'state', 'values')).toMatchObject({
    name: { v: { value: 'typed' } },
    days: { v: { selected_options: [option('tue')] } },
    more: { v: { selected_time: null } },
  })
  expect((await update(view['hash']))['error']).toBe('hash_conflict')
})

test('people, conversations, times, days and boxes have their values in the state', async () => {
  const view = await open([
    input('people', { type: 'multi_users_select', initial_users: [TOM], max_selected_items: 2 }),
    input('places', { type: 'multi_conversations_select', initial_conversations: [DOCS] }),
    input('from', { type: 'timepicker', initial_time: '09:00' }),
    input('day', { type: 'datepicker', initial_date: '2026-11-30' }),
    input('boxes', { type: 'checkboxes', options: ['a', 'b'].map(option), initial_options: [option('a')] }),
  ])
  const initial = readPath(view, 'state', 'values')
  expect(initial).toMatchObject({ people: { v: { selected_users: [TOM] } }, from: { v: { selected_time: '09:00' } } })
  const submit = (values: Fields): ReturnType<SlackHarness['post']> =>
    sandbox.post('/slack/submit', { user: MARIA, view_id: view['id'], values })
  expect((await submit({ people: { v: [TOM, LI, MARIA] } })).body['error']).toContain('at most 2')
  expect((await submit({ from: { v: '25:00' } })).body['error']).toContain('must be a time')
  expect((await submit({ boxes: { v: ['c'] } })).body['error']).toContain('there is no option "c"')
  expect((await submit({ people: { v: [] } })).body['error']).toContain('please complete this required field')
  await submit({ people: { v: [TOM, LI] }, places: { v: [LEADS] }, from: { v: '17:30' }, boxes: { v: ['b'] } })
  expect(['people', 'places', 'from', 'day', 'boxes'].map(state)).toEqual([
    { type: 'multi_users_select', selected_users: [TOM, LI] },
    { type: 'multi_conversations_select', selected_conversations: [LEADS] },
    { type: 'timepicker', selected_time: '17:30' },
    { type: 'datepicker', selected_date: '2026-11-30' },
    { type: 'checkboxes', selected_options: [option('b')] },
  ])
})
