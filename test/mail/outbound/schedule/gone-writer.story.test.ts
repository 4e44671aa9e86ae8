/** @module-tag redis */
import { expect } from 'vitest'
import { openSettings } from '../../../support/app-settings.ts'
import { findButton, readText } from '../../../support/block-queries.ts'
import { type Harness, until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { openReview, setApproval } from '../approval/approval-story.ts'
import { scheduleReply } from './schedule-reply.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

/** Schedules Maria's answer, which Tom, its only approver, approves, and then deactivates Maria. */
async function approveThenLeave(app: Harness, tom: string) {
  const { slack } = app
  await setApproval(app, `<@${tom}>`)
  const scheduled = await scheduleReply(app)
  await slack.submit(tom, (await openReview(app, tom)).id)
  const card = await scheduled.find(/Scheduled · <.*Approved by @Tom Hadley\./s)
  await app.settled()
  await slack.deactivate(scheduled.maria)
  await app.settled()
  return { ...scheduled, card: { ...card, thread: scheduled.head.ts } }
}

/** Sends the approved mail of Maria, who has left, and checks that nothing else is asked. */
async function sendNowInstead(app: Harness, { tom, by, name }: { tom: string; by: string; name: string }) {
  const { slack, mail } = app
  const { card, find } = await approveThenLeave(app, tom)
  await slack.click(by, card, 'mail.send_now')
  await mail.findSentMail(/new invoice/)
  await find(new RegExp(`Sent <.*@${name} pressed \\*Send now\\*`, 's'))
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
}

test('the only approver sends the approved email of a writer who has left, without another approval', ({ app, tom }) =>
  sendNowInstead(app, { tom, by: tom, name: 'Tom Hadley' }))

test('a colleague sends the approved email of a writer who has left, without another approval', ({ app, tom, li }) =>
  sendNowInstead(app, { tom, by: li, name: 'Li Wei' }))

/** The offer of Maria's scheduled reply to the others in its channel. */
const findOffer = (app: Harness, channel: string) =>
  app.slack.findMessage(
    channel,
    /@Maria Torres left or lost access\. Their email to one@customer\.test, scheduled for /,
  )

test('the scheduled email of a writer who leaves is offered to the others immediately, and keeps the time if one saves it', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { maria, find, support, head } = await scheduleReply(app)
  await find(/Scheduled · </)
  await slack.deactivate(maria)
  const offer = { ...(await findOffer(app, support)), thread: head.ts }
  await find(/Someone must take this over: its writer left or lost access, so it isn’t sent at its time/)
  const readHead = async () => readText((await slack.messages(support)).find(({ ts }) => ts === head.ts))
  await app.settled()
  expect(await readHead()).toContain('Scheduled reply: someone must take it over')
  expect(await readHead()).not.toContain('Reply scheduled for')
  await slack.command(tom, support, '/mail open')
  const list = await until(async () =>
    (await slack.views(tom)).find((view) => readText(view).includes('Scheduled reply: someone must take it over')),
  )
  expect(readText(list)).not.toContain('Reply scheduled for')
  await slack.click(tom, offer, 'mail.send_time')
  await slack.submit(tom, (await slack.findForm(tom)).id)
  await app.settled()
  const taken = await slack.findMessage(
    support,
    /left or lost access\. Their email .* was scheduled\. It was scheduled by @Tom Hadley/,
  )
  expect(taken.ts).toBe(offer.ts)
  expect(findButton(taken, /^Send now$/)).toBeUndefined()
  await app.settled()
  expect(await readHead()).toContain('Reply scheduled for')
  await slack.click(tom, { ...(await find(/Scheduled · </)), thread: head.ts }, 'mail.send_now')
  await mail.findSentMail(/new invoice/)
})

