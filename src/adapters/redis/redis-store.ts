import { z } from 'zod'
import type { RedisConnection } from './redis-connection.ts'
import { createScript, translateFailure } from './redis-script.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import { splitRecordKey } from '../../store/record-key.ts'
import { createRecordSealer } from '../../encryption/record-sealer.ts'
import type { StoredRecord, Store } from '../../store/store.ts'

const PAGE = 100
/** How many expired ids a write removes from its partition's index, and how many one step of a list removes. */
const PUT_SWEEP = 20
const LIST_SWEEP = 1_000
const SCANNED_KEYS = 1_000
/** The last version of a partition is kept this long after its last write; the clock is ahead of the version by then. */
const VERSION_MS = 30 * 24 * 3_600_000
/** An index outlives its last record a little and never expires first. */
const INDEX_GRACE_MS = 60_000

/**
 * A record is `<version> <sealed value>`. Its partition has an index of ids in byte order, the times at which they expire, and the last version used;
 * all share a hash tag, so one script may change them together.
 */
const PRELUDE = `
  local record, index, expiries, versions = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local function sweep(limit)
    local gone = redis.call('ZRANGEBYSCORE', expiries, '-inf', now, 'LIMIT', 0, limit)
    if #gone > 0 then
      redis.call('ZREM', index, unpack(gone))
      redis.call('ZREM', expiries, unpack(gone))
    end
    return #gone
  end
  -- Members are added before: a key that is new then has no time to live, like one that stays.
  local function outlive(key, fresh, ttl)
    local left = redis.call('PTTL', key)
    if fresh or (left >= 0 and left < ttl) then redis.call('PEXPIRE', key, ttl) end
  end
  local function version()
    local raw = redis.call('GETRANGE', record, 0, 20)
    return string.match(raw, '^(%d+) ') or '0'
  end`

const PUT = `${PRELUDE}
  local id, expected, value, ttl = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
  if version() ~= expected then return false end
  sweep(${PUT_SWEEP})
  local last = tonumber(redis.call('GET', versions) or '0')
  local next = string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]))
  redis.call('SET', versions, next, 'PX', ${VERSION_MS})
  local freshIndex = redis.call('EXISTS', index) == 0
  redis.call('ZADD', index, 0, id)
  if ttl < 0 then
    redis.call('SET', record, next .. ' ' .. value)
    redis.call('ZREM', expiries, id)
    redis.call('PERSIST', index)
  else
    redis.call('SET', record, next .. ' ' .. value, 'PX', ttl)
    local freshExpiries = redis.call('EXISTS', expiries) == 0
    redis.call('ZADD', expiries, now + ttl, id)
    outlive(index, freshIndex, ttl + ${INDEX_GRACE_MS})
    outlive(expiries, freshExpiries, ttl + ${INDEX_GRACE_MS})
  end
  return next`

const DELETE = `${PRELUDE}
  local id, expected = ARGV[1], ARGV[2]
  if expected == '0' or version() ~= expected then return 0 end
  redis.call('ZREM', index, id)
  redis.call('ZREM', expiries, id)
  return redis.call('DEL', record)`

/** A step of a page: the ids and records found, the last id seen, and whether there is more. */
const LIST = `${PRELUDE}
  local prefix, from, limit = ARGV[1], ARGV[2], tonumber(ARGV[3])
  if sweep(${LIST_SWEEP}) == ${LIST_SWEEP} then return {{}, from, 1} end
  local found, gone, last = {}, {}, from
  local ids = redis.call('ZREVRANGEBYLEX', index, from, '-', 'LIMIT', 0, limit)
  for _, id in ipairs(ids) do
    local raw = redis.call('GET', prefix .. id)
    if raw then found[#found + 1] = id; found[#found + 1] = raw else gone[#gone + 1] = id end
    last = '(' .. id
  end
  if #gone > 0 then redis.call('ZREM', index, unpack(gone)) end
  return {found, last, #ids == limit and 1 or 0}`

const step = z.tuple([z.array(z.string()), z.string(), z.number()])

/** Records in Redis, for any number of processes. The caller that opened the connection closes it. */
export function createRedisStore(server: RedisConnection, { sealer }: { sealer: Sealer }): Store {
  const { client, prefix } = server
  const values = createRecordSealer(sealer)
  const [put, remove, listStep] = [createScript(client, PUT), createScript(client, DELETE), createScript(client, LIST)]

  const tag = (partition: string) => `${prefix}:{${partition}}`
  const keys = (key: string) => {
    const { partition, id } = splitRecordKey(key)
    const base = tag(partition)
    const record = `${base}:record:${id}`
    return { id, record, all: [record, `${base}:index`, `${base}:expiries`, `${base}:version`] }
  }

  return {
    async get(key) {
      const raw = await translateFailure(client.get(keys(key).record))
      if (raw === null) return undefined
      const { version, sealed } = split(raw)
      return { key, value: values.open(key, sealed), version }
    },
    async put(key, value, { version, ttlMs }) {
      const { id, all } = keys(key)
      const ttl = ttlMs === undefined ? -1 : Math.max(Math.ceil(ttlMs), 1)
      const next = await put(all, [id, version, values.seal(key, value), ttl])
      return next === null ? undefined : Number(next)
    },
    async delete(key, { version }) {
      const { id, all } = keys(key)
      return (await remove(all, [id, version])) === 1
    },
    async list(partition, { after, limit = PAGE } = {}) {
      const { all } = keys(`${partition}/-`)
      const entries: StoredRecord[] = []
      let from = after === undefined ? '+' : `(${splitRecordKey(after).id}`
      for (let more = 1; more === 1 && entries.length < limit;) {
        const answer = await listStep(all, [`${tag(partition)}:record:`, from, limit - entries.length])
        const [found, last, further] = step.parse(answer)
        for (let at = 0; at + 1 < found.length; at += 2) {
          const key = `${partition}/${found[at]}`
          const { version, sealed } = split(found[at + 1] ?? '')
          entries.push({ key, value: values.openListed(key, sealed), version })
        }
        from = last
        more = further
      }
      return entries
    },
    async removePartitions(wanted, from = '0') {
      const pattern = `${tag(wanted)
        .slice(0, -1)
        .replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}*`
      const [next, found] = await translateFailure(client.scan(from, 'MATCH', pattern, 'COUNT', SCANNED_KEYS))
      if (found.length > 0) await translateFailure(client.unlink(...found))
      return next === '0' ? undefined : next
    },
    async close() {},
  }
}

function split(raw: string): { version: number; sealed: string } {
  const space = raw.indexOf(' ')
  return { version: Number(raw.slice(0, space)), sealed: raw.slice(space + 1) }
}
