import { expect, test } from 'vitest'
import { type AuditEntry, createAuditLog } from '../../src/audit/audit-log.ts'
import { DAY_MS } from '../../src/core/clock.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
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
  const { store } = openMemory()
  let now = 1_700_000_000_000
  const clock = { now: () => now, scaled: (ms: number) => ms }
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

test('a record keeps a hash of the text that left, never the text', async () => {
  const { audit, store } = await openAudit()
  await audit.record(entry(1, { text: 'the words that left' }))
  const [record] = (await audit.list('T1', {})).records
  expect(record?.hash).toMatch(/^[0-9a-f]{24}$/)
  expect(JSON.stringify(await store.list('T1/audit'))).not.toContain('the words')
})
