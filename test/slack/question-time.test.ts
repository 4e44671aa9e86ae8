import type { ReceiverEvent } from '@slack/bolt'
import { expect, test } from 'vitest'
import { answerSoon } from '../../src/access/access-policy.ts'
import { processRequest } from '../../src/slack/inbound/process-request.ts'

const event: ReceiverEvent = { body: {}, ack: () => Promise.resolve() }
const NEVER = new Promise<string>(() => {})

/** Bolt, of which only the call that runs the listeners matters here. */
const runIn = (listener: () => Promise<void>) => processRequest({ processEvent: listener }, event)

test('all questions of one request share the time that its trigger is valid for', async () => {
  const startedAt = performance.now()
  await runIn(async () => {
    expect(await answerSoon(NEVER)).toBeUndefined()
    expect(await answerSoon(NEVER)).toBeUndefined()
    expect(await answerSoon(Promise.resolve('at hand'))).toBe('at hand')
  })
  // A timer may fire late on a busy machine, never early; the listener itself has 2,750 ms.
  expect(performance.now() - startedAt).toBeGreaterThan(2_200)
})

test('an answer is used that comes later than a second after the click', async () => {
  const late = new Promise<string>((done) => void setTimeout(done, 1_200, 'late'))
  await runIn(async () => expect(await answerSoon(late)).toBe('late'))
})

test('a task that a request started has the whole time after the request is over', async () => {
  let task = Promise.resolve<string | undefined>('')
  await runIn(async () => {
    task = new Promise((done) => {
      setTimeout(() => {
        const answer = new Promise<string>((given) => void setTimeout(given, 600, 'in time'))
        done(answerSoon(answer))
      }, 2_000)
    })
  })
  expect(await task).toBe('in time')
})
