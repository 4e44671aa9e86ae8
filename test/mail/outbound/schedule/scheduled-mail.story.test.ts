/** @module-tag redis */
import { expect, onTestFinished } from 'vitest'
import { openAccessRecords } from '../../../support/access-rules.ts'
import { findButton, readText } from '../../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../../support/harness.ts'
import { createForger } from '../../../support/forged-requests.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { testWith } from '../../../support/story-test.ts'
import { findView, openReview, setApproval } from '../approval/approval-story.ts'
import { chooseTime } from './choose-time.ts'
import { findQuestion } from '../send/reply-sending.ts'
import { scheduleReply } from './schedule-reply.ts'

const DAY_MS = 24 * 60 * 60_000
const noHold = { MAIL_UNDO_SECONDS: '0' }

testSending({ env: { ...noHold, CLOCK_SCALE: '100000' } })(
  'a scheduled reply is sent at its time, once and without a further hold',
  async ({ app, mail }) => {
    const { find } = await scheduleReply(app)
    await mail.findSentMail(/new invoice/)
    await find(/Sent </)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)

testSending({ env: { ...noHold, CLOCK_SCALE: '20000' }, ownProcess: true })(
  'a scheduled reply is sent once although the app is killed before its time',
  async ({ app, mail }) => {
    const { find } = await scheduleReply(app)
    await find(/Scheduled · </)
    await app.kill()
    await app.start()
    await mail.findSentMail(/new invoice/)
    await find(/Sent </)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)

const test = testSending({ env: noHold })
/** Without the check for leaks, which takes what was posted before a channel became shared for one. */
const testShared = testWith({ env: noHold })
const testWithFile = testSending({ file: true, env: noHold })

test('the form shows the send time for both sides, and the mail waits for it', async ({ app, slack, mail }) => {
  const maria = await slack.user('maria')
  await slack.changePerson(maria, { tz: 'America/New_York' })
  const { form, find, support } = await scheduleReply(app, 'theirs')
  expect(readText(form)).toMatch(
    /Scheduled for [^"]+, your time \(America\/New_York\)\.".*"That’s [^"]+, 09:00, their time\./,
  )
  expect(readText(form)).toContain('last wrote from UTC+5:30')
  const card = readText(await find(/Scheduled · </))
  const dueAt = Number(/Scheduled · <!date\^(\d+)/.exec(card)?.[1]) * 1000
  expect(new Date(dueAt).toISOString().slice(11, 16)).toBe('03:30')
  expect(dueAt - Date.now()).toBeLessThan(2 * DAY_MS)

  await slack.click(maria, await slack.findMessage(support, /The total looks wrong/), 'mail.reply')
  const second = await until(async () =>
    (await slack.views(maria)).find((view) => readText(view).includes('You already have an email in this thread')),
  )
  expect(readText(second)).toMatch(/scheduled for [^"]+\. Sending this one doesn’t stop it\./)

  await slack.command(maria, support, '/mail scheduled')
  const list = await until(async () =>
    (await slack.views(maria)).find((view) => readText(view).includes('Scheduled · ')),
  )
  expect(readText(list)).toContain('Invoice 4711')
  await slack.clickInView(maria, list.id, 'mail.cancel')
  await until(async () =>
    readText((await slack.views(maria)).at(-1)).includes('You stopped this email before it was sent'),
  )
  await find(/Not sent: stopped in time/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
  const aiko = await slack.user('aiko')
  await slack.command(aiko, support, '/mail audit')
  const audit = await until(async () =>
    (await slack.views(aiko)).find((view) => /stopped <[^|>]+\|Invoice 4711>/.test(readText(view))),
  )
  expect(readText(audit)).toMatch(/scheduled <[^|>]+\|Invoice 4711>.*fingerprint/)
})

test('a mail that arrives earlier pauses the reply and asks the writer; an automatic one does not', async ({
  app,
  slack,
  mail,
}) => {
  const { maria, find, write, head } = await scheduleReply(app)
  await find(/Scheduled · </)
  await write('I am out of office', { headers: { 'Auto-Submitted': 'auto-replied' } })
  await find(/out of office/)
  await app.settled()
  await find(/Scheduled · </)

  await write('Never mind, it is solved.')
  const asked = await find(/wrote again before your scheduled email was sent/)
  expect(readText(asked)).toContain(`"user_id":"${maria}"`)
  await find(/Paused: a new email arrived/)
  await slack.click(maria, { ...asked, thread: head.ts }, 'mail.send_planned')
  await find(/was paused\. You scheduled it\./)
  await find(/Scheduled · </)

  await write('One more thing.')
  await until(
    async () =>
      (await slack.messages(head.channel, head.ts)).filter((one) => readText(one).includes('wrote again before'))
        .length === 1,
  )
  const again = await find(/wrote again before your scheduled email was sent/)
  await slack.click(maria, { ...again, thread: head.ts }, 'mail.send_now')
  await mail.findSentMail(/new invoice/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('Edit opens the reply as written, and only the new version is sent', async ({ app, slack, mail }) => {
  const { maria, find, head, write } = await scheduleReply(app)
  const card = await find(/Scheduled · </)
  await write('Never mind, it is solved.')
  await find(/Paused: a new email arrived/)
  await slack.click(maria, { ...card, thread: head.ts }, 'mail.edit')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('a new invoice is on its way')
  expect(readText(form)).toContain('Scheduled for')
  const now = await chooseTime(app, maria, form, 'now', /^(?!.*Scheduled for).*$/s)
  const first = await slack.fillForm(maria, now, [['mail.text', 'Good to hear.']])
  // A newer email has come, so Send asks once.
  expect(first.errors).toBeUndefined()
  await slack.submit(maria, now.id)
  await mail.findSentMail(/Good to hear/)
  await find(/Not sent\. A new version by @Maria Torres replaces it\. <[^|]+\|Go to the new version>/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('the time can be changed, but not to a past or too distant one', async ({ app, slack, mail }) => {
  const { maria, find, head } = await scheduleReply(app)
  const card = await find(/Scheduled · </)
  await slack.click(maria, { ...card, thread: head.ts }, 'mail.send_time')
  const form = await slack.findForm(maria)
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10)
  const save = (ahead: number) => slack.fillForm(maria, form, [[/^Day$/, day(ahead)], [/^Time$/, '12:00']]) // prettier-ignore
  expect(JSON.stringify(await save(-2))).toContain('time has passed')
  expect(JSON.stringify(await save(40))).toContain('within the next 30 days')
  await save(3)
  const moved = await until(async () => {
    const dueAt = Number(/Scheduled · <!date\^(\d+)/.exec(readText(await find(/Scheduled · </)))?.[1]) * 1000
    return dueAt - Date.now() > 1.5 * DAY_MS ? dueAt : undefined
  })
  expect(moved - Date.now()).toBeLessThan(5 * DAY_MS)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

testWithFile(
  'a mail that pauses a reply while its time is being changed is shown before the new time is saved',
  async ({ app, slack, mail, tom }) => {
    const { maria, find, head, write } = await scheduleReply(app)
    const card = await find(/Scheduled · </)
    await slack.click(maria, { ...card, thread: head.ts }, 'mail.send_time')
    const form = await slack.findForm(maria)
    await write('Never mind, it is solved.')
    await find(/Paused: a new email arrived/)
    // A person who may not reply learns nothing of the new mail.
    const records = await openAccessRecords(app)
    onTestFinished(() => records.close())
    await records.allowInInbox(mail.inbox, 'mail.reply', `person:${maria}`)
    const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
    const time = { type: 'x', selected_option: { value: `own|${Date.now() + DAY_MS}` } }
    const values = { 'mail.time_when': { 'mail.time_when': time } }
    const answer = await forger.submit(tom, 'mail.send_time', String(form['private_metadata']), values)
    expect(answer.body).not.toContain('Never mind')
    await slack.submit(maria, form.id)
    const shown = await findView(app, maria, /Never mind, it is solved.*This email is paused/s)
    await app.settled()
    expect(readText(await find(/a new email arrived before/))).toContain('Send it anyway?')
    await slack.submit(maria, shown.id)
    await find(/Scheduled · </)
    await app.settled()
    expect((await slack.views(maria)).filter(({ type }) => type === 'modal')).toEqual([])
    expect(await mail.sent()).toHaveLength(0)
  },
)

test('a scheduled reply is approved first, and its new version needs a new approval', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { maria, find, head } = await scheduleReply(app)
  // At a weekend, the chosen time is after the end of the request.
  expect(readText(await find(/can approve it until/))).toMatch(/If approved (before <|in time)/)
  await slack.command(maria, head.channel, '/mail scheduled')
  const list = await until(async () =>
    (await slack.views(maria)).find((view) => readText(view).includes('needs approval first is in `/mail approvals`')),
  )
  await slack.closeView(maria, list.id)
  const window = await openReview(app, tom)
  expect(readText(window)).toMatch(/If approved (before <|in time)/)
  await slack.submit(tom, window.id)
  // A button names what it leads to.
  const card = await find(
    /Scheduled · <.*Changing the text or the time requires a new approval\. \*Send now\* doesn’t/s,
  )
  await slack.command(maria, head.channel, '/mail scheduled')
  const open = await findView(app, maria, /Scheduled · <.*Changing the text or the time requires/)
  await slack.clickInView(maria, open.id, 'mail.send_time', findButton(open, /^Change time$/)?.['value'])
  const timeForm = await findView(app, maria, /Changing the time requires a new approval/)
  await slack.closeView(maria, timeForm.id)
  await slack.closeView(maria, open.id)
  await slack.click(maria, { ...card, thread: head.ts }, 'mail.edit')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'Another text.']])
  await find(/Not sent\. A new version by @Maria Torres replaces it/)
  await find(/can approve it until/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

test('an approved reply that is paused needs another approval, also as scheduled; its approver gives it by the button', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { maria, find, head, write } = await scheduleReply(app)
  await slack.submit(tom, (await openReview(app, tom)).id)
  await find(/Scheduled · <.*Approved by @Tom Hadley\./s)
  await write('Never mind, it is solved.')
  const paused = await find(/Send it anyway\?.*Approved by @Tom Hadley before this was paused\./s)
  await slack.click(maria, { ...paused, thread: head.ts }, 'mail.send_planned')
  await find(/Awaiting approval\. @Tom Hadley can approve it/)
  const again = await slack.findMessage(
    tom,
    /needs another approval: a newer email arrived after @Tom Hadley approved it/,
  )
  await slack.findMessage(
    tom,
    /Approved by @Tom Hadley\. Then a newer email arrived, so another approval was requested/,
  )
  await slack.click(tom, again, 'mail.review')
  await slack.submit(tom, (await findView(app, tom, /Never mind/)).id)
  await find(/Scheduled · <.*Approved by @Tom Hadley\./s)
  await write('Or wait, it is not.')
  const stopped = await find(/Send it anyway\?.*Approved by @Tom Hadley before this was paused\./s)
  await slack.click(tom, { ...stopped, thread: head.ts }, 'mail.send_planned')
  await slack.submit(tom, (await findQuestion(app, tom)).id)
  await find(/Scheduled · <.*Approved by @Tom Hadley\.(?! before)/s)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

test('Home shows scheduled replies, those that need a decision first', async ({ app, slack, mail }) => {
  const { maria, find, write } = await scheduleReply(app)
  await find(/Scheduled · </)
  await slack.openHome(maria)
  const findHome = async () => (await slack.views(maria)).find(({ type }) => type === 'home')
  const readHome = async () => readText(await findHome())
  await until(async () => (await readHome()).includes('Scheduled email'))
  await app.settled()
  expect(await readHome()).toMatch(/Scheduled email".*Invoice 4711.*This hour/)
  await write('Never mind, it is solved.')
  await until(async () => (await readHome()).includes('Paused: needs your decision'))
  await app.settled()
  await slack.clickInView(maria, (await findHome())?.id ?? '', 'mail.send_now')
  await until(async () => (await readHome()).includes('You pressed “Send now”.'))
  await mail.findSentMail(/new invoice/)
  await until(async () => !(await readHome()).includes('Scheduled email'))
})

test('the channel is asked about a paused scheduled reply when its writer leaves, and another person can send it', async ({
  app,
  slack,
  mail,
  maria,
  tom,
}) => {
  const { head, find, write } = await scheduleReply(app)
  await write('Never mind, it is solved.')
  await find(/wrote again before your scheduled email was sent/)
  await slack.deactivate(maria)
  const asked = await slack.findMessage(head.channel, /@Maria Torres left or lost access/)
  expect(readText(asked)).toContain('wrote again before a scheduled email by @Maria Torres was sent')
  expect(readText(asked)).not.toContain('your')
  await slack.click(tom, { ...asked, thread: head.ts }, 'mail.send_now')
  await mail.findSentMail(/new invoice/)
  await find(/An email to one@customer\.test by @Maria Torres was paused\. @Tom Hadley decided to send it/)
  await find(/Sent <.*@Tom Hadley pressed \*Send now\*/s)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

testWithFile(
  'the channel is asked about a paused scheduled reply whose writer lost the permission to reply',
  async ({ app, slack, mail, tom }) => {
    const records = await openAccessRecords(app)
    onTestFinished(records.close)
    const { head, find, write } = await scheduleReply(app)
    await find(/Scheduled · </)
    await records.allow('mail.reply', `person:${tom}`)
    await write('Never mind, it is solved.')
    const asked = await slack.findMessage(
      head.channel,
      /wrote again before a scheduled email by @Maria Torres was sent/,
    )
    await slack.click(tom, { ...asked, thread: head.ts }, 'mail.send_now')
    await mail.findSentMail(/new invoice/)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)

test('a writer is notified of mail sent while its channel is archived, and the mail is shown once the channel is back', async ({
  app,
  slack,
  mail,
  maria,
  docs,
}) => {
  const { support, find } = await scheduleReply(app)
  await find(/Scheduled · </)
  await slack.changeWorkspace('archive', { channel: support })
  await slack.command(maria, docs, '/mail scheduled')
  const list = await until(async () =>
    (await slack.views(maria)).find((view) => readText(view).includes('Scheduled · ')),
  )
  await slack.clickInView(maria, list.id, 'mail.send_now')
  await mail.findSentMail(/new invoice/)
  await slack.findMessage(maria, /was sent\. Bellhop couldn’t post in its channel/)
  await app.settled()
  await slack.changeWorkspace('unarchive', { channel: support })
  await find(/Sent </)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

/** Presses Send now on an earlier state of a card, which a screen may still show. */
async function sendNowOnOldCard(app: Harness, user: string, card: Message & MessageRef): Promise<void> {
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  const value = String(findButton(card, /Send now/)?.['value'])
  await forger.click(user, { actionId: 'mail.send_now', value, message: { channel: card.channel, ts: card.ts } })
}

testShared(
  'Send now on a card that still shows the scheduled time does not send a paused reply',
  async ({ app, slack, mail }) => {
    const { support, find, write } = await scheduleReply(app)
    const card = await find(/Scheduled · </)
    await app.settled()
    await slack.changeWorkspace('share', { channel: support })
    await write('Never mind, it is solved.')
    await app.settled()
    const tom = await slack.user('tom')
    await sendNowOnOldCard(app, tom, card)
    const paused = await slack.findEphemeral(support, tom, /Paused: a new email arrived before/)
    expect(readText(paused)).toContain('Never mind, it is solved.')
    await app.settled()
    expect(await mail.sent()).toHaveLength(0)
    await slack.click(tom, { ...paused, channel: support }, 'mail.send_now')
    await slack.submit(tom, (await findQuestion(app, tom)).id)
    await mail.findSentMail(/new invoice/)
  },
)

testShared(
  'Change time in a list that still shows the scheduled time shows what paused the reply before it saves',
  async ({ app, slack, mail, maria, docs }) => {
    const { support, find, write } = await scheduleReply(app)
    await find(/Scheduled · </)
    await slack.command(maria, docs, '/mail scheduled')
    const open = await findView(app, maria, /Scheduled · </)
    await app.settled()
    await slack.changeWorkspace('share', { channel: support })
    await write('Never mind, it is solved.')
    await app.settled()
    await slack.clickInView(maria, open.id, 'mail.send_time', findButton(open, /^Change time$/)?.['value'])
    await slack.submit(maria, (await slack.findForm(maria, open)).id)
    const shown = await findView(app, maria, /Never mind, it is solved.*This email is paused/s)
    await app.settled()
    expect(await mail.sent()).toHaveLength(0)
    await slack.submit(maria, shown.id)
    await app.settled()
    await slack.command(maria, docs, '/mail scheduled')
    await findView(app, maria, /Scheduled · </)
    await app.settled()
    expect(await mail.sent()).toHaveLength(0)
  },
)

testShared(
  'a person who cannot read the moved thread does not see why its reply is paused',
  async ({ app, slack, mail, leads, aiko }) => {
    const { support, find, write } = await scheduleReply(app)
    const card = await find(/Scheduled · </)
    await app.settled()
    await slack.changeWorkspace('share', { channel: support })
    await write('Never mind, it is solved.')
    const alarm = await slack.findMessage(aiko, /is shared with another organization\. Choose another channel/)
    await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
    await slack.findMessage(leads, /Never mind, it is solved/)
    await app.settled()
    const tom = await slack.user('tom')
    await slack.changeWorkspace('kick', { channel: leads, user: tom })
    await sendNowOnOldCard(app, tom, card)
    const refused = await slack.findEphemeral(support, tom, /in the channel this email is in now/)
    expect(readText(refused)).not.toMatch(/Never mind|Paused/)
    await app.settled()
    expect(await mail.sent()).toHaveLength(0)
  },
)