test('a change of who may reply offers the scheduled email of a writer immediately, and takes it back', async ({
  app,
  slack,
  mail,
  tom,
  aiko,
}) => {
  const { maria, find, support, write } = await scheduleReply(app)
  await find(/Scheduled · </)
  const allow = async (people: string[]) => {
    const form = await openSettings(app, aiko, support, 'inboxes', '/mail settings')
    await slack.fillForm(aiko, form, [[/^Who can reply to email$/, people.map((one) => `person:${one}`)]])
  }
  await allow([tom])
  const offer = await findOffer(app, support)
  await allow([tom, maria])
  const closed = await slack.findMessage(
    support,
    /Their email to one@customer\.test was scheduled\. They have access again, so it’s sent at its time\./,
  )
  expect(closed.ts).toBe(offer.ts)
  await find(/Scheduled · </)
  // The question about a paused one, whose writer can no longer answer it, goes to the others.
  await write('Never mind, it is solved.')
  await find(/wrote again before your scheduled email was sent/)
  await allow([tom])
  await slack.findMessage(support, /wrote again before a scheduled email by @Maria Torres was sent/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('the scheduled email of a writer who is back is no longer offered to the others, and is shown as scheduled', async ({
  app,
  slack,
}) => {
  const { maria, find, support, head } = await scheduleReply(app)
  await find(/Scheduled · </)
  await slack.deactivate(maria)
  const offer = await findOffer(app, support)
  await app.settled()
  await slack.reactivate(maria)
  const closed = await slack.findMessage(support, /was scheduled\. They have access again, so it’s sent at its time\./)
  expect(closed.ts).toBe(offer.ts)
  expect(findButton(closed, /^Send now$/)).toBeUndefined()
  await find(/Scheduled · </)
  await app.settled()
  const card = (await slack.messages(support)).find(({ ts }) => ts === head.ts)
  expect(readText(card)).toContain('Reply scheduled for')
})

test('the question about the paused email of a writer who is back no longer says that they left', async ({
  app,
  slack,
}) => {
  const { maria, find, support, write } = await scheduleReply(app)
  await find(/Scheduled · </)
  await write('Never mind, it is solved.')
  await find(/wrote again before your scheduled email was sent/)
  await slack.deactivate(maria)
  const asked = await slack.findMessage(support, /@Maria Torres left or lost access\. Who can take this over\?/)
  await app.settled()
  await slack.reactivate(maria)
  const now = await slack.findMessage(support, /@Maria Torres has access again\./)
  expect(now.ts).toBe(asked.ts)
  expect(readText(now)).not.toContain('Who can take this over')
  expect(findButton(now, /^Send now$/)).toBeDefined()
})

test('a change of time that nobody could approve is refused, and nothing is lost', async ({
  app,
  slack,
  mail,
  tom,
  li,
}) => {
  const { card, find, support, head } = await approveThenLeave(app, tom)
  await slack.click(tom, card, 'mail.send_time')
  const form = await slack.findForm(tom)
  const day = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await slack.fillForm(tom, form, [[/^Day$/, day], [/^Time$/, '12:00']]) // prettier-ignore
  await slack.findEphemeral(support, tom, /nobody could give it\. It stays scheduled for </, head.ts)
  await app.settled()
  await find(/Scheduled · <.*Approved by @Tom Hadley\./s)
  // A colleague who can't approve leaves the approval to Tom.
  await slack.click(li, card, 'mail.send_time')
  await slack.fillForm(li, await slack.findForm(li), [[/^Day$/, day], [/^Time$/, '12:00']]) // prettier-ignore
  await find(/@Tom Hadley can approve it until/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

test('an approver who sends for a writer who has left after news needs another approver, now or as scheduled', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { find, write, head, support } = await approveThenLeave(app, tom)
  await write('Never mind, it is solved.')
  const paused = await find(/Send it anyway\?.*Approved by @Tom Hadley before this was paused\./s)
  await slack.click(tom, { ...paused, thread: head.ts }, 'mail.send_now')
  await slack.findEphemeral(support, tom, /nobody could give it\. It stays paused\./, head.ts)
  await app.settled()
  const still = await find(/Send it anyway\?.*Approved by @Tom Hadley before this was paused\./s)
  await slack.click(tom, { ...still, thread: head.ts }, 'mail.send_planned')
  await app.settled()
  await find(/Send it anyway\?.*Approved by @Tom Hadley before this was paused\./s)
  expect(await mail.sent()).toHaveLength(0)
})

test('a writer whose approver has left is refused on an act that needs another approval', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { maria, find, write, head, support } = await scheduleReply(app)
  await slack.submit(tom, (await openReview(app, tom)).id)
  await find(/Scheduled · <.*Approved by @Tom Hadley\./s)
  await slack.deactivate(tom)
  await write('Never mind, it is solved.')
  const paused = await find(/Send it anyway\?/)
  await slack.click(maria, { ...paused, thread: head.ts }, 'mail.send_now')
  await slack.findEphemeral(support, maria, /nobody could give it\. It stays paused\./, head.ts)
  await app.settled()
  await find(/Send it anyway\?/)
  expect(await mail.sent()).toHaveLength(0)
})
