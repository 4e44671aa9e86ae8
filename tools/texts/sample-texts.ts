import { isPluralElement, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { isPlain, type Parameter, type Parameters, parseMessage, readParameters } from './message-parameters.ts'
import { ENGLISH } from './text-files.ts'

/** Numbers in which a language shows every form of a word that counts have. */
export const COUNTS = Array.from({ length: 201 }, (_, count) => count)
/** Numbers that some languages have a form for, and that messages hardly ever contain. */
const RARE_COUNTS = [0, 1_000_000, 1.5]

/** The values that choose between words, by their names. */
export type Choice = Readonly<Record<string, string | number | boolean>>

/** A message with values in it, and the words of each link. */
export interface ShownText {
  text: string
  links: string[]
}

/** The text that stands for a value: no message contains these two characters. */
export const sampleText = (name: string): string => `\uE000${name}\uE001`

/** Writes the values in a text as the message names them. */
export const nameSamples = (text: string): string => text.replaceAll('\uE000', '{').replaceAll('\uE001', '}')

type Plural = Extract<MessageFormatElement, { type: TYPE.plural }>

export const findPlurals = (elements: MessageFormatElement[]): Plural[] =>
  elements.flatMap((element) => [
    ...(isPluralElement(element) ? [element] : []),
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => findPlurals(value)) : []),
    ...(element.type === TYPE.tag ? findPlurals(element.children) : []),
  ])

/** Values with which every branch of the English message and of its translation is shown; both have the same parameters. */
export function listChoices(english: string, translation: string, language: string): Choice[] {
  const plurals = [english, translation].flatMap((text) => (isPlain(text) ? [] : findPlurals(parseMessage(text))))
  return [...readParameters(english)].reduce<Choice[]>(
    (choices, [name, parameter]) => {
      const options = listOptions(
        parameter,
        plurals.filter(({ value }) => value === name),
        language,
      )
      return options.length === 0
        ? choices
        : choices.flatMap((choice) => options.map((option) => ({ ...choice, [name]: option })))
    },
    [{}],
  )
}

function listOptions(parameter: Parameter, plurals: Plural[], language: string): Choice[string][] {
  if (parameter.kind === 'flag') return [true, false]
  if (parameter.kind === 'choice') return [...parameter.options, 'other']
  return plurals.length === 0 ? [] : listCounts(plurals, language)
}

/** The numbers that plurals name, the smallest one of each pair of an English form and a form of the language, and rare ones for forms that need them. */
function listCounts(plurals: Plural[], language: string): number[] {
  const rulesOf = (one: string, { pluralType: type = 'cardinal' }: Plural) => new Intl.PluralRules(one, { type })
  const named = plurals.flatMap(({ options }) => Object.keys(options).filter((option) => option.startsWith('=')))
  const rules = plurals.flatMap((plural) => [rulesOf(ENGLISH, plural), rulesOf(language, plural)])
  const positive = COUNTS.filter((count) => count > 0)
  const smallest = new Map(
    positive.toReversed().map((count) => [rules.map((one) => one.select(count)).join(' '), count]),
  )
  const rare = RARE_COUNTS.filter((count) =>
    plurals.some((plural) => {
      const ofLanguage = rulesOf(language, plural)
      const form = ofLanguage.select(count)
      return form in plural.options && !positive.some((other) => ofLanguage.select(other) === form)
    }),
  )
  return [...new Set([...named.map((option) => Number(option.slice(1))), ...smallest.values(), ...rare])]
}

/** Returns the function that shows a message as the app does. It throws what the app would throw. */
export function createSampler(text: string, parameters: Parameters, language: string): (choice: Choice) => ShownText {
  if (isPlain(text)) return () => ({ text, links: [] })
  const message = new IntlMessageFormat(text, language)
  return (choice) => {
    const links: string[] = []
    const link = (parts: string[]): string => {
      links.push(parts.join(''))
      return parts.join('')
    }
    const values = Object.fromEntries(
      [...parameters].map(([name, parameter]) => [name, choice[name] ?? sampleValue(name, parameter, link)]),
    )
    return { text: String(message.format<string>(values)), links }
  }
}

function sampleValue<Link>(name: string, { kind }: Parameter, link: Link): string | number | Date | Link {
  if (kind === 'tag') return link
  if (kind === 'number') return 2
  return kind === 'date' ? new Date(0) : sampleText(name)
}
