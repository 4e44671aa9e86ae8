import { expect, test } from 'vitest'
import { hasPassedStep, lookIsRecentMs } from '../../src/jobs/model/progress-steps.ts'

const MINUTE = 60_000
const same = (ms: number): number => ms

test('a working job is shown again a few times an hour, and then every half hour', () => {
  let shown = 0
  const edits: number[] = []
  for (let minute = 0; minute <= 180; minute += 1)
    if (hasPassedStep(shown * MINUTE, minute * MINUTE, same)) {
      edits.push(minute)
      shown = minute
    }
  expect(edits).toEqual([1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 150, 180])
})

test('a look is recent for longer than the time until the next one', () => {
  for (const minutes of [0, 1, 7, 45, 60, 200]) {
    let next = minutes
    while (!hasPassedStep(minutes * MINUTE, next * MINUTE, same)) next += 1
    expect(lookIsRecentMs(minutes * MINUTE, same)).toBeGreaterThan((next - minutes) * MINUTE)
  }
  expect(lookIsRecentMs(60 * MINUTE, (ms) => ms / 10)).toBe(9 * MINUTE)
})
