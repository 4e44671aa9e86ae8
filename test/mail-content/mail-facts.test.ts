import { expect, test } from 'vitest'
import {
  findReturnedId,
  listReferences,
  readDeliveryReport,
  readProse,
} from '../../src/mail-content/attachments/bounce-report.ts'
import { readCalendarEvent } from '../../src/mail-content/attachments/calendar-event.ts'
import { readContactCards } from '../../src/mail-content/attachments/contact-cards.ts'
import { buildFactsLines } from '../../src/mail/cards/facts-lines.ts'
import { mailTextIn } from '../../src/mail/text/mail-text.ts'
import { sampleMail } from '../mail/sample-mail.ts'

const calendar = (lines: string[], zone: string[] = []): string =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', ...zone, 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Talk', ...lines]
    .concat(['END:VEVENT', 'END:VCALENDAR'])
    .join('\r\n')

const ownZone = `BEGIN:VTIMEZONE
TZID:Our zone
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`.split('\n')

const instant = Date.UTC(2026, 6, 10, 8)

test.for([
  ['of the common list', ';TZID=Europe/Berlin:20260710T100000', instant],
  ['of Windows', ';TZID=W. Europe Standard Time:20260710T100000', instant],
  ['that the file defines', ';TZID=Our zone:20260710T100000', instant],
  ['with a program’s name in front', ';TZID=/program.test/Europe/Berlin:20260710T100000', instant],
  ['that is UTC', ':20260710T080000Z', instant],
  ['that nobody knows', ';TZID=Mars/Base:20260710T100000', undefined],
  ['that is not named', ':20260710T100000', undefined],
] as const)('a time in a zone %s is read', ([, written, at]) => {
  expect(readCalendarEvent(calendar([`DTSTART${written}`], ownZone))?.start?.at).toBe(at)
})

test('a whole day has no time, and ends the day before its end', () => {
  const event = readCalendarEvent(calendar(['DTSTART;VALUE=DATE:20260710', 'DTEND;VALUE=DATE:20260712']))
  const shown = JSON.stringify(buildFactsLines(mailTextIn('en'), { ...sampleMail, ...(event && { facts: { event } }) }))
  expect(shown).toContain('Friday, July 10, 2026 – Saturday, July 11, 2026')
})

test('an invitation with several appointments says how many more there are; a changed date of a series is none', () => {
  const file = (uids: string[]) =>
    ['BEGIN:VCALENDAR', 'METHOD:REQUEST']
      .concat(
        uids.flatMap((uid) => ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:Talk ${uid}`, 'END:VEVENT']),
        'END:VCALENDAR',
      )
      .join('\n')
  const show = (uids: string[]) => {
    const event = readCalendarEvent(file(uids))
    return JSON.stringify(buildFactsLines(mailTextIn('en'), { ...sampleMail, ...(event && { facts: { event } }) }))
  }
  expect(show(['1', '2', '3'])).toMatch(/Talk 1.*has 2 more appointments/)
  expect(show(['1', '1'])).not.toContain('more appointment')
})

test('an organizer without a mail address is named as that', () => {
  const event = readCalendarEvent(calendar(['ORGANIZER;CN=Ann:mailto:not an address']))
  const shown = JSON.stringify(buildFactsLines(mailTextIn('en'), { ...sampleMail, ...(event && { facts: { event } }) }))
  expect(shown).toMatch(/From [^<]*Ann[^<]* \(no address\)/)
})

test('hostile calendars give at most one short event', () => {
  const hostile = [
    'BEGIN:VEVENT\n'.repeat(20_000),
    `BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\n${'BEGIN:STANDARD\n'.repeat(20_000)}`,
    calendar(['DTSTART;TZID=Mars:20260101T000000'.repeat(3_000)]),
    calendar(Array.from({ length: 4_900 }, () => 'ATTENDEE:mailto:a@b.test')),
    calendar(['RRULE:FREQ=SECONDLY;BYSECOND=1;BYMONTHDAY=31;BYMONTH=2', 'DTSTART:00010101T000000Z']),
    calendar([`ATTENDEE;CN="${'";'.repeat(50_000)}`, 'DTSTART:20269999T999999Z', '__proto__:x']),
    `SUMMARY:x${'\n a'.repeat(50_000)}`,
    '\0'.repeat(10_000),
  ]
  for (const file of hostile) expect(JSON.stringify(readCalendarEvent(file) ?? '').length).toBeLessThan(2_000)
})

test('contact cards of any version are read', () => {
  const old = 'BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg\nTEL;CELL:+49 1\nEND:VCARD'
  const recent = 'BEGIN:VCARD\nVERSION:4.0\nFN:Ann\\, Boss\nORG:ACME;Sales\nitem1.EMAIL:a@b.test\nEND:VCARD'
  expect(readContactCards(`${old}\n${recent}`)).toEqual([
    { name: 'Jörg Müller', addresses: [], phones: ['+49 1'] },
    { name: 'Ann, Boss', organization: 'ACME, Sales', addresses: ['a@b.test'], phones: [] },
  ])
})

test('a report names those who were not reached, and the mail that it returns', () => {
  const report =
    'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@b.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550\n no such user\n\nFinal-Recipient: rfc822;slow@b.test\nAction: delayed'
  expect(readDeliveryReport(report)).toEqual([{ address: 'a@b.test', status: '5.1.1', said: '550 no such user' }])
  expect(readProse('<bob@b.test>:\n550 5.7.1 refused for bob@b.test', '')).toEqual([
    { address: 'bob@b.test', status: '5.7.1', said: '550 5.7.1 refused for bob@b.test' },
  ])
  expect(readProse('sorry', 'a@b.test, c@d.test').map(({ address }) => address)).toEqual(['a@b.test', 'c@d.test'])
  expect(findReturnedId('From: x\nMessage-ID:\n <1@b.test>\n\nbody')).toBe('<1@b.test>')
  expect(listReferences({ References: '<1@b.test> <2@b.test>', 'in-reply-to': '<3@b.test>' })).toEqual([
    '<3@b.test>',
    '<2@b.test>',
    '<1@b.test>',
  ])
})
