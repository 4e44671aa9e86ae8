import { expect, test } from 'vitest'
import { openNewMailForm, openReplyForm } from '../../../../src/mail/outbound/compose/open-form.ts'
import { parseHeaderLines } from '../../../../src/mail/outbound/compose/fields/mail-headers.ts'
import { click, openFormSlice, target, typed, typedText } from './open-form.ts'

const more = (fields: { labels?: string; reply_to?: string; headers?: string }) =>
  Object.fromEntries(
    Object.entries(fields).map(([block, text]) => [
      block,
      { [block === 'headers' ? 'mail.headers_typed' : `mail.${block}`]: typed(text) },
    ]),
  )

test('More shows labels, Reply-To and headers; invalid values are named, and the rest is sent', async () => {
  const { services, fields, act, readForm, submit, submitted } = await openFormSlice()
  await openReplyForm(services, click, target)
  expect(fields()).not.toContain('labels')
  await act('mail.show_more')
  const text = { text: { 'mail.text': typedText('👍') } }
  const wrong = {
    reply_to: 'desk@customer.test, nobody',
    headers: 'X-Ticket: 4711\nBcc: spy@rival.test',
    labels: 'a'.repeat(101),
  }
  expect(await submit({ ...text, ...more(wrong) })).toEqual({
    errors: {
      labels: expect.stringContaining('at most 100 characters'),
      reply_to: 'Not an email address: nobody',
      headers:
        'Line 2 (“Bcc: spy@rival.test”) is a header that email programs write themselves, so it can’t be set here.',
    },
  })
  expect(readForm()).not.toContain('reply_to:')
  const right = {
    labels: 'invoice, urgent,invoice',
    reply_to: 'Desk (help desk) <desk@bücher.test>',
    headers: 'X-Ticket: 4711\n\n',
  }
  expect(await submit(more(right))).toEqual({ clear: true })
  expect(submitted()).toMatchObject([
    {
      labels: ['invoice', 'urgent'],
      replyTo: [{ address: 'desk@xn--bcher-kva.test' }],
      headers: { 'X-Ticket': '4711' },
    },
  ])
})

test('a closed form keeps the fields behind More, and a subject that is too long', async () => {
  const { services, act, close, readForm, submit, submitted } = await openFormSlice()
  await openNewMailForm(services, click)
  await act('mail.show_more')
  await act('mail.headers_typed', { block: 'headers', ...typed('X-Ticket: 4711') })
  const subject = 'long '.repeat(400)
  await act('mail.subject', { block: 'subject', ...typed(subject) })
  const refused = await submit({
    to: { 'mail.recipients:to': typed('"Rita, of Partner" (sales) <rita@partner.test>') },
    text: { 'mail.text': typedText('Hello') },
  })
  expect(refused).toEqual({ errors: { subject: 'A subject has at most 998 characters. This one has 1,999.' } })
  await act('mail.text', { block: 'text', ...typedText('Hello') })
  await close({ hasValues: false })
  await openNewMailForm(services, click)
  expect(readForm()).toContain(subject.slice(0, 1999))
  expect(readForm()).toContain('"initial_value":"X-Ticket: 4711"')
  expect(readForm()).toContain('rita@partner.test')
  await submit({ subject: { 'mail.subject': typed('Hi') } })
  expect(submitted()).toMatchObject([
    { subject: 'Hi', headers: { 'X-Ticket': '4711' }, to: [{ address: 'rita@partner.test' }] },
  ])
})

test.each([
  ['no colon', 'form'],
  [' continues: the line before', 'form'],
  ['X Ticket: 4711', 'form'],
  ['X-Tïcket: 4711', 'name'],
  ['message-id: <made@up.test>', 'own'],
  ['Content-Type: text/html', 'own'],
  ['X-Empty:  ', 'empty'],
  ['X-One: 1\nx-one: 2', 'repeated'],
  ['X-Hidden: a\rBcc: spy@rival.test', 'broken'],
  ['X-Hidden: a\u2028Bcc: spy@rival.test', 'broken'],
  [`X-Long: ${'a'.repeat(1000)}`, 'long'],
])('the header %j is refused: %s', (typedLine, problem) => {
  expect(parseHeaderLines(typedLine)).toMatchObject({ problem })
})

test.each([' \n ', ' \u200B\n\u2060 '])('a text of only %j is no text', async (blank) => {
  const { services, submit } = await openFormSlice()
  await openReplyForm(services, click, target)
  expect(await submit({ text: { 'mail.text': typedText(blank) } })).toEqual({
    errors: { text: 'Write something or attach a file.' },
  })
})

test('braces typed by a person are sent unchanged; those of a saved reply must be filled in, even when the draft continues', async () => {
  const { services, act, close, submit, submitted } = await openFormSlice()
  const code = { text: { 'mail.text': typedText('Write Hello {name} into the template') } }
  await openReplyForm(services, click, target)
  expect(await submit(code)).toEqual({ clear: true })
  expect(JSON.stringify(submitted())).toContain('{name}')
  await openReplyForm(services, click, target, { placeholders: ['{ticket}'] })
  await act('mail.text', { block: 'text', ...typedText('About {ticket}, {name}') })
  await close({ hasValues: false })
  await openReplyForm(services, click, target)
  const answer = await submit()
  expect(answer).toEqual({ errors: { text: expect.stringContaining('{ticket}') } })
  expect(JSON.stringify(answer)).not.toContain('{name}')
})
