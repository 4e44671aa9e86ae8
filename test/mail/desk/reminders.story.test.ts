import { expect } from 'vitest'
import { openSettings } from '../../support/app-settings.ts'
import { readText } from '../../support/block-queries.ts'
import { type Harness, until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { setApproval } from '../outbound/approval/approval-story.ts'
import { sendReply } from '../outbound/send/reply-sending.ts'

// Four hours, and a weekend, pass within seconds.
const test = testWith({ env: { CLOCK_SCALE: '100000', MAIL_UNDO_SECONDS: '0' } })

/** Has #support reminded of what nobody has claimed for four hours. */
async function remindOfUnclaimed(app: Harness, support: string, admin: string): Promise<void> {
  const { slack } = app
  await slack.command(admin, support, '/docs settings')
  const mine = await slack.findForm(admin)
  await slack.clickInView(admin, mine.id, 'workspace.settings.section', 'channel')
  const form = await until(async () =>
    (await slack.views(admin)).find((view) => readText(view).includes('Reminder: unclaimed email')),
  )
  await slack.fillForm(admin, form, [[/^Reminder: unclaimed email/, '4h']])
  await app.settled()
}

test('a person is reminded once of mail that they have claimed, by direct message, and acts on it from there', async ({
  app,
  slack,
  mail,
  support,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(tom, head, 'mail.claim')
  const reminder = await slack.findMessage(tom, /1 email needs your reply/)
  expect(readText(reminder)).toContain('Invoice')
  const done = /done:[0-9a-f.]+/.exec(readText(reminder))?.[0]
  await slack.click(tom, reminder, 'mail.listed', done)
  await slack.findMessage(support, /✅ Done/)
  await app.settled()
  expect((await slack.messages(tom)).filter((one) => one.ts === reminder.ts)).toHaveLength(1)
  expect(
    (await slack.messages(tom)).filter((one) => /needs your reply|in this reminder/.test(readText(one))),
  ).toHaveLength(1)
  expect((await slack.messages(support)).filter((one) => readText(one).includes('⏰'))).toEqual([])
})

test('an inbox has its channel reminded of unclaimed mail, and of missing answers', async ({
  app,
  slack,
  mail,
  support,
  maria,
  aiko,
}) => {
  await mail.receive({ subject: 'First', text: 'Waits before the setting is on' })
  await app.settled()
  const fillInboxForm = async (label: RegExp, value: string): Promise<void> => {
    const all = await openSettings(app, aiko, support, 'inboxes', '/mail settings')
    await slack.clickInView(aiko, all.id, 'workspace.settings.target', '0')
    const inbox = await until(async () =>
      (await slack.views(aiko)).find((view) => readText(view).includes('Reminder: unclaimed email')),
    )
    await slack.fillForm(aiko, inbox, [[label, value]])
    await app.settled()
  }
  await fillInboxForm(/^Reminder: no reply/, '3d')
  await sendReply(app)
  await slack.findMessage(support, /waiting for their reply/)
  const waiting = await slack.findMessage(support, /1 email is still waiting for the recipient’s reply/)
  expect(readText(waiting)).toContain('Invoice 4711')
  // The person who answered is mentioned, and the channel is notified.
  expect(readText(waiting)).toContain(`<@${maria}>`)
  expect(waiting.thread_ts).toBeUndefined()
  await fillInboxForm(/^Reminder: unclaimed email/, '4h')
  const earlier = await slack.findMessage(support, /1 unclaimed email/)
  expect(readText(earlier)).toContain('First')
  await mail.receive({ subject: 'Second', text: 'Nobody takes this' })
  const unclaimed = await until(async () =>
    (await slack.messages(support)).find((one) => one.ts !== earlier.ts && readText(one).includes('1 unclaimed email')),
  )
  expect(readText(unclaimed)).toContain('Second')
  expect(readText(unclaimed)).not.toContain('First')
  await app.settled()
  const posted = (await slack.messages(support)).map((one) => readText(one)).filter((one) => one.includes('⏰'))
  expect(posted).toHaveLength(3)
})

test('a channel is reminded of unclaimed mail if its settings require that', async ({
  app,
  slack,
  mail,
  support,
  aiko,
}) => {
  await remindOfUnclaimed(app, support, aiko)
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const reminder = await slack.findMessage(support, /1 unclaimed email/)
  expect(readText(reminder)).not.toContain('<@')
  await app.settled()
  expect((await slack.messages(support)).filter((one) => readText(one).includes('⏰'))).toHaveLength(1)
})

test('a reminder links its emails although Slack is slow', async ({ app, slack, mail, support, aiko }) => {
  await remindOfUnclaimed(app, support, aiko)
  await app.addFault({ target: 'slack', match: 'chat.getPermalink', mode: 'delay', delayMs: 1500, times: 20 })
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const reminder = await slack.findMessage(support, /1 unclaimed email/)
  expect(readText(reminder)).toMatch(/<http[^|]+\|Invoice>/)
})

test('a reminder shows what has become of its emails, in the channel and to their owner', async ({
  app,
  slack,
  mail,
  support,
  aiko,
  tom,
}) => {
  await remindOfUnclaimed(app, support, aiko)
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const unclaimed = await slack.findMessage(support, /1 unclaimed email/)
  await slack.click(tom, unclaimed, 'mail.claim')
  const over = await slack.findMessage(support, /Nothing in this reminder is due now/)
  expect(over.ts).toBe(unclaimed.ts)
  expect(readText(over)).toMatch(/Invoice[\s\S]*Tom/)
  expect(readText(over)).not.toContain('unclaimed')
  const own = await slack.findMessage(tom, /1 email needs your reply/)
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(tom, head, 'mail.done')
  const ended = await slack.findMessage(tom, /Nothing in this reminder is due now/)
  expect(ended.ts).toBe(own.ts)
  await until(async () =>
    (await slack.messages(support)).some((one) => one.ts === unclaimed.ts && readText(one).includes('Done')),
  )
  await app.settled()
  expect((await slack.messages(tom)).filter((one) => readText(one).includes('in this reminder'))).toHaveLength(1)
})

test('a channel and an owner are reminded of email that already waited when the reminder is switched on', async ({
  app,
  slack,
  mail,
  support,
  aiko,
  tom,
}) => {
  const own = await openSettings(app, tom, support, 'mine', '/mail settings')
  await slack.fillForm(tom, own, [[/^Email reminders/, 'off']])
  for (const subject of ['First', 'Second', 'Third']) await mail.receive({ subject, text: `${subject} waits` })
  await slack.click(tom, await slack.findMessage(support, /Third waits/), 'mail.claim')
  await app.settled()
  await remindOfUnclaimed(app, support, aiko)
  const reminder = await slack.findMessage(support, /2 unclaimed emails/)
  expect(readText(reminder)).toMatch(/First[\s\S]*Second|Second[\s\S]*First/)
  expect(readText(reminder)).not.toContain('Third')
  expect((await slack.messages(tom)).filter((one) => readText(one).includes('⏰'))).toEqual([])
  const again = await openSettings(app, tom, support, 'mine', '/mail settings')
  await slack.fillForm(tom, again, [[/^Email reminders/, 'on']])
  expect(readText(await slack.findMessage(tom, /1 email needs your reply/))).toContain('Third')
  await app.settled()
  expect((await slack.messages(support)).filter((one) => readText(one).includes('⏰'))).toHaveLength(1)
})

test('email that its channel was reminded of is reported once more when the person who claimed it leaves', async ({
  app,
  slack,
  mail,
  support,
  aiko,
  tom,
}) => {
  await remindOfUnclaimed(app, support, aiko)
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const reminder = await slack.findMessage(support, /1 unclaimed email/)
  await slack.click(tom, reminder, 'mail.claim')
  await slack.findMessage(support, /Nothing in this reminder is due now/)
  await slack.deactivate(tom)
  const again = await slack.findMessage(support, /1 email that @Tom Hadley had claimed is unclaimed again/)
  expect(again.ts).not.toBe(reminder.ts)
  await slack.click(aiko, again, 'mail.claim')
  await until(async () =>
    (await slack.messages(support)).some(
      (one) => one.ts === again.ts && readText(one).includes('Nothing in this reminder is due now'),
    ),
  )
})

// The request must not expire before it is withdrawn.
testWith({ env: { CLOCK_SCALE: '20000', MAIL_UNDO_SECONDS: '0' } })(
  'a reminder shows that a colleague’s reply awaits approval, and no longer does once it is withdrawn',
  async ({ app, slack, mail, support, maria, tom, li }) => {
    await setApproval(app, `<@${li}>`)
    await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await slack.click(tom, head, 'mail.claim')
    const reminder = await slack.findMessage(tom, /1 email needs your reply/)
    const findRow = (fits: (row: string) => boolean) =>
      until(async () => (await slack.messages(tom)).some((one) => one.ts === reminder.ts && fits(readText(one))))
    await slack.click(maria, head, 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A new invoice is on its way.']])
    await findRow((row) => row.includes('Reply awaiting approval'))
    await slack.click(maria, await slack.findMessage(support, /A new invoice is on its way/, head.ts), 'mail.cancel')
    await findRow((row) => !row.includes('awaiting approval'))
  },
)
