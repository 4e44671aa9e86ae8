import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { connectRedis } from '../../src/adapters/redis/redis-connection.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createRedisStore } from '../../src/adapters/redis/redis-store.ts'
import { unreadableReason } from '../../src/encryption/record-sealer.ts'
import { connectWithOwnKeys, startOwnRedis } from '../support/redis-connections.ts'
import { testStoreContract } from './store-contract.ts'

const seal = createSealer([Buffer.alloc(32, 1)])

testStoreContract('records in Redis', async () => {
  const server = await connectWithOwnKeys()
  return {
    store: createRedisStore(server, { sealer: seal }),
    again: async () => createRedisStore(await connectWithOwnKeys(server.prefix), { sealer: seal }),
  }
})

test('values are sealed in Redis, and an unreadable record hides no other', async () => {
  const { client, prefix, ...server } = await connectWithOwnKeys()
  const store = createRedisStore({ client, prefix, ...server }, { sealer: seal })
  await store.put('T1/mails/1', { subject: 'Quarterly numbers' }, { version: 0 })
  await store.put('T1/mails/2', 'whole', { version: 0 })
  const raw = (await client.get(`${prefix}:{T1/mails}:record:1`)) ?? ''
  expect(raw).toMatch(/^\d+ s1\.[0-9a-f]{8}\./)
  await client.set(`${prefix}:{T1/mails}:record:1`, raw.slice(0, -6))
  await expect(store.get('T1/mails/1')).rejects.toThrow('the record T1/mails/1 cannot be read')
  const [whole, broken] = await store.list('T1/mails')
  expect(whole?.value).toBe('whole')
  expect(unreadableReason(broken?.value ?? null)).toContain('was changed')
})

test('a partition shares one hash tag, and expired records leave nothing behind', async () => {
  const { client, prefix, ...server } = await connectWithOwnKeys()
  const store = createRedisStore({ client, prefix, ...server }, { sealer: seal })
  await store.put('p/short', 1, { version: 0, ttlMs: 1000 })
  const keys = (await client.keys(`${prefix}:*`)).toSorted((a, b) => a.localeCompare(b))
  expect(keys.map((key) => key.slice(prefix.length))).toEqual([
    ':{p}:expiries',
    ':{p}:index',
    ':{p}:record:short',
    ':{p}:version',
  ])
  const lives = await Promise.all(keys.map((key) => client.pttl(key)))
  expect(lives.every((ms) => ms !== -1)).toBe(true)
  await expect.poll(() => store.get('p/short')).toBeUndefined()
  await store.put('p/next', 1, { version: 0 })
  expect(await client.zrange(`${prefix}:{p}:index`, '0', '-1')).toEqual(['next'])
  expect(await client.exists(`${prefix}:{p}:expiries`)).toBe(0)
  expect(await client.pttl(`${prefix}:{p}:index`)).toBe(-1)
})

test('an unreachable Redis is reported immediately, and work continues when it is back', async () => {
  const redis = await startOwnRedis()
  const server = await connectRedis(redis.url)
  onTestFinished(() => server.close())
  const store = createRedisStore(server, { sealer: seal })
  await store.put('p/a', 1, { version: 0 })
  await redis.stop()
  const away = {
    message: 'Redis cannot be reached',
    details: { service: 'store', code: 'unavailable', outcome: 'not_sent' },
  }
  await expect(store.get('p/a')).rejects.toMatchObject(away)
  await expect(store.put('p/b', 1, { version: 0 })).rejects.toMatchObject(away)
  await expect(store.list('p')).rejects.toMatchObject(away)
  redis.start()
  await expect.poll(() => store.get('p/a').catch(() => undefined)).toMatchObject({ value: 1 })
  expect(await store.put('p/b', 1, { version: 0 })).toBeGreaterThan(0)
})

test('a Redis that evicts records is refused', async () => {
  const redis = await startOwnRedis('--maxmemory-policy', 'allkeys-lru')
  await expect(connectRedis(redis.url)).rejects.toThrow(/set maxmemory-policy noeviction \(it is allkeys-lru\)/)
})

test('a Redis that is too old is refused', async () => {
  const old = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const command of chunk
        .toString()
        .split(/^\*\d+\r\n/m)
        .filter(Boolean)) {
        const info = 'redis_version:5.0.14\r\nloading:0'
        if (/hello/i.test(command)) socket.write("-ERR unknown command 'HELLO'\r\n")
        else socket.write(/info\r\n$/i.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(old, 'listening')
  onTestFinished(() => void old.close())
  const { port } = old.address() as AddressInfo
  await expect(connectRedis(`redis://127.0.0.1:${port}`)).rejects.toThrow('Redis 6.2 or newer, this one is 5.0.14')
})

test('a full Redis is reported as full', async () => {
  const redis = await startOwnRedis()
  const server = await connectRedis(redis.url)
  onTestFinished(() => server.close())
  await server.client.config('SET', 'maxmemory', '1')
  const store = createRedisStore(server, { sealer: seal })
  await expect(store.put('p/a', 1, { version: 0 })).rejects.toMatchObject({ message: 'Redis has no memory left' })
})

test('an unreachable address is reported without its password', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  const failure = await connectRedis(`redis://me:secret@127.0.0.1:${port}`, { connectMs: 300 }).catch(String)
  expect(failure).toBe(`Error: Redis cannot be reached at 127.0.0.1:${port}: ECONNREFUSED`)
})

test('a malformed Sentinel address is refused', async () => {
  await expect(connectRedis('redis+sentinel://host')).rejects.toThrow('redis+sentinel://host:port,host:port/name')
})

test('sentinels without an answer are reported as the cause', async () => {
  const sentinel = await startOwnRedis('--requirepass', 'secret')
  const where = sentinel.url.replace('redis://', '')
  const failure = (url: string) => connectRedis(url, { connectMs: 1_000 }).catch(String)
  const at = `Error: Redis cannot be reached at primary of the sentinels ${where}:`
  const words = `${at} the sentinels require a password: add ?sentinelPassword=… after the name`
  await expect.poll(() => failure(`redis+sentinel://${where}/primary`)).toBe(words)
  const wrong = `redis+sentinel://${where}/primary?sentinelPassword=wrong`
  expect(await failure(wrong)).toBe(`${at} the sentinels reject this password`)
})
