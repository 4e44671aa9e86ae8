import type { Prng } from '../tools/prng.ts'
import { JsonText } from './json-text.ts'

const DEEP = 10_000

/** Names that JavaScript objects have without anybody having set them. */
const PROTOTYPE_NAMES: [string, ...string[]] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
]

const ODD_STRINGS: [string, ...string[]] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e\u2066reversed',
  '\u200b\u200d\ufeff',
  '👩‍👩‍👧‍👦'.repeat(40),
  'e\u0301'.repeat(200),
  'Z̸̢͔̈́a'.repeat(50),
  '\r\n\r\nGET / HTTP/1.1',
  '<!channel> <@U08AIKO003C> <https://a.test|b>',
  '`'.repeat(300),
  '"><script>',
  '%00%ff%E0%A4%A',
  '../../../../etc/passwd',
  '${7*7}{{7*7}}',
  '999999999999999999999999',
  '-1',
  '1e999',
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  ...PROTOTYPE_NAMES,
]

const NUMBERS: [string, ...string[]] = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '9007199254740993',
  '99999999999999999999999999',
  '1e-400',
  '4294967296',
  '2147483648',
]

const REPEATED: [string, ...string[]] = ['x', 'a@b.test,', '\n', '> ', '<b>', '&amp;', '😀', 'é', '(', '"', '\\', '. ']

/** A text of up to about 100 KB made of one repeated part. */
export const pickLongText = (prng: Prng): string => prng.pick(REPEATED).repeat(prng.pick([100, 3001, 20_000, 50_000]))

export const pickOddString = (prng: Prng): string => (prng.next() < 0.15 ? pickLongText(prng) : prng.pick(ODD_STRINGS))

export const pickPrototypeName = (prng: Prng): string => prng.pick(PROTOTYPE_NAMES)

export const pickNumber = (prng: Prng): JsonText => new JsonText(prng.pick(NUMBERS))

/** Arrays or objects nested ten thousand deep. */
export const createNesting = (prng: Prng): JsonText =>
  new JsonText(prng.next() < 0.5 ? '['.repeat(DEEP) + ']'.repeat(DEEP) : `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`)

/** A value of any type that is not `value`'s own. */
export function pickOtherType(prng: Prng, value: unknown): unknown {
  const candidates: [string, () => unknown][] = [
    ['string', () => pickOddString(prng)],
    ['number', () => pickNumber(prng)],
    ['boolean', () => prng.next() < 0.5],
    ['null', () => null],
    ['array', () => prng.pick<unknown>([[], [null], [[]], [{}], ['a', 1]])],
    ['object', () => prng.pick<unknown>([{}, { length: 1 }, { toString: 1 }, new JsonText('{"then":"a"}')])],
    ['long array', () => new JsonText(`[${'0,'.repeat(30_000)}0]`)],
    ['nesting', () => createNesting(prng)],
  ]
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const weights = Object.fromEntries(
    candidates.map(([name]) => [name, name === own ? 0 : name === 'nesting' || name === 'long array' ? 0.3 : 1]),
  )
  const chosen = prng.weighted(weights)
  return candidates.find(([name]) => name === chosen)?.[1]()
}
