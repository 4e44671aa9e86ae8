import { expect, test } from 'vitest'
import { EVERYDAY_WORDS } from '../../sandbox/page/web/composer/everyday-words.ts'
import { parseDocsCommand } from '../../src/jobs/entrypoints/command-grammar.ts'
import { parseMailCommand } from '../../src/mail/entrypoints/command-grammar.ts'

test('the app understands every word that the page offers after a command', () => {
  const offered = Object.entries(EVERYDAY_WORDS).flatMap(([command, words]) =>
    words.map(([word]) => ({ command, word })),
  )
  const unclear = offered.filter(({ command, word }) => {
    if (command === '/mail') return parseMailCommand(word).do === 'unclear'
    return ['prompt', 'unclear'].includes(parseDocsCommand(word).kind)
  })
  expect(offered).not.toEqual([])
  expect(unclear).toEqual([])
})
