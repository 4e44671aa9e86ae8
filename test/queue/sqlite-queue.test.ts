import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { testBulkContract } from './bulk-contract.ts'
import { type QueueWithClock, testClockContract } from './clock-contract.ts'
import { DAY_IN_864_MS, testFailingDay } from './failing-day-contract.ts'
import { testQueueContract } from './queue-contract.ts'

const options = { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock() }

function openFreshDatabase(sweep = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-'))
  const path = join(folder, 'bellhop.db')
  let file = openSqliteDatabase(path, sweep)
  onTestFinished(async () => {
    file.close()
    await rm(folder, { recursive: true })
  })
  const reopen = () => {
    file.close()
    file = openSqliteDatabase(path)
    return file
  }
  return { path, file, reopen }
}

async function openForContract(): Promise<QueueWithClock> {
  const { file, reopen } = openFreshDatabase()
  let behindMs = 0
  const clock = { ...options.clock, now: () => Date.now() - behindMs }
  const queue = createSqliteQueue(file, { ...options, clock })
  return {
    queue,
    reopen: async () => {
      await queue.close()
      return createSqliteQueue(reopen(), { ...options, clock })
    },
    setClockBack: async (ms) => void (behindMs += ms),
  }
}

testQueueContract('tasks in SQLite', openForContract)
testBulkContract('tasks in SQLite', openForContract)
testClockContract('tasks in SQLite on a clock that is set back', openForContract)

test('a corrupt task becomes a dead letter with a reason and blocks nothing', async () => {
  const { file } = openFreshDatabase()
  const queue = createSqliteQueue(file, options)
  await queue.send({ kind: 'a', version: 1, data: 'secret' }, { id: 'broken', lane: 'L' })
  await queue.send({ kind: 'b', version: 1, data: null }, { id: 'whole', lane: 'L' })
  file.db.exec(`UPDATE tasks SET body = substr(body, 1, length(body) - 4) WHERE id = 'broken'`)
  const kinds: string[] = []
  queue.work(async ({ kind }) => void kinds.push(kind), { concurrency: 2 })
  await expect.poll(() => kinds).toEqual(['b'])
  const [letter] = await queue.dead.list()
  expect(letter).toMatchObject({ id: 'broken', task: { kind: 'unreadable' } })
  expect(letter?.reason).toMatch(/^the task cannot be read: a value sealed with the key [0-9a-f]{8} was changed/)
})

testFailingDay('tasks in SQLite', async () =>
  createSqliteQueue(openFreshDatabase().file, { ...options, clock: createClock(DAY_IN_864_MS) }),
)

test('a dead letter is forgotten after 90 days', async () => {
  const { file } = openFreshDatabase({ sweepMs: 20 })
  // The 90 days pass in 50 ms of this clock.
  const queue = createSqliteQueue(file, { ...options, clock: createClock(1e12) })
  await queue.send({ kind: 'a', version: 1, data: null }, { id: 'a' })
  const told: string[] = []
  queue.work(() => Promise.reject(new Error('no')), {
    concurrency: 1,
    onDeadLetter: async (_, { id }) => void told.push(id),
  })
  await expect.poll(() => told).toEqual(['a'])
  await expect.poll(() => file.db.prepare('SELECT count(*) AS left FROM tasks').get()).toEqual({ left: 0 })
})

test('an admin command can repeat a dead letter while the app is running', async () => {
  const { path, file } = openFreshDatabase()
  const queue = createSqliteQueue(file, options)
  let mended = false
  queue.work(
    async () => {
      if (!mended) throw new Error('broken')
    },
    { concurrency: 1 },
  )
  await queue.send({ kind: 'a', version: 1, data: null }, { id: 'a' })
  await expect.poll(() => queue.stats()).toMatchObject({ dead: 1 })
  mended = true
  const adminDatabase = openSqliteDatabase(path, { admin: true })
  expect(await createSqliteQueue(adminDatabase, options).dead.retry('a')).toBe(true)
  adminDatabase.close()
  await expect.poll(() => queue.stats()).toMatchObject({ dead: 0, waiting: 0, active: 0 })
})

test('due tasks start while the intake is busy, only more slowly', async () => {
  const { file } = openFreshDatabase()
  const queue = createSqliteQueue(file, options)
  let ran = 0
  queue.work(async () => void ran++, { concurrency: 50 })
  const sends = Array.from({ length: 2_000 }, (_, n) =>
    queue.send({ kind: 'a', version: 1, data: n }, { id: `${n}`, isBulk: true }),
  )
  await Promise.all(sends)
  expect(ran).toBeLessThan(1_000)
  await expect.poll(() => ran).toBe(2_000)
})
