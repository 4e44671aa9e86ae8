import { expect, test } from 'vitest'
import { deriveRichText } from '../../sandbox/slack/messages/derived-rich-text.ts'
import { normalizeText } from '../../sandbox/slack/messages/message-text.ts'
import { formatMoment, keepLiteral, splitDates } from '../../src/slack/blocks/mrkdwn.ts'
import { readPath } from '../sandbox/slack-simulator-harness.ts'

const elements = (text: string): unknown => readPath(deriveRichText(normalizeText(text)), 0, 'elements', 0, 'elements')

test('addresses become links without punctuation, mentions stay, and the rest is escaped once', () => {
  expect(normalizeText('see (https://a.test/x?y=1&z=2), or me@a.test. <@U08MARIA01A> <!channel> <b> &amp; &')).toBe(
    'see (<https://a.test/x?y=1&amp;z=2>), or <mailto:me@a.test|me@a.test>. <@U08MARIA01A> <!channel> &lt;b&gt; &amp; &amp;',
  )
  expect(normalizeText('<https://a.test|here> https://a.test', false)).toBe('<https://a.test|here> https://a.test')
})

test('typed text becomes the rich text of a client', () => {
  expect(elements('at 10:30:45 :tada: *bold _both_* `code` snake_case_word ~gone~')).toEqual([
    { type: 'text', text: 'at 10:30:45 ' },
    { type: 'emoji', name: 'tada' },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'bold ', style: { bold: true } },
    { type: 'text', text: 'both', style: { bold: true, italic: true } },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'code', style: { code: true } },
    { type: 'text', text: ' snake_case_word ' },
    { type: 'text', text: 'gone', style: { strike: true } },
  ])
  expect(deriveRichText(normalizeText('before\n> quoted\n> more\nafter```\ncode\n```'))).toMatchObject([
    {
      type: 'rich_text',
      elements: [
        { type: 'rich_text_section', elements: [{ text: 'before\n' }] },
        { type: 'rich_text_quote', elements: [{ text: 'quoted\nmore' }] },
        { type: 'rich_text_section', elements: [{ text: 'after' }] },
        { type: 'rich_text_preformatted', elements: [{ text: 'code' }] },
      ],
    },
  ])
})

test('a text from outside formats nothing, and reads the same', () => {
  const literal = keepLiteral('Oil *tank* and _pipe_ for ~900~ `now`, order_4711_a')
  expect(elements(`*${literal}*`)).toEqual([{ type: 'text', text: literal, style: { bold: true } }])
  expect(literal).toBe('Oil ∗tank∗ and ˍpipeˍ for ∼900∼ ˋnowˋ, order_4711_a')
  expect(keepLiteral('Re: :tada: at 10:43:05, :+1: a:b')).toBe('Re: ∶tada: at 10:43:05, ∶+1: a:b')
})

test('only a time of ours becomes a date in a text', () => {
  const when = formatMoment(60_000)
  expect(splitDates(`At ${when}.`)).toEqual(['At ', expect.objectContaining({ timestamp: 60 }), '.'])
  const claimed = '<!date^60^Approved by Maria|1 UTC>'
  expect(splitDates(claimed)).toEqual([claimed])
})
