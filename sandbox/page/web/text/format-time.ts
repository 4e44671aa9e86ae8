import { signal } from '@preact/signals'

/** Updated regularly to keep relative times correct. */
const now = signal(Date.now())
setInterval(() => (now.value = Date.now()), 15_000)

/** The time of a message, from its `ts`; for display only. */
export const readMessageDate = (ts: string): Date => new Date(Number.parseFloat(ts) * 1000)
/** Epoch seconds, epoch milliseconds or an ISO string as a date. */
export const parseTime = (at: number | string): Date =>
  typeof at === 'number' && at < 1e11 ? new Date(at * 1000) : new Date(at)

/** Two digits where the day has 24 hours, `09:05`; otherwise one, `9:05 AM`. */
const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ? 'numeric' : '2-digit'

export const createFormatter = (options: Intl.DateTimeFormatOptions): ((date: Date) => string) => {
  const made = new Intl.DateTimeFormat(undefined, options)
  return (date) => (Number.isNaN(date.getTime()) ? '' : made.format(date))
}

export const formatTime = createFormatter({ hour, minute: '2-digit' })
export const formatTimeWithSeconds = createFormatter({ hour, minute: '2-digit', second: '2-digit' })
export const formatFullDate = createFormatter({ dateStyle: 'full', timeStyle: 'medium' })
const formatLongDate = createFormatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
const formatDateOfThisYear = createFormatter({ weekday: 'long', month: 'long', day: 'numeric' })

export const formatDayKey = (date: Date): string => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`

/** `Today`, `Yesterday` or `Monday, March 3`; with the year if it is not the current one. */
export function formatDay(date: Date): string {
  const today = new Date(now.value)
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (formatDayKey(date) === formatDayKey(today)) return 'Today'
  if (formatDayKey(date) === formatDayKey(yesterday)) return 'Yesterday'
  return date.getFullYear() === today.getFullYear() ? formatDateOfThisYear(date) : formatLongDate(date)
}

/** Whether this is the day after today. */
export function isTomorrow(date: Date): boolean {
  const today = new Date(now.value)
  return formatDayKey(date) === formatDayKey(new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1))
}

/** `just now`, `4 min ago`, `2 h ago`; after a day, the date. */
export function formatAge(date: Date): string {
  const seconds = Math.max(0, Math.round((now.value - date.getTime()) / 1000))
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return formatDay(date)
}
