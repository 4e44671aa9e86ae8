import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { UpstreamError, UserError } from '../../src/core/errors.ts'
import type { Json } from '../../src/core/json.ts'
import type { Queue, RunTask, SendOptions, Worker } from '../../src/queue/queue.ts'

export interface QueueUnderTest {
  queue: Queue
  /** Closes the queue like a process that ends, and opens its tasks again. */
  reopen: () => Promise<Queue>
}

export const createBusyError = (retryAfterMs?: number) =>
  new UpstreamError('busy', {
    service: 'agent',
    code: 'unavailable',
    outcome: 'not_sent',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })

const STORE_UNAVAILABLE = { service: 'store', code: 'unavailable', outcome: 'not_sent' } as const

export const send = (queue: Queue, data: Json, options: Partial<SendOptions> = {}) =>
  queue.send({ kind: 'test.step', version: 1, data }, { id: `id:${JSON.stringify(data)}`, ...options })

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Works on the queue and records the data of the tasks in order. */
export function recordTasks(
  queue: Queue,
  run: (data: Json, context: Parameters<RunTask>[1]) => ReturnType<RunTask> = async () => {},
) {
  const seen: Json[] = []
  const worker = queue.work(
    async (task, context) => {
      seen.push(task.data)
      return run(task.data, context)
    },
    { concurrency: 20 },
  )
  return { seen, worker }
}

export const EMPTY_STATS = { waiting: 0, active: 0, delayed: 0, dead: 0, oldestDueMs: 0 }

