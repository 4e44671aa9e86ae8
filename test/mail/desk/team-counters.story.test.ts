import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { type Harness, until } from '../../support/harness.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { test } from '../../support/story-test.ts'
import { pickEntry } from '../mail-menu.ts'

/** Opens Home, and waits until it has this content. */
async function findHome({ slack }: Harness, user: string, fits: RegExp): Promise<string> {
  await slack.openHome(user)
  return until(async () =>
    (await slack.views(user))
      .flatMap((view) => (view.type === 'home' ? [readText(view)] : []))
      .find((one) => fits.test(one)),
  )
}

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'Home counts a reply that bounced, for colleagues of its writer as well, and shows it in the row of its email',
  async ({ app, slack, mail, support, maria, tom }) => {
    await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    await slack.click(maria, await slack.findMessage(support, /The total looks wrong/), 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A first answer']])
    const { message_id: id } = await mail.findSentMail(/A first answer/)
    await app.settled()
    expect(await findHome(app, tom, /Team email/)).not.toContain('not delivered')
    await mail.reportOutcome(id, 'bounced')
    await slack.findMessage(support, /not delivered/)
    await app.settled()
    expect(await findHome(app, tom, /not delivered/)).toContain('⚠️ *1* not delivered')
    expect(await findHome(app, maria, /Needs your reply/)).toContain(
      'Reply not delivered to one@customer.test: mailbox doesn’t exist',
    )
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a reply that is not sent reopens a thread that waits for their reply, and Home counts it',
  async ({ app, slack, mail, support, maria, tom }) => {
    await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    const reply = async (text: string) => {
      await slack.click(maria, head, 'mail.reply')
      await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', text]])
    }
    await reply('A first answer')
    await slack.findMessage(support, /waiting for their reply/)
    await app.settled()
    await app.addFault({ target: 'mail', match: '/reply', mode: 'status', status: 403, error: 'message_rejected' })
    await reply('A second answer')
    await slack.findMessage(support, /A second answer.*Not sent/s, head.ts)
    await app.settled()
    const home = await findHome(app, tom, /Team email/)
    expect(home).toContain('⚠️ *1* not delivered')
    expect(home).toContain('*0* waiting for their reply')
  },
)

test('Home counts unclaimed email in a channel that new email no longer goes to', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
  maria,
}) => {
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  await mail.receive({ subject: 'Left behind', text: 'About the first' })
  await slack.findMessage(leads, /About the first/)
  await slack.command(aiko, support, `/mail route ${mail.inbox} #support`)
  await app.settled()
  const home = await findHome(app, maria, /Team email/)
  expect(home).toContain('*1* unclaimed')
  expect(home).toContain('Left behind')
})

test('Home marks a count of unclaimed emails as incomplete when it has read only a part', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  for (let n = 0; n < 26; n++) await mail.receive({ subject: `Subject ${n}`, from: `ann${n}@one.test`, text: 'Hello' })
  await slack.findMessage(support, /Subject 25\b/)
  await app.settled()
  expect(await findHome(app, maria, /Team email/)).toContain('*25+* unclaimed')
})

test('snoozed email is listed by its return, the soonest first', async ({ app, slack, mail, support, maria }) => {
  // Neither the order of arrival nor its reverse is right.
  for (const days of [3, 9, 6]) {
    await mail.receive({ subject: `Day ${days}`, from: `ann${days}@one.test`, text: `About ${days}` })
    await pickEntry(slack, maria, await slack.findMessage(support, new RegExp(`About ${days}`)), 'snooze')
    const form = await slack.findForm(maria)
    await slack.clickInView(maria, form.id, 'mail.snooze_when', 'pick')
    const picking = await until(async () => (await slack.views(maria)).find((view) => readText(view).includes('"day"')))
    const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await slack.fillForm(maria, picking, [['mail.snooze_when', 'pick'], ['day', day], ['time', '12:00']]) // prettier-ignore
    await app.settled()
  }
  await slack.command(maria, support, '/mail snoozed')
  const list = await until(async () =>
    (await slack.views(maria)).map(readText).findLast((text) => text.includes('mail.listed')),
  )
  expect([...list.matchAll(/\|(Day \d)>/g)].map(([, subject]) => subject)).toEqual(['Day 3', 'Day 6', 'Day 9'])
})

test('Home shows a person the email that has waited longest for them', async ({ app, slack, mail, support, tom }) => {
  for (let n = 1; n <= 6; n++) {
    await mail.receive({ subject: `Case ${n}`, from: `p${n}@one.test`, text: `About case ${n}.` })
    await slack.click(tom, await slack.findMessage(support, new RegExp(`About case ${n}\\.`)), 'mail.claim')
  }
  await app.settled()
  const home = await findHome(app, tom, /Needs your reply/)
  expect(home).toContain('Case 1')
  expect(home).not.toContain('Case 6')
})
