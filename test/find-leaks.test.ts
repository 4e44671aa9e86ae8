import { expect, test } from 'vitest'
import { findLeaks, type SendingFacts, type Shown } from './support/sending/find-leaks.ts'

const other = { inbox: 'partners@acme.test', words: 'Our confidential terms', readers: ['TOM'] }
const mail = {
  inbox_id: 'support@acme.test',
  from: 'Support <support@acme.test>',
  threadInboxes: ['support@acme.test'],
  text: 'A new invoice is on its way.\n\nOn Fri, 27 Nov 2026 at 09:00, ann@customer.test wrote:\n> The total looks wrong.',
  html: '<p>A new invoice is on its way.</p><blockquote>The total looks wrong.</blockquote>',
}
const card: Shown = {
  where: 'support',
  readers: ['MARIA', 'TOM', 'GUEST'],
  isPrivate: false,
  isShared: false,
  text: 'Maria replied: A new invoice is on its way.',
}
const facts: SendingFacts = {
  guest: 'GUEST',
  outsiders: ['PAT'],
  shown: [
    card,
    { ...card, where: 'partners', readers: ['TOM'], text: other.words },
    { ...card, readers: ['GUEST'], isPrivate: true, text: 'Only full members of this workspace can use Bellhop.' },
  ],
  sent: [mail],
  written: ['A new invoice is on its way.', 'The old draft of it', 'OK'],
  other,
}

test('nothing is found in a story without leaks', () => {
  expect(findLeaks(facts)).toEqual([])
})

test.for<[string, Partial<Shown>]>([
  ['was posted in a shared channel', { isShared: true }],
  ['of another organization saw something', { readers: ['MARIA', 'PAT'] }],
  ['the guest was shown something', { readers: ['GUEST'], isPrivate: true }],
  ['a date is shown as its token', { text: JSON.stringify({ type: 'text', text: 'sent <!date^1^{time}|00:00 UTC>' }) }],
  ['saw a mail of an inbox that they cannot read', { text: `Also from Ann: ${other.words}` }],
])('a message is found: %s', ([problem, change]) => {
  expect(findLeaks({ ...facts, shown: [{ ...card, ...change }] })).toEqual([expect.stringContaining(problem)])
})

test.for<[string, Partial<SendingFacts['sent'][number]>]>([
  ['is from', { from: 'Partners <partners@acme.test>' }],
  ['sent an answer to a mail of', { threadInboxes: [other.inbox] }],
  ['where nobody wrote one', { inbox_id: other.inbox, from: other.inbox, threadInboxes: [] }],
  ['a mail quotes a mail of', { text: `${mail.text}\n> ${other.words}` }],
  ['a mail quotes what was never sent', { text: `${mail.text}\n> The old\n> draft of it` }],
  ['a mail quotes what was never sent', { html: `${mail.html}<p>The <b>old</b> draft of it</p>` }],
])('a mail is found: %s', ([problem, change]) => {
  expect(findLeaks({ ...facts, sent: [{ ...mail, ...change }] })).toEqual([expect.stringContaining(problem)])
})
