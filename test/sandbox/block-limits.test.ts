import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listErrors, validateMessageBlocks, validateView } from '../../sandbox/slack/blocks/validate-blocks.ts'
import {
  actions,
  bars,
  button,
  card,
  cells,
  container,
  dataTable,
  days,
  image,
  input,
  option,
  options,
  pie,
  plan,
  rich,
  richSection,
  richWord,
  section,
  select,
  table,
  task,
  text,
  video,
} from './block-samples.ts'

const accepted: Record<string, object[]> = {
  'a section with text': [section()],
  'a section with ten fields': [{ type: 'section', fields: Array.from({ length: 10 }, () => text(1000)) }],
  'actions with every element': [
    actions(
      button({ action_id: 'a', value: 'v', style: 'primary', url: 'https://a.test', confirm: { text: text(300) } }),
      { type: 'overflow', action_id: 'b', options: [{ ...option('x'), url: 'https://a.test' }] },
      select({ action_id: 'c' }),
      { type: 'external_select', action_id: 'd', min_query_length: 0 },
      { type: 'users_select', action_id: 'e' },
      { type: 'conversations_select', action_id: 'f', filter: { include: ['im'] }, response_url_enabled: true },
      { type: 'channels_select', action_id: 'g', placeholder: text(150) },
      { type: 'multi_static_select', action_id: 'h', options: options(100), max_selected_items: 2 },
      { type: 'multi_users_select', action_id: 'i', initial_users: ['U1'] },
      { type: 'datepicker', action_id: 'j', initial_date: '2026-11-20' },
      { type: 'timepicker', action_id: 'k', initial_time: '23:59', timezone: 'Europe/Paris' },
      { type: 'datetimepicker', action_id: 'l', initial_date_time: 1_628_633_820 },
      { type: 'checkboxes', action_id: 'm', options: [{ text: text(4, 'mrkdwn'), value: 'q' }] },
      { type: 'radio_buttons', action_id: 'n', options: options(10), initial_option: option('v3') },
      { type: 'workflow_button', action_id: 'o', text: text(4), workflow: { trigger: { url: 'https://a.test' } } },
    ),
  ],
  'every rich text element': [
    richSection(
      { type: 'text', text: 'a', style: { bold: true } },
      { type: 'link', url: 'https://a.test', text: 'a' },
      { type: 'user', user_id: 'U1' },
      { type: 'usergroup', usergroup_id: 'S1' },
      { type: 'channel', channel_id: 'C1' },
      { type: 'emoji', name: 'wave' },
      { type: 'date', timestamp: 1_628_633_820, format: '{date}', fallback: 'then' },
      { type: 'broadcast', range: 'here' },
      { type: 'color', value: '#FF0000' },
    ),
    rich(
      { type: 'rich_text_list', style: 'bullet', indent: 1, elements: [{ type: 'rich_text_section', elements: [] }] },
      { type: 'rich_text_quote', border: 1, elements: [{ type: 'text', text: 'q' }] },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'code' }] },
    ),
  ],
  'context, context actions and dividers': [
    { type: 'context', elements: [image, text(5), text(5, 'mrkdwn')] },
    { type: 'divider' },
    {
      type: 'context_actions',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: 'f',
          positive_button: { text: text(4), value: 'up' },
          negative_button: { text: text(3), value: 'down' },
        },
        { type: 'icon_button', icon: 'trash', text: text(6), action_id: 'i' },
      ],
    },
  ],
  'a plan with tasks': [
    plan(task({ details: richWord(), output: richWord() }), task({ type: undefined, task_id: 't2' })),
  ],
  'a task card with sources': [task({ sources: [{ type: 'url', url: 'https://a.test', text: 'a' }] })],
  'tables and charts': [table(100, 5), pie(), bars(days)],
  'a data table': [dataTable([cells(3), [richWord(), ...cells(1), { type: 'raw_number', value: 4, text: '4' }]])],
  cards: [card({ body: text(200, 'mrkdwn'), actions: [button()] }), { type: 'carousel', elements: [card(), card()] }],
  'a container': [container(section(), richWord(), actions(button()))],
  'an image, a header, a video, a file, markdown': [
    { ...image, title: text(2000) },
    { type: 'header', text: text(150) },
    video,
    { type: 'file', source: 'remote', external_id: 'x' },
    { type: 'markdown', text: '# Hello' },
  ],
  'inputs in a message': [input({ type: 'plain_text_input', action_id: 'p' }, { dispatch_action: true })],
}

