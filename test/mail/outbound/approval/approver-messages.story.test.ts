import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { createForger } from '../../../support/forged-requests.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { scheduleReply } from '../schedule/schedule-reply.ts'
import {
  countDirect,
  findInThread,
  findView,
  openReview,
  openReviewOfReply,
  setApproval,
  writeReply,
} from './approval-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

test('a reply that is declined reopens the thread that was marked as done meanwhile', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { maria, support, head, window } = await openReviewOfReply(app, tom)
  await slack.click(maria, head, 'mail.done')
  await slack.findMessage(support, /Done by @Maria Torres/)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'The total is wrong']])
  await slack.findMessage(maria, /Reason: The total is wrong/)
  await until(async () => {
    const card = (await slack.messages(support)).find(({ ts }) => ts === head.ts)
    return card !== undefined && !readText(card).includes('Done by')
  })
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('an approver who is away for a while gets the button back, and a new message', async ({
  app,
  slack,
  mail,
  leads,
  aiko,
  tom,
  maria,
  li,
}) => {
  for (const user of [tom, maria, li]) await slack.join(user, leads)
  await slack.command(aiko, leads, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  await setApproval(app, `<@${tom}> <@${li}>`)
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(leads, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A new invoice is on its way.']])
  const asked = await slack.findMessage(tom, /One approval is enough/)
  await slack.leave(tom, leads)
  await slack.findMessage(tom, /You can no longer approve this email/)
  await slack.findMessage(li, /You’re the only approver/)
  await app.settled()
  await slack.join(tom, leads)
  await slack.findMessage(tom, /You can approve this email again\. One approval is enough/)
  await app.settled()
  const shown = (await slack.messages(tom)).filter((one) => findButton(one, /^Review$/))
  expect(shown.map(({ ts }) => ts)).toHaveLength(2)
  expect(shown.map(({ ts }) => ts)).toContain(asked.ts)
  await slack.findMessage(li, /One approval is enough/)
})

test('a new version says so to its approver, with the reason of the decline', async ({ app, slack, tom }) => {
  const { maria, window } = await openReviewOfReply(app, tom)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'The total is wrong']])
  const told = await slack.findMessage(maria, /Reason: The total is wrong/)
  await slack.click(maria, told, 'mail.edit')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A corrected invoice is on its way.']])
  const asked = await slack.findMessage(tom, /asks you to approve a new version of \*Invoice 4711\*/)
  await slack.click(tom, asked, 'mail.review')
  const review = await findView(app, tom, /corrected invoice/)
  expect(readText(review)).toMatch(/@Tom Hadley declined the earlier version\..*Reason: The total is wrong/s)
})

