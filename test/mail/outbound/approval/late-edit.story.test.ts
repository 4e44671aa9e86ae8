import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import type { Harness } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { openForwardForm, sendForm } from '../compose/new-mail.ts'
import { scheduleReply } from '../schedule/schedule-reply.ts'
import { findQuestion } from '../send/reply-sending.ts'
import { countDirect, findInThread, findView, openReview, setApproval, writeReply } from './approval-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

/** Opens Aiko’s form that edits Maria’s reply, which Tom or Li can approve. */
async function openEdit(app: Harness, approvers: string[]) {
  const { slack } = app
  const aiko = await slack.user('aiko')
  await setApproval(app, approvers.map((one) => `<@${one}>`).join(' '))
  const { maria, head } = await writeReply(app)
  const card = { ...(await findInThread(app, head, /can approve it until/)), thread: head.ts }
  await slack.click(aiko, card, 'mail.edit')
  return { aiko, maria, head, card, form: await slack.findForm(aiko) }
}

/** Edits the reply on this card as another person, and confirms that they have seen what the form says. */
async function editAs({ slack }: Harness, user: string, card: Parameters<typeof slack.click>[1], text: string) {
  await slack.click(user, card, 'mail.edit')
  const form = await slack.findForm(user)
  const answer = await slack.fillForm(user, form, [['mail.text', text]])
  if (answer.response_action === 'update') await slack.submit(user, form.id)
}

