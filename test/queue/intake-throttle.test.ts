import { expect, test } from 'vitest'
import { createIntakeThrottle } from '../../src/queue/worker/intake-throttle.ts'

/** Keeps the event loop busy, as a slow disk or another process does. */
function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('an intake that kept the process from looking is not taken for a calm one', () => {
  const throttle = createIntakeThrottle()
  throttle.recordBulkSend()
  expect(throttle.admissible(8)).toBe(8)
  for (let n = 0; n < 10_000; n++) throttle.recordBulkSend()
  block(200)
  expect(throttle.admissible(8)).toBe(1)
})
