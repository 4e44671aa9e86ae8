/** @module-tag redis */
import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import { createForger } from '../../../support/forged-requests.ts'
import { findQuestion } from '../send/reply-sending.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import {
  countDirect,
  findInThread,
  findView,
  openReview,
  openReviewOfReply,
  setApproval,
  writeReply,
} from './approval-story.ts'

const noHold = { MAIL_UNDO_SECONDS: '0' }
const test = testSending({ env: noHold })

testSending({ env: { ...noHold, CLOCK_SCALE: '10000' } })(
  'a reply that nobody approves in time is withdrawn, and its writer and approvers are notified',
  async ({ app, slack, mail, maria, tom }) => {
    await setApproval(app, `<@${tom}>`)
    const { head } = await writeReply(app)
    const told = await slack.findPost(maria, 'mail.approval_ended')
    expect(readText(told)).toContain('A new invoice is on its way.')
    expect(findButton(told, /^Edit and send again$/)).toBeDefined()
    await slack.findPost(tom, 'mail.approval')
    await findInThread(app, head, /The approval request expired/)
    await app.settled()
    expect(await mail.sent()).toEqual([])
    expect(await countDirect(app, tom, /"Review"/)).toBe(0)
  },
)

testSending({ env: { ...noHold, CLOCK_SCALE: '10000' } })(
  'an approver who has become a guest is not notified when the request expires',
  async ({ app, slack, tom, li }) => {
    await setApproval(app, `<@${tom}> <@${li}>`)
    const { head } = await writeReply(app)
    for (const user of [tom, li]) await slack.findPost(user, 'mail.approval')
    await slack.changeRole(tom, 'guest')
    await findInThread(app, head, /The approval request expired/)
    const told = readText(await slack.findPost(li, 'mail.approval_expired'))
    expect(told).toMatch(/Invoice 4711\*.*The approval request expired, so nothing was sent\..*Go to the email>/s)
    expect(told).not.toContain('The text is saved')
    await app.settled()
    const effects = (await slack.messages(tom)).map(({ metadata }) => String(metadata?.event_payload.op_id))
    expect(effects.filter((effect) => effect.startsWith('mail.approval_expired:'))).toEqual([])
  },
)

