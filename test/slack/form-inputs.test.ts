import { describe, expect, test } from 'vitest'
import { applyClick, fillForm, initialValues } from '../../sandbox/slack/blocks/form-fields.ts'
import { completeBlocks, findElements } from '../../sandbox/slack/blocks/block-tree.ts'

const plain = (text: string) => ({ type: 'plain_text', text, emoji: true })
const option = (value: string) => ({ text: plain(value.toUpperCase()), value })
const options = [option('red'), option('green')]
const input = (element: Record<string, unknown>, more: object = {}) => ({
  type: 'input',
  block_id: `b_${String(element['action_id'])}`,
  label: plain('Label'),
  element,
  optional: true,
  ...more,
})
const client = { upload: (file: unknown) => ({ id: 'F1', ...(file as object) }) }
const rich = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
})

/** An element, the input of a person, and the resulting state. */
const entries: [Record<string, unknown>, unknown, Record<string, unknown>][] = [
  [{ type: 'plain_text_input' }, 'hello', { value: 'hello' }],
  [{ type: 'plain_text_input' }, '', { value: null }],
  [{ type: 'rich_text_input' }, 'hello', { rich_text_value: rich('hello') }],
  [{ type: 'rich_text_input' }, { rich_text_value: rich('own') }, { rich_text_value: rich('own') }],
  [{ type: 'email_text_input' }, 'a@b.test', { value: 'a@b.test' }],
  [{ type: 'url_text_input' }, 'https://a.test/x', { value: 'https://a.test/x' }],
  [{ type: 'number_input', is_decimal_allowed: true }, 2.5, { value: '2.5' }],
  [{ type: 'static_select', options }, 'green', { selected_option: option('green') }],
  [
    { type: 'static_select', option_groups: [{ label: plain('x'), options }] },
    'red',
    { selected_option: option('red') },
  ],
  [{ type: 'static_select', options }, { selected_option: option('red') }, { selected_option: option('red') }],
  [{ type: 'external_select' }, 'x', { selected_option: { text: plain('x'), value: 'x' } }],
  [{ type: 'radio_buttons', options }, 'red', { selected_option: option('red') }],
  [{ type: 'checkboxes', options }, ['red', 'green'], { selected_options: options }],
  [{ type: 'multi_static_select', options }, ['red'], { selected_options: [option('red')] }],
  [{ type: 'users_select' }, 'U1', { selected_user: 'U1' }],
  [{ type: 'conversations_select' }, 'C1', { selected_conversation: 'C1' }],
  [{ type: 'channels_select' }, 'C1', { selected_channel: 'C1' }],
  [{ type: 'multi_users_select' }, ['U1', 'U2'], { selected_users: ['U1', 'U2'] }],
  [{ type: 'multi_conversations_select' }, ['C1'], { selected_conversations: ['C1'] }],
  [{ type: 'multi_channels_select' }, ['C1'], { selected_channels: ['C1'] }],
  [{ type: 'datepicker' }, '2026-11-20', { selected_date: '2026-11-20' }],
  [{ type: 'timepicker', timezone: 'UTC' }, '09:30', { selected_time: '09:30', timezone: 'UTC' }],
  [{ type: 'datetimepicker' }, 1_628_633_820, { selected_date_time: 1_628_633_820 }],
  [{ type: 'file_input' }, [{ name: 'a.txt' }], { files: [{ id: 'F1', name: 'a.txt' }] }],
]

test.each(entries)('a submitted %j given %j becomes its state', (element, given, state) => {
  const blocks = [input({ ...element, action_id: 'a' })]
  const { values, problems } = fillForm(blocks, { b_a: { a: given } }, client)
  expect(problems).toEqual([])
  expect(values).toEqual({ b_a: { a: { type: element['type'], ...state } } })
})

const refusals: [Record<string, unknown>, unknown, RegExp][] = [
  [{ type: 'static_select', options }, 'blue', /no option "blue"; there are: red, green/],
  [{ type: 'checkboxes', options }, 'red', /takes an array/],
  [{ type: 'multi_users_select', max_selected_items: 1 }, ['U1', 'U2'], /at most 1/],
  [{ type: 'plain_text_input', max_length: 3 }, 'hello', /at most 3 characters/],
  [{ type: 'plain_text_input', min_length: 9 }, 'hello', /at least 9 characters/],
  [{ type: 'plain_text_input' }, ['hello'], /takes a string/],
  [{ type: 'email_text_input' }, 'nobody', /email address/],
  [{ type: 'url_text_input' }, 'a.test', /must be a URL/],
  [{ type: 'number_input', is_decimal_allowed: false }, '1.5', /whole number/],
  [{ type: 'number_input', max_value: '9' }, '10', /at most 9/],
  [{ type: 'datepicker' }, 'tomorrow', /YYYY-MM-DD/],
  [{ type: 'timepicker' }, '25:00', /HH:mm/],
  [{ type: 'datetimepicker' }, 'soon', /whole seconds/],
  [{ type: 'file_input', max_files: 1 }, [{}, {}], /at most 1/],
]

test.each(refusals)('a %j does not accept %j', (element, given, words) => {
  const { problems } = fillForm([input({ ...element, action_id: 'a' })], { b_a: { a: given } }, client)
  expect(problems.map((one) => one.message).join()).toMatch(words)
})

