import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/core/json.ts'
import { EMPTY_STATS, type QueueUnderTest, recordTasks, send } from './queue-contract.ts'

/** The promises of every queue about bulk tasks. */
export function testBulkContract(name: string, fresh: () => Promise<QueueUnderTest>): void {
  describe(`${name}, bulk`, () => {
    test('a task starts before the bulk tasks that wait and beside those that hang, and they go on', async () => {
      const { queue } = await fresh()
      const gate = Promise.withResolvers<void>()
      const numbers = Array.from({ length: 200 }, (_, n) => n)
      const ended: Json[] = []
      let running = 0
      await Promise.all(numbers.map((n) => send(queue, n, { isBulk: true, lane: `L${n % 100}` })))
      queue.work(
        async ({ data }) => {
          running++
          if (typeof data === 'number') await gate.promise
          if (data === 'asked') await send(queue, 'card', { lane: 'channel' })
          ended.push(data)
        },
        { concurrency: 12 },
      )
      await expect.poll(() => running).toBeGreaterThan(0)
      await send(queue, 'asked')
      await expect.poll(() => ended).toEqual(['asked', 'card'])
      gate.resolve()
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      const bulk = ended.filter((data) => typeof data === 'number')
      expect(bulk.toSorted((a, b) => a - b)).toEqual(numbers)
      expect(bulk.indexOf(7)).toBeLessThan(bulk.indexOf(107))
    })

    test('a bulk task makes progress although other tasks never end', async () => {
      const { queue } = await fresh()
      const seen: Json[] = []
      queue.work(
        async ({ data }, { signal }) => {
          seen.push(data)
          if (typeof data === 'number') await once(signal, 'abort')
        },
        { concurrency: 4 },
      )
      for (const n of [1, 2, 3]) await send(queue, n)
      await expect.poll(() => seen).toEqual([1, 2, 3])
      for (const data of ['a', 'b']) await send(queue, data, { isBulk: true })
      await expect.poll(() => seen).toEqual([1, 2, 3, 'a', 'b'])
    })

    test('a bulk task that is sent again runs once, is cancelled and waits in its lane like any other', async () => {
      const { queue } = await fresh()
      for (const data of ['first', 'second', 'first', 'gone'])
        await send(queue, data, { id: data, lane: 'L', isBulk: true })
      expect(await queue.cancel('gone')).toBe(true)
      expect(await queue.cancel('gone')).toBe(false)
      const { seen } = recordTasks(queue)
      await expect.poll(() => queue.stats()).toEqual(EMPTY_STATS)
      expect(seen).toEqual(['first', 'second'])
    })
  })
}
