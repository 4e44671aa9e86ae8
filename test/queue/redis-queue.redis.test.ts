import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import type { Json } from '../../src/core/json.ts'
import type { RedisConnection } from '../../src/adapters/redis/redis-connection.ts'
import { createQueueClient } from '../../src/adapters/redis/queue/queue-client.ts'
import type { Queue } from '../../src/queue/queue.ts'
import { createRedisQueue } from '../../src/adapters/redis/queue/redis-queue.ts'
import { listRedisTasks } from '../../src/adapters/redis/reseal-tasks.ts'
import { sealTask } from '../../src/queue/worker/sealed-task.ts'
import { resealValues } from '../../src/encryption/reseal-walk.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { testBulkContract } from './bulk-contract.ts'
import { type QueueWithClock, testClockContract } from './clock-contract.ts'
import { DAY_IN_864_MS, testFailingDay } from './failing-day-contract.ts'
import { testQueueContract } from './queue-contract.ts'
import { connectWithOwnKeys, startOwnRedis, redisUrl } from '../support/redis-connections.ts'
import { until } from '../support/simulators.ts'

const options = { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock() }
const EMPTY_STATS = { waiting: 0, active: 0, delayed: 0, dead: 0, oldestDueMs: 0 }

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const send = (queue: Queue, data: Json, lane: string, options: { isBulk?: boolean } = {}) =>
  queue.send({ kind: 'a', version: 1, data }, { id: `${lane}:${JSON.stringify(data)}`, lane, ...options })

async function openFreshQueue(prefix?: string) {
  const server = await connectWithOwnKeys(prefix)
  const queue = createRedisQueue(server, options)
  onTestFinished(() => queue.close())
  return { server, queue }
}

/** Simulates the clocks of Redis and of this machine being set back together: every moment in the store is later. */
async function setStoredTimesAhead({ client, prefix }: RedisConnection, ms: number): Promise<void> {
  const shift = `
    local function shift(set, by)
      for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':' .. set, 0, -1)) do
        redis.call('ZINCRBY', KEYS[1] .. ':' .. set, by, id)
      end
    end
    local ms = tonumber(ARGV[1])
    for _, set in ipairs({'later', 'due', 'background', 'leases', 'active'}) do shift(set, ms) end
    shift('wakeups:delayed', ms * 4096)
    for _, key in ipairs(redis.call('KEYS', KEYS[1] .. ':task:*')) do
      for _, field in ipairs({'d', 'w'}) do
        if redis.call('HEXISTS', key, field) == 1 then redis.call('HINCRBY', key, field, ARGV[1]) end
      end
    end
    for _, lock in ipairs(redis.call('KEYS', KEYS[1] .. ':wakeups:*:lock')) do
      redis.call('PEXPIRE', lock, redis.call('PTTL', lock) + ms)
    end
    redis.call('HINCRBY', KEYS[1] .. ':clock', 't', ARGV[1])`
  await client.eval(shift, 1, `${prefix}:{queue}`, ms)
}

async function openForContract(): Promise<QueueWithClock> {
  const { server, queue } = await openFreshQueue()
  return {
    queue,
    reopen: async () => {
      await queue.close()
      return (await openFreshQueue(server.prefix)).queue
    },
    setClockBack: (ms) => setStoredTimesAhead(server, ms),
  }
}

testQueueContract('tasks in Redis', openForContract)
testBulkContract('tasks in Redis', openForContract)
testClockContract('tasks in Redis on a clock that is set back', openForContract)

testFailingDay('tasks in Redis', async () => {
  const server = await connectWithOwnKeys()
  const queue = createRedisQueue(server, { ...options, clock: createClock(DAY_IN_864_MS) })
  onTestFinished(() => queue.close())
  return queue
})

