import { expect, test } from 'vitest'
import { listSnoozeTimes } from '../../../src/mail/desk/work/snooze-times.ts'

const offered = (now: string, zone: string): string[] =>
  listSnoozeTimes(Date.parse(now), zone).map(({ choice, at }) =>
    at === undefined ? choice : `${choice} ${new Date(at).toISOString().slice(0, 16)}`,
  )

test.each([
  [
    'a Thursday morning',
    '2026-07-09T08:00:00Z',
    'Europe/Berlin',
    ['today 2026-07-09T15:00', 'tomorrow 2026-07-10T07:00', 'monday 2026-07-13T07:00', 'pick'],
  ],
  // Friday evening in that zone.
  [
    'another zone',
    '2026-07-10T06:00:00Z',
    'Pacific/Auckland',
    ['tomorrow 2026-07-10T21:00', 'monday 2026-07-12T21:00', 'pick'],
  ],
  ['a Sunday', '2026-07-12T10:00:00Z', 'UTC', ['today 2026-07-12T17:00', 'tomorrow 2026-07-13T09:00', 'pick']],
  ['a Monday', '2026-07-13T18:00:00Z', 'UTC', ['tomorrow 2026-07-14T09:00', 'monday 2026-07-20T09:00', 'pick']],
  [
    'the day before the clocks change',
    '2026-10-24T12:00:00Z',
    'Europe/Berlin',
    ['today 2026-10-24T15:00', 'tomorrow 2026-10-25T08:00', 'monday 2026-10-26T08:00', 'pick'],
  ],
] as const)('on %s, a snooze ends today at 17:00, tomorrow at 9:00 or on Monday at 9:00', (_, now, zone, times) => {
  expect(offered(now, zone)).toEqual(times)
})
