import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import { createForger } from '../../../support/forged-requests.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { findInThread, findView, openReview, openReviewOfReply, setApproval, writeReply } from './approval-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

test('a turned page of a review shows the news first, and the approval still asks about it', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { head, inbound, window } = await openReviewOfReply(app, tom)
  const turn = findButton(window, /plain text/i)
  await mail.receive({ thread_id: inbound.thread_id, text: 'Please do not come.' })
  await findInThread(app, head, /Please do not come/)
  await app.settled()
  await slack.clickInView(tom, window.id, String(turn?.['action_id']), turn?.['value'])
  const turned = await findView(app, tom, /Since you opened this email, a newer one arrived/)
  expect(turned.id).toBe(window.id)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('a turned page of an ended request offers no approval', async ({ app, slack, tom, maria }) => {
  const { head, window } = await openReviewOfReply(app, tom)
  const turn = findButton(window, /plain text/i)
  const card = await findInThread(app, head, /can approve it until/)
  await slack.click(maria, { ...card, thread: head.ts }, 'mail.cancel')
  await findInThread(app, head, /Not sent/)
  await slack.clickInView(tom, window.id, String(turn?.['action_id']), turn?.['value'])
  const turned = await findView(app, tom, /no longer awaiting approval/)
  expect(turned['submit'] ?? null).toBeNull()
})

test('Edit in the review of an ended request says that it has ended', async ({ app, slack, mail, tom, maria }) => {
  const { head, window } = await openReviewOfReply(app, tom)
  const card = await findInThread(app, head, /can approve it until/)
  await slack.click(maria, { ...card, thread: head.ts }, 'mail.cancel')
  await findInThread(app, head, /Not sent/)
  await slack.clickInView(tom, window.id, 'mail.edit', findButton(window, /^Edit$/)?.['value'])
  await findView(app, tom, /no longer awaiting approval.*Stopped by @Maria Torres/s)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('Don’t send in the list of approvals shows that list again', async ({ app, slack, maria, tom, docs }) => {
  await setApproval(app, `<@${tom}>`)
  await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await slack.command(maria, docs, '/mail approvals')
  const list = await findView(app, maria, /Yours, awaiting approval/)
  expect(readText(list)).toContain('Go to the email')
  await slack.clickInView(maria, list.id, 'mail.cancel', findButton(list, /^Don’t send$/)?.['value'])
  const after = await until(async () =>
    (await slack.views(maria)).find((view) => view.id === list.id && readText(view).includes('Nothing to approve')),
  )
  expect(readText(after)).not.toContain('Scheduled email')
})

test('a form that promised an approval asks before it sends without one', async ({
  app,
  slack,
  mail,
  tom,
  maria,
  support,
}) => {
  await setApproval(app, `<@${tom}>`)
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('Needs approval by')
  await setApproval(app, 'off')
  await slack.fillForm(maria, form, [['mail.text', 'A new invoice is on its way.']])
  const asking = await findView(app, maria, /This is sent without approval\. Press “Send” again/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
  await slack.submit(maria, asking.id)
  await mail.findSentMail(/new invoice/)
})

test('the second person who corrects a declined reply has it approved once they confirm that', async ({
  app,
  slack,
  tom,
  li,
}) => {
  const { maria, head, window } = await openReviewOfReply(app, tom)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'Wrong total']])
  const card = await findInThread(app, head, /Declined by @Tom Hadley/)
  const told = await slack.findMessage(maria, /Declined by @Tom Hadley/)
  await slack.click(maria, told, 'mail.edit')
  const own = await slack.findForm(maria)
  await slack.click(li, { ...card, thread: head.ts }, 'mail.edit')
  const other = await slack.findForm(li)
  await slack.fillForm(li, other, [['mail.text', 'Corrected by Li.']])
  // Maria has a form open.
  await slack.submit(li, (await findView(app, li, /Nothing has been sent yet/)).id)
  await slack.findMessage(tom, /@Li Wei asks you to approve/)
  await app.settled()
  await slack.fillForm(maria, own, [['mail.text', 'Corrected by Maria.']])
  const asking = await findView(app, maria, /newer version of this email by Li Wei\. Press “Send” again/)
  await slack.submit(maria, asking.id)
  await slack.findMessage(tom, /@Maria Torres asks you to approve a new version/)
})

test('an approver gets the files of the email that they review, and nobody else does', async ({
  app,
  slack,
  mail,
  tom,
  maria,
  gwen,
  support,
}) => {
  await setApproval(app, `<@${tom}>`)
  await mail.receive({ text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const file = { name: 'prices.pdf', content_type: 'application/pdf', content: 'aGVsbG8=' }
  await slack.fillForm(maria, await slack.findForm(maria), [
    [/^Your reply$/, 'Here are the prices.'],
    [/^Files$/, [file]],
  ])
  const review = await openReview(app, tom)
  const button = findButton(review, /^Send me the files$/)
  await slack.clickInView(tom, review.id, 'mail.review_files', button?.['value'])
  await until(async () => (await slack.messages(tom)).some((one) => JSON.stringify(one).includes('prices.pdf')))
  await slack.findMessage(tom, /The files of .* from @Maria Torres to one@customer\.test:/)
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  await forger.click(gwen, {
    actionId: 'mail.review_files',
    value: String(button?.['value']),
    view: { callback_id: 'mail.approve' },
  })
  await app.settled()
  expect(JSON.stringify(await slack.messages(gwen))).not.toContain('prices.pdf')
  expect(await mail.sent()).toEqual([])
})

test('an old private line about a request that was declined offers the text again', async ({ app, slack, tom }) => {
  const { maria, head, window } = await openReviewOfReply(app, tom)
  const waiting = await slack.findEphemeral(head.channel, maria, /You requested approval/)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'Wrong total']])
  await findInThread(app, head, /Declined by @Tom Hadley/)
  await slack.click(maria, { ...waiting, channel: head.channel, thread: head.ts }, 'mail.cancel')
  const answer = await slack.findEphemeral(head.channel, maria, /Declined by @Tom Hadley/)
  expect(findButton(answer, /^Edit and send again$/)).toBeDefined()
})

