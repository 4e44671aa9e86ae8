import { expect, test } from 'vitest'
import { questionTimeMs, shareQuestionTime } from '../../src/core/question-time.ts'
import { withTimeout } from '../../src/core/with-timeout.ts'

const NEVER = new Promise<string>(() => {})
const wait = (ms: number) => new Promise((passed) => setTimeout(passed, ms))

test('questions of one request share the time in which the person can be answered', async () => {
  await shareQuestionTime(async () => {
    const atFirst = questionTimeMs()
    expect(atFirst).toBeLessThanOrEqual(2_000)
    await wait(300)
    // Timers fire late on a busy machine, never early.
    expect(questionTimeMs()).toBeLessThanOrEqual(atFirst - 299)
    await withTimeout(questionTimeMs(), NEVER)
    expect(questionTimeMs()).toBe(100)
    expect(
      await withTimeout(
        questionTimeMs(),
        wait(0).then(() => 'cached'),
      ),
    ).toBe('cached')
  })
})

test('a question with a shorter limit keeps it until less time is left', async () => {
  await shareQuestionTime(async () => {
    expect(questionTimeMs(100)).toBe(100)
    await withTimeout(questionTimeMs(), NEVER)
    expect([questionTimeMs(700), questionTimeMs(50)]).toEqual([100, 50])
  })
})

test('a task that a request started gets the full time once the request is over', async () => {
  let task = Promise.resolve(0)
  await shareQuestionTime(async () => {
    task = wait(2_000).then(() => questionTimeMs())
  })
  expect(await task).toBe(2_000)
})

test('outside a request each question gets the full time', async () => {
  expect([questionTimeMs(), questionTimeMs(700)]).toEqual([2_000, 700])
})