test.each(Object.entries(accepted))('a message may hold %s', (_, blocks) => {
  expect(validateMessageBlocks(blocks)).toEqual([])
})

/** Blocks, the pointer that Slack would name, and its words. */
const refused: [string, object[], string, string][] = [
  ['a long section', [section({ text: text(3001) })], '/blocks/0/text/text', 'must be less than 3001 characters'],
  ['an empty section', [section({ text: text(0) })], '/blocks/0/text/text', 'must be more than 0 characters'],
  ['a task twice', [plan(task(), task())], '/blocks/0/tasks/1/task_id', '`task_id` "t1" already exists'],
  ['a bare section', [{ type: 'section' }], '/blocks/0/type', 'must define either `text` or `fields`'],
  [
    'eleven fields',
    [section({ fields: Array.from({ length: 11 }, () => text(1)) })],
    '/blocks/0/fields',
    'no more than 10 items allowed',
  ],
  ['a long field', [section({ fields: [text(2001)] })], '/blocks/0/fields/0/text', 'must be less than 2001 characters'],
  ['a long header', [{ type: 'header', text: text(151) }], '/blocks/0/text/text', 'must be less than 151 characters'],
  ['a mrkdwn header', [{ type: 'header', text: text(5, 'mrkdwn') }], '/blocks/0/text/type', 'unsupported type: mrkdwn'],
  ['a string for a text', [section({ text: 'hello' })], '/blocks/0/text', 'must provide an object'],
  [
    '26 buttons',
    [actions(...Array.from({ length: 26 }, () => button()))],
    '/blocks/0/elements',
    'no more than 25 items allowed',
  ],
  ['no buttons', [actions()], '/blocks/0/elements', 'must provide at least 1 items'],
  [
    'a long button',
    [actions(button({ text: text(76) }))],
    '/blocks/0/elements/0/text/text',
    'must be less than 76 characters',
  ],
  [
    'a long value',
    [actions(button({ value: 'v'.repeat(2001) }))],
    '/blocks/0/elements/0/value',
    'must be less than 2001 characters',
  ],
  [
    'a wrong style',
    [actions(button({ style: 'default' }))],
    '/blocks/0/elements/0/style',
    'must be a valid enum value',
  ],
  ['a wrong url', [actions(button({ url: 'nowhere' }))], '/blocks/0/elements/0/url', 'must be a valid URL'],
  [
    'a disabled button',
    [actions(button({ disabled: true }))],
    '/blocks/0/elements/0',
    'invalid additional property: disabled',
  ],
  [
    'a long confirm',
    [actions(button({ confirm: { text: text(301) } }))],
    '/blocks/0/elements/0/confirm/text/text',
    'must be less than 301 characters',
  ],
  [
    'a twin action',
    [actions(button({ action_id: 'x' }), button({ action_id: 'x' }))],
    '/blocks/0/elements/1/action_id',
    '`action_id` "x" already exists',
  ],
  [
    'a twin block',
    [section({ block_id: 'x' }), section({ block_id: 'x' })],
    '/blocks/1/block_id',
    '`block_id` "x" already exists',
  ],
  [
    'a long block_id',
    [section({ block_id: 'x'.repeat(256) })],
    '/blocks/0/block_id',
    'must be less than 256 characters',
  ],
  [
    '101 options',
    [actions(select({ options: options(101) }))],
    '/blocks/0/elements/0/options',
    'no more than 100 items allowed',
  ],
  ['no options', [actions(select({ options: [] }))], '/blocks/0/elements/0/options', 'must provide at least 1 items'],
  [
    'eleven boxes',
    [actions({ type: 'checkboxes', options: options(11) })],
    '/blocks/0/elements/0/options',
    'no more than 10 items allowed',
  ],
  [
    'six overflows',
    [actions({ type: 'overflow', options: options(6) })],
    '/blocks/0/elements/0/options',
    'no more than 5 items allowed',
  ],
  [
    'a long option',
    [actions(select({ options: [{ text: text(76), value: 'v' }] }))],
    '/blocks/0/elements/0/options/0/text/text',
    'must be less than 76 characters',
  ],
  [
    'a stray initial',
    [actions(select({ initial_option: option('none') }))],
    '/blocks/0/elements/0',
    'initial option must be one of the provided options',
  ],
  [
    'both option kinds',
    [actions(select({ option_groups: [{ label: text(3), options: options(1) }] }))],
    '/blocks/0/elements/0',
    'must define either `options` or `option_groups`',
  ],
  [
    'an input in actions',
    [actions({ type: 'plain_text_input' })],
    '/blocks/0/elements/0/type',
    'unsupported type: plain_text_input',
  ],
  [
    'a datetime accessory',
    [section({ accessory: { type: 'datetimepicker' } })],
    '/blocks/0/accessory/type',
    'unsupported type: datetimepicker',
  ],
  [
    'a wrong date',
    [actions({ type: 'datepicker', initial_date: '20.11.2026' })],
    '/blocks/0/elements/0/initial_date',
    'must be in the format YYYY-MM-DD',
  ],
  [
    'eleven contexts',
    [{ type: 'context', elements: Array.from({ length: 11 }, () => text(1)) }],
    '/blocks/0/elements',
    'no more than 10 items allowed',
  ],
  [
    'an image without alt',
    [{ type: 'image', image_url: 'https://a.test/x' }],
    '/blocks/0',
    'missing required field: alt_text',
  ],
  [
    'an image without source',
    [{ type: 'image', alt_text: 'x' }],
    '/blocks/0',
    'must define either `image_url` or `slack_file`',
  ],
  ['an unknown block', [{ type: 'banner' }], '/blocks/0/type', 'unsupported type: banner'],
  ['an alert', [{ type: 'alert', text: text(4) }], '/blocks/0/type', 'unsupported type: alert'],
  ['a file input', [input({ type: 'file_input' })], '/blocks/0/element/type', 'unsupported type: file_input'],
  [
    'an unknown inline',
    [richSection({ type: 'image', url: 'https://a.test' })],
    '/blocks/0/elements/0/elements/0/type',
    'unsupported type: image',
  ],
  ['an empty inline text', [richWord('')], '/blocks/0/elements/0/elements/0/text', 'must be more than 0 characters'],
  ['a text in rich_text', [rich({ type: 'text', text: 'x' })], '/blocks/0/elements/0/type', 'unsupported type: text'],
  [
    'a styled element list',
    [rich({ type: 'rich_text_section', elements: [], style: 'bullet' })],
    '/blocks/0/elements/0',
    'invalid additional property: style',
  ],
  [
    'a user in code',
    [rich({ type: 'rich_text_preformatted', elements: [{ type: 'user', user_id: 'U1' }] })],
    '/blocks/0/elements/0/elements/0/type',
    'unsupported type: user',
  ],
  ['a hundred and one rows', [table(101, 1)], '/blocks/0/rows', 'no more than 100 items allowed'],
  ['twenty-one columns', [table(1, 21)], '/blocks/0/rows/0', 'no more than 20 items allowed'],
  ['two tables', [table(1, 1), dataTable([cells(1), cells(1)])], '/blocks/1', 'only_one_table_allowed'],
  [
    'a fat table',
    [{ type: 'table', rows: [[{ type: 'raw_text', text: 'x'.repeat(10_001) }]] }],
    '/blocks/0/rows',
    'must be less than 10001 characters',
  ],
  ['a table without body', [dataTable([cells(2)])], '/blocks/0/rows', 'must provide at least 2 items'],
  ['ragged rows', [dataTable([cells(2), cells(3)])], '/blocks/0/rows/1', 'all rows must have the same number of cells'],
  ['a rich head', [dataTable([[richWord()], cells(1)])], '/blocks/0/rows/0/0/type', 'unsupported type: rich_text'],
  ['no caption', [{ type: 'data_table', rows: [cells(1), cells(1)] }], '/blocks/0', 'missing required field: caption'],
  ['three charts', [pie(), pie(), pie()], '/blocks/2', 'no more than 2 data_visualization blocks allowed'],
  ['a long title', [pie({ title: 't'.repeat(51) })], '/blocks/0/title', 'must be less than 51 characters'],
  [
    'an empty slice',
    [pie({ chart: { type: 'pie', segments: [{ label: 'a', value: 0 }] } })],
    '/blocks/0/chart/segments/0/value',
    'must be greater than 0',
  ],
  [
    'seven slices',
    [pie({ chart: { type: 'pie', segments: Array.from({ length: 7 }, () => ({ label: 'a', value: 1 })) } })],
    '/blocks/0/chart/segments',
    'no more than 6 items allowed',
  ],
  [
    'a missing point',
    [bars(days.slice(0, 1))],
    '/blocks/0/chart/series/0/data',
    'must provide exactly one data point per category',
  ],
  [
    'twin series',
    [
      bars(days, {
        series: [
          { name: 'in', data: days },
          { name: 'in', data: days },
        ],
      }),
    ],
    '/blocks/0/chart/series/1/name',
    'series names must be unique',
  ],
  ['a card in a container', [container(card())], '/blocks/0/child_blocks/0/type', 'unsupported type: card'],
  [
    'eleven children',
    [container(...Array.from({ length: 11 }, () => section()))],
    '/blocks/0/child_blocks',
    'no more than 10 items allowed',
  ],
  [
    'a nameless container',
    [{ type: 'container', child_blocks: [section()] }],
    '/blocks/0/type',
    'must define either `title` or `rich_text_title`',
  ],
  ['a long card', [card({ body: text(201, 'mrkdwn') })], '/blocks/0/body/text', 'must be less than 201 characters'],
  [
    'eleven cards',
    [{ type: 'carousel', elements: Array.from({ length: 11 }, () => card()) }],
    '/blocks/0/elements',
    'no more than 10 items allowed',
  ],
  [
    'a task without state',
    [{ type: 'task_card', task_id: 't', title: 'x' }],
    '/blocks/0',
    'missing required field: status',
  ],
  ['a plain http video', [{ ...video, video_url: 'http://video.test' }], '/blocks/0/video_url', 'must be a valid URL'],
  ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' })), '/blocks', 'no more than 50 items allowed'],
]

