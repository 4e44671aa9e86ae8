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
