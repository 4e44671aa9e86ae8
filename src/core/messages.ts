import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import { createFormats, type Formats } from './formats.ts'
import type { Language } from './language.ts'

/** The messages of one language as they stand in its file: ICU MessageFormat by key, in groups. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/** A text, a number, a choice, a date, or what becomes of the text between two tags, whose parts it gets. */
type MessageValue = string | number | boolean | Date | ((parts: string[]) => string)

/**
 * The messages of a slice in one language: a message without parameters is a string, each other one a function of its named values. `formats`
 * writes what stands in them: lists, durations, sizes.
 */
export type Catalogue<Messages> = Messages & { readonly formats: Formats }

/** Returns the function that gives the catalogue of a reader's language. `Messages` is the type that `npm run texts -- types` writes for these files. */
export function createCatalogues<Messages>(
  trees: Record<Language, MessageTree>,
): (language: Language) => Catalogue<Messages> {
  const built = new Map<Language, Catalogue<Messages>>()
  return (language) => {
    const catalogue = built.get(language) ?? buildCatalogue<Messages>(trees[language], language)
    built.set(language, catalogue)
    return catalogue
  }
}

const buildCatalogue = <Messages>(tree: MessageTree, language: Language): Catalogue<Messages> =>
  // The generated type is what the file gives: a test compares the two.
  ({ ...buildGroup(tree, language), formats: createFormats(language) }) as Catalogue<Messages>

const buildGroup = (tree: MessageTree, language: Language): object =>
  Object.fromEntries(
    Object.entries(tree).map(([key, message]) => [
      key,
      typeof message === 'string' ? buildMessage(message, language) : buildGroup(message, language),
    ]),
  )

/** Parses a message with parameters when it is needed for the first time. */
function buildMessage(
  message: string,
  language: Language,
): string | ((values: Record<string, MessageValue>) => string) {
  if (!/[{<]/.test(message)) return message
  let parsed: IntlMessageFormat | undefined
  return (values) => {
    parsed ??= new IntlMessageFormat(message, language, undefined, { formatters })
    return String(parsed.format<string>(values))
  }
}

/** `Intl` objects are costly: each is made once for all messages. */
const keepMade = <Options, Made>(make: (locales?: string | string[], options?: Options) => Made) => {
  const made = new Map<string, Made>()
  return (locales?: string | string[], options?: Options): Made => {
    const key = options === undefined ? String(locales) : JSON.stringify([locales, options])
    const one = made.get(key) ?? make(locales, options)
    made.set(key, one)
    return one
  }
}

const formatters: Formatters = {
  getNumberFormat: keepMade((locales, options) => new Intl.NumberFormat(locales, options)),
  getDateTimeFormat: keepMade((locales, options) => new Intl.DateTimeFormat(locales, options)),
  getPluralRules: keepMade((locales, options) => new Intl.PluralRules(locales, options)),
}