test('an approval from the list shows the list again, without that email', async ({ app, slack, mail, tom, docs }) => {
  await setApproval(app, `<@${tom}>`)
  for (const text of ['The first answer.', 'The second answer.']) await writeReply(app, text)
  await slack.findMessage(tom, /Review/)
  await app.settled()
  await slack.command(tom, docs, '/mail approvals')
  const list = await findView(app, tom, /Awaiting your approval/)
  await slack.clickInView(tom, list.id, 'mail.review', findButton(list, /^Review$/)?.['value'])
  const review = await findView(app, tom, /The first answer/)
  await slack.submit(tom, review.id)
  await mail.findSentMail(/first answer/)
  const next = await until(async () =>
    (await slack.views(tom)).find((view) => view.id === list.id && !readText(view).includes(review.id)),
  )
  await app.settled()
  expect((await slack.views(tom)).filter(({ type }) => type === 'modal')).toHaveLength(1)
  await slack.clickInView(tom, next.id, 'mail.review', findButton(next, /^Review$/)?.['value'])
  await slack.submit(tom, (await findView(app, tom, /The second answer/)).id)
  await mail.findSentMail(/second answer/)
  await findView(app, tom, /Nothing to approve/)
})

test('an approval from the list counts while Slack cannot show the list again', async ({
  app,
  slack,
  mail,
  tom,
  docs,
}) => {
  await setApproval(app, `<@${tom}>`)
  await writeReply(app, 'The only answer.')
  await slack.findMessage(tom, /Review/)
  await app.settled()
  await slack.command(tom, docs, '/mail approvals')
  const list = await findView(app, tom, /Awaiting your approval/)
  await slack.clickInView(tom, list.id, 'mail.review', findButton(list, /^Review$/)?.['value'])
  const review = await findView(app, tom, /The only answer/)
  await app.addFault({ target: 'slack', match: 'views.update', mode: 'status', status: 503 })
  await slack.submit(tom, review.id)
  await mail.findSentMail(/only answer/)
  await app.settled()
  expect((await slack.views(tom)).filter(({ type }) => type === 'modal')).toEqual([])
})
