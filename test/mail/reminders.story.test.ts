import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

// Four hours, and a weekend, pass within seconds.
const test = testWith({ env: { CLOCK_SCALE: '100000' } })

test('a person is reminded once of mail that they have claimed, in their messages, and does it from there', async ({
  app,
  slack,
  mail,
  support,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(tom, head, /^Claim$/)
  const reminder = await slack.findMessage(tom, /1 mail is waiting for your answer/)
  expect(readText(reminder)).toContain('Invoice')
  const done = /done:[0-9a-f]+/.exec(readText(reminder))?.[0]
  await slack.click(tom, reminder, 'mail.listed', done)
  await slack.findMessage(support, /✅ Done/)
  await app.settled()
  expect(
    (await slack.messages(tom)).filter((one) => readText(one).includes('is waiting for your answer')),
  ).toHaveLength(1)
  expect((await slack.messages(support)).filter((one) => readText(one).includes('⏰'))).toEqual([])
})

test('a channel is reminded of mail that nobody has claimed, if it is set', async ({
  app,
  slack,
  mail,
  support,
  aiko,
}) => {
  await slack.command(aiko, support, '/docs settings')
  const mine = await slack.findForm(aiko)
  await slack.clickInView(aiko, mine.id, 'workspace.settings.section', 'channel')
  const form = await until(async () =>
    (await slack.views(aiko)).find((view) => readText(view).includes('Remind this channel of mail that nobody')),
  )
  await slack.fillForm(aiko, form, [[/^Remind this channel of mail that nobody/, '4h']])
  await app.settled()
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const reminder = await slack.findMessage(support, /Nobody has claimed this mail yet/)
  expect(readText(reminder)).not.toContain('<@')
  await app.settled()
  expect((await slack.messages(support)).filter((one) => readText(one).includes('⏰'))).toHaveLength(1)
})
