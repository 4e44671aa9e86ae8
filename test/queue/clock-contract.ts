import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/core/json.ts'
import { createBusyError, EMPTY_STATS, type QueueUnderTest, recordTasks, send } from './queue-contract.ts'

const HOUR_MS = 3_600_000

export interface QueueWithClock extends QueueUnderTest {
  /** Sets the clock of the machine back; everything that is stored was written before. */
  setClockBack: (ms: number) => Promise<void>
}

function countEach(seen: Json[]): Map<Json, number> {
  return new Map(seen.map((data) => [data, seen.filter((other) => other === data).length]))
}

/** The promises of every queue when the clock is set back. `fresh` opens an empty one and removes it after the test. */
export function testClockContract(name: string, fresh: () => Promise<QueueWithClock>): void {
  describe(name, () => {
    test('tasks keep their waits when the clock is set back', async () => {
      const { queue, setClockBack } = await fresh()
      const tried = new Set<Json>()
      const { seen } = recordTasks(queue, async (data) => {
        if (tried.has(data)) return undefined
        tried.add(data)
        if (data === 'fails') throw createBusyError(700)
        return data === 'again' || data === 'poll' ? { againMs: 700 } : undefined
      })
      await send(queue, 'fails', { lane: 'A' })
      await send(queue, 'behind', { lane: 'A' })
      await send(queue, 'again', { lane: 'B' })
      await send(queue, 'poll', { isBackground: true })
      await send(queue, 'later', { delayMs: 900 })
      await send(queue, 'later in its lane', { lane: 'C', delayMs: 900 })
      await send(queue, 'later in the background', { isBackground: true, delayMs: 900 })
      await send(queue, 'tomorrow', { delayMs: 24 * HOUR_MS })
      await expect.poll(() => [...tried]).toEqual(expect.arrayContaining(['fails', 'again', 'poll']))
      await setClockBack(HOUR_MS)
      await send(queue, 'after', { lane: 'D' })
      await expect.poll(() => queue.stats()).toMatchObject({ ...EMPTY_STATS, delayed: 1 })
      const twice = ['fails', 'again', 'poll']
      const once = ['behind', 'later', 'later in its lane', 'later in the background', 'after']
      expect(countEach(seen)).toEqual(countEach([...twice, ...twice, ...once]))
    })

    test('tasks keep their waits when the clock was set back while no process ran', async () => {
      const { queue, reopen, setClockBack } = await fresh()
      const first = recordTasks(queue, async (data) => {
        if (data === 'fails') throw createBusyError(3_000)
        return { againMs: 3_000 }
      })
      await send(queue, 'fails', { lane: 'A' })
      await send(queue, 'poll', { isBackground: true })
      await expect.poll(() => first.seen.length).toBe(2)
      await expect.poll(() => queue.stats()).toMatchObject({ ...EMPTY_STATS, delayed: 2 })
      await first.worker.stop(1_000)
      await send(queue, 'arrived', { lane: 'B' })
      await send(queue, 'later', { delayMs: 900 })
      await send(queue, 'tomorrow', { delayMs: 24 * HOUR_MS })
      const second = await reopen()
      await setClockBack(HOUR_MS)
      const { seen } = recordTasks(second)
      await expect.poll(() => second.stats()).toMatchObject({ ...EMPTY_STATS, delayed: 1 })
      expect(countEach(seen)).toEqual(countEach(['arrived', 'fails', 'later', 'poll']))
    })
  })
}
