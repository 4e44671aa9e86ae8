import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { createHealthRoutes } from '../../src/http/health-routes.ts'
import { createMetricsRoute } from '../../src/http/metrics-route.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'

function openHealthRoutes(missing: string[] = []) {
  const foundations = { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock() }
  const file = openSqliteDatabase(':memory:')
  onTestFinished(() => file.close())
  const store = createSqliteStore(file, foundations)
  const queue = createSqliteQueue(file, foundations)
  const lost: { why: string | undefined } = { why: undefined }
  let counts = 0
  const metrics = createMetricsRoute({
    queue: { ...queue, stats: () => ((counts += 1), queue.stats()) },
    token: undefined,
  })
  const health = createHealthRoutes({
    store,
    clock: foundations.clock,
    storageFailure: () => lost.why,
    notReadyReasons: async () => missing,
  })
  const routes = [...health.routes, metrics]
  const ask = async (path: string) => {
    const request = { headers: {}, body: Buffer.alloc(0), query: new URLSearchParams() }
    return (await routes.find((route) => route.path === path)?.handle(request)) ?? { status: 404 }
  }
  return { file, queue, ask, lost, counts: () => counts }
}

const readMetric = (text: string | undefined, name: string): number =>
  Number(
    text
      ?.split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  )

test('the metrics count tasks by state and report the age of the oldest due task', async () => {
  const { queue, ask } = openHealthRoutes()
  await queue.send({ kind: 'a', version: 1, data: null }, { id: 'due' })
  await queue.send({ kind: 'a', version: 1, data: null }, { id: 'due too' })
  await queue.send({ kind: 'a', version: 1, data: null }, { id: 'later', delayMs: 3_600_000 })
  await expect
    .poll(async () => readMetric((await ask('/metrics')).body, 'bellhop_oldest_due_task_seconds'))
    .toBeGreaterThan(0)
  const { body } = await ask('/metrics')
  const counts = ['waiting', 'active', 'delayed', 'dead'].map((state) =>
    readMetric(body, `bellhop_tasks{state="${state}"}`),
  )
  expect(counts).toEqual([2, 0, 1, 0])
  expect(body).toMatch(/^nodejs_heap_size_used_bytes \d/m)
})

test('readiness reports everything that is missing', async () => {
  const { file, ask } = openHealthRoutes(['Slack is away', 'no webhook'])
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: 'Slack is away\nno webhook\n' })
  file.close()
  await expect
    .poll(async () => (await ask('/readyz')).body, { timeout: 10_000 })
    .toBe('the store cannot be written\nSlack is away\nno webhook\n')
  expect((await ask('/healthz')).status).toBe(200)
})

test('a lost storage is reported immediately, however recently it was ready', async () => {
  const { ask, lost } = openHealthRoutes()
  expect((await ask('/readyz')).status).toBe(200)
  lost.why = 'the file is no longer there'
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: 'the file is no longer there\n' })
})

test('the app is reported ready as soon as nothing is missing', async () => {
  const missing = ['no webhook']
  const { ask } = openHealthRoutes(missing)
  const kept = await Promise.all([ask('/readyz'), ask('/readyz')])
  expect(kept.map(({ status }) => status)).toEqual([503, 503])
  missing.length = 0
  // A positive answer is kept for a second: one that were kept as long would still be negative after these looks.
  const looks = await Array.fromAsync({ length: 10 }, async () => {
    await new Promise((wake) => setTimeout(wake, 20))
    return (await ask('/readyz')).status
  })
  expect(looks).toContain(200)
})

test('scrapes that arrive together count once', async () => {
  const { ask, counts } = openHealthRoutes()
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/metrics')))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(counts()).toBe(1)
})
