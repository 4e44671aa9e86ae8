import { isPluralElement, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { findShownProblems } from './compare-shown.ts'
import { measureLongest } from './longest.ts'
import {
  describeParameter,
  isPlain,
  type Parameter,
  type Parameters,
  parseMessage,
  readParameters,
  withoutPlaces,
} from './message-parameters.ts'
import { placeOf, type Places, PLACES, readPlaces } from './places.ts'
import { COUNTS, findPlurals } from './sample-texts.ts'
import { ENGLISH, type Message, readMessages } from './text-files.ts'

/** Problems of a file of translations beside the English one, each in a sentence with its key. */
export function findFileProblems(slice: string, language: string, root = '.'): string[] {
  const english = readMessages(slice, ENGLISH, root)
  const translated = readMessages(slice, language, root)
  const places = readPlaces(slice, root)
  return [
    ...english.flatMap((message) => {
      const translation = translated.find(({ key }) => key === message.key)
      if (!translation) return [`${slice}.${message.key}: the translation is missing`]
      return findProblems(message, translation.text, language, places).map(
        (problem) => `${slice}.${message.key}: ${problem}`,
      )
    }),
    ...translated
      .filter(({ key }) => !english.some((message) => message.key === key))
      .map(({ key }) => `${slice}.${key}: there is no English message with this key`),
  ]
}

/** Problems of one translation; the English message counts as its own translation. */
export function findProblems(english: Message, translation: string, language: string, places: Places): string[] {
  try {
    const different = [
      ...compareParameters(readParameters(english.text), readParameters(translation), translation),
      ...compareForms(listForms(english.text), listForms(translation)),
    ]
    return [
      ...different,
      ...findSyntaxProblems(translation, language),
      ...findInvisible(translation),
      ...(different.length === 0 ? findShownProblems(english.text, translation, language) : []),
      ...findLengthProblems(english, translation, places),
    ]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [error.message]
  }
}

function compareParameters(english: Parameters, translated: Parameters, translation: string): string[] {
  const missing = [...english.keys()].filter((name) => !translated.has(name))
  const surplus = [...translated.keys()].filter((name) => !english.has(name))
  const other = [...english].flatMap(([name, parameter]) => {
    const found = translated.get(name)
    return found === undefined || isSame(parameter, found)
      ? []
      : [`{${name}} has to be ${describeParameter(parameter)}, not ${describeParameter(found)}`]
  })
  const isQuoted = (name: string): boolean => new RegExp(`'[{<]\\s*${name}\\b`).test(translation)
  return [
    ...missing.map(
      (name) => `{${name}} is missing${isQuoted(name) ? ": write the apostrophe before it as ’, not '" : ''}`,
    ),
    ...surplus.map((name) => `{${name}} isn’t in the English message`),
    ...other,
  ]
}

/** Whether two parameters take the same; the order of options has no meaning. */
const isSame = (one: Parameter, other: Parameter): boolean =>
  one.kind === 'choice' && other.kind === 'choice'
    ? String(one.options.toSorted()) === String(other.options.toSorted())
    : one.kind === other.kind

/** How a message writes a number or date; `style` is empty where the language decides, `source` stands in the message. */
interface Form {
  name: string
  kind: 'number' | 'date' | 'plural'
  style: string
  source: string
}

/** The numbers, dates and plurals of a translation whose style or offset is not the one in English. */
const compareForms = (english: Form[], translated: Form[]): string[] =>
  translated.flatMap(({ name, kind, style, source }) => {
    const forms = english.filter((form) => form.name === name && form.kind === kind)
    const [first = { style: '', source: kind === 'plural' ? `{${name}, plural, …}` : `{${name}, ${kind}}` }] = forms
    return [first, ...forms].some((form) => form.style === style) ? [] : [`write ${first.source} instead of ${source}`]
  })

const listForms = (text: string): Form[] => (isPlain(text) ? [] : readForms(parseMessage(text), text))

const readForms = (elements: MessageFormatElement[], text: string): Form[] =>
  elements.flatMap((element): Form[] => {
    if (element.type === TYPE.tag) return readForms(element.children, text)
    if (element.type === TYPE.number || element.type === TYPE.date || element.type === TYPE.time) {
      const source = text.slice(element.location?.start.offset, element.location?.end.offset)
      const style = element.style ? JSON.stringify(withoutPlaces(element.style)) : ''
      if (element.type === TYPE.number) return [{ name: element.value, kind: 'number', style, source }]
      return [{ name: element.value, kind: 'date', style: `${element.type} ${style}`, source }]
    }
    if (!('options' in element)) return []
    const inside = Object.values(element.options).flatMap(({ value }) => readForms(value, text))
    if (!isPluralElement(element)) return inside
    const style = element.offset === 0 ? '' : `offset:${element.offset} `
    const type = element.pluralType === 'ordinal' ? 'selectordinal' : 'plural'
    return [{ name: element.value, kind: 'plural', style, source: `{${element.value}, ${type}, ${style}…}` }, ...inside]
  })

function findSyntaxProblems(text: string, language: string): string[] {
  const elements = parseMessage(text)
  // A plain message is not parsed but shown literally.
  if (isPlain(text))
    return elements.length === 1 && elements[0]?.type === TYPE.literal && elements[0].value !== text
      ? ['an apostrophe is doubled or quotes something, which only a message with {…} needs']
      : []
  return findPlurals(elements).flatMap(({ options, pluralType = 'cardinal' }) => {
    const rules = new Intl.PluralRules(language, { type: pluralType })
    const named = Object.keys(options).filter((option) => !option.startsWith('='))
    const used = new Set<string>(COUNTS.map((count) => rules.select(count)))
    return [
      ...[...used].filter((form) => !named.includes(form)).map((form) => `a plural lacks the form ${form}`),
      ...named
        .filter((form) => !(rules.resolvedOptions().pluralCategories as string[]).includes(form))
        .map((form) => `a plural has the form ${form}, which this language doesn’t have`),
    ]
  })
}

const INVISIBLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\uFFF9-\uFFFB\u2800]/gu
/** Characters that join letters or emoji, and the line break, which is compared with English. */
const JOINING = /\n|\u200C|\u200D|\uFE0F/
/** Marks that a text in letters from right to left needs where it meets others. */
const MARK = /[\u061C\u200E\u200F]/
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Characters that nobody sees: they hide words or turn their order. */
const findInvisible = (text: string): string[] =>
  [...new Set(text.match(INVISIBLE))]
    .filter((one) => !JOINING.test(one) && !(MARK.test(one) && FROM_RIGHT.test(text)))
    .map((one) => one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0'))
    .map((code) => `it has an invisible character (U+${code}): delete it`)

function findLengthProblems(message: Message, text: string, places: Places): string[] {
  const [place, length] = [placeOf(message, places), measureLongest(text)]
  return length <= PLACES[place]
    ? []
    : [`it has up to ${length} characters, and a text of this kind (${place}) may have ${PLACES[place]}`]
}
