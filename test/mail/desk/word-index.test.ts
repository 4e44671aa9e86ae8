import { expect, test } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { createTaskRunner } from '../../../src/queue/task-kinds.ts'
import { splitSearchWords } from '../../../src/mail/desk/find/search-words.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { until } from '../../support/until.ts'
import { sampleMail } from '../sample-mail.ts'

test.each([
  ['2026年11月の請求書', ['2026', '年', '11', '月の', 'の請', '請求', '求書']],
  ['メールアドレス', ['メー', 'ール', 'ルア', 'アト', 'トレ', 'レス']],
  ['iPhone手机', ['iphone', '手机']],
  ['မြန်မာ', ['မန', 'နမ']],
  ['Räder, 請求。 Größe 7', ['rader', '請求', 'große', '7']],
])('%s is found by its words', (text, words) => {
  expect(splitSearchWords(text)).toEqual(words)
})

test('mail indexed by other words is indexed again, page by page, and the earlier index is removed', async () => {
  const memory = openMemory()
  const { services, runTask, sent } = await openMailSlice({ memory })
  const [team, count] = ['T1', 120]
  for (let n = 0; n < count; n++) await services.mailStore.mails.put(`m${n}`, { ...sampleMail, at: n }, 0)
  for (let n = 0; n < 700; n++) await memory.store.put(`T1/mail.words-${n}/${n}`, {}, { version: 0 })
  await memory.store.put('T2/mail.words-1/1', {}, { version: 0 })
  const countEarlier = () =>
    memory.file.db.prepare("SELECT partition FROM records WHERE partition LIKE '%mail.words-%'").all().length
  const pages = () => sent.filter(({ kind }) => kind === 'mail.reindex')
  await runTask('mail.index', { team, mail: 'm0' })
  expect(countEarlier()).toBe(701)
  for (let done = 0; done < pages().length; done++) await runTask('mail.reindex', pages()[done]?.data as Json)
  expect(pages()).toHaveLength(14)
  expect(countEarlier()).toBe(1)

  const matches = services.desk.wordIndex.search(['hello'], undefined)
  let found = 0
  while ((await matches.next()) !== undefined) found += 1
  expect(found).toBe(count)
  await runTask('mail.index', { team, mail: 'm1' })
  expect(pages()).toHaveLength(14)
})

test('all of an earlier index is removed, also what many tasks remove', async () => {
  const memory = openMemory()
  const { slice, services } = await openMailSlice({ memory })
  await services.mailStore.mails.put('m0', sampleMail, 0)
  const { db } = memory.file
  db.exec(`WITH RECURSIVE rows(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM rows WHERE n < 25000)
    INSERT INTO records (partition, id, version, value) SELECT 'T1/mail.words-' || (n % 7), n, 1, x'00' FROM rows`)
  const countEarlier = () => db.prepare("SELECT 1 FROM records WHERE partition LIKE 'T1/mail.words-%'").all().length
  expect(countEarlier()).toBe(25_000)
  memory.queue.work(createTaskRunner(slice.tasks ?? []), { concurrency: 1 })
  await memory.queue.send({ kind: 'mail.index', version: 1, data: { team: 'T1', mail: 'm0' } }, { id: 'first' })
  await until(() => countEarlier() === 0)
})
