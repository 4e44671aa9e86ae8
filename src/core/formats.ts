import type { Language } from './language.ts'
import { toZoned } from './zoned-time.ts'

/** A clock of twelve or of twenty-four hours. */
export type HourClock = 'h12' | 'h23'

/** The clock that people of a locale such as `de-DE` read; without one, that of twenty-four hours. */
export function findHourClock(locale: string | undefined): HourClock {
  if (locale === undefined) return 'h23'
  try {
    return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ? 'h12' : 'h23'
  } catch {
    return 'h23'
  }
}

/** The forms of a word by its plural category; a language uses those that it has. `other` is always needed. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** How a language writes counts, lists, durations and sizes. Catalogues use these functions instead of building texts. */
export interface Formats {
  /** `1,234`. */
  number(this: void, value: number): string
  /** `1 job`, `2,000 jobs`. */
  count(this: void, value: number, forms: PluralForms): string
  /** Returns only the form, for sentences in which the verb also changes. */
  plural(this: void, value: number, forms: PluralForms): string
  /** `1st`, `2nd`: the suffix by its ordinal category. */
  ordinal(this: void, value: number, suffixes: PluralForms): string
  /** `a, b and c`, or with `or`; `a, b, c` with `comma`. */
  list(this: void, parts: readonly string[], joinedBy?: 'and' | 'or' | 'comma'): string
  /** A duration in its one or two largest units: `45 sec`, `5 min`, `2 hr 5 min`, `3 days`; long words with `long`. */
  duration(this: void, ms: number, style?: 'short' | 'long'): string
  /** A size of a file: `4.2 MB`. */
  size(this: void, bytes: number): string
  /** The name of a day of the week; Sunday is 0. */
  weekday(this: void, day: number): string
  /** A day as mail programs name it, where the reader's clock shows it: `Mon, 23 Nov 2026`; in UTC if the zone is not known here. */
  date(this: void, at: number, timeZone: string | undefined): string
  /** The time of day there: `10:02`, or `10:02 AM` on a clock of twelve hours. */
  time(this: void, at: number, timeZone: string | undefined, clock?: HourClock): string
  /** A day or a time without a zone (`2026-07-10`, `2026-07-10T10:00`) in long words: `Friday, July 10, 2026`. */
  localTime(this: void, local: string): string
  /** `41 %` as the language writes it. */
  percent(this: void, share: number, digits?: number): string
}

/** English lists are written without the serial comma, and days before months. */
const REGIONS: Record<Language, string> = { en: 'en-GB' }
/** Where the language is written with clocks of twelve hours. */
const TWELVE_HOUR_REGIONS: Record<Language, string> = { en: 'en-US' }

const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const DURATION_UNITS = [
  { unit: 'second', ms: 1000, below: 90_000 },
  { unit: 'minute', ms: 60_000, below: 90 * 60_000 },
] as const

const built = new Map<Language, Formats>()

/** The formats of a language, built once: `Intl` objects are costly, and every catalogue asks for them. */
export function createFormats(language: Language): Formats {
  const formats = built.get(language) ?? buildFormats(language)
  built.set(language, formats)
  return formats
}

function buildFormats(language: Language): Formats {
  const numbers = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  const ordinals = new Intl.PluralRules(language, { type: 'ordinal' })
  const lists = {
    and: new Intl.ListFormat(REGIONS[language], { type: 'conjunction' }),
    or: new Intl.ListFormat(REGIONS[language], { type: 'disjunction' }),
    comma: new Intl.ListFormat(REGIONS[language], { type: 'unit' }),
  }
  const unit = (name: string, value: number, unitDisplay: 'short' | 'long' = 'short', maximumFractionDigits = 0) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits }).format(value)
  const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const localDay = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
  const localTime = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
  const moment = (options: Intl.DateTimeFormatOptions) => (at: number, timeZone: string | undefined) =>
    toZoned(at, timeZone).toLocaleString(REGIONS[language], options)
  const time = moment({ hour: '2-digit', minute: '2-digit' })
  const plural = (value: number, forms: PluralForms): string => forms[plurals.select(value)] ?? forms.other

  return {
    number: (value) => numbers.format(value),
    plural,
    count: (value, forms) => `${numbers.format(value)} ${plural(value, forms)}`,
    ordinal: (value, suffixes) => `${numbers.format(value)}${suffixes[ordinals.select(value)] ?? suffixes.other}`,
    list: (parts, joinedBy = 'and') => lists[joinedBy].format(parts),
    duration(ms, style = 'short') {
      const found = DURATION_UNITS.find(({ below }) => ms < below)
      if (found) return unit(found.unit, Math.max(1, Math.round(ms / found.ms)), style)
      const minutes = Math.round(ms / 60_000)
      if (minutes >= 48 * 60) return unit('day', Math.round(minutes / (24 * 60)), style)
      const hours = unit('hour', Math.floor(minutes / 60), style)
      return minutes % 60 === 0 ? hours : `${hours} ${unit('minute', minutes % 60, style)}`
    },
    size(bytes) {
      let value = bytes
      let step = 0
      while (value >= 1000 && step < SIZE_UNITS.length - 1) {
        value /= 1000
        step++
      }
      return unit(SIZE_UNITS[step] ?? 'byte', value, step === 0 ? 'long' : 'short', value < 10 && step > 0 ? 1 : 0)
    },
    weekday: (day) => weekdays.format(Date.UTC(2023, 0, 1 + day)),
    date: moment({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
    time: (at, timeZone, clock = 'h23') =>
      clock === 'h12'
        ? toZoned(at, timeZone).toLocaleString(TWELVE_HOUR_REGIONS[language], {
            hour: 'numeric',
            minute: '2-digit',
            hour12: true,
          })
        : time(at, timeZone),
    localTime: (local) =>
      local.includes('T') ? localTime.format(new Date(`${local}Z`)) : localDay.format(new Date(local)),
    percent: (share, digits = 0) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share),
  }
}
