export const DATE_FORMAT = /^\d{4}-\d{2}-\d{2}$/

/** Whether `YYYY-MM-DD` is a day of the calendar: the 31st of February has the format but does not exist. */
export function isCalendarDate(text: string): boolean {
  const time = DATE_FORMAT.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
