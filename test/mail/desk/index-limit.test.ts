import { expect, test } from 'vitest'
import { DAILY_MAILS } from '../../../src/mail/desk/find/index-limit.ts'
import { formatBeginning } from '../../../src/mail/desk/find/search-words.ts'
import type { Mail } from '../../../src/mail/records/mail/mail.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

/** Indexes mails that came just now. */
async function openIndex() {
  const { services, runTask } = await openMailSlice()
  const { mailStore, desk, clock } = services
  return {
    index: async (key: string, more: Partial<Mail>): Promise<void> => {
      await mailStore.mails.put(key, { ...sampleMail, at: clock.now(), ...more }, 0)
      await runTask('mail.index', { team: 'T1', mail: key })
    },
    indexAgain: async (key: string, more: Partial<Mail> = {}): Promise<void> => {
      await mailStore.mails.update(key, (mail) => mail && { ...mail, ...more })
      await runTask('mail.index', { team: 'T1', mail: key })
    },
    /** Whether any mail has all these words in the index. */
    has: async (...words: string[]): Promise<boolean> =>
      (await desk.wordIndex
        .search(
          words.map((word) => (word.includes(':') ? word : formatBeginning(word))),
          undefined,
        )
        .next()) !== undefined,
    take: (address: string, now: number) => desk.indexLimit.take(address, now),
  }
}

test('automatic mail is found by its sender and subject, and its text takes no room', async () => {
  const { index, has } = await openIndex()
  const from = { name: 'The Shop', address: 'orders@shop.test' }
  await index('order', { from, subject: 'Your order', text: 'parcel underway', kinds: ['auto_reply'] })
  await index('offer', { from, subject: 'Newsletter', text: 'cheap boots', kinds: ['list'] })
  await index('date', { from, subject: 'Fitting', text: 'come tomorrow', kinds: ['calendar', 'auto_reply'] })
  await index('own', { from, subject: 'Answer', text: 'quoted text', kinds: ['auto_reply'], isOwn: true })
  expect(await has('order', 'from:shop.test', 'from:orders')).toBe(true)
  expect(await has('newsletter', 'shop')).toBe(true)
  expect(await has('tomorrow')).toBe(true)
  expect(await has('quoted')).toBe(true)
  expect([await has('parcel'), await has('boots')]).toEqual([false, false])
})

test('beyond a number a day, mail of a domain is found by people and subject only', async () => {
  const { index, has, take } = await openIndex()
  const now = Date.now()
  const send = (n: number) => take(`a${n}@${n}.flood.test`, now)
  const taken: string[] = []
  for (let n = 0; n < DAILY_MAILS + 2; n += 1) taken.push(await send(n))
  expect(new Set(taken.slice(0, DAILY_MAILS))).toEqual(new Set(['indexed']))
  expect(taken.slice(DAILY_MAILS)).toEqual(['firstOver', 'over'])
  await index('over', { from: { address: 'b@flood.test' }, subject: 'Subject', text: 'wheels' })
  await index('other', { from: { address: 'b@calm.test' }, subject: 'Subject', text: 'rain' })
  await index('earlier', {
    from: { address: 'b@flood.test' },
    subject: 'Subject',
    text: 'snow',
    at: now - 3 * 86_400_000,
  })
  expect(await has('from:flood.test', 'subject')).toBe(true)
  expect([await has('wheels'), await has('rain'), await has('snow')]).toEqual([false, true, true])
  expect(await take('b@flood.test', now + 86_400_000)).toBe('indexed')
})

test('mail from a service like Gmail is counted by address', async () => {
  const { take } = await openIndex()
  const now = Date.now()
  for (let n = 0; n <= DAILY_MAILS; n += 1) await take('one@gmail.com', now)
  expect(await take('One@gmail.com', now)).toBe('over')
  expect(await take('two@gmail.com', now)).toBe('indexed')
})

test('a mail that is indexed again takes one place of the day, and has its text afterwards as before', async () => {
  const { index, indexAgain, has, take } = await openIndex()
  const from = { address: 'b@flood.test' }
  await index('first', { from, text: 'wheels' })
  await indexAgain('first')
  await indexAgain('first')
  const now = Date.now()
  for (let n = 1; n < DAILY_MAILS; n += 1) expect(await take('a@flood.test', now)).toBe('indexed')
  await index('over', { from, text: 'rain' })
  await indexAgain('over')
  await indexAgain('first', { text: 'roads' })
  expect([await has('wheels'), await has('rain'), await has('roads')]).toEqual([true, false, true])
})
