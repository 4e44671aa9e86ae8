import { expect, test } from 'vitest'
import type { RichTextBlock } from '../../../../src/slack/blocks/slack-message.ts'
import { readRichText, slackToMail } from '../../../../src/mail-content/writing/slack-to-mail.ts'
import {
  appendText,
  fillPlaceholders,
  findFirstName,
  findMistypedPlaceholder,
  findPlaceholderValues,
  findTicket,
  listOpenPlaceholders,
} from '../../../../src/mail/outbound/saved/fill-placeholders.ts'

const rich = (text: string, style?: object): RichTextBlock => {
  const block = readRichText({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text, ...(style && { style }) }] }],
  })
  if (!block) throw new Error('no text')
  return block
}
const plain = (block: RichTextBlock) => slackToMail(block, new Map()).text

test('known placeholders are filled in, and the rest stays as typed', () => {
  const filled = fillPlaceholders(rich('Dear {Name}, about {subject}: {foo} {ticket}'), {
    name: 'Ann',
    subject: 'the {name} of <!channel>',
  })
  expect(plain(filled)).toBe('Dear Ann, about the {name} of <!channel>: {foo} {ticket}')
  expect(filled.elements[0]).toMatchObject({ elements: [{ type: 'text' }] })
  expect(listOpenPlaceholders(filled)).toEqual(['{name}', '{ticket}'])
})

test.for([
  ['Dear {fistname},', '{fistname}', '{firstname}'],
  ['Dear {First Name},', '{First Name}', '{firstname}'],
  ['{name}, about {tiket}', '{tiket}', '{ticket}'],
] as const)('in “%s”, %s is almost a placeholder', ([text, typed, meant]) => {
  expect(findMistypedPlaceholder(rich(text))).toEqual({ typed, meant })
})

test.for(['Dear {Name}: {foo}, {x}, {}', 'GET /v1/{fruit}/{id}'])(
  'in “%s”, nothing is almost a placeholder',
  (text) => {
    expect(findMistypedPlaceholder(rich(text))).toBeUndefined()
    expect(findMistypedPlaceholder(rich('{fistname}', { code: true }))).toBeUndefined()
  },
)

test('code and links stay unchanged; lists and quotations are filled in', () => {
  const block = {
    type: 'rich_text',
    elements: [
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: '{name}' }] },
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: '{name}', style: { bold: true } }] }],
      },
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: '{name}', style: { code: true } },
          { type: 'link', url: 'https://acme.test/{name}', text: '{name}' },
        ],
      },
    ],
  } as RichTextBlock
  const filled = fillPlaceholders(block, { name: 'Ann' })
  expect(JSON.stringify(filled).match(/Ann/g)).toHaveLength(1)
  expect(JSON.stringify(filled.elements[1])).toContain('"text":"Ann","style":{"bold":true}')
  expect(listOpenPlaceholders(filled)).toEqual([])
})

test.each([
  ['Re: [ABC-123] Printer', 'ABC-123'],
  ['[Ticket SUP-7] x', 'SUP-7'],
  ['Invoice #4711 again', '#4711'],
  ['[#12] x', '#12'],
  ['COVID-19 and UTF-8', undefined],
  ['A&#39;s mail, abc#4', undefined],
  ['', undefined],
])('the ticket in “%s” is %s', (subject, ticket) => {
  expect(findTicket(subject)).toBe(ticket)
})

test('names and subjects from outside become one short line; an address is no name', () => {
  expect(
    findPlaceholderValues({ recipient: `Ann\n\u202e${'x'.repeat(500)}`, subject: 'Re: AW: Invoice' }),
  ).toMatchObject({
    subject: 'Invoice',
  })
  expect(findPlaceholderValues({ recipient: `Ann ${'x'.repeat(500)}`, subject: '' }).name).toHaveLength(60)
  for (const name of ['ann@acme.test', 'https://evil.test', 'www.evil.test', '  ', undefined])
    expect(findPlaceholderValues({ recipient: name, subject: '' })).toEqual({})
})

test.each([
  ['Olga Brandt', 'Olga'],
  ['Brandt, Olga', 'Olga'],
  ['Dr. Olga Brandt', 'Olga'],
  ['Olga', 'Olga'],
  ['Brandt, Dr. Olga', 'Olga'],
  ['Olga Brandt, PhD', undefined],
  ['Brandt, Ph.D.', undefined],
  ['Martin, Jr.', undefined],
  ['Acme, Inc.', undefined],
  ['Acme Tools, Berlin', undefined],
  ['Brandt, Olga, MD', undefined],
  ['田中 愛子', undefined],
  ['ann@acme.test', undefined],
  ['', undefined],
])('the first name of “%s” is %s', (name, first) => {
  expect(findFirstName(name)).toBe(first)
})

test('first names and a ticket in the text are filled in', () => {
  const values = findPlaceholderValues({
    recipient: 'Olga Brandt',
    writer: 'Maria Torres',
    subject: 'Printer',
    text: 'My ticket is [ABC-123].',
  })
  expect(plain(fillPlaceholders(rich('Dear {firstname}, {Ticket} is done. {myname}'), values))).toBe(
    'Dear Olga, ABC-123 is done. Maria',
  )
})

test('a saved reply is inserted below the typed text', () => {
  expect(plain(appendText(rich('Hello Ann,'), rich('Thank you.')))).toBe('Hello Ann,\n\nThank you.')
  expect(plain(appendText(undefined, rich('Thank you.')))).toBe('Thank you.')
})
