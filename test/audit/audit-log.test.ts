import { expect, test } from 'vitest'
import { type AuditEntry, createAuditLog } from '../../src/audit/audit-log.ts'
import { DAY_MS } from '../../src/core/clock.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import type { Store } from '../../src/store/store.ts'
import { openMemory } from '../support/mail-services.ts'

const entry = (n: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  team: 'T1',
  user: `U${n % 3}`,
  action: n % 2 === 0 ? 'jobs.start' : 'jobs.steer',
  object: { kind: 'job', id: `j${n % 5}` },
  outcome: 'done',
  opId: `op${n}`,
  ...more,
})

async function openAudit() {
  let now = 1_700_000_000_000
  const clock = { now: () => now, scaled: (ms: number) => ms }
  const { store } = openMemory(clock)
  const audit = createAuditLog({ store, clock, keyedHash: await createKeyedHash(store), retentionMs: 365 * DAY_MS })
  return { audit, store, advance: (ms: number) => void (now += ms), now: () => now }
}

test('an action is recorded once, at the time of its first attempt, however often its task runs', async () => {
  const { audit, advance } = await openAudit()
  await audit.record(entry(1))
  advance(60_000)
  await audit.record(entry(1))
  await audit.record(entry(1, { outcome: 'failed' }))
  for (const filter of [{}, { user: 'U1' }, { action: 'jobs.steer' }, { object: { kind: 'job', id: 'j1' } }]) {
    const { records, next } = await audit.list('T1', filter)
    expect(records).toEqual([expect.objectContaining({ at: 1_700_000_000_000, outcome: 'done', opId: 'op1' })])
    expect(next).toBeUndefined()
  }
  expect((await audit.list('T2', {})).records).toEqual([])
})

test('pages and filters are complete, newest first, and never repeat a record', async () => {
  const { audit, advance, now } = await openAudit()
  const start = now()
  for (let n = 0; n < 250; n++) {
    await audit.record(entry(n))
    advance(1000)
  }
  async function readAll(filter: Parameters<typeof audit.list>[1]): Promise<string[]> {
    const found: string[] = []
    let after: string | undefined
    do {
      const page = await audit.list('T1', filter, { after, limit: 7 })
      found.push(...page.records.map(({ opId }) => opId))
      after = page.next
    } while (after !== undefined)
    return found
  }
  const expected = (matches: (n: number) => boolean): string[] =>
    Array.from({ length: 250 }, (_, n) => n)
      .filter(matches)
      .map((n) => `op${n}`)
      .toReversed()
  expect(await readAll({})).toEqual(expected(() => true))
  expect(await readAll({ user: 'U2' })).toEqual(expected((n) => n % 3 === 2))
  expect(await readAll({ user: 'U2', action: 'jobs.start' })).toEqual(expected((n) => n % 3 === 2 && n % 2 === 0))
  expect(await readAll({ fromMs: start + 10_000, untilMs: start + 20_000 })).toEqual(expected((n) => n >= 10 && n < 20))
})

test('every list has the record of an attempt that was cut short, however the next one ended', async () => {
  const { audit, store } = await openAudit()
  const keyedHash = await createKeyedHash(store)
  const clock = { now: () => 1_700_000_000_000, scaled: (ms: number) => ms }
  let puts = 0
  const dying: Store = {
    ...store,
    // The process ends after the record is in the first list.
    put: (...args) => (++puts > 2 ? Promise.reject(new Error('killed')) : store.put(...args)),
  }
  const cutShort = createAuditLog({ store: dying, clock, keyedHash, retentionMs: DAY_MS })
  await expect(cutShort.record(entry(1))).rejects.toThrow('killed')
  await audit.record(entry(1, { outcome: 'failed' }))
  for (const filter of [{}, { user: 'U1' }, { action: 'jobs.steer' }, { object: { kind: 'job', id: 'j1' } }])
    expect((await audit.list('T1', filter)).records.map(({ outcome }) => outcome)).toEqual(['done'])
})

test('a full last page has no next one, and a page ends within its time whatever cursor a client sends', async () => {
  const { audit, advance, now } = await openAudit()
  const start = now()
  for (let n = 0; n < 6; n++) {
    await audit.record(entry(n))
    // Two in each millisecond.
    if (n % 2 === 1) advance(1)
  }
  const first = await audit.list('T1', {}, { limit: 3 })
  const second = await audit.list('T1', {}, { limit: 3, after: first.next })
  expect(second.next).toBeUndefined()
  const ids = [...first.records, ...second.records].map(({ opId }) => opId)
  expect(ids.toSorted()).toEqual(['op0', 'op1', 'op2', 'op3', 'op4', 'op5'])
  const until = { untilMs: start + 1 }
  const newest = first.records[0]?.id ?? ''
  for (const after of [newest, 'zzzzzzzzz', '../T2/audit', `${'z'.repeat(9)}-${'f'.repeat(24)}`])
    expect((await audit.list('T1', until, { after })).records.map(({ at }) => at)).toEqual([start, start])
  expect(await audit.get('T1', newest)).toMatchObject({ opId: first.records[0]?.opId })
  expect(await audit.get('T1', '../audit-op/x')).toBeUndefined()
})

test('a filter by two things that rarely match stops after some reading, says how far it came, and goes on from there', async () => {
  const { audit, advance, now } = await openAudit()
  await audit.record(entry(0, { user: 'U1', action: 'mail.read' }))
  for (let n = 1; n <= 2200; n++) {
    advance(1000)
    await audit.record(entry(n, { user: 'U1', action: 'jobs.start' }))
  }
  const filter = { user: 'U1', action: 'mail.read' }
  const nothing = await audit.list('T1', filter)
  expect(nothing.records).toEqual([])
  expect(nothing.readBackTo).toBeLessThan(now() - 1_900_000)
  const found = await audit.list('T1', filter, { after: nothing.next })
  expect(found.records.map(({ opId }) => opId)).toEqual(['op0'])
  expect(found).toMatchObject({ next: undefined, readBackTo: undefined })
})

test('a record is gone after its time', async () => {
  const { audit, advance } = await openAudit()
  await audit.record(entry(1))
  advance(364 * DAY_MS)
  expect((await audit.list('T1', {})).records).toHaveLength(1)
  advance(2 * DAY_MS)
  for (const filter of [{}, { user: 'U1' }, { action: 'jobs.steer' }])
    expect((await audit.list('T1', filter)).records).toEqual([])
})

test('a record keeps a hash of the sent text, never the text', async () => {
  const { audit, store } = await openAudit()
  await audit.record(entry(1, { text: 'the words that left' }))
  const [record] = (await audit.list('T1', {})).records
  expect(record?.hash).toMatch(/^[0-9a-f]{24}$/)
  expect(JSON.stringify(await store.list('T1/audit'))).not.toContain('the words')
})
