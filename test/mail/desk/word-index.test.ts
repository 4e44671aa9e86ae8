import { expect, test } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { splitSearchWords } from '../../../src/mail/desk/find/word-index.ts'
import { openMailSlice } from '../../support/mail-services.ts'
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

test('mail indexed by other words is indexed again, page by page, once new mail comes', async () => {
  const { services, runTask, sent } = await openMailSlice()
  const [team, count] = ['T1', 45]
  for (let n = 0; n < count; n++) await services.mailStore.mails.put(`m${n}`, { ...sampleMail, at: n }, 0)
  const pages = () => sent.filter(({ kind }) => kind === 'mail.reindex')
  await runTask('mail.index', { team, mail: 'm0' })
  for (let done = 0; done < pages().length; done++) await runTask('mail.reindex', pages()[done]?.data as Json)
  expect(pages()).toHaveLength(5)

  const rows = services.desk.wordIndex.open('hello')
  let found = 0
  for (let row = await rows.seek(undefined); row; row = await rows.seek(row.id)) found += 1
  expect(found).toBe(count)
  await runTask('mail.index', { team, mail: 'm1' })
  expect(pages()).toHaveLength(5)
})
