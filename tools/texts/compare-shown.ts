import { KEPT_WORDS } from './kept-words.ts'
import { readParameters } from './message-parameters.ts'
import { type Choice, createSampler, listChoices, nameSamples, sampleText, type ShownText } from './sample-texts.ts'
import { ENGLISH } from './text-files.ts'

/** A fault of a text, and how a translator mends it. */
type Problem = readonly [fact: string, advice: string]

const MARKUP = /<[^<>]*>?|>/g
const BRACES = /\{[^{}]*\}?|\}/g
const CODE = /`[^`]*`?/g

/** Problems that show when a message is written with values: each once, with the first values that show it unless all of them do. */
export function findShownProblems(english: string, translation: string, language: string): string[] {
  try {
    return compareEveryChoice(english, translation, language)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return [`it can’t be shown (${error.message}): write it as in English`]
  }
}

function compareEveryChoice(english: string, translation: string, language: string): string[] {
  const parameters = readParameters(english)
  const texts = [...parameters].flatMap(([name, { kind }]) => (kind === 'text' ? [name] : []))
  const showEnglish = createSampler(english, parameters, ENGLISH)
  const showTranslation = createSampler(translation, parameters, language)
  const choices = listChoices(english, translation, language)
  const problems = choices.flatMap((choice) => {
    const shown = showTranslation(choice)
    const found = [...findForbidden(shown), ...compareShown(showEnglish(choice), shown, texts)]
    return found.map(([fact, advice]) => ({ fact, advice, choice }))
  })
  return [...Map.groupBy(problems, ({ fact, advice }) => `${fact}: ${advice}`)].flatMap(
    ([sentence, [first, ...more]]) =>
      first === undefined || more.length + 1 === choices.length
        ? sentence
        : `${first.fact}${describeChoice(first.choice)}: ${first.advice}`,
  )
}

const describeChoice = (choice: Choice): string =>
  ` where ${Object.entries(choice)
    .map(([name, value]) => `{${name}} is ${value}`)
    .join(' and ')}`

/** Problems of a text in every language. Slack's markup comes from code alone. */
const findForbidden = ({ text, links }: ShownText): Problem[] => [
  ...(isBlank(text) ? [['nothing is shown', 'write a text'] as const] : []),
  ...listMatches(text, MARKUP).map((found) => [`“${found}” is Slack’s markup`, 'write it without < and >'] as const),
  ...listMatches(text, BRACES).map(
    (found) => [`“${found}” is shown with its braces`, "an apostrophe before a brace has to be ’, not '"] as const,
  ),
  ...(links.some(isBlank) ? [['a link has no words', 'write them between the two tags'] as const] : []),
]

function compareShown(english: ShownText, shown: ShownText, texts: string[]): Problem[] {
  const [expected, found] = [listKept(english.text), listKept(shown.text)]
  const isLinked = (name: string, links: string[]): boolean => links.some((link) => link.includes(sampleText(name)))
  return [
    ...texts
      .filter((name) => english.text.includes(sampleText(name)) && !shown.text.includes(sampleText(name)))
      .map((name) => [`{${name}} is missing`, 'insert it as in English'] as const),
    ...texts
      .filter((name) => isLinked(name, shown.links) && !isLinked(name, english.links))
      .map((name) => [`{${name}} is inside a link`, 'move it out as in English'] as const),
    ...expected
      .filter((word) => !found.includes(word))
      .map((word) => [`“${word}” is missing`, 'it stays the same in every language'] as const),
    ...found
      .filter((word) => !expected.includes(word))
      .map((word) => [`“${word}” isn’t in the English message`, 'delete it'] as const),
    ...compareCounts('links', english.links.length, shown.links.length),
    ...compareCounts('line breaks', countBreaks(english.text), countBreaks(shown.text)),
  ]
}

const compareCounts = (what: string, english: number, shown: number): Problem[] =>
  english === shown ? [] : [[`the number of ${what} is ${shown}`, `it has to be ${english} as in English`]]

const countBreaks = (text: string): number => text.split('\n').length - 1

const isBlank = (text: string): boolean => !/[^\s\p{C}\p{Z}\p{DI}\u2800]/u.test(text)

const listMatches = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern))].map(nameSamples)

/** Code, and other words that a translation takes from English. */
const listKept = (text: string): string[] => [
  ...listMatches(text, CODE),
  ...listMatches(text.replaceAll(CODE, ' '), KEPT_WORDS),
]
