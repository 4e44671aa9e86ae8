import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import { findQuestion } from './reply-sending.ts'
import { type Harness, until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { findView, openReview, openReviewOfReply, setApproval } from '../approval/approval-story.ts'
import { chooseTime } from '../schedule/choose-time.ts'
import { scheduleReply } from '../schedule/schedule-reply.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

/** The notices in a thread of what another person did with a mail. */
const listNotices = async ({ slack }: Harness, channel: string, thread: string) =>
  (await slack.messages(channel, thread)).filter(({ metadata }) =>
    String(metadata?.event_payload['op_id']).startsWith('mail.acted:'),
  )

/** Schedules Maria's mail. Returns its card. */
async function scheduleForMaria(app: Harness) {
  const scheduled = await scheduleReply(app)
  const card = await scheduled.find(/Scheduled · </)
  return { ...scheduled, card: { ...card, thread: scheduled.head.ts } }
}

test(
  'a colleague who sends the scheduled email of somebody else is asked first, and its writer is notified once',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, tom }) => {
    const { card, find, head, maria } = await scheduleForMaria(app)
    await slack.click(tom, card, 'mail.send_now')
    const question = await findQuestion(app, tom)
    expect(readText(question)).toMatch(
      /Maria Torres wrote this email to one@customer\.test\. Send it now\?.*new invoice/s,
    )
    await app.settled()
    expect(await mail.sent()).toHaveLength(0)
    await slack.submit(tom, question.id)
    await mail.findSentMail(/new invoice/)
    await find(/Sent <.*@Tom.* pressed \*Send now\*/s)
    const notice = await slack.findPost(support, 'mail.acted', head.ts)
    expect(readText(notice)).toContain(`"user_id":"${maria}"`)
    expect(readText(notice)).toContain('pressed “Send now” on your email to one@customer.test')
    await app.settled()
    expect(await listNotices(app, support, head.ts)).toHaveLength(1)
  },
)

test('the writer of a scheduled email is asked before Send now while a colleague edits it, who reads that it is replaced', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  const { card, find, head } = await scheduleForMaria(app)
  await slack.click(tom, card, 'mail.edit')
  expect(readText(await slack.findForm(tom))).toContain('You’re editing Maria Torres’s scheduled email.')
  await slack.findMessage(support, /@Tom [^"]*is writing a reply/)
  await slack.click(maria, card, 'mail.send_now')
  const question = await until(async () =>
    (await slack.views(maria)).findLast((view) => /Send your email to/.test(readText(view))),
  )
  expect(readText(question)).toMatch(
    /Send your email to one@customer\.test now\?.*Tom.*is writing in this email’s thread/s,
  )
  expect(readText(question)).not.toContain('is notified')
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
  await slack.submit(maria, question.id)
  await mail.findSentMail(/new invoice/)
  await find(/Sent </)
  await app.settled()
  expect(await listNotices(app, support, head.ts)).toHaveLength(0)
})

test('a colleague who stops the email of somebody else is asked first; its writer stops it without a question', async ({
  app,
  slack,
  mail,
  support,
  tom,
}) => {
  const { card, find, head, maria } = await scheduleForMaria(app)
  await slack.click(tom, card, 'mail.cancel')
  await slack.submit(tom, (await findQuestion(app, tom)).id)
  await find(/Not sent: stopped in time by @Tom/)
  expect(readText(await slack.findPost(support, 'mail.acted', head.ts))).toContain('your text is saved')
  const second = await scheduleReply(app)
  await slack.click(maria, { ...(await second.find(/Scheduled · </)), thread: second.head.ts }, 'mail.cancel')
  await second.find(/Not sent: stopped in time by @Maria/)
  await app.settled()
  expect(await listNotices(app, support, second.head.ts)).toHaveLength(1)
  expect(await mail.sent()).toHaveLength(0)
})

test('a colleague who edits an email that its writer stops meanwhile is asked before their version is sent', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { card, find, maria } = await scheduleForMaria(app)
  await slack.click(tom, card, 'mail.edit')
  const form = await slack.findForm(tom)
  await slack.click(maria, card, 'mail.cancel')
  await find(/Not sent: stopped in time by @Maria/)
  await app.settled()
  await slack.fillForm(tom, form, [['mail.text', 'We are looking into it.']])
  const asked = await findView(app, tom, /has stopped this email/)
  expect(readText(asked)).toContain('Maria Torres has stopped this email in the meantime. Send yours anyway?')
  await app.settled()
  expect(readText(await find(/Not sent: stopped in time by @Maria/))).not.toContain('A new version')
  await slack.submit(tom, form.id)
  await find(/Not sent\. A new version by @Tom Hadley replaces it/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

test('the writer of a scheduled email is notified of an edit by a colleague', async ({ app, slack, support, tom }) => {
  const { card, head } = await scheduleForMaria(app)
  await slack.click(tom, card, 'mail.edit')
  await slack.fillForm(tom, await slack.findForm(tom), [['mail.text', 'We are looking into it.']])
  const notice = await slack.findPost(support, 'mail.acted', head.ts)
  expect(readText(notice)).toContain('edited your email to')
  await until(async () => (await listNotices(app, support, head.ts)).length === 1)
  await app.settled()
  expect(await listNotices(app, support, head.ts)).toHaveLength(1)
})

testSending({ env: { MAIL_UNDO_SECONDS: '600' } })(
  'the writer of an approved email is mentioned once, and offered Undo without a second line about the approval',
  async ({ app, slack, mail, support, maria, tom }) => {
    const { head, window } = await openReviewOfReply(app, tom)
    await slack.submit(tom, window.id)
    const notice = await slack.findPost(support, 'mail.acted', head.ts)
    expect(readText(notice)).toContain(`"user_id":"${maria}"`)
    expect(readText(notice)).toContain('Tom Hadley approved your email to one@customer.test')
    const offer = await slack.findEphemeral(support, maria, /You can undo your email to one@customer\.test/, head.ts)
    expect(findButton(offer, /^Undo$/)).toBeDefined()
    expect(readText(offer)).not.toContain('approved')
    await app.settled()
    expect(await listNotices(app, support, head.ts)).toHaveLength(1)
    expect(await mail.sent()).toHaveLength(0)
  },
)

test('the question about a paused email names the person who declined it afterwards', async ({ app, slack, tom }) => {
  const { head, find, write, maria } = await scheduleReply(app)
  await write('Never mind, it is solved.')
  const asked = await find(/wrote again before your scheduled email was sent/)
  await setApproval(app, `<@${tom}>`)
  await slack.click(maria, { ...asked, thread: head.ts }, 'mail.send_now')
  const window = await openReview(app, tom)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'Wrong']])
  await find(/was paused\. It was sent for approval, and @Tom Hadley declined it\./)
})

