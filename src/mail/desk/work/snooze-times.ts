import { findMoment, findNextMorning, toZoned } from '../../../core/zoned-time.ts'

/** The times that the form offers; frozen, because forms stay open over an upgrade. */
export const snoozeChoices = ['today', 'tomorrow', 'monday', 'pick'] as const
export type SnoozeChoice = (typeof snoozeChoices)[number]

const EVENING = '17:00'
const MORNING = '09:00'
const MONDAY = 1
/** People no longer remember mail that was snoozed for longer. */
const MAX_SNOOZE_MS = 366 * 24 * 60 * 60_000

/** The time of each choice in the person's time zone. `today` is offered only before the evening, `monday` only if that is not tomorrow. */
export function listSnoozeTimes(now: number, timeZone: string | undefined): { choice: SnoozeChoice; at?: number }[] {
  const zoned = toZoned(now, timeZone)
  const today = zoned.toPlainDate()
  const evening = findMoment(zoned, today, EVENING)
  const tomorrow = today.add({ days: 1 })
  const monday = today.add({ days: (7 + MONDAY - today.dayOfWeek) % 7 || 7 })
  return [
    ...(evening > now ? [{ choice: 'today' as const, at: evening }] : []),
    { choice: 'tomorrow', at: findNextMorning(now, timeZone) },
    ...(monday.equals(tomorrow) ? [] : [{ choice: 'monday' as const, at: findMoment(zoned, monday, MORNING) }]),
    { choice: 'pick' },
  ]
}

/** Returns the time that a person picked; undefined if a part is missing or invalid. */
export function findPickedTime(
  now: number,
  timeZone: string | undefined,
  { day = '', time = '' }: { day?: string | undefined; time?: string | undefined },
): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
  try {
    return findMoment(toZoned(now, timeZone), day, time)
  } catch {
    return undefined
  }
}

/** Whether a thread can be snoozed until then. */
export const isSnoozable = (now: number, until: number): boolean => until > now && until - now <= MAX_SNOOZE_MS
