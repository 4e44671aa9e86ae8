import { expect, test } from 'vitest'
import { createByteBudget } from '../../src/core/byte-budget.ts'
import { readResponseBody } from '../../src/slack/api/response-body.ts'
import { until } from '../support/simulators.ts'

const CHUNK = new Uint8Array(100 * 1024)
const MAX_BYTES = 1024 * 1024

/** An answer of two chunks; the test decides when the second one comes. */
function createAnswer() {
  const second = Promise.withResolvers<void>()
  let asked = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        asked += 1
        if (asked > 1) await second.promise
        if (asked > 2) controller.close()
        else controller.enqueue(CHUNK)
      },
    },
    { highWaterMark: 0 },
  )
  return { response: new Response(body), asked: () => asked, ...second }
}

test('large answers are read as far as there is room, and an error also makes room', async () => {
  const budget = createByteBudget(2 * MAX_BYTES)
  const answers = Array.from({ length: 4 }, createAnswer)
  const reading = answers.map(({ response }) => readResponseBody(response, { maxBytes: MAX_BYTES, budget }))
  const asked = () => answers.map((answer) => answer.asked())
  await until(() => asked().every((count) => count > 0) && asked().filter((count) => count > 1).length >= 2)
  expect(asked()).toEqual([2, 2, 1, 1])
  answers[0]?.reject(new Error('broken'))
  await expect(reading[0]).rejects.toThrow('broken')
  await until(() => asked()[2] === 2)
  expect(asked()[3]).toBe(1)
  for (const answer of answers) answer.resolve()
  const bodies = await Promise.all(reading.slice(1))
  expect(bodies.map((body) => body?.length)).toEqual([2, 2, 2].map((chunks) => chunks * CHUNK.length))
  expect(budget.tryReserve(2 * MAX_BYTES)).toBe(true)
})
