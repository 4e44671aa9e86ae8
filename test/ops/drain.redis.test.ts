import { beforeAll, afterAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts'
import { startOwnRedis } from '../support/redis-connections.ts'
import { startApp } from '../support/app-process.ts'
import { findFreePort } from '../../tools/servers.ts'

let box: Sandbox
beforeAll(async () => void (box = await createSandbox({ app: false, empty: true })))
afterAll(() => box.close())

test('a Redis that evicts records is refused with an explanation', async () => {
  const redis = await startOwnRedis('--maxmemory-policy', 'allkeys-lru')
  const app = startApp({ ...box.env, STORE_URL: redis.url, PORT: `${await findFreePort()}` })
  expect(await app.ended).toBe(1)
  expect(app.output()).toContain('set maxmemory-policy noeviction (it is allkeys-lru)')
})
