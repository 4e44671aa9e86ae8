import { expect, test } from 'vitest'
import { splitWords } from '../../src/mail/model/word-index.ts'

test.each([
  ['2026年11月の請求書', ['2026', '年', '11', '月の', 'の請', '請求', '求書']],
  ['メールアドレス', ['メー', 'ール', 'ルア', 'アト', 'トレ', 'レス']],
  ['iPhone手机', ['iphone', '手机']],
  ['မြန်မာ', ['မန', 'နမ']],
  ['Räder, 請求。 Größe 7', ['rader', '請求', 'große', '7']],
])('%s is found by its words', (text, words) => {
  expect(splitWords(text)).toEqual(words)
})
