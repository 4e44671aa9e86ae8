import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { unreadableReason } from '../../src/encryption/record-sealer.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { testStoreContract } from './store-contract.ts'

const seal = createSealer([Buffer.alloc(32, 1)])

function openFreshDatabase(options?: { sweepMs: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-'))
  const path = join(folder, 'data', 'bellhop.db')
  const file = openSqliteDatabase(path, options)
  onTestFinished(async () => {
    file.close()
    await rm(folder, { recursive: true })
  })
  return { path, file }
}

testStoreContract('records in SQLite', async () => {
  const { path, file } = openFreshDatabase()
  return {
    store: createSqliteStore(file, { sealer: seal, clock: createClock() }),
    again: async () => {
      const adminDatabase = openSqliteDatabase(path, { admin: true })
      onTestFinished(() => adminDatabase.close())
      return createSqliteStore(adminDatabase, { sealer: seal, clock: createClock() })
    },
  }
})

test('values are sealed in the file and keys are not', async () => {
  const { file } = openFreshDatabase()
  const store = createSqliteStore(file, { sealer: seal, clock: createClock() })
  await store.put('T1/mails/1', { subject: 'Quarterly numbers' }, { version: 0 })
  const row = JSON.stringify(file.db.prepare('SELECT * FROM records').all())
  expect(row).toContain('T1/mails')
  expect(row).not.toContain('Quarterly')
})

test('an unreadable record is reported and hides no other', async () => {
  const { file } = openFreshDatabase()
  const store = createSqliteStore(file, { sealer: seal, clock: createClock() })
  await store.put('p/a', 'a', { version: 0 })
  await store.put('p/b', 'b', { version: 0 })
  file.db.exec(`UPDATE records SET value = (SELECT value FROM records WHERE id = 'b') WHERE id = 'a'`)
  await expect(store.get('p/a')).rejects.toThrow(/record p\/a cannot be read.*belongs to another record/)
  const [good, bad] = await store.list('p')
  expect(good?.value).toBe('b')
  expect(unreadableReason(bad?.value ?? null)).toContain('belongs to another record')
  expect(await store.delete('p/a', { version: bad?.version ?? 0 })).toBe(true)
})

test('expired records are deleted from the file', async () => {
  const { file } = openFreshDatabase({ sweepMs: 20 })
  const store = createSqliteStore(file, { sealer: seal, clock: createClock() })
  await Promise.all(Array.from({ length: 500 }, (_, n) => store.put(`p/${n}`, n, { version: 0, ttlMs: 1 })))
  await store.put('p/stays', 1, { version: 0 })
  await expect.poll(() => file.db.prepare('SELECT count(*) AS n FROM records').get()).toEqual({ n: 1 })
})
