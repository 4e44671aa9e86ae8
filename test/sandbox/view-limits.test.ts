import { describe, expect, test } from 'vitest'
import { validateMessageBlocks, validateView } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { input, modal, pie, richWord, section, select, table, text } from './block-samples.ts'

describe('views', () => {
  const inputs = {
    'with every input': modal(
      [
        input({ type: 'plain_text_input', action_id: 'a', max_length: 3000 }),
        input({ type: 'rich_text_input', initial_value: richWord() }),
        input({ type: 'email_text_input' }),
        input({ type: 'url_text_input' }),
        input({ type: 'number_input', is_decimal_allowed: false, min_value: '1', max_value: '9' }),
        input({ type: 'file_input', filetypes: ['pdf'], max_files: 10 }, { optional: true, hint: text(2000) }),
        input(select({ focus_on_load: true })),
        input({ type: 'multi_conversations_select', default_to_current_conversation: true }),
      ],
      { submit: text(24), close: text(24), private_metadata: 'x'.repeat(3000), notify_on_close: true },
    ),
    'with an alert': modal([{ type: 'alert', text: text(200), level: 'warning' }]),
    'that is a Home': { type: 'home', blocks: Array.from({ length: 100 }, () => section()) },
  }
  test.each(Object.entries(inputs))('a view %s is accepted', (_, view) => {
    expect(validateView(view)).toEqual([])
  })

  const bad: [string, object, string, string][] = [
    ['a long title', modal([], { title: text(25) }), '/view/title/text', 'must be less than 25 characters'],
    ['no title', { type: 'modal', blocks: [] }, '/view', 'missing required field: title'],
    [
      'an input and no submit',
      modal([section(), input({ type: 'plain_text_input' })]),
      '/view/blocks/1/input',
      'must define `submit` to use an `input` block in modals',
    ],
    [
      'too much metadata',
      modal([], { private_metadata: 'x'.repeat(3001) }),
      '/view/private_metadata',
      'must be less than 3001 characters',
    ],
    [
      '101 blocks',
      modal(Array.from({ length: 101 }, () => section())),
      '/view/blocks',
      'no more than 100 items allowed',
    ],
    ['a table', modal([table(1, 1)]), '/view/blocks/0/type', 'unsupported type: table'],
    [
      'a chart on Home',
      { type: 'home', blocks: [pie()] },
      '/view/blocks/0/type',
      'unsupported type: data_visualization',
    ],
    ['a submit on Home', { type: 'home', blocks: [], submit: text(4) }, '/view', 'invalid additional property: submit'],
    ['an id of its own', modal([], { id: 'V1' }), '/view', 'invalid additional property: id'],
    ['a wrong type', { type: 'dialog', blocks: [] }, '/view/type', 'unsupported type: dialog'],
    [
      'two focused inputs',
      modal([input(select({ focus_on_load: true })), input(select({ focus_on_load: true }))], { submit: text(2) }),
      '/view/blocks',
      'only one element can set `focus_on_load` to `true`',
    ],
    [
      'a day that does not exist',
      modal([input({ type: 'datepicker', initial_date: '2026-02-30' })], { submit: text(2) }),
      '/view/blocks/0/element/initial_date',
      'must be a valid date',
    ],
    [
      'eleven files',
      modal([input({ type: 'file_input', max_files: 11 })], { submit: text(2) }),
      '/view/blocks/0/element/max_files',
      'must be at most 10',
    ],
  ]
  test.each(bad)('a view with %s is refused', (_, view, pointer, words) => {
    const problems = validateView(view)
    expect(problems.map((one) => [one.pointer, one.words])).toContainEqual([pointer, words])
    expect(problems[0]?.error).toBe('invalid_arguments')
  })

  test('a view over 250 KB is too large', () => {
    const blocks = Array.from({ length: 90 }, () => section({ text: text(3000) }))
    expect(validateView(modal(blocks)).map((one) => one.error)).toEqual(['view_too_large'])
  })
})

describe('the total size of a message', () => {
  const errors = (blocks: object[]) => validateMessageBlocks(blocks).map((one) => one.error)
  const plain = (length: number) => richWord('a'.repeat(length))

  test('13,297 characters in one block pass, one more does not', () => {
    expect(errors([plain(13_297)])).toEqual([])
    expect(errors([plain(13_298)])).toEqual(['msg_blocks_too_long'])
  })
  test('a divider counts towards the total', () => {
    expect(errors([plain(13_172), { type: 'divider' }])).toEqual([])
    expect(errors([plain(13_173), { type: 'divider' }])).toEqual(['msg_blocks_too_long'])
  })
  test('escaped characters count as they are stored', () => {
    expect(errors([richWord('&'.repeat(2_700))])).toEqual(['msg_blocks_too_long'])
    expect(errors([richWord('<'.repeat(3_300))])).toEqual([])
    const mrkdwn = { type: 'section', text: { type: 'mrkdwn', text: '&amp;'.repeat(600) } }
    expect(errors([mrkdwn, mrkdwn, mrkdwn])).toEqual([])
  })
  test('markdown counts over all its blocks, and by what it expands to', () => {
    const markdown = (value: string) => ({ type: 'markdown', text: value })
    expect(errors([markdown('a'.repeat(12_000))])).toEqual([])
    expect(errors([markdown('a'.repeat(6_000)), markdown('a'.repeat(6_001))])).toEqual(['msg_blocks_too_long'])
    expect(errors([markdown('# a\n'.repeat(51))])).toEqual(['invalid_blocks'])
  })
})
