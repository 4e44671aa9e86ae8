import { expect, test } from 'vitest'
import { createClock } from '../../../../src/core/clock.ts'
import { createMailKey } from '../../../../src/mail/records/mail/mail.ts'
import { deliveryReportSchema } from '../../../../src/mail/records/replies/delivery-status.ts'
import { createTable } from '../../../../src/store/typed-table.ts'
import { openMailSlice, openMemory } from '../../../support/mail-services.ts'

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
