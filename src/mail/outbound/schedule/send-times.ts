import { DAY_MS } from '../../../core/clock.ts'
import { findMoment, toZoned } from '../../../core/zoned-time.ts'

/** The most days ahead that a mail can be scheduled. */
export const MAX_DAYS_AHEAD = 30

/** The zones of obsolete dates (RFC 5322, 4.3); the others have no defined offset. */
const NAMED_HOURS: Record<string, number> = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 }
const MAX_HOURS = 14

const pad = (value: number): string => String(value).padStart(2, '0')

/**
 * Reads the sender's offset from UTC when they wrote, such as `+05:30`. Returns undefined if it is unknown: many programs write every date in UTC,
 * wherever their users are.
 */
export function readDateOffset(headers: Record<string, string>): string | undefined {
  const [, date = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'date') ?? []
  const zone = date.replace(/\([^()]*\)\s*$/, '').trim()
  const [, sign, hours = '', minutes = ''] = /\d\s*([+-])(\d\d)(\d\d)$/.exec(zone) ?? []
  const named = NAMED_HOURS[/\s([A-Z]{3})$/.exec(zone)?.[1] ?? '']
  if (named !== undefined) return `${named < 0 ? '-' : '+'}${pad(Math.abs(named))}:00`
  if (sign === undefined || Number(hours) > MAX_HOURS || Number(minutes) > 59) return undefined
  return Number(hours) + Number(minutes) === 0 ? undefined : `${sign}${hours}:${minutes}`
}

/** Converts a day and a time in a time zone to a timestamp: the first of two when clocks go back; `gap` for a time that does not occur. */
export function findPickedMoment(
  zone: string,
  { day = '', time = '' }: { day?: string | undefined; time?: string | undefined },
): { at: number } | { problem: 'pickBoth' | 'gap' } {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return { problem: 'pickBoth' }
  try {
    const at = findMoment(toZoned(0, zone), day, time)
    const shown = toZoned(at, zone).toPlainTime().toString({ smallestUnit: 'minute' })
    return shown === time ? { at } : { problem: 'gap' }
  } catch {
    return { problem: 'pickBoth' }
  }
}

/** Why mail cannot be sent at this time; undefined if it can. */
export function findTimeProblem(now: number, at: number): 'past' | 'tooFar' | undefined {
  if (at <= now) return 'past'
  return at - now > MAX_DAYS_AHEAD * DAY_MS ? 'tooFar' : undefined
}
