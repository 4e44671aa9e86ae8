import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findFileProblems } from '../../tools/texts/find-problems.ts'
import { readPlaces } from '../../tools/texts/places.ts'
import { translateToPseudo } from '../../tools/texts/pseudo-language.ts'
import { listMessages, listSlices, readMessages, readTree, textFile } from '../../tools/texts/text-files.ts'
import { exportTexts, importTexts } from '../../tools/texts/translation-file.ts'
import { createTempFolder } from '../support/app-process.ts'

interface Row {
  key: string
  english: string
  translation: string
  longest: number
  values?: Record<string, string>
}

/** A folder with the English files alone, and a translator who fills in a file there. */
function openTranslation() {
  const root = createTempFolder()
  for (const file of globSync('src/*/text/{en,places}.json')) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    cpSync(file, join(root, file))
  }
  const file = join(root, 'texts.de.json')
  const send = (change: (row: Row) => string) => {
    const content = JSON.parse(exportTexts('de', root)) as { language: string; messages: Row[] }
    const messages = content.messages.map((row) => ({ ...row, translation: change(row) }))
    writeFileSync(file, JSON.stringify({ ...content, messages }))
    return importTexts('de', file, root)
  }
  return { root, file, send }
}

test('a translator’s file has each message once, with its values and its longest length', () => {
  const { root } = openTranslation()
  const { messages } = JSON.parse(exportTexts('de', root)) as { messages: Row[] }
  expect(messages).toHaveLength(listSlices().flatMap((slice) => readMessages(slice, 'en')).length)
  expect(messages.find(({ key }) => key === 'jobs.followUps')).toEqual({
    key: 'jobs.followUps',
    english: '{count, plural, one {# follow-up} other {# follow-ups}}',
    translation: '',
    longest: 3000,
    values: { count: 'a number' },
  })
  expect(messages.find(({ key }) => key === 'jobs.buttons.undo')).toMatchObject({ longest: 75 })
})

/** The pseudo-language, with the one ordinal form that German has. */
const PSEUDO = new Map(
  listSlices().flatMap((slice) =>
    listMessages(translateToPseudo(readTree(textFile(slice, 'en')), readPlaces(slice), 'ltr')).map(({ key, text }) => [
      `${slice}.${key}`,
      text.replace(/\{place, ?selectordinal,.*?\}\}/, '{place, selectordinal, other {#.}}'),
    ]),
  ),
)
const translate = ({ key }: Row): string => PSEUDO.get(key) ?? ''

test('a language that is exported, translated and imported again is complete', () => {
  const { root, send } = openTranslation()
  expect(send(translate)).toEqual({ problems: [], missing: 0 })
  for (const slice of listSlices()) {
    expect(findFileProblems(slice, 'de', root)).toEqual([])
    expect(readMessages(slice, 'de', root).map(({ key }) => key)).toEqual(
      readMessages(slice, 'en').map(({ key }) => key),
    )
  }
  expect(readFileSync(join(root, textFile('jobs', 'de')), 'utf8')).toContain(
    JSON.stringify(PSEUDO.get('jobs.followUps')),
  )
  const { messages } = JSON.parse(exportTexts('de', root)) as { messages: Row[] }
  expect(messages.every((row) => row.translation === translate(row))).toBe(true)
})

test('a part of a translation is kept until the rest comes', () => {
  const { root, send } = openTranslation()
  const first = send(({ key }) => (key === 'jobs.buttons.undo' ? 'Zurück' : ''))
  expect(first.problems).toEqual([])
  const second = send(({ key, translation }) => (key === 'jobs.buttons.cancel' ? 'Abbrechen' : translation && ''))
  expect(second.missing).toBe(first.missing - 1)
  expect(readMessages('jobs', 'de', root).map(({ text }) => text)).toEqual(['Zurück', 'Abbrechen'])
})

test('a file with mistakes changes nothing, and each mistake is named', () => {
  const { root, send } = openTranslation()
  const wrong: Record<string, string> = {
    'jobs.followUps': 'Gleich',
    'jobs.buttons.undo': 'x'.repeat(76),
    'jobs.buttons.cancel': 'Abbrechen <!channel>',
    'jobs.form.partly': '{hidden, plural, other {#}',
  }
  const { problems } = send(({ key }) => wrong[key] ?? 'Text')
  expect(problems).toContain('jobs.followUps: {count} is missing')
  expect(problems).toContain(
    'jobs.buttons.undo: it has up to 76 characters, and a text of this kind (button) may have 75',
  )
  expect(problems).toContain('jobs.buttons.cancel: “<!channel>” is Slack’s markup: write it without < and >')
  expect(problems.filter((problem) => problem.startsWith('jobs.form.partly: it isn’t a message'))).toHaveLength(1)
  expect(existsSync(join(root, textFile('jobs', 'de')))).toBe(false)
})

test('a file for older texts, another language or of another kind is refused', () => {
  const { root, file } = openTranslation()
  const refuse = (content: unknown): string[] => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return importTexts('de', file, root).problems
  }
  const row = { key: 'jobs.buttons.undo', english: 'Undo', translation: 'Zurück' }
  expect(refuse('{')[0]).toMatch(/isn’t JSON/)
  expect(refuse([row])[0]).toMatch(/isn’t a file that/)
  expect(refuse({ language: 'fr', messages: [row] })[0]).toMatch(/is for the language fr$/)
  expect(refuse({ language: 'de', messages: [{ ...row, english: 'Take back' }] })).toEqual([
    'jobs.buttons.undo: its English has changed since the export; export the file again',
  ])
  expect(refuse({ language: 'de', messages: [{ ...row, key: 'jobs.buttons.redo' }] })).toEqual([
    'jobs.buttons.redo: there is no message with this key',
  ])
  expect(refuse({ language: 'de', messages: [row, row] })).toEqual(['jobs.buttons.undo: the file has this key twice'])
  expect(existsSync(join(root, textFile('jobs', 'de')))).toBe(false)
})
