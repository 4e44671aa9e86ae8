import { expect, test } from 'vitest'
import { languages } from '../src/core/language.ts'
import { listSlices, readMessages } from '../tools/texts/text-files.ts'

const messageFiles = listSlices().flatMap((slice) => languages.map((language) => ({ slice, language })))

// The words of the product are asserted here and in samples of each card and form. Stories find cards by their state and buttons by their ids.
test.each(messageFiles)('the messages of $slice in $language are what was agreed', async ({ slice, language }) => {
  const messages = readMessages(slice, language).map(({ key, text }) => `${key}: ${text.replaceAll('\n', '↵')}`)
  await expect(`${messages.join('\n')}\n`).toMatchFileSnapshot(`fixtures/words/${slice}.${language}.txt`)
})
