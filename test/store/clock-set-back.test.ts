import { expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { isRecent } from '../../src/core/clock.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { retryDelay } from '../../src/jobs/run/retry-delay.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const NOON = 1_800_000_000_000

/** Rate limits on a clock that the test sets. */
function createLimits() {
  const file = openSqliteDatabase(':memory:')
  onTestFinished(() => file.close())
  const time = { now: NOON }
  const clock = { now: () => time.now, scaled: (ms: number) => ms }
  const store = createSqliteStore(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock })
  return { time, clock, store, limits: createRateLimits(store, { clock }) }
}

test.each([3, 100])('requests of an hour that has not come yet count from now on (limit %d)', async (limit) => {
  const { time, limits } = createLimits()
  const rate = { limit, windowMs: MINUTE_MS }
  time.now = NOON + HOUR_MS
  for (let n = 0; n < limit; n++) expect((await limits.take('T1/a', rate)).ok).toBe(true)
  time.now = NOON
  expect(await limits.take('T1/a', rate)).toEqual({ ok: false, waitMs: MINUTE_MS })
  time.now += MINUTE_MS / 2
  expect(await limits.take('T1/a', rate)).toEqual({ ok: false, waitMs: MINUTE_MS / 2 })
  expect(await limits.peek('T1/a', rate)).toMatchObject({ used: limit, waitMs: MINUTE_MS / 2 })
  time.now += MINUTE_MS / 2
  expect((await limits.take('T1/a', rate)).ok).toBe(true)
})

test('a pause of an hour that has not come yet lasts as long as it was meant to', async () => {
  const { time, limits } = createLimits()
  const rate = { limit: 3, windowMs: MINUTE_MS }
  time.now = NOON + HOUR_MS
  await limits.pause('T1/a', time.now + 30_000)
  time.now = NOON
  expect(await limits.take('T1/a', rate)).toEqual({ ok: false, waitMs: 30_000 })
  time.now += 30_000
  expect((await limits.take('T1/a', rate)).ok).toBe(true)
})

test('a moment that has not come yet is not recent, and the delay after it is never negative', () => {
  const { time, clock } = createLimits()
  time.now = NOON
  expect(isRecent(clock, NOON - 1_000, MINUTE_MS)).toBe(true)
  expect(isRecent(clock, NOON + HOUR_MS, MINUTE_MS)).toBe(false)
  expect(retryDelay(clock, NOON + HOUR_MS)).toBe(5_000)
})
