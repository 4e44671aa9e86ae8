import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Language, languages } from '../src/core/language.ts'
import { findEnglish } from './support/find-english.ts'

/** Code without Slack: its texts go to the log, a console, a database or the sender of an HTTP request. */
const FOR_OPERATORS = /^src\/((adapters|cli|encryption|http|queue|store)\/|(main|command-line|config)\.ts$|core\/log)/

/** Words that belong in no catalogue. */
const ELSEWHERE: [path: string, why: string][] = [
  ['src/jobs/language/', 'words that people type'],
  ['src/jobs/model/job-prompt.ts', 'the agent reads it'],
  ['src/jobs/conversation/thread-context.ts', 'a name in what the agent reads'],
  ['src/mail/outbound/delivery/delivery-facts.ts', 'codes of the mailbox'],
  ['src/mail-content/reading/quotations/mail-words.ts', 'words that mail programs write'],
  ['src/mail-content/reading/quotations/signature-words.ts', 'words that people end a mail with'],
  ['src/mail-content/writing/attachment-words.ts', 'words that people announce a file with'],
  ['src/mail-content/writing/quotation-introductions.ts', 'words in the language of a mail, whoever writes'],
  ['src/clients/http-client.ts', 'parts of error messages'],
  ['src/clients/mailbox/webhook-signature.ts', 'reasons for the log'],
  ['src/core/errors.ts', 'names of decisions'],
  ['src/mail/senders/known-domains.ts', 'parts of keys'],
]

const isCatalogue = (file: string): boolean => /^src\/\w+\/text\//.test(file)
const sources = globSync('src/**/*.ts').filter((file) => !isCatalogue(file) && !FOR_OPERATORS.test(file))

test('every text for people is in a catalogue', () => {
  const found = sources.flatMap((file) =>
    findEnglish(readFileSync(file, 'utf8')).map(({ line, text }) => ({ file, place: `${file}:${line} ${text}` })),
  )
  const misplaced = found.filter(({ file }) => !ELSEWHERE.some(([path]) => file.startsWith(path)))
  expect(misplaced.map(({ place }) => place)).toEqual([])
  expect(ELSEWHERE.filter(([path]) => !found.some(({ file }) => file.startsWith(path)))).toEqual([])
})

test('English is found where people could read it, and nowhere else', () => {
  const read = [
    `const view = section('Nothing here yet.')`,
    'const row = `*${name}* asked for it`',
    'const more = `and ${count}`',
    `const modal = (close = 'Cancel') => ({ close })`,
    `const labels = { failed: 'It didn’t work' }`,
    `const view = { type: 'modal', status: state, title: 'Two words' }`,
  ]
  expect(read.filter((source) => findEnglish(source).length !== 1)).toEqual([])
  const unread = [
    `import { a } from './two words.ts'`,
    `type State = 'not sent' | 'on its way'`,
    `log.warn({ code }, 'a job was not started')`,
    `throw new UpstreamError('no answer came back', { code: 'timeout' })`,
    `if (reason === 'no secret') stop()`,
    `const refused = { status: 401, body: 'the signature does not verify' }`,
    `const words = new Set('every word of these'.split(' '))`,
    `const id = 'jobs.tell_admins'`,
    'const key = `card:${kind}:${id}`',
    `/** A comment about something. */`,
  ]
  expect(unread.filter((source) => findEnglish(source).length > 0)).toEqual([])
})

test('a catalogue is reached only through the function that asks for a language', () => {
  const direct = sources.filter((file) =>
    /from '[^']*\/text\/(?:[a-z]{3,}\/)?(?:[a-z]{2}\/|[a-z]{2}(?:-\w+)*\.ts')/.test(readFileSync(file, 'utf8')),
  )
  const inOneLanguage = sources.filter((file) => /TextIn\(['"`]/.test(readFileSync(file, 'utf8')))
  expect({ direct, inOneLanguage }).toEqual({ direct: [], inOneLanguage: [] })
})

/** The names of all texts: `forms.close`. */
const namesIn = (catalogue: object, prefix = ''): string[] =>
  Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? namesIn(value, `${prefix}${name}.`) : `${prefix}${name}`,
  )

test('every catalogue is complete in every language', async () => {
  const files = globSync('src/*/text/*-text.ts')
  const folders = new Set(globSync('src/*/text/*.ts').map((file) => dirname(file)))
  expect(files).toHaveLength(folders.size)
  for (const file of files) {
    const exported: Record<string, (language: Language) => object> = await import(resolve(file))
    const [textIn] = Object.entries(exported).flatMap(([name, value]) => (name.endsWith('TextIn') ? value : []))
    const names = languages.map((language) => namesIn(textIn?.(language) ?? {}))
    expect(names[0]?.length, file).toBeGreaterThan(0)
    expect(
      names.filter((one) => String(one) !== String(names[0])),
      file,
    ).toEqual([])
  }
})
