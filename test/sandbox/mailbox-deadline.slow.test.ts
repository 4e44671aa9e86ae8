import { expect, test } from 'vitest'
import { startSimulators, until } from '../support/simulators.ts'
import { receiver } from './event-receiver.ts'

test('a receiver that does not answer within 15 s has failed, however fast the clock runs', async () => {
  const simulators = await startSimulators({ scale: 1000 })
  const to = await receiver()
  to.answer(0)
  await simulators.control('/mail/account', { hosts: { 'receiver.test': to.url } })
  await simulators.mail('POST', '/v0/webhooks', { url: 'https://receiver.test', event_types: ['message.received'] })
  const started = Date.now()
  await simulators.control('/mail/inbound', { inbox_id: simulators.sandbox.env['SANDBOX_INBOX'], from: 'a@b.test' })
  await until(() => to.received.length === 1)
  await until(() => to.received.length === 2)
  expect(Date.now() - started).toBeGreaterThanOrEqual(15_000)
  const [delivery] = (await simulators.control('/mail/deliveries')).body as unknown as {
    attempts: { status: number }[]
  }[]
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([0])
  await simulators.close()
  await to.close()
})
