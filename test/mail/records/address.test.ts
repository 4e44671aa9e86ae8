import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAddress, readAddresses, parseTypedAddresses } from '../../../src/mail/records/address.ts'
import { sanitizeText, sanitizeLine } from '../../../src/core/sanitize-text.ts'
import { arbitraryText } from '../../support/arbitrary-text.ts'

const ana = { name: 'Ana Lee', address: 'ana@a.test' }

describe('senders', () => {
  test.each([
    ['Ana Lee <ana@a.test>'],
    [['Ana Lee <ana@a.test>']],
    [[{ name: 'Ana Lee', email: 'ana@a.test' }]],
    [{ name: 'Ana Lee', email: 'ana@a.test' }],
    ['"Ana Lee" <ana@a.test>'],
    ['=?UTF-8?Q?Ana_Lee?= <ana@a.test>'],
    ['Friends: Ana Lee <ana@a.test>;'],
    [[{ email: 'Ana Lee <ana@a.test>' }]],
  ])('in the form %j', (value) => expect(readAddresses(value)).toEqual([ana]))

  test.each<[string, object[]]>([
    ['ana@a.test, Bob <bob@b.test>', [{ address: 'ana@a.test' }, { name: 'Bob', address: 'bob@b.test' }]],
    ['"evil@bad.test" <real@x.test>', [{ name: 'evil@bad.test', address: 'real@x.test' }]],
    ['ana@a.test <ana@a.test>', [{ address: 'ana@a.test' }]],
    ['"\u202Etset.knab@\u200Bx" <a@b.test>', [{ name: 'tset.knab@x', address: 'a@b.test' }]],
    ['Ünal <ünal@münchen.test>', [{ name: 'Ünal', address: 'ünal@xn--mnchen-3ya.test' }]],
    ['Ana <ana@pаypal.test>', [{ name: 'Ana', address: 'ana@xn--pypal-4ve.test' }]],
    ['not an address', []],
    ['<script>@x.test', []],
    ['a@b', []],
    ['a@b.test\r\nBcc: c@d.test', []],
    ['"Ana\nLee" <a@b.test>', [{ name: 'Ana Lee', address: 'a@b.test' }]],
    [
      'Ana\r\n Lee <a@b.test>,\r\n Bo <c@d.test>',
      [
        { name: 'Ana Lee', address: 'a@b.test' },
        { name: 'Bo', address: 'c@d.test' },
      ],
    ],
    ['"Ana <a@b.test>', [{ name: 'Ana', address: 'a@b.test' }]],
    ['Ana (sales <mailto:a@b.test>', [{ name: 'Ana sales', address: 'a@b.test' }]],
    ['"x" <y> <a@b.test>', [{ address: 'a@b.test' }]],
    ['Ana\r\nBcc: Eve <c@d.test>', []],
    ['', []],
  ])('%j', (value, expected) => expect(readAddresses(value)).toEqual(expected))

  test('a missing or malformed sender is unknown', () => {
    expect(readAddresses(undefined)).toEqual([])
    expect(readAddresses([{ name: 'Ana' }, { email: 'a@b.test\n' }])).toEqual([])
    expect(readAddresses([{ name: 'Ana\r\nLee', email: 'ana@a.test' }])).toEqual([ana])
  })
})

test('typed comments, quotes and international domains keep each address whole', () => {
  const typed = 'Ana (sales, north) <a@b.test>, "Lee; Bob" <b@b.test>, Ünal <ü@bücher.test> c@b.test'
  expect(parseTypedAddresses(typed)).toEqual({
    addresses: [
      { name: 'Ana', address: 'a@b.test' },
      { name: 'Lee; Bob', address: 'b@b.test' },
      { name: 'Ünal', address: 'ü@xn--bcher-kva.test' },
      { address: 'c@b.test' },
    ],
    unreadable: [],
  })
})

test('typed addresses are read, and unreadable ones are named', () => {
  expect(parseTypedAddresses('a@b.test; Ana Lee <ana@a.test>\nnonsense, "Lee, Bob" <bob@b.test>, A@b.test')).toEqual({
    addresses: [{ address: 'a@b.test' }, ana, { name: 'Lee, Bob', address: 'bob@b.test' }],
    unreadable: ['nonsense'],
  })
})

test.each([
  ['a@b.test c@d.test', ['a@b.test', 'c@d.test']],
  ['a@b.test\tc@d.test\r\ne@f.test', ['a@b.test', 'c@d.test', 'e@f.test']],
  ['Ana Lee <ana@a.test> Bob <bob@b.test> c@d.test', ['ana@a.test', 'bob@b.test', 'c@d.test']],
  ['c@d.test <a@b.test>', []],
  ['a@b.test and c@d.test', []],
  ['Ana (sales, north) <a@b.test>, c@d.test', ['a@b.test', 'c@d.test']],
  ['Ana :( <a@b.test>, Bob :) <c@d.test>', ['a@b.test', 'c@d.test']],
  ['"Lee, ana@a.test" <a@b.test>', ['a@b.test']],
  ['a@b.test <A@b.test>', ['A@b.test']],
  ['Ana a@b.test', ['a@b.test']],
  ['Ana Lee <ana@a.test>/mail', []],
  ['Ana Lee <ana@a.test> please', []],
  ['Ana Lee <ana@a.test> (sales)', ['ana@a.test']],
])('no address in %j is taken for a name and no text is dropped: it is read, or named as unreadable', (typed, read) => {
  const { addresses, unreadable } = parseTypedAddresses(typed)
  expect(addresses.map(({ address }) => address)).toEqual(read)
  expect(unreadable).toHaveLength(read.length === 0 ? 1 : 0)
})

test('a formatted name cannot break out of its quotes or its line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const line = formatAddress({ name, address: 'a@b.test' })
      expect(line).not.toMatch(/[\r\n]/)
      expect(readAddresses(line).map(({ address }) => address)).toEqual(['a@b.test'])
    }),
  )
  expect(formatAddress({ name: 'A" <x@y.test>, "B', address: 'a@b.test' })).toBe('"A x@y.test, B" <a@b.test>')
  expect(formatAddress({ address: 'a@b.test' })).toBe('a@b.test')
})

test.each([
  ['a\u202Eb\u200Bc\u0007d', 'abcd'],
  ['a\r\nb\u2028c', 'a\nb\nc'],
  ['family 👨‍👩‍👧', 'family 👨‍👩‍👧'],
  ['می‌خواهم', 'می‌خواهم'],
  ['pay\u200Dpal', 'paypal'],
  ['🏴\u{E0067}\u{E007F}', '🏴'],
  [
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
  ['\ud800', '\ufffd'],
  [`a${'\u0301'.repeat(100)}`, `a${'\u0301'.repeat(6)}`],
])('inert text of %j is %j', (text, expected) => expect(sanitizeText(text)).toBe(expected))

test('inert text stays inert', () => {
  fc.assert(
    fc.property(arbitraryText(), (text) => {
      expect(sanitizeText(sanitizeText(text))).toBe(sanitizeText(text))
      expect(sanitizeLine(text)).not.toMatch(/\n/)
    }),
  )
})
