import { expect, test } from 'vitest'
import { findNextMorning } from '../../../../src/core/zoned-time.ts'
import { findPickedMoment, findTimeProblem, readDateOffset } from '../../../../src/mail/outbound/schedule/send-times.ts'

const DAY_MS = 24 * 60 * 60_000

test.each([
  ['Tue, 24 Nov 2026 10:00:00 +0530', '+05:30'],
  ['Tue, 24 Nov 2026 10:00:00 -0800 (PST)', '-08:00'],
  ['24 Nov 2026 10:00 EDT', '-04:00'],
  // Many programs write every date in UTC, and -0000 means that the zone is unknown.
  ['Tue, 24 Nov 2026 10:00:00 +0000', undefined],
  ['Tue, 24 Nov 2026 10:00:00 -0000', undefined],
  ['Tue, 24 Nov 2026 10:00:00 GMT', undefined],
  ['Tue, 24 Nov 2026 10:00:00 +9900', undefined],
  ['tomorrow', undefined],
])('the time zone of the date %s', (date, offset) => {
  expect(readDateOffset({ date })).toBe(offset)
  expect(readDateOffset({ Date: date })).toBe(offset)
})

test('nine o’clock tomorrow is on the day after the current one in the zone', () => {
  // Monday evening in London is Tuesday morning in Auckland.
  const now = Date.UTC(2026, 10, 23, 22)
  expect(new Date(findNextMorning(now, 'Europe/London')).toISOString()).toBe('2026-11-24T09:00:00.000Z')
  expect(new Date(findNextMorning(now, '+13:00')).toISOString()).toBe('2026-11-24T20:00:00.000Z')
  // The night in which clocks go forward is an hour shorter.
  const eve = Date.UTC(2027, 2, 27, 12)
  expect(new Date(findNextMorning(eve, 'Europe/Berlin')).toISOString()).toBe('2027-03-28T07:00:00.000Z')
})

test('a picked time that does not occur, or is too far away, has its own error', () => {
  const pick = (day: string, time: string) => findPickedMoment('Europe/Berlin', { day, time })
  expect(pick('2027-03-28', '02:30')).toEqual({ problem: 'gap' })
  // The time occurs twice: the first one counts.
  expect(pick('2026-10-25', '02:30')).toEqual({ at: Date.UTC(2026, 9, 25, 0, 30) })
  expect(pick('2026-02-30', '09:00')).toEqual({ problem: 'pickBoth' })
  expect(pick('2026-11-24', '')).toEqual({ problem: 'pickBoth' })
  const now = Date.UTC(2026, 10, 23)
  expect([-1, 0, DAY_MS, 30 * DAY_MS, 31 * DAY_MS].map((ms) => findTimeProblem(now, now + ms))).toEqual([
    'past',
    'past',
    undefined,
    undefined,
    'tooFar',
  ])
})
