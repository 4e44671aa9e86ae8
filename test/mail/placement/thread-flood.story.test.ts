import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'

const MAILS = 10

test('many emails of one customer in a thread are posted one after the other, and delay nobody else’s', async ({
  slack,
  mail,
  support,
}) => {
  const { thread_id: threadId } = await mail.receive({ subject: 'Printer', text: 'It is broken' })
  const head = await slack.findMessage(support, /It is broken/)
  for (let n = 1; n <= MAILS; n++) await mail.receive({ thread_id: threadId, text: `Still broken ${n}.` })
  await mail.receive({ subject: 'Order', from: 'two@customer.test', text: 'Where is my order?' })
  const other = await slack.findMessage(support, /Where is my order/)
  const listPosted = async () =>
    (await slack.messages(support, head.ts)).flatMap((one) => {
      const number = /Still broken (\d+)\./.exec(readText(one))?.[1]
      return one.ts === head.ts || number === undefined ? [] : [{ number: Number(number), ts: one.ts }]
    })
  // The card already shows the newest one.
  await slack.findMessage(support, new RegExp(`Still broken ${MAILS}\\.`))
  const posted = await until(async () => {
    const now = await listPosted()
    return now.length === MAILS ? now : undefined
  })
  expect(posted.map(({ number }) => number)).toEqual(Array.from({ length: MAILS }, (_, n) => n + 1))
  expect(Number(posted.at(-1)?.ts)).toBeGreaterThan(Number(other.ts))
})
