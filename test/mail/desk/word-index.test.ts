import { expect, test } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { DAY_MS } from '../../../src/core/clock.ts'
import { createTaskRunner } from '../../../src/queue/task-kinds.ts'
import { formatBeginning, hasBeginning, splitSearchWords } from '../../../src/mail/desk/find/search-words.ts'
import type { Store } from '../../../src/store/store.ts'
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

test.each([
  ['Billing for March', 'bill', true],
  ['Billing for March', 'bi', false],
  ['Ein Bi-Plan', 'bi', true],
  ['unbilled', 'bill', false],
  ['החשבונית שלך', 'חשבו', true],
  ['ולחברים', 'חבר', true],
])('%j has a word that begins with %j: %s', (text, typed, isFound) => {
  expect(hasBeginning(splitSearchWords(text), typed)).toBe(isFound)
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

  const matches = services.desk.wordIndex.search([formatBeginning('hello')], undefined)
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

test('mail that an older process stored after all mail was indexed is found and kept', async () => {
  const memory = openMemory()
  let writes = 0
  const store: Store = { ...memory.store, put: (...given) => ((writes += 1), memory.store.put(...given)) }
  const { services, runTask, sent } = await openMailSlice({ memory: { ...memory, store } })
  const { mailStore, desk, clock } = services
  const team = 'T1'
  const receive = async (key: string, at = clock.now()) => {
    await mailStore.mails.put(key, { ...sampleMail, at }, 0)
    await mailStore.recordRecent(key, { at })
  }
  for (let n = 0; n < 150; n++) await receive(`m${n}`)
  const run = async (kind: string) => {
    for (let done = 0; ; done++) {
      const task = sent.filter((one) => one.kind === kind)[done]
      if (!task) return
      await runTask(kind, task.data as Json)
    }
  }
  await runTask('mail.index', { team, mail: 'm0' })
  await run('mail.reindex')
  const checks = sent.filter(({ kind }) => kind === 'mail.check_index')
  expect(checks).toMatchObject([{ delayMs: 3_600_000 }])

  // An import by an older process, and a mail that it received.
  await receive('older', clock.now() - 1_000)
  await receive('imported', clock.now() - 20 * DAY_MS)
  writes = 0
  await run('mail.check_index')
  // Two rows each, and the count of the mails that the domain sent today.
  expect(writes).toBe(5)
  expect(sent.filter(({ kind }) => kind === 'mail.check_index').map(({ delayMs = 0 }) => delayMs)).toEqual(
    expect.arrayContaining([3_600_000, DAY_MS, 7 * DAY_MS]),
  )
  const found = new Set<string>()
  const matches = desk.wordIndex.search([formatBeginning('hello')], undefined)
  for (let one = await matches.next(); one && 'id' in one; one = await matches.next()) found.add(one.id.slice(14))
  expect([found.size, found.has('older'), found.has('imported')]).toEqual([152, true, true])
  expect(await mailStore.isKept('older', (await mailStore.findMail('older'))?.at ?? 0)).toBe(true)
})
