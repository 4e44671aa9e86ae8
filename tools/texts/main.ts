import { writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { ENGLISH, listSlices, readTree, textFile, typesFile } from './text-files.ts'
import { exportTexts, importTexts } from './translation-file.ts'
import { writeTypes } from './write-types.ts'

const parseLanguage = (given: string): string => {
  if (!/^[a-z]{2}$/.test(given) || given === ENGLISH) throw new InvalidArgumentError('Two letters, for example: de')
  return given
}

const fileOf = (language: string, { file = `texts.${language}.json` }: { file?: string }): string => file

const texts = new Command().name('texts').description('The words that people read, as data (docs/translating.md)')

texts
  .command('types')
  .description('write the types of the messages from the English files')
  .action(() => {
    for (const slice of listSlices())
      writeFileSync(typesFile(slice), writeTypes(slice, readTree(textFile(slice, ENGLISH))))
  })

texts
  .command('export')
  .argument('<language>', 'two letters', parseLanguage)
  .option('--file <file>', 'where to write it; texts.<language>.json by default')
  .description('write the file for a translator: key, English, translation, longest length')
  .action((language: string, flags: { file?: string }) => {
    writeFileSync(fileOf(language, flags), exportTexts(language))
    console.log(`Written: ${fileOf(language, flags)}`)
  })

texts
  .command('import')
  .argument('<language>', 'two letters', parseLanguage)
  .option('--file <file>', 'what to read; texts.<language>.json by default')
  .description('read the file of a translator into src/*/text; a file with a problem changes nothing')
  .action((language: string, flags: { file?: string }) => {
    const { problems, missing } = importTexts(language, fileOf(language, flags))
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 1
    else console.log(missing === 0 ? 'Every message is translated.' : `Not translated yet: ${missing}`)
  })

await texts.parseAsync()
