import { expect, test } from 'vitest'
import { createMailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import { UpstreamError } from '../../../src/core/errors.ts'
import { log, openMailSlice, openMemory } from '../../support/mail-services.ts'

test('a silent mailbox is asked for an inbox’s address once a minute, not for each mail', async () => {
  let now = 1
  let asked = 0
  let isSilent = true
  const mailbox = createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log })
  const get = (inboxId: string) => {
    asked += 1
    if (!isSilent) return Promise.resolve({ inbox_id: inboxId, email: 'help@acme.test' })
    return Promise.reject(new UpstreamError('silent', { service: 'mailbox', code: 'timeout', outcome: 'not_sent' }))
  }
  const { services } = await openMailSlice({
    memory: openMemory({ now: () => now, scaled: (ms) => ms }),
    mailbox: { ...mailbox, inboxes: { ...mailbox.inboxes, get } },
  })
  const find = () => services.records.findInboxAddress('inbox1')
  expect(await Promise.all([find(), find()])).toEqual([undefined, undefined])
  const atOnce = asked
  now += 59_000
  expect([await find(), asked]).toEqual([undefined, atOnce])

  isSilent = false
  now += 1_000
  expect([await find(), await find(), asked]).toEqual(['help@acme.test', 'help@acme.test', atOnce + 1])
  expect(atOnce).toBe(1)
})