test('an approver reads that a colleague’s reply in the thread may be sent as well', async ({
  app,
  slack,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { head } = await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await slack.click(li, head, 'mail.reply')
  const form = await slack.findForm(li)
  await slack.fillForm(li, form, [['mail.text', 'We look into it.']])
  const asked = await slack.findMessage(tom, /Li Wei asks you to approve/)
  await slack.click(tom, asked, 'mail.review')
  const review = await findView(app, tom, /We look into it/)
  expect(readText(review)).toContain(
    '⚠️ Maria Torres’s reply in this thread is also awaiting approval: “A new invoice is on its way.”',
  )
})

test('an approver reads that the same email has been answered already', async ({ app, slack, mail, tom, li }) => {
  await setApproval(app, `<@${tom}>`)
  const { head } = await writeReply(app)
  await slack.click(tom, await slack.findMessage(tom, /Maria Torres asks you to approve/), 'mail.review')
  await slack.submit(tom, (await findView(app, tom, /invoice is on its way/)).id)
  await mail.findSentMail(/invoice is on its way/)
  await app.settled()
  await slack.click(li, head, 'mail.reply')
  const form = await slack.findForm(li)
  const asked = await slack.fillForm(li, form, [['mail.text', 'We send it on Friday.']])
  if (asked.response_action === 'update') await slack.submit(li, form.id)
  await slack.click(tom, await slack.findMessage(tom, /Li Wei asks you to approve/), 'mail.review')
  const review = await findView(app, tom, /We send it on Friday/)
  expect(readText(review)).toContain(
    '⚠️ Maria Torres has already answered the same email: “A new invoice is on its way.”',
  )
})

test('a reply that is declined because a colleague has answered leaves the thread waiting', async ({
  app,
  slack,
  mail,
  tom,
  li,
  support,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { head } = await writeReply(app)
  const first = await slack.findMessage(tom, /Maria Torres asks you to approve/)
  await slack.click(li, head, 'mail.reply')
  await slack.fillForm(li, await slack.findForm(li), [['mail.text', 'We look into it.']])
  await slack.click(tom, await slack.findMessage(tom, /Li Wei asks you to approve/), 'mail.review')
  await slack.submit(tom, (await findView(app, tom, /We look into it/)).id)
  await mail.findSentMail(/look into it/)
  await app.settled()
  await slack.click(tom, first, 'mail.review')
  const review = await findView(
    app,
    tom,
    /Li Wei also replied in this thread, after this was written: “We look into it\./,
  )
  await slack.clickInView(tom, review.id, 'mail.decline', findButton(review, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, review), [[/^Why\?$/, 'Li has answered']])
  await findInThread(app, head, /Declined by @Tom Hadley/)
  await app.settled()
  expect(readText((await slack.messages(support)).find(({ ts }) => ts === head.ts))).toContain(
    'waiting for their reply',
  )
})

test('the reason that an approver typed is not lost when the writer corrects the reply meanwhile', async ({
  app,
  slack,
  tom,
}) => {
  const { maria, head, window } = await openReviewOfReply(app, tom)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  const decline = await slack.findForm(tom, window)
  const waiting = await slack.findEphemeral(head.channel, maria, /You requested approval|can edit/)
  await slack.click(maria, { ...waiting, channel: head.channel, thread: head.ts }, 'mail.edit')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A corrected invoice is on its way.']])
  await slack.findMessage(tom, /a new version of \*Invoice 4711\*/)
  await slack.fillForm(tom, decline, [[/^Why\?$/, 'The total is wrong']])
  const review = await findView(app, tom, /You had written: “The total is wrong”/)
  expect(readText(review)).toContain('A corrected invoice is on its way.')
})

test('a writer who edits an email that is declined meanwhile reads the reason before their version is sent', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { maria, head, window } = await openReviewOfReply(app, tom)
  const waiting = await slack.findMessage(head.channel, /can approve it until/, head.ts)
  await slack.click(maria, { ...waiting, thread: head.ts }, 'mail.edit')
  const form = await slack.findForm(maria)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'Name the total']])
  await slack.findMessage(maria, /Reason: Name the total/)
  await app.settled()
  const asks = () => countDirect(app, tom, /asks you to approve/)
  expect(await asks()).toBe(0)
  await slack.fillForm(maria, form, [['mail.text', 'A corrected invoice is on its way.']])
  const asked = await findView(app, maria, /Tom Hadley has declined this email in the meantime/)
  expect(readText(asked)).toContain('Name the total')
  await app.settled()
  expect(await asks()).toBe(0)
  await slack.submit(maria, form.id)
  await slack.findMessage(tom, /asks you to approve a new version/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('an approver’s own choice of a time approves it, and another person’s is approved again, as only a new time', async ({
  app,
  slack,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { maria, head, find } = await scheduleReply(app)
  await slack.findPost(tom, 'mail.approval')
  await slack.command(tom, head.channel, '/mail approvals')
  await findView(app, tom, /Awaiting your approval.*If approved (before|in time)/s)
  await slack.submit(tom, (await openReview(app, tom)).id)
  const change = async (user: string, choice: string) => {
    const card = await find(/Scheduled · <.*Approved by/s)
    await slack.click(user, { ...card, thread: head.ts }, 'mail.send_time')
    const form = await findView(app, user, /mail\.time_when/)
    expect(readText(form).includes('requires a new approval')).toBe(user === li)
    const value = new RegExp(`"value":"(${choice}[^"]*)"`).exec(readText(form))?.[1]
    await slack.clickInView(user, form.id, 'mail.time_when', value)
    await slack.submit(user, form.id)
    await app.settled()
  }
  await change(tom, 'theirs')
  await findInThread(app, head, new RegExp(`<@${maria}>, @Tom Hadley changed the time of your email`))
  expect(readText(await find(/Scheduled · </))).toMatch(/Approved by @Tom Hadley/)
  await change(li, 'own')
  await findInThread(app, head, new RegExp(`<@${maria}>, @Li Wei changed the time.*sent for approval`))
  const asked = await slack.findMessage(tom, /@Li Wei asks you to approve \*Invoice 4711\* from @Maria Torres/)
  expect(readText(asked)).toContain('Only the time is new. If you decline, the email isn’t sent at all.')
  await slack.click(tom, asked, 'mail.review')
  const window = await findView(app, tom, /Only the time is new/)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'Too late']])
  await findInThread(app, head, new RegExp(`<@${li}>, the email whose time you changed wasn’t sent. Declined by @Tom`))
})