describe('a form', () => {
  const blocks = [
    input({ type: 'plain_text_input', action_id: 'name', initial_value: 'Ada' }, { optional: false }),
    input({ type: 'checkboxes', action_id: 'boxes', options, initial_options: [option('red')] }),
    { type: 'section', block_id: 's', text: plain('x'), accessory: { type: 'users_select', action_id: 'who' } },
    { type: 'actions', block_id: 'x', elements: [{ type: 'button', action_id: 'go', text: plain('Go') }] },
  ]
  test('opens with the initial value of every field that has one', () => {
    expect(initialValues(blocks)).toEqual({
      b_name: { name: { type: 'plain_text_input', value: 'Ada' } },
      b_boxes: { boxes: { type: 'checkboxes', selected_options: [option('red')] } },
      s: { who: { type: 'users_select', selected_user: null } },
    })
  })
  test('keeps omitted fields and names unknown ones', () => {
    const { values, problems } = fillForm(blocks, { b_name: { nope: 'x' } }, client)
    expect(values['b_name']).toEqual({ name: { type: 'plain_text_input', value: 'Ada' } })
    expect(problems).toMatchObject(
      [{ block_id: 'b_name', action_id: 'nope', message: /b_name\/name/ }].map((one) => ({
        ...one,
        message: expect.stringMatching(one.message) as string,
      })),
    )
  })
  test('is not submitted with a required field empty', () => {
    expect(fillForm(blocks, { b_name: { name: ' ' } }, client).problems).toEqual([
      { block_id: 'b_name', action_id: 'name', message: 'please complete this required field' },
    ])
  })
  test('keeps the typed values when it is replaced by a form with the same fields', () => {
    const { values } = fillForm(blocks, { b_name: { name: 'Grace' } }, client)
    expect(initialValues(blocks.slice(0, 1), values)).toEqual({
      b_name: { name: { type: 'plain_text_input', value: 'Grace' } },
    })
  })
})

describe('a click', () => {
  const button = (value: string) => ({ type: 'button', action_id: 'go', text: plain(value), value, style: 'primary' })
  const blocks = [
    { type: 'actions', block_id: 'one', elements: [button('a'), { type: 'overflow', action_id: 'more', options }] },
    {
      type: 'container',
      title: plain('x'),
      child_blocks: [{ type: 'actions', block_id: 'two', elements: [button('b')] }],
    },
    {
      type: 'context_actions',
      block_id: 'three',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: 'rate',
          positive_button: { text: plain('+'), value: 'up' },
          negative_button: { text: plain('-'), value: 'down' },
        },
      ],
    },
    input({ type: 'datepicker', action_id: 'day', initial_date: '2026-01-01' }, { dispatch_action: true }),
    input({ type: 'plain_text_input', action_id: 'quiet' }),
  ]
  const click = (target: { action_id: string; block_id?: string; value?: unknown }) =>
    applyClick(blocks, target, client, '1700000000.000100')

  test('on a button carries the button’s values', () => {
    expect(click({ action_id: 'go' })).toMatchObject({
      action: {
        type: 'button',
        action_id: 'go',
        block_id: 'one',
        text: plain('a'),
        value: 'a',
        style: 'primary',
        action_ts: '1700000000.000100',
      },
    })
  })
  test('finds the button by value, also inside a container', () => {
    expect(click({ action_id: 'go', value: 'b' })).toMatchObject({ action: { block_id: 'two', value: 'b' } })
    expect(click({ action_id: 'go', value: 'c' })).toMatchObject({ found: false })
    expect(click({ action_id: 'go', block_id: 'none' })).toMatchObject({ found: false })
  })
  test('on a block that an edit has renamed reaches its only matching element', () => {
    expect(click({ action_id: 'more', block_id: 'none', value: 'green' })).toMatchObject({ found: true })
    expect(click({ action_id: 'go', block_id: 'none', value: 'b' })).toMatchObject({ action: { block_id: 'two' } })
    expect(click({ action_id: 'more', block_id: 'two', value: 'green' })).toMatchObject({ found: false })
  })
  test('on a menu carries the option, on feedback the side', () => {
    expect(click({ action_id: 'more', value: 'green' })).toMatchObject({ action: { selected_option: option('green') } })
    expect(click({ action_id: 'more', value: 'blue' })).toMatchObject({
      refused: expect.stringContaining('blue') as string,
    })
    expect(click({ action_id: 'rate', value: 'down' })).toMatchObject({ action: { value: 'down', text: plain('-') } })
  })
  test('on a dispatching field changes the state, on another field it is refused', () => {
    expect(click({ action_id: 'day', value: '2026-02-03' })).toMatchObject({
      action: { type: 'datepicker', selected_date: '2026-02-03', initial_date: '2026-01-01' },
      values: { b_day: { day: { type: 'datepicker', selected_date: '2026-02-03' } } },
    })
    expect(click({ action_id: 'quiet', value: 'x' })).toMatchObject({
      refused: expect.stringContaining('dispatch_action') as string,
    })
  })
})

test('stored blocks get ids and defaults and keep existing ones', () => {
  let last = 0
  const stored = completeBlocks(
    [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'x' },
        accessory: { type: 'button', text: { type: 'plain_text', text: 'y' } },
      },
      { type: 'actions', block_id: 'own', elements: [{ type: 'button', action_id: 'mine', text: plain('z') }] },
    ],
    () => `id${++last}`,
  )
  expect(stored).toMatchObject([
    { block_id: 'id1', text: { verbatim: false }, accessory: { action_id: 'id2', text: { emoji: true } } },
    { block_id: 'own', elements: [{ action_id: 'mine' }] },
  ])
  expect(findElements(stored)).toHaveLength(2)
})
