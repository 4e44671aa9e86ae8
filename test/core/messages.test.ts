import { expect, test } from 'vitest'
import { createCatalogues } from '../../src/core/messages.ts'

interface Messages {
  readonly plain: string
  readonly group: { readonly count: (values: { count: number }) => string }
  readonly place: (values: { place: number }) => string
  readonly size: (values: { size: number }) => string
  readonly choice: (values: { from: 'thread' | 'other'; isOpen: boolean }) => string
  readonly linked: (values: { subject: string; link: (parts: string[]) => string }) => string
  readonly markup: (values: { channel: string }) => string
}
const textIn = createCatalogues<Messages>({
  en: {
    plain: "It’s a *text*, isn't it? `/docs`",
    group: { count: '{count, plural, one {# job is} other {# jobs are}} done' },
    place: '{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
    size: '{size, number} bytes',
    choice: 'From {from, select, thread {a thread} other {elsewhere}}{isOpen, select, true {, open} other {}}',
    linked: 'In <link>the mail “{subject}”</link>.',
    markup: "You don't see {channel}: ask there",
  },
})
const text = textIn('en')

test('a message without parameters is the text as it stands', () => {
  expect(text.plain).toBe("It’s a *text*, isn't it? `/docs`")
})

test('counts, places and numbers are written as the language writes them', () => {
  expect([1, 2, 2000].map((count) => text.group.count({ count }))).toEqual([
    '1 job is done',
    '2 jobs are done',
    '2,000 jobs are done',
  ])
  expect([1, 2, 3, 4, 11, 22].map((place) => text.place({ place }))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '22nd',
  ])
  expect(text.size({ size: 1_234_567 })).toBe('1,234,567 bytes')
})

test('a choice is a name or whether something is so', () => {
  expect(text.choice({ from: 'thread', isOpen: true })).toBe('From a thread, open')
  expect(text.choice({ from: 'other', isOpen: false })).toBe('From elsewhere')
})

test('code makes a link of the text between two tags, with the values in it', () => {
  const link = (parts: string[]): string => `[${parts.join('')}]`
  expect(text.linked({ subject: 'Hello <b>', link })).toBe('In [the mail “Hello <b>”].')
})

test('values are inserted literally', () => {
  expect(text.markup({ channel: '<#C1> {x} *' })).toBe("You don't see <#C1> {x} *: ask there")
})

test('a language is built once', () => {
  expect(textIn('en')).toBe(text)
})
