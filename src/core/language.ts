/** The languages in which every catalogue is complete. A further one is added here; the type check then names each catalogue that lacks it. */
export const languages = ['en'] as const
export type Language = (typeof languages)[number]

/** Used for people whose own language has no catalogue. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** The language for a locale as Slack names it (`de-DE`); the default if there is no catalogue for it. */
export function findLanguage(locale: string | undefined): Language {
  const [primary] = (locale ?? '').toLowerCase().split('-')
  return languages.find((language) => language === primary) ?? DEFAULT_LANGUAGE
}
