import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pollBoundMs, pollDelayMs } from '../../src/jobs/run/poll-interval.ts'

const scaled = (ms: number) => ms

test('the end of a job is detected within 3 s, later within 10 % of its age or 60 s', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 86_400_000 }), (id, age) => {
      const pause = pollDelayMs(id, age, scaled)
      expect(pause).toBeLessThan(Math.min(60_000, Math.max(3000, age * 0.1)))
      expect(pause).toBeGreaterThan(pollBoundMs(age, scaled) / 2)
    }),
  )
})
