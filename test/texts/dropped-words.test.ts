import { expect, test } from 'vitest'
import { ENGLISH, listSlices, readMessages } from '../../tools/texts/text-files.ts'

/** Words that the product dropped, each with its better word. */
const DROPPED: readonly [pattern: RegExp, instead: string][] = [
  [/\b(some|any|every)body\b/i, 'someone, anyone, everyone'],
  // “Mail” alone is the title of the list; `#mail-review` is a channel.
  [/(?<!#)(?!^Mail$)\bmails?\b(?! servers?\b)/i, 'email'],
  [/\banswers?\b/i, 'reply, or respond'],
  [/\bthe other side\b/i, 'they, or the recipient'],
  [/\b(goes|go|went|gone) (out|along)\b/i, 'is sent, is included'],
  [/\bleaves\b|\b(email|reply) (has |had )?left\b/i, 'is sent'],
  [/\bon hold\b/i, 'paused'],
  [/\bhand(s|ed)? (this |it |a job |them )?over\b/i, 'assign'],
  [/\bany more\b/i, 'no longer'],
  [/\bso that\b/i, 'so, or two sentences'],
  [/\bat once\b(?! as)(?<!arrived at once)(?<!time at once)/i, 'immediately'],
  [/\bwho(m|ever)\b/i, 'who, the person'],
  [/\bbetter not\b/i, 'may not'],
  [/\b(Look again|Read all|Drop|I found it|Ask them)\b/, 'the new name of the button'],
]

const withoutSyntax = (text: string): string => text.replaceAll(/\{\w+,|\{\w+\}|`[^`]*`|\/mail\b/g, ' ')

const findDropped = (text: string): string[] =>
  DROPPED.flatMap(([pattern, instead]) => {
    const [word] = pattern.exec(withoutSyntax(text)) ?? []
    return word === undefined ? [] : [`“${word}”: ${instead}`]
  })

test('the texts have no word that was dropped', () => {
  const found = listSlices().flatMap((slice) =>
    readMessages(slice, ENGLISH).flatMap(({ key, text }) => findDropped(text).map((one) => `${slice}.${key}: ${one}`)),
  )
  expect(found).toEqual([])
})

test.each([
  ['Somebody else replied.', 1],
  ['2 mails from {mails, number} people', 1],
  ['Your answer is on hold.', 2],
  ['Look again at once.', 2],
  ['Quarantined mail leaves nothing here.', 2],
  ['Drop this reply?', 1],
  ['Type `/mail answers` or /mail open.', 0],
  ['A lot arrived at once. Mail servers refuse this.', 0],
])('in %j, %i dropped words are found', (text, count) => {
  expect(findDropped(text)).toHaveLength(count)
})
