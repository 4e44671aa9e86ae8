/** Days of the week (Sunday is 0) and times of day; `to` before `from` is on the next day. */
export interface WorkingTime {
  days: readonly number[]
  from: string
  to: string
}

const WEEK = 7

/** The moment as the clocks of a time zone show it; in UTC if the zone is not known here. */
export function toZoned(at: number, timeZone = 'UTC'): Temporal.ZonedDateTime {
  const moment = Temporal.Instant.fromEpochMilliseconds(at)
  try {
    return moment.toZonedDateTimeISO(timeZone)
  } catch {
    return moment.toZonedDateTimeISO('UTC')
  }
}

/** The moment of a day and a time such as `09:00`, in the time zone of `zoned`. */
export const findMoment = (
  { timeZoneId }: Temporal.ZonedDateTime,
  day: Temporal.PlainDate | string,
  time: string,
): number => Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timeZoneId, plainTime: time }).epochMilliseconds

const MORNING = '09:00'

/** Nine o'clock on the next day in a time zone, which may be an offset. */
export function findNextMorning(now: number, timeZone?: string): number {
  const zoned = toZoned(now, timeZone)
  return findMoment(zoned, zoned.toPlainDate().add({ days: 1 }), MORNING)
}

/** The moment itself if it is in somebody's working time, otherwise when that begins next. */
export function findWorkingMoment(at: number, { days, from, to }: WorkingTime, timeZone?: string): number {
  const now = toZoned(at, timeZone)
  const today = now.toPlainDate()
  // A shift of the day before may still go on.
  for (let ahead = -1; ahead <= WEEK; ahead++) {
    const day = today.add({ days: ahead })
    if (!days.includes(day.dayOfWeek % WEEK)) continue
    const end = findMoment(now, to <= from ? day.add({ days: 1 }) : day, to)
    if (at < end) return Math.max(at, findMoment(now, day, from))
  }
  return at
}
