import { expect, test } from 'vitest'
import type { Mail } from '../../../src/mail/records/mail/mail.ts'
import { buildThread, type MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import { findHeadMail } from '../../../src/mail/records/mail/head-mail.ts'
import { withArrival } from '../../../src/mail/records/mail/thread-changes.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const now = 10_000_000
const automatic: Partial<Mail> = { kinds: ['auto_reply'] }

/** Receives these mails in this order, and finds the one that the head shows; `forgets` leaves out its note, as earlier versions did. */
async function findShown(mails: Partial<Mail>[], { forgets = false } = {}) {
  const { services } = await openMailSlice()
  let reads = 0
  let thread: MailThread = buildThread({ inboxId: 'help@acme.test', threadId: 'th1' })
  for (const [index, changes] of mails.entries()) {
    const mail = { ...sampleMail, at: now + index, ...changes }
    await services.mailStore.mails.put(`m${index}`, mail, 0)
    thread = withArrival(thread, { key: `m${index}`, mail, now: now + index })
  }
  // An earlier version recorded neither the mail to show nor when a person wrote last.
  const { newest: _, theirsAt: __, ...older } = thread
  const counted = {
    ...services.mailStore,
    findMail: async (key: string | undefined) => {
      reads++
      return services.mailStore.findMail(key)
    },
  }
  return { key: (await findHeadMail(counted, forgets ? older : thread))?.key, reads }
}

test('the head shows the newest mail that a person wrote', async () => {
  expect((await findShown([{}])).key).toBe('m0')
  expect((await findShown([{}, {}])).key).toBe('m1')
  expect((await findShown([{}, {}, automatic, { isOwn: true }])).key).toBe('m1')
  expect((await findShown([automatic, automatic])).key).toBe('m0')
})

test('a mail that is received late does not replace a newer one, and a time in the future does not stay', async () => {
  expect((await findShown([{}, {}, { at: now - 5 }])).key).toBe('m1')
  expect((await findShown([{}, { at: now * 2 }, {}])).key).toBe('m2')
})

test('the head never shows quarantined text', async () => {
  const held: Partial<Mail> = { restriction: 'spam', held: { state: 'held', at: now } }
  expect((await findShown([{}, held])).key).toBe('m0')
})

test('one read finds the mail in a thread of 200, also behind a hundred automatic ones', async () => {
  const long = Array.from({ length: 200 }, (_, index) => (index < 100 ? {} : automatic))
  expect(await findShown(long)).toEqual({ key: 'm99', reads: 1 })
})

test('a thread of an earlier version costs a bounded number of reads', async () => {
  expect((await findShown([{}, {}, automatic], { forgets: true })).key).toBe('m1')
  const { key, reads } = await findShown([{}, ...Array.from({ length: 100 }, () => automatic)], { forgets: true })
  expect(key).toBe('m0')
  expect(reads).toBeLessThan(25)
})
