import { expect, test } from 'vitest'
import { decideNextStep } from '../../../src/mail/outbound/next-step.ts'

const now = 1_000_000

test('a reply waits for approval first, then for its time; only a reply without either is held', () => {
  const later = now + 60_000
  const ask = (question: { needsApproval?: boolean; sendAt?: number; holdMs?: number }) =>
    decideNextStep({ now, needsApproval: false, holdMs: 5000, ...question })
  expect(ask({ needsApproval: true, sendAt: later })).toEqual({ state: 'awaiting', dueAt: now })
  expect(ask({ sendAt: later })).toEqual({ state: 'scheduled', dueAt: later })
  expect(ask({ sendAt: now - 1 })).toEqual({ state: 'held', dueAt: now + 5000 })
  expect(ask({ holdMs: 0 })).toEqual({ state: 'sending', dueAt: now })
})
