import { expect, test } from 'vitest'
import { createRedisStore } from '../../../src/adapters/redis/redis-store.ts'
import { createSealer } from '../../../src/encryption/sealer.ts'
import { connectWithOwnKeys, startOwnRedis } from '../../support/redis-connections.ts'
import { fillIndex, MAILS, MOST_BYTES, MOST_KEYS, openIndex } from './index-cost.ts'

test('a mail of 200 made-up words takes few keys and a few KB of Redis in the index', async () => {
  const { url } = await startOwnRedis()
  const { client, ...server } = await connectWithOwnKeys('cost', url)
  const index = await openIndex(
    createRedisStore({ client, ...server }, { sealer: createSealer([Buffer.alloc(32, 1)]) }),
  )
  const countBytes = async () => Number(/^used_memory_dataset:(\d+)/m.exec(await client.info('memory'))?.[1])
  const before = { keys: await client.dbsize(), bytes: await countBytes() }
  await fillIndex(index, MAILS)
  expect(((await client.dbsize()) - before.keys) / MAILS).toBeLessThan(MOST_KEYS)
  expect(((await countBytes()) - before.bytes) / MAILS).toBeLessThan(MOST_BYTES)
})
