import { ago, dayName } from './format-time.ts'

const formatted = (options: Intl.DateTimeFormatOptions): ((date: Date) => string) => {
  const made = new Intl.DateTimeFormat(undefined, options)
  return (date) => made.format(date)
}
const date = formatted({ month: 'long', day: 'numeric', year: 'numeric' })
const dateShort = formatted({ month: 'short', day: 'numeric', year: 'numeric' })
const dateLong = formatted({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
const pretty = (otherwise: (day: Date) => string) => (day: Date) => {
  const name = dayName(day)
  return name === 'Today' || name === 'Yesterday' ? name.toLowerCase() : otherwise(day)
}

const TOKENS: Record<string, (day: Date) => string> = {
  date_num: (day) =>
    `${day.getFullYear()}-${`${day.getMonth() + 1}`.padStart(2, '0')}-${`${day.getDate()}`.padStart(2, '0')}`,
  date_slash: formatted({ month: '2-digit', day: '2-digit', year: 'numeric' }),
  date,
  date_short: dateShort,
  date_long: dateLong,
  date_pretty: pretty(date),
  date_short_pretty: pretty(dateShort),
  date_long_pretty: pretty(dateLong),
  time: formatted({ hour: 'numeric', minute: '2-digit' }),
  time_secs: formatted({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  ago,
}

/** A date token in the reader's own clock; what cannot be read is told by its fallback. */
export function dateText(timestamp: number, pattern: string, fallback: string): string {
  const day = new Date(timestamp * 1000)
  if (!Number.isFinite(timestamp) || Number.isNaN(day.getTime())) return fallback
  const text = pattern.replace(/\{(\w+)\}/g, (whole, token: string) => TOKENS[token]?.(day) ?? whole)
  return text.charAt(0).toUpperCase() === text.charAt(0) || !pattern.startsWith('{')
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1)
}
