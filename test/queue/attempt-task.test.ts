import { expect, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createTaskRunner, taskKind } from '../../src/queue/task-kinds.ts'
import { attemptTask } from '../../src/queue/worker/attempt-task.ts'
import { sealTask } from '../../src/queue/worker/sealed-task.ts'
import { z } from 'zod'

const sealer = createSealer([Buffer.alloc(32, 1)])
const options = { sealer, clock: createClock(), signal: new AbortController().signal }
const MINUTE_MS = 60_000

/** The outcome of a task after this attempt. */
function attempt(run: () => Promise<void | { againMs: number }>, number = 1) {
  const kind = taskKind('test.one', z.null())
  const body = sealTask(sealer, 'id', kind.of(null))
  const runTask = createTaskRunner([kind.handler(run)])
  return attemptTask(runTask, { id: 'id', body, attempt: number, failingSince: undefined }, options)
}

test('a task that a service wants to wait for a day looks again after five minutes', async () => {
  const day = 24 * 60 * MINUTE_MS
  const wish = new UpstreamError('', {
    service: 'slack',
    code: 'ratelimited',
    outcome: 'not_sent',
    retryAfterMs: day,
  })
  expect(await attempt(() => Promise.reject(wish))).toEqual({ kind: 'again', delayMs: 5 * MINUTE_MS })
  expect(await attempt(async () => ({ againMs: day }))).toEqual({ kind: 'again', delayMs: 5 * MINUTE_MS })
})

test('a failed task is repeated after 1 s, doubling to 30 s', async () => {
  const away = new UpstreamError('', { service: 'slack', code: 'bad_response', outcome: 'not_sent' })
  const delays: unknown[] = []
  for (const number of [1, 2, 5, 6, 2000]) {
    const outcome = await attempt(() => Promise.reject(away), number)
    delays.push('delayMs' in outcome && outcome.delayMs)
  }
  expect(delays).toEqual([1000, 2000, 16_000, 30_000, 30_000])
})
