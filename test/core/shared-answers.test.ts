import { expect, test } from 'vitest'
import { questionTimeMs, shareQuestionTime } from '../../src/core/question-time.ts'
import { createSharedAnswers } from '../../src/core/shared-answers.ts'
import { withTimeout } from '../../src/core/with-timeout.ts'

const wait = (ms: number) => new Promise((passed) => setTimeout(passed, ms))

/** Answers that take 400 ms; they count how often they were asked. */
function createSlowAnswers() {
  const answers = createSharedAnswers<number>({ limitMs: 10_000, keptMs: 60_000 })
  let asked = 0
  const ask = async (): Promise<number> => {
    asked += 1
    await wait(400)
    return asked
  }
  return { find: () => answers.find('key', ask), countAsked: () => asked }
}

test('an answer in time is asked for again the next time', async () => {
  const { find, countAsked } = createSlowAnswers()
  expect([await find(), await find()]).toEqual([1, 2])
  expect(countAsked()).toBe(2)
})

test('people who ask for the same share the answer', async () => {
  const { find, countAsked } = createSlowAnswers()
  expect(await Promise.all([find(), find()])).toEqual([1, 1])
  expect(countAsked()).toBe(1)
})

test('an answer that comes after the time of its request is kept for the next one', async () => {
  const { find, countAsked } = createSlowAnswers()
  await shareQuestionTime(async () => {
    await withTimeout(questionTimeMs(), new Promise(() => {}))
    expect(await find()).toBeUndefined()
  })
  await wait(500)
  expect(await find()).toBe(1)
  expect(countAsked()).toBe(1)
})
