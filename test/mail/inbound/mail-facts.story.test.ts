import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { withoutHold } from '../outbound/send/reply-sending.ts'

const test = testSending(withoutHold)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const invitation = (method: string, lines: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:1@customer.test',
    'SUMMARY:Kick-off <!channel>',
    'DTSTART;TZID=W. Europe Standard Time:20260710T100000',
    'DTEND;TZID=W. Europe Standard Time:20260710T113000',
    'LOCATION:Room 4',
    'ORGANIZER;CN=Ann:mailto:ann@customer.test',
    'ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:bob@customer.test',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

test(
  'an invitation shows title, place, time and people, and a contact card is one line',
  { tags: 'smoke' },
  async ({ app, support }) => {
    await app.mail.receive({
      subject: 'Please come',
      text: 'See below',
      attachments: [
        {
          filename: 'invite.ics',
          content_type: 'text/calendar; method=REQUEST',
          content: base64(invitation('REQUEST', [])),
        },
        {
          filename: 'ann.vcf',
          content_type: 'text/vcard',
          content: base64('BEGIN:VCARD\nVERSION:3.0\nFN:Ann Boss\nORG:ACME\nEMAIL:ann@customer.test\nEND:VCARD'),
        },
      ],
    })
    const shown = readText(await app.slack.findMessage(support, /Invitation: Kick-off/))
    expect(shown).toContain('<!date^1783670400^{date_long} {time}|')
    expect(shown).toContain('Where: Room 4')
    expect(shown).toContain('From Ann &lt;ann@customer.test&gt;')
    expect(shown).toContain('With Bob &lt;bob@customer.test&gt;')
    expect(shown).toContain('Contact: Ann Boss · ACME · ann@customer.test')
    expect(shown.match(/invite\.ics|ann\.vcf/g)).toEqual(['invite.ics', 'ann.vcf'])
  },
)

test('a cancelled appointment is shown as cancelled, even if the calendar is only in the raw mail', async ({
  app,
  support,
}) => {
  const raw = [
    'From: ann@customer.test',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Please come',
    '--b',
    'Content-Type: text/calendar; charset=utf-8; method=CANCEL',
    'Content-Transfer-Encoding: base64',
    '',
    base64(invitation('CANCEL', ['STATUS:CANCELLED'])),
    '--b--',
  ].join('\r\n')
  await app.mail.receive({ subject: 'Kick-off', text: 'x', raw, headers: { 'Content-Type': 'text/calendar' } })
  await app.slack.findMessage(support, /Cancelled: Kick-off/)
})

test('a bounce report names the people that our reply did not reach, and links to the reply', async ({
  app,
  support,
  maria,
}) => {
  await app.mail.receive({ subject: 'Question', text: 'Hello?' })
  const head = await app.slack.findMessage(support, /Hello\?/)
  await app.slack.click(maria, head, 'mail.reply')
  const form = await app.slack.findForm(maria)
  await app.slack.fillForm(maria, form, [['mail.text', 'Here is the answer']])
  const sent = await app.mail.findSentMail(/Here is the answer/)
  const card = await app.slack.findMessage(support, /Sent/, head.ts)
  await app.mail.receive({
    subject: 'Undelivered Mail Returned to Sender',
    from: 'Mail Delivery System <mailer-daemon@mx.customer.test>',
    text: 'I am sorry to have to inform you.',
    headers: { 'Content-Type': 'multipart/report; report-type=delivery-status', References: sent.message_id },
    attachments: [
      {
        content_type: 'message/delivery-status',
        content: base64(
          'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; one@customer.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 No such user',
        ),
      },
    ],
  })
  const report = await app.slack.findMessage(support, /Not delivered to one@customer\.test: mailbox doesn’t exist/)
  const shown = readText(report)
  expect(shown).toContain('The mail server said: 550 No such user')
  expect(shown).toContain(card.ts.replace('.', ''))
  expect(shown).toContain('See the reply that didn’t arrive')
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(1)
})
