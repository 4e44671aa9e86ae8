import { computed, signal } from '@preact/signals'
import { currentUser, findUser } from '../model/workspace-state.ts'

/** Updated regularly to keep relative times correct. */
const now = signal(Date.now())
setInterval(() => (now.value = Date.now()), 15_000)

/** The time of a message, from its `ts`; for display only. */
export const readMessageDate = (ts: string): Date => new Date(Number.parseFloat(ts) * 1000)
/** Epoch seconds, epoch milliseconds or an ISO string as a date. */
export const parseTime = (at: number | string): Date =>
  typeof at === 'number' && at < 1e11 ? new Date(at * 1000) : new Date(at)

/** Time zone and clock of the current user: every time on the page is theirs, as in Slack. Those of the browser until the user is known. */
const personalClock = computed((): Intl.DateTimeFormatOptions => {
  const user = findUser(currentUser.value)
  const { hour12 } = new Intl.DateTimeFormat(user?.locale, { hour: 'numeric' }).resolvedOptions()
  return { ...(user?.tz && { timeZone: user.tz }), hourCycle: hour12 ? 'h12' : 'h23' }
})

/** Creates a function that formats dates in the current user's time zone. `hour` is written as their clock has it: `9:05 AM` or `09:05`. */
export function createFormatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const made = computed(() => {
    const clock = personalClock.value
    const hour = clock.hourCycle === 'h12' ? 'numeric' : '2-digit'
    return new Intl.DateTimeFormat(undefined, { ...options, ...(options.hour && { hour }), ...clock })
  })
  return (date) => (Number.isNaN(date.getTime()) ? '' : made.value.format(date))
}

export const formatTime = createFormatter({ hour: 'numeric', minute: '2-digit' })
export const formatTimeWithSeconds = createFormatter({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
export const formatFullDate = createFormatter({ dateStyle: 'full', timeStyle: 'medium' })
const formatLongDate = createFormatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
const formatDateOfThisYear = createFormatter({ weekday: 'long', month: 'long', day: 'numeric' })

const dayParts = computed(() => {
  const { timeZone } = personalClock.value
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
})

/** The current user's day as `2026-03-14`. */
export const formatDayKey = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : dayParts.value.format(date))

/** The day that is `days` after today, as `formatDayKey` writes it. */
function dayFromToday(days: number): string {
  const [year = 0, month = 1, day = 1] = formatDayKey(new Date(now.value)).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

/** `Today`, `Yesterday` or `Monday, March 3`; with the year if it is not the current one. */
export function formatDay(date: Date): string {
  const day = formatDayKey(date)
  const today = dayFromToday(0)
  if (day === today) return 'Today'
  if (day === dayFromToday(-1)) return 'Yesterday'
  return day.slice(0, 4) === today.slice(0, 4) ? formatDateOfThisYear(date) : formatLongDate(date)
}

/** Whether this is the day after today. */
export const isTomorrow = (date: Date): boolean => formatDayKey(date) === dayFromToday(1)

/** `just now`, `4 min ago`, `2 h ago`; after a day, the date. */
export function formatAge(date: Date): string {
  const seconds = Math.max(0, Math.round((now.value - date.getTime()) / 1000))
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return formatDay(date)
}
