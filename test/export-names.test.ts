import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm
const ARCHITECTURE = 'docs/architecture.md'

/** The words in the first column of the tables below the heading `Glossary`. */
function glossaryWords(): Set<string> {
  const [, glossary = ''] = readFileSync(ARCHITECTURE, 'utf8').split(/^## Glossary$/m)
  const [section = ''] = glossary.split(/^## /m)
  const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)
  return new Set(
    cells.flatMap((cell) => cell.split(',')).map((word) => word.replaceAll(/[*`]/g, '').trim().toLowerCase()),
  )
}

/** `jobCard` and `JOB_CARD` are two words, `Job` is one. */
const isOneWord = (name: string): boolean =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split('_')
    .filter(Boolean).length === 1

/** A single word says enough only where it is a term of the field; everywhere else a name says what it does to what. */
test('an export of one word is a term of the glossary', () => {
  const words = glossaryWords()
  const strangers = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(EXPORT)]
      .map(([, name = '']) => name)
      .filter((name) => isOneWord(name) && !words.has(name.toLowerCase()))
      .map((name) => `${file}: ${name}`),
  )
  expect(words.size).toBeGreaterThan(30)
  expect(strangers).toEqual([])
})
