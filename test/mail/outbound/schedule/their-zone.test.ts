import { expect, test } from 'vitest'
import { findTheirZone } from '../../../../src/mail/outbound/schedule/their-zone.ts'
import { buildThread } from '../../../../src/mail/records/mail/mail-thread.ts'
import { openMailSlice } from '../../../support/mail-services.ts'
import { sampleMail } from '../../sample-mail.ts'

/** A thread whose first mail is Anna's, before this many others, with bodies of this length. */
async function openLongThread(others: number, chars = 10) {
  const { services } = await openMailSlice()
  const { mailStore } = services
  const keys = Array.from({ length: others + 1 }, (_, n) => `m${n}`)
  for (const [n, key] of keys.entries())
    await mailStore.mails.put(
      key,
      {
        ...sampleMail,
        text: 'a'.repeat(chars),
        from: { address: n === 0 ? 'anna@nord.test' : 'tom@nord.test' },
        headers: { Date: `Mon, 23 Nov 2026 10:00:00 ${n === 0 ? '+0530' : '+0100'}` },
      },
      0,
    )
  await mailStore.threads.put('t', { ...buildThread({ inboxId: 'a', threadId: 't' }), mails: keys }, 0)
  return (address: string) => findTheirZone(services, 't', [address])
}

test('the time zone of a recipient who wrote before many others is known', async () => {
  const findZone = await openLongThread(120)
  expect(await findZone('Anna@nord.test')).toMatchObject({ offset: '+05:30' })
  expect(await findZone('nobody@nord.test')).toBeUndefined()
})

test('of long mails, only the newest are read for a time zone', async () => {
  const findZone = await openLongThread(30, 300_000)
  expect(await findZone('anna@nord.test')).toBeUndefined()
})
