/** The languages in which every catalogue is complete. A further one is added here; the type check then names each catalogue that lacks it. */
export const languages = ['en'] as const
export type Language = (typeof languages)[number]

/** Used for people whose own language has no catalogue. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** The shape of a catalogue that is code, in any language: the keys and parameters of the English one, with other words. A missing or surplus key does not compile. */
export type CodeCatalogue<English> = {
  readonly [Key in keyof English]: English[Key] extends (...args: infer Args) => infer Text
    ? (...args: Args) => Widened<Text>
    : Widened<English[Key]>
}
type Widened<T> = T extends string
  ? string
  : T extends (...args: never[]) => unknown
    ? T
    : T extends object
      ? CodeCatalogue<T>
      : T

/** Returns the function that gives the catalogue of a reader's language. */
export const createCodeCatalogues =
  <English>(catalogues: Record<Language, CodeCatalogue<English>>) =>
  (language: Language): CodeCatalogue<English> =>
    catalogues[language]

/** The language for a locale as Slack names it (`de-DE`); the default if there is no catalogue for it. */
export function findLanguage(locale: string | undefined): Language {
  const [primary] = (locale ?? '').toLowerCase().split('-')
  return languages.find((language) => language === primary) ?? DEFAULT_LANGUAGE
}
