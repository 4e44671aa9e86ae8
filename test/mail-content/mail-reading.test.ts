import { expect, test } from 'vitest'
import { excerptMail, previewMail, quoteMail } from '../../src/mail/records/mail/mail-preview.ts'
import { withCurrentReading, readMail, withReading } from '../../src/mail/records/mail/mail-reading.ts'
import { toPlainText } from '../../src/mail-content/reading/rich-text.ts'
import type { Mail } from '../../src/mail/records/mail/mail.ts'
import { createSenderCounts } from '../../src/mail/inbound/receive/sender-counts.ts'
import { mailTextIn } from '../../src/mail/text/mail-text.ts'
import { buildMailCard } from '../../src/mail/cards/mail-card.ts'
import { openMemory } from '../support/mail-services.ts'
import { sampleMail } from '../mail/sample-mail.ts'

const seen = (mail: Mail) => toPlainText(previewMail(withCurrentReading(mail)).newContent)
const buildCard = (mail: Mail) =>
  buildMailCard({ text: mailTextIn('en'), mail, preview: previewMail(withCurrentReading(mail)), at: { thread: 'a' } })

test('a card that is drawn again shows what was read, unless another version read it', () => {
  const read = withReading({ ...sampleMail, text: 'New\n\n> Old' })
  const later = { ...read, text: 'Not read again' }
  expect([seen(later), excerptMail(later, 200), quoteMail(later, 200).text]).toEqual(['New', 'New', 'New'])
  const { reading } = read
  expect(seen({ ...later, reading: { ...reading, version: -1 } })).toBe('Not read again')
})

test('the body of a mail is read in pieces, between which others have their turn', () => {
  const mail = { ...sampleMail, text: 'New\n\n> Old', html: '<p>New</p><blockquote>Old</blockquote>' }
  const pieces = readMail(mail)
  let count = 1
  let piece = pieces.next()
  for (; piece.done !== true; piece = pieces.next()) count += 1
  expect([piece.value, count >= 5]).toEqual([withReading(mail), true])
})

test('links are off in what was read before they had to be', () => {
  const read = withReading({ ...sampleMail, html: '<a href="https://pay.test/">here</a>' })
  expect(previewMail(read)).toMatchObject({ hasDeadLinks: false })
  const quarantined: Mail = { ...read, restriction: 'spam', held: { state: 'held', at: 1 } }
  expect(previewMail(withCurrentReading(quarantined))).toMatchObject({ hasDeadLinks: true })
  expect(seen(quarantined)).toBe('here (https: //pay.test/) (pay.test)')
})

test('the notification has the first words, and nothing in them calls anybody', () => {
  const { text } = buildCard({ ...sampleMail, text: '<!channel> please look\nat this' })
  expect(text).toMatch(/Hello.* · .*&lt;!channel&gt; please look at this/)
})

test('External is left out where most mail comes from outside', async () => {
  const counts = createSenderCounts({ store: openMemory().store, team: 'T1' }, (...parts) => parts.join(':'))
  const count = (mail: Mail) => counts.countSender('key', mail)
  const external: Mail = { ...sampleMail, badges: ['external'] }
  for (let time = 0; time < 10; time++) expect(await count(external)).toBe(false)
  expect(await count(external)).toBe(true)
  const other: Mail = { ...sampleMail, inboxId: 'team@acme.test' }
  for (let time = 0; time < 12; time++) await count(other)
  expect(await count({ ...other, badges: ['external'] })).toBe(false)
  expect(JSON.stringify(buildCard(external))).toContain('External')
  expect(JSON.stringify(buildCard({ ...external, isExternalUsual: true }))).not.toContain('External')
})
