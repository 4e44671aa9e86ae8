import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createClock } from '../../src/core/clock.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import { createEffects } from '../../src/store/effects.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { openEnum } from '../../src/store/open-enum.ts'
import { createTable } from '../../src/store/typed-table.ts'

const schema = z.object({ name: z.string(), count: z.number() })

function createMemoryStore(time = createClock()) {
  const file = openSqliteDatabase(':memory:')
  onTestFinished(() => file.close())
  return { file, store: createSqliteStore(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock: time }) }
}

/** A clock that stays at one time until the test changes it. */
function createStoppedClock() {
  const time = { at: 1_000_000 }
  return { time, clock: { now: () => time.at, scaled: (ms: number) => ms } }
}

test('racing updates are all applied', async () => {
  const rows = createTable(createMemoryStore().store, { partition: 'T1/things', schema })
  const add = (value = { name: 'n', count: 0 }) => ({ ...value, count: value.count + 1 })
  await Promise.all(Array.from({ length: 15 }, () => rows.update('a/b%', add)))
  expect((await rows.get('a/b%'))?.value.count).toBe(15)
  expect(await rows.update('a/b%', () => undefined)).toEqual({ name: 'n', count: 15 })
  expect(await rows.update('none', () => undefined)).toBeUndefined()
  expect(await rows.get('none')).toBeUndefined()
})

test('a record that does not fit its schema is reported without content and stops no list', async () => {
  const { store } = createMemoryStore()
  const reports: string[] = []
  const rows = createTable(store, {
    partition: 'T1/things',
    schema,
    onUnreadable: ({ message }) => reports.push(message),
  })
  for (const id of ['1', '2', '3']) await rows.put(id, { name: id, count: 1 }, 0)
  const version = (await rows.get('2'))?.version ?? 0
  await store.put('T1/things/2', { name: 'secret', count: 'secret' }, { version })
  await expect(rows.get('2')).rejects.toThrow(
    'the record T1/things/2 cannot be read: count (invalid_type) does not fit',
  )

  const first = await rows.list({ limit: 2 })
  expect(first.rows.map(({ id }) => id)).toEqual(['3'])
  expect(first.next).toBe('2')
  const all: string[] = []
  for await (const { id } of rows.all()) all.push(id)
  expect(all).toEqual(['3', '1'])
  expect(reports[0]).toContain('T1/things/2')
  expect(reports.join()).not.toContain('secret')
})

test('an effect goes from intended to attempted to done and stays done', async () => {
  const { time, clock: stopped } = createStoppedClock()
  const done = createEffects(createMemoryStore(stopped).store, { team: 'T1', clock: stopped })
  expect(await done.intend('op/1', { channel: 'C1' })).toMatchObject({ state: 'intended', attempts: 0 })
  expect(await done.intend('op/1', { channel: 'C2' })).toMatchObject({ data: { channel: 'C1' } })
  expect(await done.attempt('op/1')).toMatchObject({ state: 'intended' })
  time.at += 5_000
  expect(await done.attempt('op/1', { data: { hash: 'x' } })).toMatchObject({
    state: 'attempted',
    firstAttemptAt: 1_000_000,
  })
  expect(await done.get('op/1')).toMatchObject({ attempts: 2, firstAttemptAt: 1_000_000, data: { hash: 'x' } })
  expect(await done.done('op/1', { ts: '1.2' })).toMatchObject({ state: 'done', result: { ts: '1.2' } })
  expect(await done.attempt('op/1')).toMatchObject({ state: 'done', attempts: 2 })
  expect(await done.drop('op/1', 'late')).toMatchObject({ state: 'done' })
  expect(await done.done('op/1', { ts: '9.9' })).toMatchObject({ result: { ts: '1.2' } })
})

test('a dropped effect is not attempted, and an effect is forgotten after 30 days', async () => {
  const { time, clock: stopped } = createStoppedClock()
  const done = createEffects(createMemoryStore(stopped).store, { team: 'T1', clock: stopped })
  expect(await done.attempt('a')).toMatchObject({ state: 'intended', attempts: 0 })
  expect(await done.drop('a', 'nobody may post there')).toMatchObject({ state: 'dropped' })
  expect(await done.attempt('a')).toMatchObject({ state: 'dropped', attempts: 1 })
  time.at += 30 * 24 * 3_600_000
  expect(await done.get('a')).toBeUndefined()
})

test('a rate limit allows its number in any window and reports the next free time', async () => {
  const { time, clock: stopped } = createStoppedClock()
  const shared = createRateLimits(createMemoryStore(stopped).store, { clock: stopped })
  const hour = { limit: 3, windowMs: 3_600_000 }
  expect(await shared.take('T1/p', hour)).toEqual({ ok: true, remaining: 2 })
  time.at += 60_000
  expect(await shared.take('T1/p', { ...hour, cost: 2 })).toEqual({ ok: true, remaining: 0 })
  expect(await shared.take('T1/p', hour)).toEqual({ ok: false, waitMs: 3_540_000 })
  expect(await shared.take('T2/p', hour)).toMatchObject({ ok: true })
  expect(await shared.peek('T1/p', hour)).toEqual({ used: 3, limit: 3, waitMs: 3_540_000, pausedUntil: undefined })
  time.at += 3_540_000
  expect(await shared.take('T1/p', hour)).toEqual({ ok: true, remaining: 0 })
  expect(await shared.take('T1/p', hour)).toEqual({ ok: false, waitMs: 60_000 })
})

