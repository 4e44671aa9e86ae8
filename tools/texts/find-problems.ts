import { isPluralElement, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { measureLongest } from './longest.ts'
import {
  describeParameter,
  isPlain,
  type Parameter,
  type Parameters,
  parseMessage,
  readParameters,
} from './message-parameters.ts'
import { placeOf, type Places, PLACES, readPlaces } from './places.ts'
import { ENGLISH, type Message, readMessages } from './text-files.ts'

/** Numbers in which a language shows every form of a word that counts have. */
const COUNTS = Array.from({ length: 201 }, (_, count) => count)

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
    return [
      ...compareParameters(readParameters(english.text), readParameters(translation)),
      ...findSyntaxProblems(translation, language),
      ...findLengthProblems(english, translation, places),
    ]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [error.message]
  }
}

function compareParameters(english: Parameters, translated: Parameters): string[] {
  const missing = Object.keys(english).filter((name) => !(name in translated))
  const surplus = Object.keys(translated).filter((name) => !(name in english))
  const other = Object.entries(english).flatMap(([name, parameter]) => {
    const found = translated[name]
    return found === undefined || isSame(parameter, found)
      ? []
      : [`{${name}} has to be ${describeParameter(parameter)}, not ${describeParameter(found)}`]
  })
  return [
    ...missing.map((name) => `{${name}} is missing`),
    ...surplus.map((name) => `{${name}} isn’t in the English message`),
    ...other,
  ]
}

/** Whether two parameters take the same; the order of options has no meaning. */
const isSame = (one: Parameter, other: Parameter): boolean =>
  one.kind === 'choice' && other.kind === 'choice'
    ? String(one.options.toSorted()) === String(other.options.toSorted())
    : one.kind === other.kind

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

const findPlurals = (elements: MessageFormatElement[]): Extract<MessageFormatElement, { type: TYPE.plural }>[] =>
  elements.flatMap((element) => [
    ...(isPluralElement(element) ? [element] : []),
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => findPlurals(value)) : []),
    ...(element.type === TYPE.tag ? findPlurals(element.children) : []),
  ])

function findLengthProblems(message: Message, text: string, places: Places): string[] {
  const [place, length] = [placeOf(message, places), measureLongest(text)]
  return length <= PLACES[place]
    ? []
    : [`it has up to ${length} characters, and a text of this kind (${place}) may have ${PLACES[place]}`]
}
