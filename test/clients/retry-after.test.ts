import { expect, test } from 'vitest'
import { readRetryAfter } from '../../src/core/retry-after.ts'

const HOUR_MS = 3_600_000

test.each([
  ['3', 3000],
  ['2.5', 2500],
  ['0', 1000],
  ['3600', HOUR_MS],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 10_000],
  ['Thu, 01 Jan 1960 00:00:10 GMT', 1000],
  ['5, 99999', 5000],
  ['soon', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['NaN', undefined],
  ['Thu, 99 Foo 1970', undefined],
  ['', undefined],
])('Retry-After "%s" is %s ms', (value, ms) => {
  expect(readRetryAfter(value, 0)).toEqual(ms === undefined ? {} : { retryAfterMs: ms, ...longer(ms) })
})

/** An hour is believed, but the admins are notified. */
const longer = (ms: number) => (ms > 600_000 ? { askedWaitMs: ms } : {})

test.each([
  ['86400', 24 * HOUR_MS],
  ['99999999999', 99_999_999_999_000],
  ['9'.repeat(400), Number('9'.repeat(100)) * 1000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', Date.parse('9999-12-31T23:59:59Z')],
])('Retry-After "%s" is believed for an hour', (value, askedWaitMs) => {
  expect(readRetryAfter(value, 0)).toEqual({ retryAfterMs: HOUR_MS, askedWaitMs })
})
