import { expect, test } from 'vitest'
import type { Queue } from '../../src/queue/queue.ts'
import { createBusyError, send } from './queue-contract.ts'

/** The scale of a clock on which a task gives up after 864 ms. */
export const DAY_IN_864_MS = 100_000

/** How every queue treats a task that fails for a day. `fresh` opens an empty one on the quick clock. */
export function testFailingDay(name: string, fresh: () => Promise<Queue>): void {
  test(`${name}: one that fails for a day becomes a dead letter, and has another day once it is repeated`, async () => {
    const queue = await fresh()
    let attempts = 0
    queue.work(
      async () => {
        attempts++
        throw createBusyError(10)
      },
      { concurrency: 1 },
    )
    await send(queue, null, { id: 'a' })
    for (const day of ['first', 'second']) {
      await expect.poll(() => queue.dead.list()).toHaveLength(1)
      const [letter] = await queue.dead.list()
      expect(letter?.reason).toBe('failed for a day, last: agent unavailable: busy')
      expect(letter?.attempts).toBe(attempts)
      expect(attempts, `the ${day} day`).toBeGreaterThan(2)
      attempts = 0
      await queue.dead.retry('a')
    }
  })
}
