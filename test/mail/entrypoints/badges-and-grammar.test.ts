import { expect, test } from 'vitest'
import { parseMailCommand } from '../../../src/mail/entrypoints/command-grammar.ts'
import { assessBadges } from '../../../src/mail/inbound/receive/badges.ts'

const inbox = 'support@acme.test'

test.each([
  ['', { do: 'list', view: 'now' }],
  ['Mine', { do: 'list', view: 'mine' }],
  ['HELP', { do: 'help' }],
  ['status', { do: 'status' }],
  ['route', { do: 'routes' }],
  [`route <mailto:${inbox}|${inbox}> <#C08SUPPT03C|support>`, { do: 'route', inboxId: inbox, channel: 'C08SUPPT03C' }],
  [`route ${inbox} <#C08SUPPT03C>`, { do: 'route', inboxId: inbox, channel: 'C08SUPPT03C' }],
  [`route ${inbox} off`, { do: 'route', inboxId: inbox, channel: 'off' }],
  ['quarantine <#C1AAAAAA|q>', { do: 'quarantine', channel: 'C1AAAAAA' }],
  [`hold ${inbox} 30`, { do: 'hold', inboxId: inbox, seconds: 30 }],
  [`hold ${inbox} 0s`, { do: 'hold', inboxId: inbox, seconds: 0 }],
  ['metrics', { do: 'metrics', days: 7 }],
  ['metrics 30d', { do: 'metrics', days: 30 }],
])('/mail %s is parsed', (text, order) => {
  expect(parseMailCommand(text)).toEqual(order)
})

test.each([
  `route ${inbox} support`,
  `route ${inbox}`,
  `hold ${inbox} 601`,
  `hold ${inbox} soon`,
  'status now',
  'send it',
  'metrics 91',
  'metrics 0',
  'metrics last week',
])('/mail %s leads to a question, not to a guess', (text) => {
  expect(parseMailCommand(text)).toMatchObject({ do: 'unclear', word: text })
})

test.each(['new', 'Compose', 'send', 'draft', 'forward'])('/mail %s asks whether a new mail is meant', (text) => {
  expect(parseMailCommand(text)).toEqual({ do: 'unclear', word: text, slip: { meant: 'write' } })
  const withAddress = `${text} <mailto:anna@acme.test|anna@acme.test>`
  expect(parseMailCommand(withAddress)).toMatchObject({ slip: { meant: 'write anna@acme.test' } })
})

const nobody = {
  isFirstContact: false,
  own: ['acme.test'],
  thread: [],
  past: [],
  brands: [],
  namesakes: [],
  hasMemberName: false,
}

test('a badge appears only if it is true', () => {
  const mail = { own: inbox, from: { address: 'ann@acme.test' }, replyTo: [] }
  expect(assessBadges(mail, nobody)).toEqual({ badges: [] })
  const strange = { ...mail, from: { address: 'ann@acrne.test' }, replyTo: [{ address: 'x@evil.test' }] }
  expect(assessBadges({ ...strange, restriction: 'unauthenticated' }, { ...nobody, isFirstContact: true })).toEqual({
    badges: ['unauthenticated', 'external', 'first_contact', 'reply_to_differs', 'look_alike'],
    looksLike: 'acme.test',
    likeness: 'letters',
  })
  // Without a known address of the inbox, there is no own domain to compare with.
  expect(assessBadges({ from: mail.from, replyTo: [] }, { ...nobody, own: [] })).toEqual({ badges: [] })
})
