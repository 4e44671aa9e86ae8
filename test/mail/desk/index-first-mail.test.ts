import { expect, test } from 'vitest'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const inboxId = 'help@acme.test'
const content = (text: string) => ({
  kind: 'new' as const,
  thread: 'thread',
  mail: 'key',
  inboxId,
  messageId: '',
  subject: 'Our offer',
  user: 'U1',
  userName: 'Maria',
  to: [{ address: 'rita@partner.test' }],
  cc: [],
  bcc: [],
  written: null,
  text,
  html: text,
  files: [],
})

test('indexing a first mail that an earlier release kept as it was withdrawn replaces it with the version that was sent', async () => {
  const { services, runTask } = await openMailSlice({ access: allowEverything })
  const { mailStore, replyStore } = services
  const withdrawn = buildReply('first', content('withdrawn'), 1)
  await replyStore.replies.put('first', { ...withdrawn, state: 'cancelled', again: 'second' }, 0)
  const sent = { state: 'sent' as const, sentAt: 7, sentId: 'm1' }
  await replyStore.replies.put('second', { ...buildReply('second', content('sent'), 2), ...sent }, 0)
  await replyStore.recordDelivery({ inboxId, messageId: 'm1' }, (report) => ({ ...report, reply: 'second' }))
  await mailStore.mails.put('key', { ...sampleMail, text: 'withdrawn', reply: 'first' }, 0)

  await runTask('mail.index', { team: 'T1', mail: 'key' })
  const repaired = await mailStore.findMail('key')
  expect(repaired).toMatchObject({ text: 'sent', subject: 'Our offer', reply: 'second', at: 7, messageId: 'm1' })
  expect(repaired?.reading.found).not.toContain('withdrawn')
})
