import { expect, test } from 'vitest'
import { sendReadFacts } from '../../../src/mail/inbound/facts/facts-task.ts'
import { openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

test('unavailable attachments do not delay tasks that people wait for', async () => {
  const { queue } = openMemory()
  await sendReadFacts(queue, 'T1', 'm1', { ...sampleMail, kinds: ['calendar'] })
  await queue.send({ kind: 'click', version: 1, data: {} }, { id: 'click' })
  const done = Promise.withResolvers<string>()
  queue.work(({ kind }) => (kind === 'mail.facts' ? new Promise(() => {}) : Promise.resolve(done.resolve(kind))), {
    concurrency: 1,
  })
  expect(await done.promise).toBe('click')
})
