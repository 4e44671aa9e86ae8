import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../../../../src/clients/mailbox/mailbox-client.ts'
import { createClock } from '../../../../src/core/clock.ts'
import type { Json } from '../../../../src/core/json.ts'
import { createMailKey } from '../../../../src/mail/records/mail/mail.ts'
import { buildThread, createThreadKey } from '../../../../src/mail/records/mail/mail-thread.ts'
import { buildReply } from '../../../../src/mail/records/replies/reply.ts'
import { deliveryReportSchema } from '../../../../src/mail/records/replies/delivery-status.ts'
import { createTable } from '../../../../src/store/typed-table.ts'
import { type FakeAnswer, startFakeUpstream } from '../../../support/fake-upstream.ts'
import { log, openMailSlice, openMemory } from '../../../support/mail-services.ts'
import { sampleReply as content } from '../../sample-reply.ts'

test('a delivery event without a timestamp uses the app’s clock', async () => {
  const memory = openMemory({ ...createClock(), now: () => 1_000 })
  const { services, runTask } = await openMailSlice({ memory })
  const about = { inbox_id: 'help@acme.test', thread_id: 'th1', message_id: 'm1' }
  const bounce = { ...about, type: 'Permanent', recipients: [{ address: 'one@customer.test' }] }
  await runTask('mail.event', { team: 'T1', event: { event_id: 'e1', event_type: 'message.bounced', bounce } })
  const reports = createTable(memory.store, { partition: 'T1/mail.outgoing', schema: deliveryReportSchema })
  const report = await reports.get(createMailKey(services.keyedHash, 'help@acme.test', 'm1'))
  expect(report?.value.bounced).toMatchObject([{ address: 'one@customer.test', at: 1_000 }])
})

test.each<[string, FakeAnswer, boolean]>([
  ['count for a loop', { json: { message_id: '<p@acme.test>', thread_id: 'th1' } }, true],
  ['that the key may not read do not', { status: 403, json: { code: 'forbidden', message: 'no' } }, false],
])('answers of a program %s although a new mail of its inbox has an unknown outcome', async (_, answer, isLoop) => {
  const upstream = await startFakeUpstream(() => answer)
  onTestFinished(() => upstream.close())
  const mailbox = createMailboxClient({ baseUrl: upstream.url, apiKey: 'am_test', log })
  const { services, runTask, sent } = await openMailSlice({ mailbox })
  const { inboxId } = content
  const reply = { ...buildReply('r1', { ...content, kind: 'new' as const }, 1), state: 'dropped' as const, tries: 1 }
  await services.replyStore.replies.put('r1', reply, 0)
  await services.placement.threadOrigins.recordOpenSend(inboxId, 'r1', Date.now())
  const thread = createThreadKey(services.keyedHash, inboxId, 'th1')
  const turns = ['a1', 'a2', 'a3'].map((mail) => ({ by: 'customer', mail, at: Date.now() }))
  const begun = { ...buildThread({ inboxId, threadId: 'th1' }), mails: ['a1', 'a2', 'a3'], count: 3 }
  await services.mailStore.threads.put(thread, { ...begun, loop: { turns } }, 0)
  for (const id of ['p1', 'p2']) {
    const send = {
      inbox_id: inboxId,
      thread_id: 'th1',
      message_id: `<${id}@acme.test>`,
      timestamp: '2026-11-27T10:00:00Z',
    }
    await runTask('mail.event', { team: 'T1', event: { event_id: id, event_type: 'message.sent', send } })
  }
  for (const { kind, data } of sent.filter((one) => one.kind === 'mail.match')) await runTask(kind, data as Json)
  expect((await services.mailStore.findThread(thread))?.muted?.by).toBe(isLoop ? 'loop' : undefined)
})