test('a large rate limit has a small record and is never exceeded', async () => {
  const { time, clock: stopped } = createStoppedClock()
  const { store } = createMemoryStore(stopped)
  const shared = createRateLimits(store, { clock: stopped })
  const taken: number[] = []
  for (let n = 0; n < 4_000; n++) {
    time.at += 25
    if ((await shared.take('T1/m', { limit: 500, windowMs: 60_000 })).ok) taken.push(time.at)
  }
  for (const from of taken)
    expect(taken.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(500)
  expect(taken.length).toBeGreaterThan(900)
  expect(JSON.stringify(await store.get('budgets/T1%2Fm')).length).toBeLessThan(1_500)
})

test('a pause applies to one rate limit, and the longer pause wins', async () => {
  const { time, clock: stopped } = createStoppedClock()
  const shared = createRateLimits(createMemoryStore(stopped).store, { clock: stopped })
  const minute = { limit: 50, windowMs: 60_000 }
  await shared.take('T1/chat.update', minute)
  await shared.pause('T1/chat.update', time.at + 30_000)
  await shared.pause('T1/chat.update', time.at + 10_000)
  expect(await shared.take('T1/chat.update', minute)).toEqual({ ok: false, waitMs: 30_000 })
  expect(await shared.peek('T1/chat.update', minute)).toMatchObject({ used: 1, pausedUntil: time.at + 30_000 })
  expect(await shared.take('T2/chat.update', minute)).toMatchObject({ ok: true })
  time.at += 30_000
  expect(await shared.take('T1/chat.update', minute)).toEqual({ ok: true, remaining: 48 })
})

test('a pause of a day is believed for an hour, and every five minutes one request finds out whether it is over', async () => {
  const { time, clock: stopped } = createStoppedClock()
  const { store } = createMemoryStore(stopped)
  const shared = createRateLimits(store, { clock: stopped })
  const minute = { limit: 50, windowMs: 60_000 }
  const MINUTE_MS = 60_000
  const DAY_MS = 24 * 60 * MINUTE_MS
  await shared.pause('T1/chat.update', time.at + DAY_MS)
  expect(await shared.peek('T1/chat.update', minute)).toMatchObject({ waitMs: 60 * MINUTE_MS })
  expect(await shared.take('T1/chat.update', minute)).toEqual({ ok: false, waitMs: 5 * MINUTE_MS })
  time.at += 5 * MINUTE_MS
  expect(await shared.take('T1/chat.update', minute)).toMatchObject({ ok: true })
  expect(await shared.take('T1/chat.update', minute)).toEqual({ ok: false, waitMs: 15_000 })
  // The probe was refused.
  await shared.pause('T1/chat.update', time.at + DAY_MS)
  expect(await shared.take('T1/chat.update', minute)).toEqual({ ok: false, waitMs: 5 * MINUTE_MS })
  time.at += 5 * MINUTE_MS
  expect(await shared.take('T1/chat.update', minute)).toMatchObject({ ok: true })
  // The probe was not refused.
  time.at += 15_000
  expect(await shared.take('T1/chat.update', minute)).toMatchObject({ ok: true })
  expect(await shared.take('T1/chat.update', minute)).toMatchObject({ ok: true })
})

test('two processes together never exceed the rate limit', async () => {
  const { store } = createMemoryStore()
  const [one, other] = [
    createRateLimits(store, { clock: createClock() }),
    createRateLimits(store, { clock: createClock() }),
  ]
  const takes = Array.from({ length: 40 }, (_, n) =>
    (n % 2 ? one : other).take('T1/x', { limit: 10, windowMs: 60_000 }),
  )
  expect((await Promise.all(takes)).filter(({ ok }) => ok)).toHaveLength(10)
})

test('fields of a later version survive an update, nested and in arrays, and are invisible to it', async () => {
  const { store } = createMemoryStore()
  const rows = createTable(store, {
    partition: 'T1/things',
    schema: z.object({
      name: z.string(),
      inner: z.object({ a: z.number() }),
      list: z.array(z.object({ b: z.number() })),
    }),
  })
  const later = { name: 'n', inner: { a: 1, isNew: true }, list: [{ b: 1 }, { b: 2, tags: ['x'] }], added: { c: 3 } }
  await store.put('T1/things/1', later, { version: 0 })
  const read = await rows.update('1', (value) => value && { ...value, name: 'changed' })
  expect(Object.keys(read ?? {})).toEqual(['name', 'inner', 'list'])
  expect((await store.get('T1/things/1'))?.value).toEqual({ ...later, name: 'changed' })

  await rows.update('1', (value) => value && { ...value, list: value.list.toReversed() })
  expect((await store.get('T1/things/1'))?.value).toMatchObject({ list: [{ b: 2, tags: ['x'] }, { b: 1 }] })

  await rows.update('1', () => ({ name: 'rebuilt', inner: { a: 2 }, list: [] }))
  expect((await store.get('T1/things/1'))?.value).toEqual({
    name: 'rebuilt',
    inner: { a: 2 },
    list: [],
    added: { c: 3 },
  })
})

test('an open enum accepts a member of a later version', async () => {
  const rows = createTable(createMemoryStore().store, {
    partition: 'T1/things',
    schema: z.object({ state: openEnum(['on', 'off']) }),
  })
  await rows.put('1', { state: 'on' }, 0)
  expect((await rows.get('1'))?.value.state).toBe('on')
  expect(openEnum(['on', 'off']).safeParse('dimmed').data).toBe('dimmed')
  expect(openEnum(['on', 'off']).safeParse(1).success).toBe(false)
})