/** The promises of every queue. `fresh` opens an empty one and removes it after the test. */
export function testQueueContract(name: string, fresh: () => Promise<QueueUnderTest>): void {
  describe(name, () => {
    test('a task arrives unchanged and leaves nothing behind', async () => {
      const { queue } = await fresh()
      const task = { kind: 'mail.receive', version: 2, data: { text: 'Grüße 🎉', list: [1, null] } }
      const seen: unknown[] = []
      await queue.send(task, { id: 'event/Ev1:a b', lane: 'T1:C1' })
      queue.work(async (...arrived) => void seen.push(arrived), { concurrency: 1 })
      await expect.poll(() => seen.length).toBe(1)
      expect(seen[0]).toEqual([task, { id: 'event/Ev1:a b', attempt: 1, signal: expect.any(AbortSignal) }])
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
    })

    test('an id runs once, even if it is sent again while waiting, active or done', async () => {
      const { queue } = await fresh()
      await Promise.all([send(queue, 1, { id: 'one' }), send(queue, 2, { id: 'one' })])
      const { seen } = recordTasks(queue, async () => send(queue, 3, { id: 'one' }))
      await expect.poll(() => seen.length).toBe(1)
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      await send(queue, 4, { id: 'one' })
      await send(queue, 'last')
      await expect.poll(() => seen).toContain('last')
      expect(seen).toEqual([1, 'last'])
    })

    test('an id is forgotten after its retention', async () => {
      const { queue } = await fresh()
      const { seen } = recordTasks(queue)
      await send(queue, 1, { id: 'short', rememberMs: 50 })
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      await pause(60)
      await send(queue, 2, { id: 'short' })
      await expect.poll(() => seen).toEqual([1, 2])
    })

    test('the tasks of a lane run one at a time and in order', async () => {
      const { queue } = await fresh()
      let running = 0
      let most = 0
      const { seen } = recordTasks(queue, async () => {
        most = Math.max(most, ++running)
        await pause(1)
        running--
      })
      for (let n = 0; n < 30; n++) await send(queue, n, { lane: 'L' })
      await expect.poll(() => seen.length).toBe(30)
      expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => n))
      expect(most).toBe(1)
    })

    test('lanes do not wait for each other, and tasks without a lane wait for nothing', async () => {
      const { queue } = await fresh()
      const { seen } = recordTasks(queue, async (data) => {
        if (data === 'stuck') throw createBusyError(60_000)
      })
      await send(queue, 'stuck', { lane: 'A' })
      await send(queue, 'behind', { lane: 'A' })
      await send(queue, 'other', { lane: 'B' })
      await send(queue, 'free')
      await expect.poll(() => new Set(seen)).toEqual(new Set(['stuck', 'other', 'free']))
      await expect.poll(() => queue.stats()).toMatchObject({ waiting: 1, active: 0, delayed: 1 })
    })

    test('a delayed task joins its lane when it is due', async () => {
      const { queue } = await fresh()
      const { seen } = recordTasks(queue)
      await send(queue, 'later', { lane: 'L', delayMs: 2_000 })
      await send(queue, 'now', { lane: 'L' })
      await send(queue, 'tomorrow', { lane: 'L', delayMs: 86_400_000 })
      await expect.poll(() => seen.length).toBe(2)
      expect(seen).toEqual(['now', 'later'])
      await expect.poll(() => queue.stats()).toMatchObject({ ...EMPTY_STATS, delayed: 1 })
    })

    test('the next due time counts what is delayed or retried, but no background task that runs again', async () => {
      const { queue } = await fresh()
      const next = async () => (await queue.stats()).nextDueMs ?? Infinity
      const { seen } = recordTasks(queue, async (data) => {
        if (data === 'poll') return { againMs: 20_000 }
        if (data === 'retried') throw createBusyError(40_000)
        return undefined
      })
      await send(queue, 'poll', { isBackground: true })
      await expect.poll(() => seen).toEqual(['poll'])
      await expect.poll(() => queue.stats()).toMatchObject({ ...EMPTY_STATS, delayed: 1 })
      await send(queue, 'tomorrow', { delayMs: 86_400_000 })
      expect(await next()).toBeGreaterThan(86_000_000)
      expect(await next()).toBeLessThanOrEqual(86_400_000)
      await send(queue, 'retried', { lane: 'L' })
      await expect.poll(next).toBeLessThanOrEqual(40_000)
      expect(await next()).toBeGreaterThan(20_000)
    })

    test('a cancelled task never runs, and its lane continues', async () => {
      const { queue } = await fresh()
      await send(queue, 'first', { lane: 'L', id: 'first' })
      await send(queue, 'second', { lane: 'L', id: 'second' })
      await send(queue, 'delayed', { id: 'delayed', delayMs: 60_000 })
      expect(await queue.cancel('first')).toBe(true)
      expect(await queue.cancel('first')).toBe(false)
      expect(await queue.cancel('delayed')).toBe(true)
      expect(await queue.cancel('unknown')).toBe(false)
      await send(queue, 'first', { lane: 'L', id: 'first' })
      const { seen } = recordTasks(queue)
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      expect(seen).toEqual(['second'])
      expect(await queue.cancel('second')).toBe(false)
    })

    test('a task that has started cannot be cancelled, not even between two attempts', async () => {
      const { queue } = await fresh()
      const { seen } = recordTasks(queue, async (data) => (data === 'poll' ? { againMs: 60_000 } : pause(50)))
      await send(queue, 'runs', { id: 'runs' })
      await send(queue, 'poll', { id: 'poll' })
      await expect.poll(() => seen.length).toBe(2)
      expect(await queue.cancel('runs')).toBe(false)
      await expect.poll(() => queue.stats()).toMatchObject({ ...EMPTY_STATS, delayed: 1 })
      expect(await queue.cancel('poll')).toBe(false)
    })

    test('a failed attempt is made again at the head of its lane', async () => {
      const { queue } = await fresh()
      const attempts: number[] = []
      const { seen } = recordTasks(queue, async (data, { attempt }) => {
        if (data === 'next') return
        attempts.push(attempt)
        if (attempt < 3) throw createBusyError(20)
      })
      await send(queue, 'shaky', { lane: 'L' })
      await send(queue, 'next', { lane: 'L' })
      await expect.poll(() => seen).toEqual(['shaky', 'shaky', 'shaky', 'next'])
      expect(attempts).toEqual([1, 2, 3])
    })

    test('againMs keeps the position, the id and the attempt', async () => {
      const { queue } = await fresh()
      const attempts: number[] = []
      const { seen } = recordTasks(queue, async (data, { attempt }) => {
        if (data === 'next') return undefined
        attempts.push(attempt)
        return attempts.length < 4 ? { againMs: 10 } : undefined
      })
      await send(queue, 'poll', { lane: 'L' })
      await send(queue, 'next', { lane: 'L' })
      await expect.poll(() => seen).toEqual(['poll', 'poll', 'poll', 'poll', 'next'])
      expect(attempts).toEqual([1, 1, 1, 1])
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
    })

    test('a task that is not retried becomes a dead letter and can be repeated', async () => {
      const { queue } = await fresh()
      let mended = false
      const { seen } = recordTasks(queue, async (data) => {
        if (data === 'bad' && !mended) throw new UserError('the channel is archived')
      })
      await send(queue, 'bad', { lane: 'L', id: 'bad' })
      await send(queue, 'good', { lane: 'L' })
      await expect.poll(() => seen).toEqual(['bad', 'good'])
      await expect.poll(() => queue.stats()).toEqual({ ...EMPTY_STATS, dead: 1 })
      const [letter] = await queue.dead.list()
      expect(letter).toEqual({
        id: 'bad',
        task: { kind: 'test.step', version: 1, data: 'bad' },
        lane: 'L',
        attempts: 1,
        reason: 'the channel is archived',
        diedAt: expect.any(Number),
      })
      await send(queue, 'bad', { lane: 'L', id: 'bad' })
      expect(await queue.dead.list()).toHaveLength(1)

      mended = true
      expect(await queue.dead.retry('bad')).toBe(true)
      expect(await queue.dead.retry('bad')).toBe(false)
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      expect(seen).toEqual(['bad', 'good', 'bad'])
    })

    test('a dead letter is announced before it is written, and waits for a failing store', async () => {
      const { queue } = await fresh()
      const told: unknown[] = []
      await send(queue, 'bad', { id: 'bad', lane: 'L' })
      await send(queue, 'good', { lane: 'L' })
      queue.work(
        async ({ data }) => {
          if (data === 'bad') throw new UserError('the channel is archived')
          told.push(data)
        },
        {
          concurrency: 2,
          async onDeadLetter({ data }, death) {
            told.push([data, death, (await queue.stats()).dead])
            if (told.length === 1) throw new UpstreamError('away', { ...STORE_UNAVAILABLE })
          },
        },
      )
      const death = { id: 'bad', attempts: 1, reason: 'the channel is archived' }
      const once = ['bad', death, 0]
      await expect.poll(() => told).toEqual([once, once, 'good'])
      await expect.poll(() => queue.stats()).toEqual({ ...EMPTY_STATS, dead: 1 })
    })

    test('dead letters are listed newest first, by pages, and dropped one by one', async () => {
      const { queue } = await fresh()
      recordTasks(queue, async (data) => {
        throw new Error(`no ${JSON.stringify(data)}`)
      })
      for (let n = 0; n < 5; n++) {
        await send(queue, n, { id: `d${n}` })
        await expect.poll(() => queue.stats()).toMatchObject({ dead: n + 1 })
      }
      const ids = async (after?: string) =>
        (await queue.dead.list({ limit: 2, ...(after !== undefined && { after }) })).map(({ id }) => id)
      expect(await ids()).toEqual(['d4', 'd3'])
      expect(await ids('d3')).toEqual(['d2', 'd1'])
      await queue.dead.drop('d1')
      await queue.dead.drop('unknown')
      expect(await ids('d1')).toEqual(['d0'])
      expect(await queue.stats()).toEqual({ ...EMPTY_STATS, dead: 4 })
      await send(queue, 'again', { id: 'd1' })
      expect(await queue.stats()).toEqual({ ...EMPTY_STATS, dead: 4 })
    })

    test('tasks that a stop cuts short run again as another attempt, and the rest keeps its order', async () => {
      const { queue, reopen } = await fresh()
      const aborted = Promise.withResolvers<void>()
      const { seen, worker } = recordTasks(queue, async (_, { signal }) => {
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted.resolve()
            reject(new Error('cut short'))
          }),
        )
      })
      await send(queue, 'long', { lane: 'L' })
      await send(queue, 'next', { lane: 'L' })
      await send(queue, 'delayed', { delayMs: 300 })
      await expect.poll(() => seen).toContain('long')
      await worker.stop(10)
      await aborted.promise
      const second = await reopen()
      const attempts = new Map<Json, number>()
      const later = recordTasks(second, async (data, { attempt }) => void attempts.set(data, attempt))
      await expect.poll(() => attempts.size).toBe(3)
      // A slow machine may have begun the delayed one before the stop.
      const delayed = seen.includes('delayed') ? 2 : 1
      expect(Object.fromEntries(attempts)).toEqual({ long: 2, next: 1, delayed })
      // The delayed one has no lane: it may come before them where a start takes long.
      expect(later.seen.filter((data) => data !== 'delayed')).toEqual(['long', 'next'])
      await expect.poll(() => second.stats()).toEqual(EMPTY_STATS)
    })

    test('a stop also cuts background tasks short, and they run again', async () => {
      const { queue, reopen } = await fresh()
      const { seen, worker } = recordTasks(queue, async (_, { signal }) => {
        await once(signal, 'abort')
        throw new Error('cut short')
      })
      await send(queue, 'long', { isBackground: true })
      await expect.poll(() => seen).toEqual(['long'])
      await worker.stop(10)
      await send(queue, 'next', { isBackground: true })
      const attempts = new Map<Json, number>()
      recordTasks(await reopen(), async (data, { attempt }) => void attempts.set(data, attempt))
      await expect.poll(() => Object.fromEntries(attempts)).toEqual({ long: 2, next: 1 })
    })

    test('a stop waits for tasks that end in time and starts no more', async () => {
      const { queue } = await fresh()
      let ended = false
      const { seen, worker } = recordTasks(queue, async () => {
        await pause(60)
        ended = true
      })
      await send(queue, 'short')
      await expect.poll(() => seen).toEqual(['short'])
      await worker.stop(5_000)
      expect(ended).toBe(true)
      await send(queue, 'after')
      expect(await queue.stats()).toMatchObject({ waiting: 1, active: 0 })
      expect(seen).toEqual(['short'])
    })

    test('the concurrency limit is never exceeded', async () => {
      const { queue } = await fresh()
      let running = 0
      let most = 0
      let total = 0
      await Promise.all(Array.from({ length: 40 }, (_, n) => send(queue, n)))
      const worker: Worker = queue.work(
        async () => {
          most = Math.max(most, ++running)
          // The first ones wait for each other, however slowly they are fetched.
          if (most < 3) await expect.poll(() => most).toBeGreaterThanOrEqual(3)
          await pause(2)
          running--
          total++
        },
        { concurrency: 3 },
      )
      await expect.poll(() => total).toBe(40)
      expect(most).toBe(3)
      await worker.stop(1_000)
    })

    test('user tasks run although hundreds of background tasks are due and all active ones hang', async () => {
      const { queue } = await fresh()
      const gate = Promise.withResolvers<void>()
      const seen: Json[] = []
      const numbers = Array.from({ length: 300 }, (_, n) => n)
      await Promise.all(numbers.map((n) => send(queue, n, { isBackground: true })))
      let running = 0
      let most = 0
      const run = async ({ data }: { data: Json }) => {
        if (typeof data !== 'number') return void seen.push(data)
        most = Math.max(most, ++running)
        await gate.promise
        running--
        seen.push(data)
      }
      const worker = queue.work(run, { concurrency: 2, backgroundConcurrency: 3 })
      await expect.poll(() => running).toBe(3)
      for (const lane of ['L', 'M']) await send(queue, lane, { lane })
      await send(queue, 'free')
      await expect.poll(() => new Set(seen)).toEqual(new Set(['L', 'M', 'free']))
      expect(await queue.stats()).toMatchObject({ waiting: 297, active: 3 })
      gate.resolve()
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      expect(new Set(seen.slice(3))).toEqual(new Set(numbers))
      expect(seen).toHaveLength(303)
      expect(most).toBe(3)
      await worker.stop(1_000)
    })

    test('a background task is rescheduled, fails, is repeated and is cancelled like any other', async () => {
      const { queue } = await fresh()
      const options = { isBackground: true }
      let mended = false
      const attempts: Json[] = []
      const { seen } = recordTasks(queue, async (data, { attempt }) => {
        attempts.push([data, attempt])
        const times = attempts.filter((one) => Array.isArray(one) && one[0] === data).length
        if (data === 'poll' && times < 3) return { againMs: 10 }
        if (data === 'shaky' && times < 3) throw createBusyError(10)
        if (data === 'bad' && !mended) throw new UserError('no')
        return undefined
      })
      await send(queue, 'tomorrow', { ...options, id: 'tomorrow', delayMs: 86_400_000 })
      await send(queue, 'soon', { ...options, delayMs: 100 })
      for (const data of ['poll', 'shaky', 'bad']) await send(queue, data, { ...options, id: data })
      await send(queue, 'poll', { ...options, id: 'poll' })
      await expect.poll(() => queue.stats()).toMatchObject({ ...EMPTY_STATS, delayed: 1, dead: 1 })
      expect(await queue.dead.list()).toMatchObject([{ id: 'bad', attempts: 1, reason: 'no' }])
      expect((await queue.dead.list())[0]).not.toHaveProperty('lane')
      mended = true
      expect(await queue.dead.retry('bad')).toBe(true)
      expect(await queue.cancel('tomorrow')).toBe(true)
      expect(await queue.cancel('tomorrow')).toBe(false)
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      expect(await queue.cancel('poll')).toBe(false)
      const by = (data: Json) => attempts.filter((one) => Array.isArray(one) && one[0] === data)
      expect(by('poll')).toEqual(Array.from({ length: 3 }, () => ['poll', 1]))
      expect(by('shaky')).toEqual([1, 2, 3].map((attempt) => ['shaky', attempt]))
      expect(by('bad')).toEqual([1, 1].map((attempt) => ['bad', attempt]))
      expect(seen.filter((data) => data === 'soon' || data === 'tomorrow')).toEqual(['soon'])
    })

    test('tasks send tasks, and everything arrives exactly once', async () => {
      const { queue } = await fresh()
      const { seen } = recordTasks(queue, async (data) => {
        if (typeof data === 'number' && data < 1_000)
          await Promise.all([0, 1].map((n) => send(queue, data + 1_000 * (n + 1), { lane: `L${data % 7}` })))
      })
      await Promise.all(Array.from({ length: 100 }, (_, n) => send(queue, n, { lane: `L${n % 5}` })))
      await expect.poll(() => seen.length).toBe(300)
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      expect(new Set(seen).size).toBe(300)
    })
  })
}
