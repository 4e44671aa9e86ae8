import { expect, test } from 'vitest'
import { buildThread, type MailThread, withReply } from '../../../src/mail/records/mail/mail-thread.ts'
import { isQuiet, withArrival, withSentReply } from '../../../src/mail/records/mail/thread-changes.ts'
import { sampleMail } from '../sample-mail.ts'

const start = 1_000_000_000
const SECOND = 1000

const receive = (thread: MailThread, key: string, now: number, at = now): MailThread =>
  withArrival(thread, { key, mail: { ...sampleMail, at }, now })

/** A thread whose second mail people have just been notified of. */
const openThread = (change = (thread: MailThread) => thread): MailThread => {
  const first = receive(buildThread({ inboxId: 'help@acme.test', threadId: 'th1' }), 'm1', start - 60 * SECOND)
  return receive(change(first), 'm2', start)
}

test('people are notified again of a mail that is received a minute later, whatever its own time', () => {
  const thread = openThread()
  expect(isQuiet(thread, 'm2')).toBe(false)
  expect(isQuiet(receive(thread, 'm3', start + 59 * SECOND), 'm3')).toBe(true)
  expect(isQuiet(receive(thread, 'm3', start + 60 * SECOND), 'm3')).toBe(false)
  // Released from quarantine on the next day.
  expect(isQuiet(receive(thread, 'm3', start + 86_400 * SECOND, start + SECOND), 'm3')).toBe(false)
  // Received together, although written on different days.
  expect(isQuiet(receive(thread, 'm3', start + SECOND, start - 86_400 * SECOND), 'm3')).toBe(true)
})

test('people are notified of the answer to a reply that was written before the last mail and sent after it', () => {
  const thread = openThread((before) => withReply(before, { id: 'r', user: 'U1', at: start - SECOND }))
  const sent = withSentReply(thread, { sentAt: start + 10 * SECOND })
  expect(sent && isQuiet(receive(sent, 'm3', start + 30 * SECOND), 'm3')).toBe(false)
  expect(sent && withSentReply(sent, { sentAt: start + 10 * SECOND })).toBeUndefined()
  const early = withSentReply(thread, { sentAt: start - SECOND })
  expect(early && isQuiet(receive(early, 'm3', start + 30 * SECOND), 'm3')).toBe(true)
})

test('people are notified of one mail a minute of the customer, and of each person brought in by us', () => {
  const thread = openThread()
  const receiveAside = (before: MailThread, key: string, now: number, address: string): MailThread =>
    withArrival(before, { key, mail: { ...sampleMail, at: now, from: { address } }, now, by: 'forward' })
  const bank = receiveAside(thread, 'b1', start + 10 * SECOND, 'bank@partner.test')
  expect(isQuiet(bank, 'b1')).toBe(false)
  const carrier = receiveAside(bank, 'c1', start + 20 * SECOND, 'carrier@partner.test')
  expect(isQuiet(carrier, 'c1')).toBe(false)
  expect(isQuiet(receiveAside(carrier, 'b2', start + 30 * SECOND, 'Bank@partner.test'), 'b2')).toBe(true)
  expect(isQuiet(receiveAside(carrier, 'b2', start + 70 * SECOND, 'bank@partner.test'), 'b2')).toBe(false)
  // The bank's mail doesn't prolong the customer's minute.
  expect(isQuiet(receive(carrier, 'm3', start + 59 * SECOND), 'm3')).toBe(true)
  expect(isQuiet(receive(carrier, 'm3', start + 60 * SECOND), 'm3')).toBe(false)
})
