import { Redis } from 'ioredis'
import { claimRedisDatabase } from '../../support/harness.ts'
import { type LifeStores, STORE_NAMES, type StoreName } from './life-stores.ts'

/** Copies everything into another database. */
const COPY = `for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', key, key, 'DB', ARGV[1]) end`

/**
 * The queue and the records measure time with the clock of Redis, which no test can move. So everything that Redis has stored becomes older instead:
 * the due times of tasks (their layout is frozen: src/adapters/redis/queue/lua-prelude.ts), the times in the index of a partition, and what expires.
 * BullMQ’s own times are those of the app’s clock; its marker makes a blocked worker look at them again.
 */
const AGE = `
  local ms = tonumber(ARGV[1])
  local function age(text) return string.format('%.0f', tonumber(text) - ms) end
  for _, key in ipairs(redis.call('KEYS', '*')) do
    local set = string.match(key, ':{queue}:(%a+)$') or string.match(key, ':(expiries)$')
    if set and string.find(' due later active dead background leases expiries ', ' ' .. set .. ' ', 1, true) then
      local all = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
      for n = 1, #all, 2 do redis.call('ZADD', key, age(all[n + 1]), all[n]) end
    elseif string.find(key, ':{queue}:task:', 1, true) then
      for _, field in ipairs({'d', 'w', 'u', 'f', 'x'}) do
        local at = redis.call('HGET', key, field)
        if at and tonumber(at) then redis.call('HSET', key, field, age(at)) end
      end
    elseif string.match(key, ':{queue}:wakeups:meta$') then
      redis.call('ZADD', string.gsub(key, 'meta$', 'marker'), 0, '0')
    end
    local left = redis.call('PTTL', key)
    if left >= 0 then redis.call('PEXPIRE', key, string.format('%.0f', left - ms)) end
  end`

interface Frozen {
  /** By the clock of Redis. */
  at: number
  olderMs: number
  keys: { key: string; leftMs: number; dump: Buffer }[]
}

async function readClock(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Number(micros) / 1000
}

/** Reads every key; one without an end has 0 ms left. */
async function readAll(redis: Redis): Promise<Frozen['keys']> {
  const keys = await redis.keys('*')
  return Promise.all(
    keys.map(async (key) => ({
      key,
      leftMs: Math.max(await redis.pttl(key), 0),
      dump: (await redis.dumpBuffer(key)) ?? Buffer.alloc(0),
    })),
  )
}

/** Claims a database of the tests’ Redis for each store. */
export async function openRedisStores(): Promise<LifeStores> {
  const server = process.env['TEST_REDIS_URL']
  if (!server) throw new Error('TEST_REDIS_URL is not set: `npm test` starts a Redis and sets it')
  const claims = new Map<StoreName, { url: string; redis: Redis; release(): Promise<void> }>()
  for (const name of STORE_NAMES) {
    const claim = await claimRedisDatabase(server)
    claims.set(name, { ...claim, redis: new Redis(claim.url) })
  }
  const frozen = new Map<StoreName, Frozen>()
  const find = (name: StoreName) => {
    const claim = claims.get(name)
    if (!claim) throw new Error(`no database was claimed for ${name}`)
    return claim
  }
  const age = async (name: StoreName, ms: number): Promise<void> => void (await find(name).redis.eval(AGE, 0, ms))

  return {
    url: (name) => find(name).url,
    async freeze(name, olderMs) {
      const { redis } = find(name)
      frozen.set(name, { at: await readClock(redis), olderMs, keys: await readAll(redis) })
    },
    async copy(from, to) {
      const { redis, url } = find(to)
      await redis.flushdb()
      const kept = frozen.get(from)
      if (!kept) return void (await find(from).redis.eval(COPY, 0, new URL(url).pathname.slice(1)))
      await Promise.all(kept.keys.map(({ key, leftMs, dump }) => redis.restore(key, leftMs, dump)))
      await age(to, kept.olderMs - ((await readClock(redis)) - kept.at))
    },
    age,
    async close() {
      for (const claim of claims.values()) {
        claim.redis.disconnect()
        await claim.release()
      }
    },
  }
}