test.each(refused)('a message with %s is refused with a pointer', (_, blocks, pointer, words) => {
  const problems = validateMessageBlocks(blocks)
  expect(problems.map((one) => [one.pointer, one.words])).toContainEqual([pointer, words])
  expect(problems.map((one) => one.message)).toContain(`[ERROR] ${words} [json-pointer:${pointer}]`)
  expect(new Set(problems.map((one) => one.error))).toEqual(new Set(['invalid_blocks']))
})

test('blocks that are not a list are refused with their own error', () => {
  expect(validateMessageBlocks({ blocks: [] })).toMatchObject([{ error: 'invalid_blocks_format' }])
})

test('errors use the words of `chat.postMessage`', () => {
  expect(listErrors(validateMessageBlocks([section({ text: text(3001) })]))).toEqual([
    'failed to match all allowed schemas [json-pointer:/blocks/0/text]',
    'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
  ])
})

test('the validators answer any JSON and never throw', () => {
  expect(validateMessageBlocks([{ type: { toString: '', valueOf: '' } }])).not.toEqual([])
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(Array.isArray(validateMessageBlocks(value))).toBe(true)
      expect(Array.isArray(validateView(value))).toBe(true)
      expect(Array.isArray(validateMessageBlocks([value]))).toBe(true)
    }),
  )
})

test('the validators answer a valid message in which any member is replaced by any JSON', () => {
  const all = Object.values(accepted)
  const paths = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
    typeof value === 'object' && value !== null
      ? [path, ...Object.entries(value).flatMap(([key, item]) => paths(item, [...path, key]))]
      : [path]
  const replaced = (value: unknown, path: (string | number)[], by: unknown): unknown => {
    const [key, ...rest] = path
    if (key === undefined) return by
    const copy = structuredClone(value) as Record<string | number, unknown>
    copy[key] = replaced(copy[key], rest, by)
    return copy
  }
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.nat(), fc.jsonValue({ maxDepth: 2 }), (blocks, pick, by) => {
      const places = paths(blocks)
      const path = places[pick % places.length] ?? []
      expect(Array.isArray(validateMessageBlocks(replaced(blocks, path, by)))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('the validators answer JSON that is nested deeper than the stack', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 50_000; level++) deep = [deep]
  expect(validateMessageBlocks([{ type: 'table', rows: deep }])).not.toEqual([])
  expect(validateMessageBlocks([{ type: 'section', text: deep }])).not.toEqual([])
})
