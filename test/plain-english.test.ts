import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPhrases, findPhrasesInProse, RULES } from './support/plain-english.ts'

/** Folders and files that are not held to the rules yet. The list only shrinks. */
const foldersNotYetRead: string[] = []

/** The comments of generated types are the texts that people read. */
const CATALOGUE = /^src\/\w+\/text\/messages\.ts$/

const isBelow = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`)

const findInFile = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.md') ? findPhrasesInProse(text) : findPhrases(text, file)
}

test('comments, titles of tests, messages to operators and documents are plain English', () => {
  const files = globSync([
    '{src,sandbox,tools,bench,chaos,fuzz,test}/**/*.{ts,tsx}',
    '{README,AGENTS}.md',
    'docs/**/*.md',
  ]).filter((file) => file !== 'test/plain-english.test.ts' && !CATALOGUE.test(file))
  expect(files.length).toBeGreaterThan(1_500)
  const places = files.flatMap((file) =>
    findInFile(file).map(({ line, phrase, instead }) => `${file}:${line} "${phrase}": ${instead}`),
  )
  const [waiting, found] = [true, false].map((isExpected) =>
    places.filter((place) => foldersNotYetRead.some((path) => isBelow(place.replace(/:.*/, ''), path)) === isExpected),
  )
  expect(found).toEqual([])
  const read = foldersNotYetRead.filter((path) => !waiting?.some((place) => isBelow(place.replace(/:.*/, ''), path)))
  expect(read, 'nothing is left to do here: remove these').toEqual([])
})

const PLANTED = [
  '/** It returns nothing. */',
  '/** What the app keeps. */',
  '// One row of a table.',
  '/** Whether it ran. False: it did not. */',
  '/** Sends to whoever asked. */',
  '/** Answers in their own messages. */',
  '/** Builds the list anew. */',
  '/** Also checks the reply, and the forward too. */',
  '/** The key, and the length of it. */',
  '/** Waits until so many have ended. */',
  '/** Such a mail is kept. */',
  '/** Keeps the text as it is. */',
  '/** Its files go along. */',
  '/** Waits,\n * so\n * that nothing is lost. */',
  '/** Nobody waits any more. */',
  '/** Ends at once. */',
  '/** The mail has left. */',
  '/** The people are told. */',
  `test('what is sent late is kept', () => {})`,
  `testWith(options)('a reply leaves once', () => {})`,
  'test.each(rows)(`${count} mails leave at once`, () => {})',
  `log.warn({ id }, 'the person is told')`,
  `throw new ConfigError('the list has no such name')`,
  `print(isDone ? 'Nothing needs it any more.' : 'Wait.')`,
  `program.option('--sends <number>', 'so many replies', count)`,
]

const NEAR_MISSES = [
  '/** Whose reply it is; the text starts on the left, and nothing leaves the list. */',
  '/** A what-if analysis is no opening pronoun. */',
  '// One-time tickets',
  '/** Headers such as this one, as it is written; as many as fit. */',
  '/** Returns false: the caller decides. */',
  '/** Too long for a line; one more way. Told apart by color. Any more detail is logged. */',
  '/** A task waits; the reply left in the form, what is left, what that leaves out. */',
  `const it = 'what is sent late is kept as it is'`,
  `test('a person sees what was sent', () => {})`,
]

test.each(PLANTED)('finds a phrase to avoid in %j', (source) => {
  expect(findPhrases(source)).not.toEqual([])
})

test('finds every kind of phrase', () => {
  const found = new Set(PLANTED.flatMap((source) => findPhrases(source)).map(({ instead }) => instead))
  expect([...found].toSorted()).toEqual(RULES.map(({ instead }) => instead).toSorted())
})

test.each(NEAR_MISSES)('finds nothing in %j', (source) => {
  expect(findPhrases(source)).toEqual([])
})

test('reads the prose of documents, not their code', () => {
  const document = [
    '# Sending',
    '',
    'It works. Replies are kept so',
    'that nothing is lost.',
    '',
    '```',
    'built anew',
    '```',
    '',
    '- `anew`, [a link](of it)',
    '| a table | too |',
  ].join('\n')
  expect(findPhrasesInProse(document).map(({ line, phrase }) => [line, phrase])).toEqual([
    [3, 'so\nthat'],
    [11, 'too'],
  ])
})