/** Another process with a queue on the same keys; `body` can use `server`, `queue` and `sleep`. */
function startNeighbour(prefix: string, body: string) {
  const script = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { connectRedis } from './src/adapters/redis/redis-connection.ts'
    import { createRedisQueue } from './src/adapters/redis/queue/redis-queue.ts'
    import { createSealer } from './src/encryption/sealer.ts'
    import { createClock } from './src/core/clock.ts'
    const server = await connectRedis(${JSON.stringify(redisUrl)}, { prefix: ${JSON.stringify(prefix)} })
    const queue = createRedisQueue(server, { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock() })
    ${body}`
  const child = spawn(execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('a task that arrives between "the lane is empty" and "the wake-up job ends" is not forgotten', async () => {
  const { server, queue } = await openFreshQueue()
  const rounds = 100
  // No sweep finds a forgotten lane later.
  await server.client.set(`${server.prefix}:{queue}:sweep`, 'never')
  // The other process sends and wakes lanes; its only slot is taken.
  const other = startNeighbour(
    server.prefix,
    `queue.work(() => new Promise(() => console.log('busy')), { concurrency: 1 })
    await queue.send({ kind: 'a', version: 1, data: null }, { id: 'slot' })
    await sleep(1_000)
    for (let n = 0; n < ${rounds}; n++) {
      await queue.send({ kind: 'a', version: 1, data: n }, { id: 'L:' + n, lane: 'L' })
      while (await server.client.sismember('${server.prefix}:{queue}:awake', 'l:L'));
    }`,
  )
  await once(other.stdout, 'data')
  const seen: Json[] = []
  queue.work(
    async ({ data }) => {
      seen.push(data)
      // This process is blocked when it should end its wake-up job, and the other one sends in that gap.
      setTimeout(() => {
        for (const end = performance.now() + 15; performance.now() < end;);
      }, seen.length % 4)
    },
    { concurrency: 1 },
  )
  await expect.poll(() => seen).toEqual(Array.from({ length: rounds }, (_, n) => n))
})

test('two processes never work on one lane at the same time, and keep its order', async () => {
  const { server, queue } = await openFreshQueue()
  const { queue: other } = await openFreshQueue(server.prefix)
  const running = new Map<string, number>()
  const order = new Map<string, Json[]>()
  let overlaps = 0
  const workers = new Set<Queue>()
  for (const one of [queue, other])
    one.work(
      async ({ data }, { id }) => {
        workers.add(one)
        const [lane = ''] = id.split(':')
        running.set(lane, (running.get(lane) ?? 0) + 1)
        if ((running.get(lane) ?? 0) > 1) overlaps++
        await pause(Math.random() * 3)
        order.set(lane, [...(order.get(lane) ?? []), data])
        running.set(lane, (running.get(lane) ?? 0) - 1)
      },
      { concurrency: 5 },
    )
  for (let n = 0; n < 100; n++)
    await Promise.all(Array.from({ length: 8 }, (_, lane) => send(n % 2 ? queue : other, n, `L${lane}`)))
  await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
  expect(overlaps).toBe(0)
  expect(workers.size).toBe(2)
  expect([...order.values()]).toEqual(Array.from({ length: 8 }, () => Array.from({ length: 100 }, (_, n) => n)))
})

test('another process takes over the task and lane of a killed process within 15 seconds', async () => {
  const { server, queue } = await openFreshQueue()
  await send(queue, 1, 'L')
  await send(queue, 2, 'L')
  await queue.send({ kind: 'a', version: 1, data: 3 }, { id: 'background', isBackground: true })
  const child = startNeighbour(
    server.prefix,
    `let started = 0
    queue.work(() => new Promise(() => ++started === 2 && console.log('both')), { concurrency: 1 })`,
  )
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  const seen = new Map<Json, number[]>()
  queue.work(async ({ data }, { attempt }) => void seen.set(data, [...(seen.get(data) ?? []), attempt]), {
    concurrency: 2,
  })
  await expect.poll(() => Object.fromEntries(seen), { interval: 100 }).toEqual({ 1: [2], 2: [1], 3: [2] })
  expect([...seen.keys()].filter((data) => data !== 3)).toEqual([1, 2])
})

test('a background task with an expired lease is taken over, and only the new run may settle it', async () => {
  const server = await connectWithOwnKeys()
  const tasks = createQueueClient(server)
  await tasks.send(sealTask(options.sealer, 'id', { kind: 'a', version: 1, data: 1 }), { id: 'id', isBackground: true })
  expect(await tasks.admitArrived(10)).toMatchObject({ delayed: undefined, background: 0 })
  const {
    taken: [first],
  } = await tasks.takeBackground(10, { run: 'first', leaseMs: 1 })
  if (!first) throw new Error('nothing was due')
  const { taken } = await until(async () => {
    const found = await tasks.takeBackground(10, { run: 'second', leaseMs: 600_000 })
    return found.taken.length > 0 ? found : undefined
  })
  const [second] = taken
  expect([first, second]).toMatchObject([
    { id: 'id', attempt: 1 },
    { id: 'id', attempt: 2 },
  ])
  if (!second) throw new Error('unreachable')
  const held = new Map([
    [first, 'first'],
    [second, 'second'],
  ])
  expect(await tasks.extendLeases(held, 600_000)).toEqual([first])
  await tasks.settle({ id: 'id', run: 'first', kind: 'done' })
  expect(await tasks.stats()).toMatchObject({ active: 1 })
  await tasks.settle({ id: 'id', run: 'second', kind: 'done' })
  expect(await tasks.stats()).toEqual(EMPTY_STATS)
})

test('a background task whose process was killed before the clock was set back runs again', async () => {
  const server = await connectWithOwnKeys()
  const tasks = createQueueClient(server)
  await tasks.send(sealTask(options.sealer, 'id', { kind: 'a', version: 1, data: 1 }), { id: 'id', isBackground: true })
  await tasks.admitArrived(10)
  expect((await tasks.takeBackground(10, { run: 'killed', leaseMs: 1 })).taken).toHaveLength(1)
  await setStoredTimesAhead(server, 3_600_000)
  await until(async () => (await tasks.admitArrived(10)).wereCorrected)
  await until(async () => (await tasks.takeBackground(10, { run: 'next', leaseMs: 1 })).taken.length > 0)
})

test('a background task that is released after the clock was set back runs again', async () => {
  const server = await connectWithOwnKeys()
  const tasks = createQueueClient(server)
  await tasks.send(sealTask(options.sealer, 'id', { kind: 'a', version: 1, data: 1 }), { id: 'id', isBackground: true })
  await tasks.admitArrived(10)
  await tasks.takeBackground(10, { run: 'stopped', leaseMs: 600_000 })
  await setStoredTimesAhead(server, 3_600_000)
  await until(async () => (await tasks.admitArrived(10)).wereCorrected)
  await tasks.settle({ id: 'id', run: 'stopped', kind: 'released' })
  expect((await tasks.takeBackground(10, { run: 'next', leaseMs: 1 })).taken).toHaveLength(1)
})

test('the lane of a process that was killed before the clock was set back goes on', async () => {
  const { server, queue } = await openFreshQueue()
  await send(queue, 1, 'L')
  const child = startNeighbour(
    server.prefix,
    `queue.work(() => new Promise(() => console.log('started')), { concurrency: 1 })`,
  )
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await setStoredTimesAhead(server, 3_600_000)
  const seen: number[] = []
  queue.work(async (_, { attempt }) => void seen.push(attempt), { concurrency: 1 })
  await expect.poll(() => seen, { interval: 100 }).toEqual([2])
})

test('after the clock was set back, the searches for forgotten lanes go on', async () => {
  const server = await connectWithOwnKeys()
  const tasks = createQueueClient(server)
  await tasks.admitArrived(10)
  const locks = [`${tasks.base}:sweep`, `${tasks.base}:wakeups:stalled-check`]
  for (const lock of locks) await server.client.set(lock, '1', 'PX', 3_600_000)
  await setStoredTimesAhead(server, 3_600_000)
  await tasks.admitArrived(10)
  expect(await server.client.exists(locks)).toBe(0)
})

test('a background task that another process may have taken over is cut short', async () => {
  const { server, queue } = await openFreshQueue()
  const attempts: number[] = []
  const reasons: unknown[] = []
  queue.work(
    async (_, { attempt, signal }) => {
      attempts.push(attempt)
      if (attempts.length > 1) return
      await once(signal, 'abort')
      reasons.push(String(signal.reason))
    },
    { concurrency: 1 },
  )
  await queue.send({ kind: 'a', version: 1, data: 1 }, { id: 'a', isBackground: true })
  await expect.poll(() => attempts).toEqual([1])
  await server.client.hset(`${server.prefix}:{queue}:task:a`, 'k', 'another')
  await expect.poll(() => reasons).toEqual(['Error: the task has gone to another process'])
  // The process `another` does not exist, so its lease expires like that of a killed process.
  await expect.poll(() => attempts).toEqual([1, 2])
  await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
})

test('a lane with a lost wake-up is found again', async () => {
  const { server, queue } = await openFreshQueue()
  const seen: Json[] = []
  await send(queue, 1, 'L')
  await server.client.del(`${server.prefix}:{queue}:wakes`)
  queue.work(async ({ data }) => void seen.push(data), { concurrency: 1 })
  await expect.poll(() => seen).toEqual([1])

  await queue.close()
  await send(queue, 2, 'L')
  expect(await queue.stats()).toMatchObject({ waiting: 1 })
  await server.client.del(`${server.prefix}:{queue}:wakes`)
  // A sender that got no answer sends again, and this wakes the lane again.
  await send(queue, 2, 'L')
  expect(await queue.stats()).toMatchObject({ waiting: 1 })
  expect(await server.client.lrange(`${server.prefix}:{queue}:wakes`, '0', '-1')).toEqual(['l:L'])
})

test('accepted tasks are counted and keep their order, ids and times for any worker', async () => {
  const { server, queue } = await openFreshQueue()
  const { queue: other } = await openFreshQueue(server.prefix)
  const numbers = Array.from({ length: 150 }, (_, n) => n)
  const bulk = { isBulk: true }
  await send(queue, 'first', 'L0', bulk)
  for (const n of numbers) await Promise.all([0, 1, 2].map((lane) => send(n % 2 ? queue : other, n, `L${lane}`, bulk)))
  await Promise.all(numbers.map((n) => send(queue, n, 'L0', bulk)))
  await queue.send({ kind: 'a', version: 1, data: 'later' }, { id: 'L1:later', lane: 'L1', delayMs: 60_000 })
  // All 602 entries are processed and removed from the stream.
  await expect
    .poll(() => queue.stats())
    .toMatchObject({ ...EMPTY_STATS, waiting: 451, delayed: 1, oldestDueMs: expect.any(Number) })
  expect((await queue.stats()).oldestDueMs).toBeGreaterThan(0)
  expect(await other.cancel('L1:later')).toBe(true)

  const order = new Map<string, Json[]>()
  for (const one of [queue, other])
    one.work(
      async ({ data }, { id }) => {
        const [lane = ''] = id.split(':')
        order.set(lane, [...(order.get(lane) ?? []), data])
      },
      { concurrency: 5 },
    )
  await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
  expect(Object.fromEntries(order)).toEqual({ L0: ['first', ...numbers], L1: numbers, L2: numbers })
})

test('a task can be cancelled behind any number of tasks that have not joined yet', async () => {
  const { queue } = await openFreshQueue()
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => send(queue, n, 'L', { isBulk: true })))
  await send(queue, 'last', 'L', { isBulk: true })
  expect(await queue.cancel('L:"last"')).toBe(true)
  expect(await queue.stats()).toMatchObject({ waiting: 1_000 })
})

test('a task whose sender was killed is found', async () => {
  const { server, queue } = await openFreshQueue()
  const { server: elsewhere, queue: door } = await openFreshQueue()
  const seen: Json[] = []
  queue.work(async ({ data }) => void seen.push(data), { concurrency: 1 })
  await send(queue, 'before', 'L')
  await expect.poll(() => seen).toEqual(['before'])
  await send(door, 'silent', 'L', { isBulk: true })
  const [from, to] = [elsewhere, server].map(({ prefix }) => `${prefix}:{queue}:arrivals`)
  await server.client.rename(from ?? '', to ?? '')
  await expect.poll(() => seen).toEqual(['before', 'silent'])
})

test('a done task leaves only its id, for the requested time', async () => {
  const { server, queue } = await openFreshQueue()
  queue.work(async () => {}, { concurrency: 1 })
  await queue.send({ kind: 'a', version: 1, data: 1 }, { id: 'a', rememberMs: 60_000 })
  await queue.send({ kind: 'a', version: 1, data: 1 }, { id: 'b', lane: 'L', rememberMs: 1 })
  await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
  await queue.close()
  const left = await server.client.keys(`${server.prefix}:{queue}:*`)
  const own = left.filter((key) => !key.includes(':wakeups:'))
  expect(own.map((key) => key.slice(server.prefix.length)).filter((key) => !/:(sweep|clock)$/.test(key))).toEqual([
    ':{queue}:task:a',
  ])
  const ttl = await server.client.pttl(`${server.prefix}:{queue}:task:a`)
  expect(ttl).toBeGreaterThan(0)
  expect(ttl).toBeLessThanOrEqual(60_000)
})

test('a dead letter is forgotten after 90 days', async () => {
  const server = await connectWithOwnKeys()
  // The 90 days pass in 50 ms of this clock.
  const queue = createRedisQueue(server, { ...options, clock: createClock(1e12) })
  onTestFinished(() => queue.close())
  await send(queue, 1, 'L')
  const told: string[] = []
  queue.work(() => Promise.reject(new Error('no')), {
    concurrency: 1,
    onDeadLetter: async (_, { id }) => void told.push(id),
  })
  await expect.poll(() => told).toEqual(['L:1'])
  await expect.poll(() => server.client.keys(`${server.prefix}:{queue}:task:*`)).toEqual([])
  await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
})

test('sends without Redis fail, and a full Redis stores a batch completely or not at all', async () => {
  const redis = await startOwnRedis()
  const server = await connectWithOwnKeys(undefined, redis.url)
  const queue = createRedisQueue(server, options)
  onTestFinished(() => queue.close())
  const sendAll = (from: number) =>
    Promise.allSettled(Array.from({ length: 250 }, (_, n) => send(queue, from + n, 'L')))
  const reasons = (results: PromiseSettledResult<void>[]) =>
    new Set(results.map((result) => (result.status === 'rejected' ? String(result.reason.message) : 'kept')))
  expect(reasons(await sendAll(0))).toEqual(new Set(['kept']))
  await server.client.config('SET', 'maxmemory', 1)
  expect(reasons(await sendAll(250))).toEqual(new Set(['Redis has no memory left']))
  await server.client.config('SET', 'maxmemory', 0)
  await redis.stop()
  expect(reasons(await sendAll(500))).toEqual(new Set(['Redis cannot be reached']))
  redis.start()
  await expect.poll(async () => reasons(await sendAll(750))).toEqual(new Set(['kept']))
  const seen: Json[] = []
  queue.work(async ({ data }) => void seen.push(data), { concurrency: 5 })
  await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
  const kept = Array.from({ length: 250 }, (_, n) => n)
  expect(seen).toEqual([...kept, ...kept.map((n) => 750 + n)])
})

test('a worker stops while Redis cannot be reached', async () => {
  const redis = await startOwnRedis()
  const server = await connectWithOwnKeys(undefined, redis.url)
  const queue = createRedisQueue(server, options)
  const seen: Json[] = []
  const worker = queue.work(async ({ data }) => void seen.push(data), { concurrency: 5 })
  await send(queue, 1, 'L')
  await expect.poll(() => seen).toEqual([1])
  await redis.stop()
  await expect.poll(() => server.client.status).toBe('reconnecting')
  await worker.stop(0)
  redis.start()
  await expect.poll(() => server.client.status).toBe('ready')
})

test('accepted tasks are resealed with all others', async () => {
  const { server, queue } = await openFreshQueue()
  for (const data of [1, 2, 3]) await send(queue, data, 'L')
  const fresh = Buffer.alloc(32, 2)
  const both = createSealer([fresh, Buffer.alloc(32, 1)])
  expect(await resealValues(both, listRedisTasks(server))).toEqual({ resealed: 3, unreadable: [] })
  expect(await resealValues(both, listRedisTasks(server))).toEqual({ resealed: 0, unreadable: [] })
  const seen: Json[] = []
  const later = createRedisQueue(server, { ...options, sealer: createSealer([fresh]) })
  onTestFinished(() => later.close())
  later.work(async ({ data }) => void seen.push(data), { concurrency: 1 })
  await expect.poll(() => seen).toEqual([1, 2, 3])
})
