import { expect, test } from 'vitest'
import { createMailKey } from '../../../src/mail/records/mail/mail.ts'
import { buildQuarantineCard } from '../../../src/mail/cards/quarantine-card.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const team = 'T1'
const at = { thread: 'thread', mail: 'key' }
const message = {
  inbox_id: 'help@acme.test',
  thread_id: 'th1',
  message_id: '<m1@mail.test>',
  timestamp: '2026-11-27T08:00:00Z',
  from: 'Prizewinner <prize@win.test>',
  reply_to: ['payout@win.test'],
  to: ['Help <help@acme.test>', 'victim@acme.test'],
  cc: ['witness@acme.test'],
  subject: 'Secret subject',
  text: 'Secret words',
  html: '<p>Secret words</p>',
  labels: ['received', 'secret-label'],
  headers: { 'X-Secret': 'yes' },
  in_reply_to: '<secret@acme.test>',
  attachments: [{ attachment_id: 'a1', filename: 'secret.pdf', size: 3 }],
}
const event = { event_id: 'e1', event_type: 'message.received.spam', message }

test('of a deleted mail, only what keeps it from being shown again is left', async () => {
  const { services, runTask, sent } = await openMailSlice({ access: allowEverything })
  await runTask('mail.event', { team, event })
  const key = createMailKey(services.keyedHash, message.inbox_id, message.message_id)
  const before = await services.mailStore.findMail(key)
  expect(JSON.stringify(before)).toContain('Secret words')
  await runTask('mail.judge', { team, user: 'U1', mail: key, verdict: 'deleted', event: 'click', channel: 'C1' })
  const stored = (await services.mailStore.mails.get(key))?.value
  expect(stored?.held).toMatchObject({ state: 'deleted', by: 'U1' })
  expect(JSON.stringify(stored)).not.toMatch(/secret|win\.test|victim|witness/i)

  sent.length = 0
  await runTask('mail.event', { team, event: { ...event, event_id: 'e2' } })
  await runTask('mail.fetch', { team, mail: key })
  await runTask('mail.facts', { team, mail: key })
  expect((await services.mailStore.mails.get(key))?.value).toEqual(stored)
  expect(sent.filter(({ kind }) => !['slack.card', 'slack.edit'].includes(kind))).toEqual([])
})

test('a form that is still open blocks nobody once its mail is deleted', async () => {
  const { services, runTask, sent } = await openMailSlice({ access: allowEverything })
  await services.mailStore.mails.put(
    'key',
    { ...sampleMail, restriction: 'spam', held: { state: 'deleted', at: 1 } },
    0,
  )
  const click = { team, user: 'U1', thread: 'thread', mail: 'key', verb: 'block_address', event: 'E1', channel: 'C1' }
  await runTask('mail.sender', click)
  expect(JSON.stringify(sent)).toContain('Bellhop no longer has this email.')
})

test('the card of a mail that an earlier version deleted shows neither sender nor subject', () => {
  const held = { state: 'deleted' as const, by: 'U1', at: 1 }
  const card = buildQuarantineCard(
    mailTextIn('en'),
    { ...sampleMail, subject: 'Secret subject', restriction: 'spam', held, badges: ['external', 'reply_to_differs'] },
    at,
    { decidedBy: 'Aiko' },
  )
  const shown = JSON.stringify(card)
  expect(shown).toContain('Deleted by Aiko')
  expect(shown).not.toContain('Secret subject')
  expect(shown).not.toContain(sampleMail.from.address)
  expect(shown).not.toContain('External')
})
