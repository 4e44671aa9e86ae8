import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../src/core/language.ts'
import { listSlices, readMessages } from '../tools/texts/text-files.ts'
import { findEnglish } from './support/find-english.ts'

/** The catalogues of mail by language (`mail.en`): the files of a language begin with its code. */
function listCatalogues(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of globSync('src/*/text/**/*.ts').toSorted((one, other) =>
    basename(one) < basename(other) ? -1 : 1,
  )) {
    const language = /^([a-z]{2})(?:-[\w-]+)?\.ts$/.exec(basename(file))?.[1]
    const name = `${file.split(/[\\/]/)[1]}.${language}`
    if (language !== undefined) found.set(name, [...(found.get(name) ?? []), file])
  }
  return found
}

/** Every text of these files, one a line, `{}` for what is inserted. */
const listTexts = (files: string[]): string =>
  files
    .flatMap((file) => [
      `# ${basename(file, '.ts')}`,
      ...findEnglish(readFileSync(file, 'utf8')).map(({ text }) => JSON.stringify(text)),
    ])
    .join('\n')

/** While a part of a slice's words is code, its messages stand beside it (`mail.en.messages`). */
function listMessageFiles(): [name: string, slice: string, language: string][] {
  const inCode = listCatalogues()
  return listSlices().flatMap((slice) =>
    languages.map((language): [string, string, string] => {
      const name = `${slice}.${language}`
      return [inCode.has(name) ? `${name}.messages` : name, slice, language]
    }),
  )
}

test.each(listMessageFiles())('the messages of %s are what was agreed', async (name, slice, language) => {
  const messages = readMessages(slice, language).map(({ key, text }) => `${key}: ${text.replaceAll('\n', '↵')}`)
  await expect(`${messages.join('\n')}\n`).toMatchFileSnapshot(`fixtures/words/${name}.txt`)
})

// The words of the product are asserted here and in samples of each card and form. Stories find cards by their state and buttons by their ids.
test.each([...listCatalogues()])('the words of %s are what was agreed', async (name, files) => {
  await expect(`${listTexts(files)}\n`).toMatchFileSnapshot(`fixtures/words/${name}.txt`)
})
