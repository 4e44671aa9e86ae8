import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isFields } from '../fields.ts'
import { findProblems } from './find-problems.ts'
import { describeParameter, readParameters } from './message-parameters.ts'
import { placeOf, PLACES, readPlaces } from './places.ts'
import { buildTree, ENGLISH, listSlices, type Message, readMessages, textFile } from './text-files.ts'

/** A message in the file of a translator, who fills in `translation`. */
interface TranslationRow {
  key: string
  english: string
  translation: string
  /** How many characters the text may have, with the longest values in it. */
  longest: number
  /** The values in the message: the translation also needs every name. */
  values?: Record<string, string>
}

export interface ImportOutcome {
  /** Each in a sentence with its key. Nothing is written if there is one. */
  problems: string[]
  /** How many messages have no translation yet. */
  missing: number
}

/** The file of a translator: every English message with what is translated already. */
export const exportTexts = (language: string, root = '.'): string =>
  `${JSON.stringify({ language, messages: listSlices(root).flatMap((slice) => listRows(slice, language, root)) }, undefined, 2)}\n`

function listRows(slice: string, language: string, root: string): TranslationRow[] {
  const translated = new Map(readMessages(slice, language, root).map(({ key, text }) => [key, text]))
  const places = readPlaces(slice, root)
  return readMessages(slice, ENGLISH, root).map((message) => {
    const values = [...readParameters(message.text)].map(([name, one]) => [name, describeParameter(one)])
    return {
      key: `${slice}.${message.key}`,
      english: message.text,
      translation: translated.get(message.key) ?? '',
      longest: PLACES[placeOf(message, places)],
      ...(values.length > 0 && { values: Object.fromEntries(values) }),
    }
  })
}

/** Reads a translator's file into the files of the language. What was translated before and is not in the file stays. */
export function importTexts(language: string, file: string, root = '.'): ImportOutcome {
  const read = readRows(language, file)
  if ('problem' in read) return { problems: [read.problem], missing: 0 }
  const slices = listSlices(root).map((slice) => ({
    slice,
    messages: readMessages(slice, ENGLISH, root),
    places: readPlaces(slice, root),
  }))
  const known = new Map(
    slices.flatMap(({ slice, messages, places }) =>
      messages.map((message) => [`${slice}.${message.key}`, { message, places }]),
    ),
  )
  const problems = read.rows.flatMap(({ key, english, translation }) => {
    const found = known.get(key)
    if (!found) return [`${key}: there is no message with this key`]
    if (english !== found.message.text)
      return [`${key}: its English has changed since the export; export the file again`]
    if (translation === '') return []
    return findProblems(found.message, translation, language, found.places).map((problem) => `${key}: ${problem}`)
  })
  const twice = read.rows.filter(({ key }, index) => read.rows.findIndex((row) => row.key === key) !== index)
  problems.push(...twice.map(({ key }) => `${key}: the file has this key twice`))
  if (problems.length > 0) return { problems, missing: 0 }

  const translations = new Map(read.rows.map(({ key, translation }) => [key, translation]))
  const written = slices.map(({ slice, messages }) => writeTranslations(slice, language, messages, translations, root))
  return { problems: [], missing: written.reduce((sum, missing) => sum + missing, 0) }
}

/** Returns how many messages of the slice have no translation yet. */
function writeTranslations(
  slice: string,
  language: string,
  messages: Message[],
  translations: ReadonlyMap<string, string>,
  root: string,
): number {
  const before = new Map(readMessages(slice, language, root).map(({ key, text }) => [key, text]))
  const translated = messages.flatMap(({ key, path }) => {
    const text = translations.get(`${slice}.${key}`) || before.get(key)
    return text === undefined ? [] : { path, text }
  })
  if (translated.length > 0)
    writeFileSync(textFile(slice, language, root), `${JSON.stringify(buildTree(translated), undefined, 2)}\n`)
  return messages.length - translated.length
}

function readRows(language: string, file: string): { rows: TranslationRow[] } | { problem: string } {
  if (!existsSync(file)) return { problem: `there is no file ${file}` }
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isTranslationFile(content))
      return { problem: `${file} isn’t a file that “npm run texts -- export” has written` }
    if (content.language !== language) return { problem: `${file} is for the language ${content.language}` }
    return { rows: content.messages }
  } catch (error) {
    return { problem: `${file} isn’t JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

const isTranslationFile = (content: unknown): content is { language: string; messages: TranslationRow[] } =>
  isFields(content) &&
  typeof content['language'] === 'string' &&
  Array.isArray(content['messages']) &&
  content['messages'].every(
    (row) =>
      isFields(row) && [row['key'], row['english'], row['translation']].every((part) => typeof part === 'string'),
  )
