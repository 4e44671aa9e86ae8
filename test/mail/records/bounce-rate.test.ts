import { expect, test } from 'vitest'
import { bounceRateSchema, createBounceRates } from '../../../src/mail/records/replies/bounce-rate.ts'
import { createTable } from '../../../src/store/typed-table.ts'
import { openMemory } from '../../support/mail-services.ts'

test('the newest mail of each inbox that an earlier version counted is kept', async () => {
  const { store } = openMemory()
  const rows = createTable(store, { partition: 'T1/mail.rates', schema: bounceRateSchema })
  for (const [inboxId, count] of [
    ['a@acme.test', 200],
    ['b@acme.test', 150],
    ['c@acme.test', 10],
  ] as const) {
    const recent = Array.from({ length: count }, (_, n) => ({ mail: `${inboxId}-${n}`, hasBounced: false }))
    await rows.put(`hash-of-${inboxId}`, { inboxId, recent, level: 'calm', rises: 0 }, 0)
  }
  const rate = await createBounceRates({ store, team: 'T1' }).recordOutcome('c@acme.test', 'bounced', 'new')
  const { recent = [] } = rate ?? {}
  const list = (inbox: string) => recent.flatMap(({ mail, inboxId }) => (inboxId === inbox ? [mail] : []))
  const [a, b] = [list('a@acme.test'), list('b@acme.test')]
  // The new mail took the place of the oldest one.
  expect([Math.min(a.length, b.length), Math.max(a.length, b.length)]).toEqual([94, 95])
  expect([a.at(-1), b.at(-1)]).toEqual(['a@acme.test-199', 'b@acme.test-149'])
  expect(list('c@acme.test')).toEqual([...Array.from({ length: 10 }, (_, n) => `c@acme.test-${n}`), 'new'])
})
