import { expect } from 'vitest'
import { findButton, readText } from '../../support/block-queries.ts'
import { until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { pickEntry } from '../mail-menu.ts'

// Working hours, and the days of a snooze, pass within seconds.
const test = testWith({ env: { CLOCK_SCALE: '100000', MAIL_UNDO_SECONDS: '0' } })
/** A form that is open for ten minutes is open for the whole story. */
const testInTime = testWith({})

test('mail that a deactivated person claimed is unclaimed again, and its channel is reminded once', async ({
  app,
  slack,
  mail,
  support,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(tom, head, 'mail.claim')
  await slack.findCard(support, 'claimed', { kind: 'mail.card' })
  await slack.deactivate(tom)
  const reminder = await slack.findMessage(support, /1 email that @Tom Hadley had claimed is unclaimed again/)
  expect(readText(reminder)).toContain('Invoice')
  await until(async () => {
    const card = (await slack.messages(support)).find(({ ts }) => ts === head.ts)
    return card !== undefined && !readText(card).includes('Claimed by') && findButton(card, /^Claim$/) !== undefined
  })
  await app.settled()
  const posted = (await slack.messages(support)).map((one) => readText(one)).filter((one) => one.includes('⏰'))
  expect(posted).toHaveLength(1)
})

test('mail claimed by a person who becomes a guest is unclaimed again, and its channel is reminded', async ({
  slack,
  mail,
  support,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(tom, head, 'mail.claim')
  await slack.findCard(support, 'claimed', { kind: 'mail.card' })
  await slack.changeRole(tom, 'guest')
  await slack.findMessage(support, /1 email that @Tom Hadley had claimed is unclaimed again/)
  await until(async () => {
    const card = (await slack.messages(support)).find(({ ts }) => ts === head.ts)
    return card !== undefined && !readText(card).includes('Claimed by')
  })
})

test('a snooze of a person who left ends in the channel, which mentions nobody', async ({
  slack,
  mail,
  support,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await pickEntry(slack, tom, head, 'snooze')
  await slack.fillForm(tom, await slack.findForm(tom), [['mail.snooze_when', 'tomorrow']])
  await slack.findMessage(support, /Snoozed by/)
  await slack.deactivate(tom)
  const returned = await slack.findMessage(support, /The email @Tom Hadley snoozed is back/)
  expect(readText(returned)).not.toContain(tom)
})

testInTime(
  'the form of a person who is deactivated no longer shows them as writing',
  async ({ app, slack, mail, support, tom }) => {
    await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await slack.click(tom, head, 'mail.claim')
    await slack.findCard(support, 'claimed', { kind: 'mail.card' })
    await app.settled()
    await slack.click(tom, head, 'mail.reply')
    await slack.findMessage(support, /is writing a reply/)
    await slack.deactivate(tom)
    const card = await slack.findMessage(support, /Unclaimed/)
    expect(readText(card)).not.toContain('is writing a reply')
  },
)