test('the writer of a scheduled email is notified when a colleague’s reply is sent before it', async ({
  app,
  slack,
  mail,
  support,
  tom,
}) => {
  const { head, maria } = await scheduleForMaria(app)
  await slack.click(tom, head, 'mail.reply')
  const form = await slack.findForm(tom)
  const asked = await slack.fillForm(tom, form, [['mail.text', 'It left yesterday.']])
  if (asked.response_action === 'update') await slack.submit(tom, form.id)
  await mail.findSentMail(/left yesterday/)
  const notice = await slack.findPost(support, 'mail.answered_before', head.ts)
  expect(readText(notice)).toContain(`"user_id":"${maria}"`)
  expect(readText(notice)).toMatch(/Tom Hadley has replied to one@customer\.test\. Your email scheduled for /)
  await app.settled()
  const notices = (await slack.messages(support, head.ts)).filter((one) => /wasn’t paused/.test(readText(one)))
  expect(notices).toHaveLength(1)
})

test('an email scheduled after a colleague’s reply brings its writer no notice when that reply is marked as spam', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  const write = async (user: string, text: string, isLater = false) => {
    await slack.click(user, head, 'mail.reply')
    const opened = await slack.findForm(user)
    const form = isLater ? await chooseTime(app, user, opened, 'own') : opened
    const asked = await slack.fillForm(user, form, [['mail.text', text]])
    if (asked.response_action === 'update') await slack.submit(user, form.id)
  }
  await write(tom, 'It left yesterday.')
  const sent = await mail.findSentMail(/left yesterday/)
  await app.settled()
  await write(maria, 'Has it arrived?', true)
  await slack.findMessage(support, /Scheduled · </, head.ts)
  await mail.reportOutcome(sent.message_id, 'complained')
  await slack.findMessage(support, /marked .*as spam/, head.ts)
  await app.settled()
  const notices = (await slack.messages(support, head.ts)).filter((one) => /wasn’t paused/.test(readText(one)))
  expect(notices).toEqual([])
})

test('a person who would send a paused email of somebody else reads what is new, and what approval that needs', async ({
  app,
  slack,
  mail,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { find, head, write, maria } = await scheduleReply(app)
  await slack.submit(tom, (await openReview(app, tom)).id)
  await find(/Scheduled · <.*Approved by @Tom Hadley\./s)
  await write('Never mind, it is solved.')
  const paused = { ...(await find(/Send it anyway\?.*before this was paused/s)), thread: head.ts }
  await slack.click(tom, paused, 'mail.send_now')
  const question = await findQuestion(app, tom)
  expect(readText(question)).toMatch(
    /Since this was written, .*Never mind, it is solved.*If you send it, you approve it/s,
  )
  await slack.click(tom, paused, 'mail.send_planned')
  const planned = await until(async () =>
    (await slack.views(tom)).findLast((view) => /Send it as scheduled\?/.test(readText(view))),
  )
  expect(readText(planned)).toMatch(/Never mind, it is solved.*Scheduled · <.*If you send it, you approve it/s)
  await slack.click(tom, paused, 'mail.send_time')
  const time = await until(async () =>
    (await slack.views(tom)).findLast(({ callback_id: id }) => id === 'mail.send_time'),
  )
  expect(readText(time)).toMatch(/Never mind, it is solved.*If you save, you approve it, including what’s new/s)
  await find(/Send it anyway\?.*before this was paused/s)
  await slack.click(li, paused, 'mail.send_now')
  expect(readText(await findQuestion(app, li))).toContain('This requests a new approval.')
  await slack.click(li, paused, 'mail.send_planned')
  await find(/Awaiting approval/)
  const notice = await find(/pressed “Send as scheduled” on your email to .* and it was sent for approval/)
  expect(readText(notice)).toContain(`"user_id":"${maria}"`)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

test('Change time of a colleague’s email names the colleague, who is asked if new email comes, and the others once they are gone', async ({
  app,
  slack,
  maria,
  tom,
}) => {
  const { card } = await scheduleForMaria(app)
  await slack.click(maria, card, 'mail.send_time')
  const own = readText(await findView(app, maria, /your email is paused and you’re asked/))
  expect(own).not.toContain('is notified')
  await slack.click(tom, card, 'mail.send_time')
  const form = await findView(app, tom, /Maria Torres’s email is paused, and @Maria Torres is asked/)
  expect(readText(form)).toContain('Maria Torres is notified.')
  expect(readText(form)).not.toContain('you’re asked')
  await slack.closeView(tom, form.id)
  await slack.deactivate(maria)
  await app.settled()
  await slack.click(tom, card, 'mail.send_time')
  const others = await findView(app, tom, /the email is paused, and the others in its channel are asked/)
  expect(readText(others)).not.toContain('is notified')
})
