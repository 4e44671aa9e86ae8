import {
  createFormatter,
  formatAge,
  formatDay,
  formatDayKey,
  formatTime,
  formatTimeWithSeconds,
  isTomorrow,
} from './format-time.ts'

const date = createFormatter({ month: 'long', day: 'numeric', year: 'numeric' })
const dateShort = createFormatter({ month: 'short', day: 'numeric', year: 'numeric' })
const dateLong = createFormatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
/** Slack names the days around today. */
const withRelativeDays = (otherwise: (day: Date) => string) => (day: Date) => {
  const name = isTomorrow(day) ? 'Tomorrow' : formatDay(day)
  return ['Today', 'Yesterday', 'Tomorrow'].includes(name) ? name.toLowerCase() : otherwise(day)
}

const TOKENS: Record<string, (day: Date) => string> = {
  date_num: formatDayKey,
  date_slash: createFormatter({ month: '2-digit', day: '2-digit', year: 'numeric' }),
  date,
  date_short: dateShort,
  date_long: dateLong,
  date_pretty: withRelativeDays(date),
  date_short_pretty: withRelativeDays(dateShort),
  date_long_pretty: withRelativeDays(dateLong),
  time: formatTime,
  time_secs: formatTimeWithSeconds,
  ago: formatAge,
}

/**
 * Formats a date token in the reader's time zone; an invalid timestamp gives the fallback. As in Slack, a pattern that begins with a token begins with a
 * capital, wherever it stands in a sentence; anything before the token, such as a zero-width space, keeps `today` lower case.
 */
export function formatDateToken(timestamp: number, pattern: string, fallback: string): string {
  const day = new Date(timestamp * 1000)
  if (!Number.isFinite(timestamp) || Number.isNaN(day.getTime())) return fallback
  const text = pattern.replace(/\{(\w+)\}/g, (whole, token: string) => TOKENS[token]?.(day) ?? whole)
  return text.charAt(0).toUpperCase() === text.charAt(0) || !pattern.startsWith('{')
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1)
}