test('an admin who turns approval off reads what is no longer sent, and its approver why', async ({
  app,
  slack,
  mail,
  aiko,
  tom,
  docs,
}) => {
  const { window } = await openReviewOfReply(app, tom)
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} off`)
  await slack.findEphemeral(
    docs,
    aiko,
    /1 email was awaiting approval and isn’t sent now\. Its writer has the text back/,
  )
  await slack.findMessage(tom, /Approval was turned off in the meantime/)
  await slack.submit(tom, window.id)
  const answer = await findView(app, tom, /Approval was turned off in the meantime, so nothing was sent/)
  expect(readText(answer)).not.toContain('Request access')
})

test('an admin whose new approvers have all written a reply reads that it still waits for nobody', async ({
  app,
  slack,
  mail,
  maria,
  aiko,
  tom,
  docs,
}) => {
  await setApproval(app, `<@${tom}>`)
  await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <@${maria}>`)
  await slack.findEphemeral(docs, aiko, /1 email that is waiting can’t be approved by any of them/)
})

test('the message to an approver changes when they are no longer the only one, and when they no longer can', async ({
  app,
  slack,
  mail,
  aiko,
  tom,
  li,
  docs,
}) => {
  await setApproval(app, `<@${tom}>`)
  await writeReply(app)
  const asked = await slack.findMessage(tom, /You’re the only approver/)
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <@${tom}> <@${li}>`)
  expect((await slack.findMessage(tom, /One approval is enough/)).ts).toBe(asked.ts)
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <@${li}>`)
  const former = await slack.findMessage(tom, /You can no longer approve this email/)
  expect(former.ts).toBe(asked.ts)
  expect(findButton(former, /^Review$/)).toBeUndefined()
  await app.settled()
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <@${tom}> <@${li}>`)
  await slack.findMessage(tom, /can approve this email again/)
  await app.settled()
  // The first message asks again, and each turn adds one that notifies.
  const count = async (fits: RegExp) => (await slack.messages(tom)).filter((one) => fits.test(readText(one))).length
  expect([await count(/asks you to approve/), await count(/can approve this email again/)]).toEqual([1, 1])
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <@${li}>`)
  await until(async () => (await count(/You can no longer approve this email/)) === 2)
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <@${tom}>`)
  await until(async () => (await count(/can approve this email again, as its only approver/)) === 2)
  await app.settled()
  const newest = (await slack.messages(tom)).findLast((one) => /again, as/.test(readText(one))) ?? asked
  await slack.click(tom, { ...newest, channel: asked.channel }, 'mail.review')
  await slack.submit(tom, (await slack.findForm(tom)).id)
  await mail.findSentMail(/new invoice/)
  await app.settled()
  expect(await count(/Approved by @Tom Hadley/)).toBe(3)
})

test('Edit beside the private line of a reply that awaits approval stops nothing before another version is sent', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { maria, head } = await writeReply(app)
  const waiting = await slack.findEphemeral(head.channel, maria, /You requested approval/)
  const offer = { ...waiting, channel: head.channel, thread: head.ts }
  await slack.click(maria, offer, 'mail.edit')
  await slack.closeView(maria, (await slack.findForm(maria)).id)
  await app.settled()
  await findInThread(app, head, /@Tom Hadley can approve it/)
  // The button of an earlier version, or of a hold that is over.
  const value = String(findButton(waiting, /^Edit$/)?.['value'])
  const message = { channel: head.channel, ts: waiting.ts }
  const { team } = await app.client.slack.app()
  await createForger(app.sandbox, team.id).click(maria, { actionId: 'mail.undo_edit', value, message })
  await app.settled()
  await slack.submit(tom, (await openReview(app, tom)).id)
  await mail.findSentMail(/A new invoice is on its way/)
})
