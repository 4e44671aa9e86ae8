/** @module-tag redis */
import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'

/** Few enough to be shown one by one. */
const MAILS = 12

test('mails that come together are shown in the order of their arrival, and a slow one delays no others', async ({
  app,
  slack,
  support,
}) => {
  await app.addFault({ target: 'mail', match: 'GET /mail/v0/inboxes', mode: 'delay', delayMs: 60_000, times: 1 })
  const texts = Array.from({ length: MAILS }, (_, n) =>
    n === 0 ? 'A long line of the first mail.\n'.repeat(5000) : 'Hello',
  )
  const received = await Promise.all(
    texts.map((text, n) => app.mail.receive({ subject: `Mail ${n} of a burst`, text })),
  )
  await app.settled()
  const created = (await app.mail.deliveries()).map(({ event_id: id }) =>
    received.findIndex((one) => one.event_id === id),
  )
  const shown = await until(async () => {
    const numbers = (await slack.messages(support)).flatMap(
      (one) => /Mail (\d+) of a burst/.exec(readText(one))?.[1] ?? [],
    )
    return numbers.length === MAILS - 1 ? numbers.map(Number) : undefined
  })
  expect(shown).toEqual(created.filter((n) => n > 0))
})