test('an edit of an email that a colleague has edited meanwhile is sent as an email of its own once confirmed', async ({
  app,
  slack,
  mail,
  tom,
  li,
}) => {
  const { aiko, maria, card, form } = await openEdit(app, [tom, li])
  await editAs(app, maria, card, 'Corrected by Maria.')
  await slack.findMessage(tom, /Maria Torres asks you to approve a new version/)
  await app.settled()
  await slack.fillForm(aiko, form, [['mail.text', 'Corrected by Aiko.']])
  const asking = await findView(app, aiko, /newer version of this email by Maria Torres\. Press “Send” again/)
  await app.settled()
  expect(await countDirect(app, tom, /Aiko Tanaka asks you/)).toBe(0)
  await slack.submit(aiko, asking.id)
  await slack.findMessage(tom, /Aiko Tanaka asks you to approve/)
  await app.settled()
  expect(await countDirect(app, aiko, /wasn’t sent/)).toBe(0)
  await slack.click(li, await slack.findMessage(li, /Maria Torres asks you to approve a new version/), 'mail.review')
  await slack.submit(li, (await findView(app, li, /Corrected by Maria/)).id)
  await mail.findSentMail(/Corrected by Maria/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('the form of an edit shows at the first Send that the email was approved and sent, and then sends a second one', async ({
  app,
  slack,
  mail,
  tom,
  li,
}) => {
  const { aiko, form } = await openEdit(app, [tom, li])
  expect(readText(form)).toMatch(/You’re editing @Maria Torres’s email\. Your version needs approval by/)
  const review = await openReview(app, li)
  expect(readText(review)).toMatch(/Aiko Tanaka is writing in this email’s thread right now/)
  await slack.submit(li, review.id)
  await mail.findSentMail(/new invoice/)
  await app.settled()
  await slack.fillForm(aiko, form, [['mail.text', 'The invoice was right.']])
  const asking = await findView(
    app,
    aiko,
    /Li Wei approved this email in the meantime\. It was sent\. Press “Send” again to send yours as a second email/,
  )
  expect(readText(asking)).not.toContain('Nothing has been sent yet')
  await slack.submit(aiko, asking.id)
  const asked = await slack.findMessage(tom, /Aiko Tanaka asks you to approve \*/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
  await slack.click(tom, asked, 'mail.review')
  await slack.submit(tom, (await findView(app, tom, /The invoice was right/)).id)
  await mail.findSentMail(/The invoice was right/)
})

test('an edit of a forward that a colleague has edited meanwhile asks first, and is then sent as its own', async ({
  app,
  slack,
  mail,
  tom,
  maria,
  aiko,
  support,
}) => {
  await setApproval(app, `<@${tom}>`)
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await sendForm(app, maria, await openForwardForm(app, maria, head), [
    [/^To$/, 'bank@bank.test'],
    ['mail.text', 'Please check.'],
  ])
  const card = { ...(await findInThread(app, head, /can approve it until/)), thread: head.ts }
  await slack.click(aiko, card, 'mail.edit')
  const form = await slack.findForm(aiko)
  await editAs(app, maria, card, 'Please check the total.')
  await slack.findMessage(tom, /Maria Torres asks you to approve a new version/)
  await app.settled()
  await slack.fillForm(aiko, form, [['mail.text', 'Please check it soon.']])
  const asking = await findView(app, aiko, /newer version of this email by Maria Torres\. Press “Send” again/)
  // The first Send also names the new address, which has a box to tick.
  await sendForm(app, aiko, asking, [])
  await slack.findMessage(tom, /Aiko Tanaka asks you to approve/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('an edit of an email whose newer version was declined asks first, and then replaces it', async ({
  app,
  slack,
  tom,
  li,
}) => {
  const { aiko, maria, card, form } = await openEdit(app, [tom, li])
  await editAs(app, maria, card, 'Corrected by Maria.')
  const asked = await slack.findMessage(tom, /Maria Torres asks you to approve a new version/)
  await slack.click(tom, asked, 'mail.review')
  const window = await findView(app, tom, /Corrected by Maria/)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'Wrong total']])
  await slack.findMessage(maria, /Reason: Wrong total/)
  await app.settled()
  await slack.fillForm(aiko, form, [['mail.text', 'Corrected by Aiko.']])
  const asking = await findView(
    app,
    aiko,
    /Maria Torres has edited this email in the meantime, and that version wasn’t sent/,
  )
  await slack.submit(aiko, asking.id)
  await slack.findMessage(tom, /Aiko Tanaka asks you to approve a new version/)
  await app.settled()
  expect(await countDirect(app, aiko, /wasn’t sent/)).toBe(0)
})

test('an edit of an email that was sent meanwhile shows that at the first Send, and is then sent as a second email', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { maria, find, head } = await scheduleReply(app)
  const card = await find(/Scheduled · </)
  await slack.click(maria, { ...card, thread: head.ts }, 'mail.edit')
  const form = await slack.findForm(maria)
  await slack.click(tom, { ...card, thread: head.ts }, 'mail.send_now')
  await slack.submit(tom, (await findQuestion(app, tom)).id)
  await mail.findSentMail(/new invoice/)
  await app.settled()
  await slack.fillForm(maria, form, [['mail.text', 'Quite another text.']])
  const asking = await findView(app, maria, /Tom Hadley pressed “Send now” in the meantime/)
  expect(readText(asking)).toContain('It was sent. Press “Schedule” again to send yours as a second email.')
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
  await slack.submit(maria, asking.id)
  expect(readText(await find(/Quite another text/))).toContain('Scheduled · <')
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('Edit beside the private line of an email that was approved and sent answers that it is too late', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { maria, head } = await writeReply(app)
  const waiting = await slack.findEphemeral(head.channel, maria, /You requested approval/)
  await slack.submit(tom, (await openReview(app, tom)).id)
  await mail.findSentMail(/new invoice/)
  await app.settled()
  await slack.click(maria, { ...waiting, channel: head.channel, thread: head.ts }, 'mail.edit')
  const answer = await slack.findEphemeral(head.channel, maria, /Too late: this email can no longer be edited/)
  expect(answer.ts).toBe(waiting.ts)
  expect(findButton(answer, /./)).toBeUndefined()
  await app.settled()
  expect((await slack.views(maria)).filter((view) => view.type === 'modal')).toEqual([])
})