test('a reply that waits for approval when its writer leaves is offered to the others in the channel', async ({
  app,
  slack,
  mail,
  maria,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { support } = await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await slack.deactivate(maria)
  await setApproval(app, 'off')
  const told = await slack.findMessage(support, /left or lost access. Who can take this over/)
  expect(readText(told)).toContain('Approval was turned off in the meantime')
  expect(findButton(told, /^Edit and send again$/)).toBeDefined()
  await app.settled()
  expect(await mail.sent()).toEqual([])
  await slack.click(tom, told, 'mail.edit')
  await slack.submit(tom, (await slack.findForm(tom)).id)
  await mail.findSentMail(/new invoice/)
  const closed = await slack.findMessage(support, /A new version by @Tom Hadley replaces it/)
  expect(findButton(closed, /^Edit and send again$/)).toBeUndefined()
})

test('the reason for a decline stands on the card, and goes to the others if the writer has left', async ({
  app,
  slack,
  mail,
  maria,
  tom,
}) => {
  const { head, support, window } = await openReviewOfReply(app, tom)
  await slack.deactivate(maria)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'The total is *wrong*']])
  const told = await slack.findMessage(support, /left or lost access. Who can take this over/)
  expect(readText(told)).toContain('Reason: The total is *wrong*')
  await findInThread(app, head, /A new invoice is on its way.*Declined by @Tom Hadley.*Reason: The total is \*wrong\*/s)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('Undo on an email that was declined in the meantime is answered with the decline', async ({
  app,
  slack,
  mail,
  maria,
  tom,
}) => {
  const { head, support, window } = await openReviewOfReply(app, tom)
  const offer = await slack.findEphemeral(support, maria, /You requested approval for your email/)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'Wrong']])
  await findInThread(app, head, /Declined by @Tom Hadley/)
  await slack.click(maria, { ...offer, channel: support }, 'mail.cancel')
  const answer = await slack.findEphemeral(support, maria, /Declined by @Tom Hadley\. Nothing was sent/)
  expect(answer.ts).toBe(offer.ts)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('waiting replies are not sent when approval is turned off; a late approval does nothing', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { maria, window } = await openReviewOfReply(app, tom)
  await setApproval(app, 'off')
  await slack.findMessage(maria, /Approval was turned off in the meantime/)
  const late = await slack.submit(tom, window.id)
  expect(late.response_action).toBe('update')
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('an admin, the writer and the admins are notified if no approver remains: people gone, an empty group, only the writer', async ({
  app,
  slack,
  mail,
  docs,
  maria,
  aiko,
  li,
}) => {
  const group = await slack.changeGroup('create', { name: 'Editors', handle: 'editors', users: [] })
  await slack.deactivate(li)
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <!subteam^${group.id}|@editors> <@${li}> <@${maria}>`)
  const warned = readText(await slack.findEphemeral(docs, aiko, /now needs approval by/))
  expect(warned).toMatch(/@Li Wei can’t approve anything/)
  expect(warned).toMatch(/No members who could approve: @editors\./)
  expect(warned).toMatch(/Only @Maria Torres can approve/)
  const { head } = await writeReply(app)
  await findInThread(app, head, /Nobody can approve this now/)
  await slack.findMessage(maria, /needs approval, but nobody can approve it now/)
  const alarm = await slack.findMessage(aiko, /Choose others with/)
  expect(readText(alarm)).toMatch(/“.*Invoice 4711.*” to one@customer\.test/)
  expect(readText(alarm)).toContain('|Go to the email>')
  await slack.changeGroup('members', { group: group.id, users: [aiko] })
  await setApproval(app, `<!subteam^${group.id}|@editors>`)
  for (const user of [aiko, maria]) await slack.findMessage(user, /This email can be approved now.*Invoice 4711/s)
  await slack.submit(aiko, (await openReview(app, aiko)).id)
  await mail.findSentMail(/new invoice/)
  await app.settled()
  for (const user of [aiko, maria]) {
    const alerts = (await slack.messages(user)).filter((one) =>
      String(one.metadata?.event_payload.op_id).startsWith('mail.approval_nobody:'),
    )
    expect(alerts.map((one) => /Approved by @Aiko/.test(readText(one)))).toEqual([true])
  }
})

test('a writer who is an admin gets one message if nobody can approve their reply', async ({
  app,
  slack,
  mail,
  support,
  aiko,
}) => {
  await setApproval(app, `<@${aiko}>`)
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(aiko, head, 'mail.reply')
  await slack.fillForm(aiko, await slack.findForm(aiko), [['mail.text', 'A new invoice is on its way.']])
  await findInThread(app, head, /Nobody can approve this now/)
  await slack.findMessage(aiko, /Nothing was sent\. Choose others with/)
  await slack.command(aiko, support, '/mail approvals')
  await findView(app, aiko, /Nobody can approve this now\. Choose other approvers/)
  await app.settled()
  expect(await countDirect(app, aiko, /nobody can approve it/)).toBe(1)
})

test('the card and the approver’s message name the person who stopped a reply that awaits approval', async ({
  app,
  slack,
  mail,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { head } = await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  const card = await findInThread(app, head, /Awaiting approval/)
  await slack.click(li, { ...card, thread: head.ts }, 'mail.cancel')
  await slack.submit(li, (await findQuestion(app, li)).id)
  await findInThread(app, head, /Not sent: stopped in time by @Li Wei/)
  await slack.findMessage(tom, /Stopped by @Li Wei\. Nothing was sent/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('the writer and the admins are notified immediately when the only approver leaves while a mail waits', async ({
  app,
  slack,
  maria,
  aiko,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { head } = await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await app.settled()
  await slack.deactivate(tom)
  await slack.findMessage(maria, /needs approval, but nobody can approve it now/)
  await slack.findMessage(aiko, /Choose others with/)
  await findInThread(app, head, /Nobody can approve this now/)
  await slack.findMessage(head.channel, /⚠️ Nobody can approve the reply now/)
  await slack.command(maria, head.channel, '/mail approvals')
  await findView(app, maria, /Yours, awaiting approval.*Nobody can approve this now/s)
  await slack.reactivate(tom)
  for (const user of [aiko, maria]) await slack.findMessage(user, /This email can be approved now/)
  await findInThread(app, head, /Awaiting approval/)
  await slack.findMessage(head.channel, /Reply awaiting approval/)
  await slack.deactivate(tom)
  await slack.findMessage(head.channel, /⚠️ Nobody can approve the reply now/)
  // The same again, after the first messages were edited.
  await setApproval(app, `<@${li}>`)
  for (const user of [aiko, maria]) await slack.findMessage(user, /This email can be approved now/)
  await slack.deactivate(li)
  await slack.findMessage(maria, /needs approval, but nobody can approve it now/)
  await slack.findMessage(aiko, /Choose others with/)
})

test('the card names only approvers who can approve now, while people join and leave its channel', async ({
  app,
  slack,
  mail,
  docs,
  leads,
  maria,
  tom,
  li,
  aiko,
}) => {
  for (const user of [aiko, maria, li]) await slack.join(user, leads)
  await slack.leave(tom, leads)
  const group = await slack.changeGroup('create', { name: 'Editors', handle: 'editors', users: [tom, li] })
  await slack.command(aiko, docs, `/mail route ${mail.inbox} <#${leads}|leads>`)
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <@${tom}> <!subteam^${group.id}|@editors>`)
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(leads, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A new invoice is on its way.']])
  await findInThread(app, head, /Awaiting approval\. @Li Wei can approve it until/)
  await slack.join(tom, leads)
  await findInThread(app, head, /Awaiting approval\. @Tom Hadley or @editors can approve it until/)
  await slack.leave(tom, leads)
  await findInThread(app, head, /Awaiting approval\. @Li Wei can approve it until/)
  await slack.leave(li, leads)
  await findInThread(app, head, /Nobody can approve this now/)
})

test('an approver outside the channel of the mail sees nothing from it, whatever they send', async ({
  app,
  slack,
  mail,
  docs,
  leads,
  maria,
  tom,
  li,
  aiko,
}) => {
  for (const user of [aiko, maria, li]) await slack.join(user, leads)
  await slack.leave(tom, leads)
  await slack.command(aiko, docs, `/mail route ${mail.inbox} <#${leads}|leads>`)
  await slack.command(aiko, docs, `/mail approval ${mail.inbox} <@${tom}> <@${li}>`)
  expect(readText(await slack.findEphemeral(docs, aiko, /now needs approval by/))).toMatch(/@Tom Hadley can’t see <#/)
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(leads, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A new invoice is on its way.']])
  const window = await openReview(app, li)
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const { reply } = JSON.parse(String(window['private_metadata'])) as { reply: string }
  await forger.click(tom, { actionId: 'mail.review', value: reply })
  await forger.submit(tom, 'mail.approve', String(window['private_metadata']), {})
  await slack.command(tom, docs, '/mail approvals')
  await findView(app, tom, /Nothing to approve, nothing of yours pending/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
  for (const shown of [await slack.messages(tom), await slack.views(tom)])
    expect(JSON.stringify(shown)).not.toMatch(/invoice|one@customer/i)
  // The writer sees nothing from it either, once outside the channel, but can still stop it.
  await slack.command(maria, docs, '/mail approvals')
  await findView(app, maria, /Yours, awaiting approval.*Invoice 4711/)
  await slack.leave(maria, leads)
  await slack.openHome(maria)
  await slack.command(maria, docs, '/mail approvals')
  const list = await findView(app, maria, /Your email to .*, in a channel you can’t read/)
  await app.settled()
  const home = (await slack.views(maria)).filter(({ type }) => type === 'home')
  for (const shown of [list, home]) expect(JSON.stringify(shown)).not.toMatch(/invoice|Go to the email/i)
  await slack.clickInView(maria, list.id, 'mail.cancel', findButton(list, /^Don’t send$/)?.['value'])
  const stopped = await findView(app, maria, /Nothing to approve, nothing of yours pending/)
  expect(readText(stopped)).not.toMatch(/can’t|not in the channel/)
  await findInThread(app, head, /stopped in time by @Maria Torres/)
})

testSending({ env: { MAIL_UNDO_SECONDS: '600' } })(
  'the hold begins with the approval, and the writer can cancel it; lists show the reply while it waits',
  async ({ app, slack, mail, maria, tom, docs }) => {
    await setApproval(app, `<@${tom}>`)
    const { head } = await writeReply(app)
    await slack.findPost(tom, 'mail.approval')
    const homes = {
      maria: 'Yours, awaiting approval.*\\*Invoice 4711\\* to ',
      tom: 'Awaiting your approval.*\\*Invoice 4711\\* from @Maria Torres to ',
    }
    for (const [user, title] of [
      [maria, homes.maria],
      [tom, homes.tom],
    ] as const) {
      await slack.openHome(user)
      await findView(app, user, new RegExp(title))
    }
    await slack.command(tom, docs, '/mail approvals')
    const list = await findView(app, tom, /"Approvals"/)
    await slack.clickInView(tom, list.id, 'mail.review', findButton(list, /^Review$/)?.['value'])
    await slack.submit(tom, (await slack.findForm(tom, list)).id)
    const held = await findInThread(app, head, /Sending in \d+ seconds.*Approved by @Tom Hadley/s)
    const offer = await slack.findEphemeral(head.channel, maria, /You can undo your email/, head.ts)
    for (const shown of [held, offer]) expect(findButton(shown, /^Undo$/)).toBeDefined()
    await slack.click(maria, { ...held, thread: head.ts }, 'mail.cancel')
    await findInThread(app, head, /Not sent: stopped in time by @Maria Torres/)
    await app.settled()
    expect(readText(await slack.findPost(tom, 'mail.approval'))).toContain(
      'Stopped by @Maria Torres. Nothing was sent.',
    )
    expect(await mail.sent()).toEqual([])
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '3' }, ownProcess: true })(
  'a kill between the approval and the hold loses nothing, and the mail is sent once',
  async ({ app, slack, mail, tom }) => {
    const { head, window } = await openReviewOfReply(app, tom)
    await slack.submit(tom, window.id)
    await app.kill()
    await app.start()
    await mail.findSentMail(/new invoice/)
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)

test('an approved mail waits for the time that its writer chose', async ({ app, slack, mail, maria, tom, support }) => {
  await setApproval(app, `<@${tom}>`)
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const form = await slack.findForm(maria)
  const [, tomorrow = ''] = /"value":"(own[^"]*)"/.exec(readText(form)) ?? []
  await slack.clickInView(maria, form.id, 'mail.send_when', tomorrow)
  const chosen = await findView(app, maria, /Scheduled for/)
  await slack.fillForm(maria, chosen, [['mail.text', 'A new invoice is on its way.']])
  const window = await openReview(app, tom)
  expect(readText(window)).toMatch(/If approved (before|in time)/)
  expect(readText(await slack.findPost(tom, 'mail.approval'))).toMatch(
    /Expires .*\. *.*(If approved before|as scheduled:) <!date/s,
  )
  await slack.submit(tom, window.id)
  await findInThread(app, head, /Scheduled · <!date.*Approved by @Tom Hadley/s)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})
