import { expect, test } from 'vitest'
import { judgeReplies, type StoredReply } from '../../../src/mail/cards/replies/reply-standing.ts'
import { emptyDeliveryReport, type DeliveryReport } from '../../../src/mail/records/replies/delivery-status.ts'
import { buildReply, type Reply } from '../../../src/mail/records/replies/reply.ts'
import { sampleReply } from '../sample-reply.ts'

const to = { address: 'one@customer.test' }
const stored = (id: string, reply: Partial<Reply>, report: Partial<DeliveryReport> = {}): StoredReply => ({
  id,
  reply: { ...buildReply(id, { ...sampleReply, to: [to] }, 0), ...reply },
  report: { ...emptyDeliveryReport, ...report },
})
const sent = (id: string, at: number, report: Partial<DeliveryReport> = {}, more: Partial<Reply> = {}) =>
  stored(id, { state: 'sent', at, sentAt: at, ...more }, report)
const bounced = (at: number) => ({ bounced: [{ ...to, at, type: 'Permanent', subType: 'General' }] })
const troublesOf = (replies: StoredReply[], doneAt?: number) =>
  judgeReplies(replies, doneAt).troubles.map(({ id }) => id)

test('a bounce stands on the card until somebody writes again, or marks the thread as done', () => {
  expect(troublesOf([sent('a', 10, bounced(20))])).toEqual(['a'])
  expect(troublesOf([sent('a', 10, bounced(20)), sent('b', 30)])).toEqual([])
  // A forward answers nobody.
  expect(troublesOf([sent('a', 10, bounced(20)), sent('b', 30, {}, { kind: 'forward' })])).toEqual(['a'])
  // A colleague who wrote before the bounce has not seen it.
  expect(troublesOf([sent('a', 10, bounced(20)), sent('b', 15)])).toEqual(['a'])
  expect(troublesOf([sent('a', 10, bounced(20))], 19)).toEqual(['a'])
  expect(troublesOf([sent('a', 10, bounced(20))], 20)).toEqual([])
})

test('a bounce that was mended counts no more, unless the new version was taken back', () => {
  const first = sent('a', 10, bounced(20), { again: 'b' })
  expect(troublesOf([first, stored('b', { state: 'scheduled', at: 30 })])).toEqual([])
  expect(troublesOf([first, stored('b', { state: 'cancelled', at: 30 })])).toEqual(['a'])
})

test('a complaint and a refusal are shown, the newest first', () => {
  const refused = stored('b', { state: 'failed', at: 10, lastTriedAt: 40 })
  expect(troublesOf([sent('a', 10, { complained: [{ ...to, at: 20 }] }), refused])).toEqual(['b', 'a'])
})

test('replies that are not sent yet are named by urgency', () => {
  const { pending, lastSent } = judgeReplies([
    stored('a', { state: 'scheduled', at: 1 }),
    stored('b', { state: 'awaiting', at: 2 }),
    stored('c', { state: 'paused', at: 3 }),
    stored('d', { state: 'cancelled', at: 4 }),
  ])
  expect(pending.map(({ is }) => is)).toEqual(['paused', 'awaiting', 'scheduled'])
  expect(lastSent).toBeUndefined()
})

test('the newest sent reply is named, whatever the order of the replies', () => {
  const { lastSent } = judgeReplies([sent('a', 10), sent('b', 30), sent('c', 20)])
  expect(lastSent?.sentAt).toBe(30)
})
