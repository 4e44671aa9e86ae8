import { expect, onTestFinished, test } from 'vitest'
import { reservePort } from '../../sandbox/reserve-port.ts'

test('a port that is reserved is given to nobody else before its app listens', async () => {
  // As many as collide almost certainly if they are only chosen at random.
  const all = await Promise.all(Array.from({ length: 500 }, () => reservePort('127.0.0.1')))
  onTestFinished(() => {
    for (const { release } of all) release()
  })
  expect(new Set(all.map(({ port }) => port)).size).toBe(500)
})
