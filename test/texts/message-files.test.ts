import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages } from '../../src/core/language.ts'
import { BLOCK_LIMITS } from '../../src/slack/blocks/block-builders.ts'
import { findFileProblems, findProblems } from '../../tools/texts/find-problems.ts'
import { listUnknownPlaces, PLACES, readPlaces } from '../../tools/texts/places.ts'
import { ENGLISH, listSlices, readMessages, readTree, textFile, typesFile } from '../../tools/texts/text-files.ts'
import { translateToPseudo } from '../../tools/texts/pseudo-language.ts'
import { writeTypes } from '../../tools/texts/write-types.ts'

/** The characters that turn the pseudo-language from right to left. */
const OVERRIDE = /U\+202[CE]/

describe.each(listSlices())('the messages of %s', (slice) => {
  test('have the types that `npm run texts -- types` writes', () => {
    expect(readFileSync(typesFile(slice), 'utf8')).toBe(writeTypes(slice, readTree(textFile(slice, ENGLISH))))
  })

  test('are complete and fit their places in every language', () => {
    expect(languages.flatMap((language) => findFileProblems(slice, language))).toEqual([])
  })

  test('have keys that name one message each', () => {
    const keys = readMessages(slice, ENGLISH).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('are what `places.json` names', () => {
    expect(listUnknownPlaces(readPlaces(slice), readMessages(slice, ENGLISH))).toEqual([])
  })

  test('can be translated to the longer pseudo-language within their places', () => {
    const places = readPlaces(slice)
    const problems = (['ltr', 'rtl'] as const).flatMap((direction) => {
      const pseudo = translateToPseudo(readTree(textFile(slice, ENGLISH)), places, direction)
      const messages = readMessages(slice, ENGLISH)
      return messages.flatMap((message) => {
        const found = message.path.reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], pseudo)
        return findProblems(message, String(found), ENGLISH, places)
          .filter((problem) => !OVERRIDE.test(problem))
          .map((problem) => `${message.key}: ${problem}`)
      })
    })
    expect(problems).toEqual([])
  })
})

test('places have the limits that the builders of blocks apply', () => {
  const { button, option, placeholder, alert, header, label, section } = BLOCK_LIMITS
  expect(PLACES).toMatchObject({ button, option, placeholder, alert, header, label, section })
  expect([PLACES.modal, PLACES.context]).toEqual([BLOCK_LIMITS.modalTitle, BLOCK_LIMITS.contextElement])
})

const problemsOf = (english: string, translation: string, language = 'en', place = 'section'): string[] =>
  findProblems({ key: 'k', path: ['k'], text: english }, translation, language, { [place]: ['k'] })

test('a translation with a wrong parameter is found', () => {
  expect(problemsOf('Hi {name}', 'Hallo')).toEqual(['{name} is missing'])
  expect(problemsOf('Hi', 'Hallo {name}')).toEqual(['{name} isn’t in the English message'])
  expect(problemsOf('{n, plural, one {# job} other {# jobs}}', '{n} Jobs')).toEqual([
    '{n} has to be a number, not a text',
  ])
  expect(problemsOf('{a, select, x {1} y {2} other {3}}', '{a, select, x {1} z {2} other {3}}')).toEqual([
    '{a} has to be one of x, y, other, not one of x, z, other',
  ])
  expect(problemsOf('In <link>a thread</link>', 'In einem Thread')).toEqual(['{link} is missing'])
})

test('a message that the library can’t read is found', () => {
  expect(problemsOf('Hi {name}', 'Hallo {name')[0]).toMatch(/^it isn’t a message in ICU MessageFormat/)
  expect(problemsOf('It is', "It isn''t")).toEqual([
    'an apostrophe is doubled or quotes something, which only a message with {…} needs',
  ])
})

test('a plural without a form of the language, or with one of another language, is found', () => {
  const english = '{n, plural, one {# job} other {# jobs}}'
  expect(problemsOf(english, english, 'pl')).toEqual(['a plural lacks the form many', 'a plural lacks the form few'])
  expect(problemsOf(english, '{n, plural, one {#} few {#} other {#}}', 'de')).toEqual([
    'a plural has the form few, which this language doesn’t have',
  ])
})

test('a message that is longer than its place, with the longest values in it, is found', () => {
  expect(problemsOf('x'.repeat(75), 'x'.repeat(75), 'en', 'button')).toEqual([])
  expect(problemsOf('x', 'x'.repeat(76), 'en', 'button')).toHaveLength(1)
  expect(problemsOf('{n, number}', `{n, number} ${'x'.repeat(70)}`, 'en', 'button')).toHaveLength(1)
  expect(problemsOf('{project}', `{project}`, 'en', 'button')).toHaveLength(1)
})
