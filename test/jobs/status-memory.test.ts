import { expect, test } from 'vitest'
import { createStatusMemory } from '../../src/jobs/notify/status-memory.ts'

function createMemory() {
  let now = 1_800_000_000_000
  const memory = createStatusMemory({ now: () => now, scaled: (ms) => ms })
  return { memory, pass: (ms: number) => void (now += ms) }
}
const job = (n: number) => ({ team: 'T1', id: `${n}` })
const FIFTEEN = Array.from({ length: 15 }, (_, n) => job(n))

test('a workspace shows the status of 15 jobs at a time, and of another when a place is free', () => {
  const { memory } = createMemory()
  for (const one of FIFTEEN) expect(memory.takeSlot(one)).toBe(true)
  expect(memory.takeSlot(job(15))).toBe(false)
  memory.releaseSlot(job(3))
  expect(memory.takeSlot(job(15))).toBe(true)
})

test('jobs whose end another process saw free their places after two minutes', () => {
  const { memory, pass } = createMemory()
  for (const one of FIFTEEN) memory.takeSlot(one)
  pass(121_000)
  expect(memory.takeSlot(job(15))).toBe(true)
  expect(memory.isShown(job(0))).toBe(false)
})

test('a workspace that refuses the method is asked again after an hour', () => {
  const { memory, pass } = createMemory()
  memory.markUnsupported('T1')
  expect(memory.isUnsupported('T1')).toBe(true)
  expect(memory.isUnsupported('T2')).toBe(false)
  pass(3_600_001)
  expect(memory.isUnsupported('T1')).toBe(false)
})
