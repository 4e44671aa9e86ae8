import { expect, test } from 'vitest'
import { createFormats, findHourClock } from '../../src/core/formats.ts'
import { findLanguage } from '../../src/core/language.ts'
import { createLanguages } from '../../src/slack/directory/languages.ts'
import type { People } from '../../src/slack/directory/people.ts'

test('a locale without a catalogue reads English', () => {
  expect(['en-GB', 'EN', 'xx-YY', '', undefined].map(findLanguage)).toEqual(['en', 'en', 'en', 'en', 'en'])
})

test('if Slack fails or does not answer, people read the default language', async () => {
  const people: People = {
    person: () => Promise.reject(new Error('away')),
    channel: () => Promise.reject(new Error('away')),
    names: () => Promise.resolve(new Map()),
  }
  const { ofPerson, ofConversation } = createLanguages(people)
  expect([await ofPerson('T1', 'U1'), await ofConversation('T1', 'D1', 'U1')]).toEqual(['en', 'en'])
  const silent = createLanguages({ ...people, person: () => new Promise(() => undefined) })
  expect(await silent.ofPerson('T1', 'U1')).toBe('en')
})

test('a person reads their own language, and a channel the workspace’s', async () => {
  const asked: string[] = []
  const people: People = {
    person: async (_team, id) => {
      asked.push(id)
      return { id, name: 'Maria', kind: 'member', isMember: true, isAdmin: false, locale: 'en-US' }
    },
    channel: () => Promise.reject(new Error('away')),
    names: () => Promise.resolve(new Map()),
  }
  const { ofPerson, ofWorkspace, ofConversation } = createLanguages(people)
  await Promise.all([ofWorkspace('T1'), ofConversation('T1', 'C1', 'U1'), ofConversation('T1', 'G1', 'U1')])
  expect(asked).toEqual([])
  await Promise.all([ofPerson('T1', 'U1'), ofConversation('T1', 'D1', 'U2'), ofConversation('T1', 'U3', 'U3')])
  expect(asked).toEqual(['U1', 'U2', 'U3'])
})

test('a time is written on the clock of a person’s locale', () => {
  const { time } = createFormats('en')
  const at = Date.UTC(2026, 10, 24, 16, 5)
  const locales = ['en-US', 'en-GB', 'de-DE', 'ja-JP', 'no such locale', undefined]
  expect(locales.map((locale) => time(at, 'Europe/Madrid', findHourClock(locale)).replace('\u202f', ' '))).toEqual([
    '5:05 PM',
    '17:05',
    '17:05',
    '17:05',
    '17:05',
    '17:05',
  ])
})

test('counts, lists, durations and sizes are written as the language writes them', () => {
  const { count, ordinal, list, duration, size, percent, number, localTime } = createFormats('en')
  const job = { one: 'job', other: 'jobs' }
  expect([count(0, job), count(1, job), count(1200, job)]).toEqual(['0 jobs', '1 job', '1,200 jobs'])
  const suffixes = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
  expect([1, 2, 3, 11, 22].map((n) => ordinal(n, suffixes))).toEqual(['1st', '2nd', '3rd', '11th', '22nd'])
  expect([list(['a']), list(['a', 'b', 'c']), list(['a', 'b'], 'or'), list(['a', 'b'], 'comma')]).toEqual([
    'a',
    'a, b and c',
    'a or b',
    'a, b',
  ])
  expect([40_000, 89_999, 90_000, 7_500_000, 3 * 86_400_000].map((ms) => duration(ms))).toEqual([
    '40 sec',
    '90 sec',
    '2 min',
    '2 hr 5 min',
    '3 days',
  ])
  expect([12, 4200, 4_200_000].map(size)).toEqual(['12 bytes', '4.2 kB', '4.2 MB'])
  expect([percent(0.0412, 1), number(12_345)]).toEqual(['4.1%', '12,345'])
  expect(['2026-07-10', '2026-07-10T14:05'].map(localTime)).toEqual([
    'Friday, July 10, 2026',
    'Friday, July 10, 2026 at 2:05 PM',
  ])
})
