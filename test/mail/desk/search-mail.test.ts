import { expect, test } from 'vitest'
import { listBeginnings } from '../../../src/mail/desk/find/search-words.ts'
import { searchMail } from '../../../src/mail/desk/find/search-mail.ts'
import type { Store } from '../../../src/store/store.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

/** Returns the number of store reads for the first page among this many mails. Every tenth has the word `tenth`, the oldest has `oldest`. */
async function openMails(count: number) {
  const memory = openMemory()
  let reads = 0
  const store: Store = {
    ...memory.store,
    get: (key) => (reads++, memory.store.get(key)),
    list: (...page) => (reads++, memory.store.list(...page)),
  }
  const { services } = await openMailSlice({ access: allowEverything, memory: { ...memory, store } })
  const {
    mailStore,
    desk: { wordIndex },
  } = services
  for (let n = 0; n < count; n++) {
    const id = `t${n}`
    const at = 1_700_000_000_000 + n * 60_000
    const placement = { is: 'posted' as const, channel: 'C1', head: 0 }
    const thread = { inboxId: 'a', threadId: id, placement, mails: [`m${n}`], count: 1, replies: [] }
    await mailStore.threads.put(id, thread, 0)
    const words = ['every', ...(n % 10 === 0 ? ['tenth'] : []), ...(n === 0 ? ['oldest'] : [])]
    await mailStore.mails.put(`m${n}`, { ...sampleMail, subject: words.join(' '), thread: id, at }, 0)
    await wordIndex.add(words.flatMap(listBeginnings), { key: `m${n}`, at, thread: id })
  }
  while ((await wordIndex.pack()) !== undefined);
  return async (...words: string[]) => {
    reads = 0
    const { found } = await searchMail(services, 'U1', { terms: [], words, states: [] })
    return { reads, found: found.map(({ key }) => key) }
  }
}

test('the first page of a search takes as many reads among many mails as among few', async () => {
  const [few, many] = [await openMails(100), await openMails(2100)]
  expect((await many('every')).found).toEqual([2099, 2098, 2097, 2096, 2095, 2094].map((n) => `m${n}`))
  expect((await many('every', 'tenth')).found).toEqual([2090, 2080, 2070, 2060, 2050, 2040].map((n) => `m${n}`))
  for (const terms of [['every'], ['every', 'tenth'], ['tenth', 'every']])
    expect((await many(...terms)).reads, terms.join(' ')).toBeLessThanOrEqual((await few(...terms)).reads * 1.5)
  // All pages of the newest mails are read, each with the list of segments, and of all earlier ones some records.
  expect(await many('every', 'oldest')).toMatchObject({ found: ['m0'], reads: expect.toSatisfy((reads) => reads < 30) })
})
