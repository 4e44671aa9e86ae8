/** @module-tag redis */
import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { chooseTime } from '../schedule/choose-time.ts'
import { until } from '../../../support/harness.ts'
import {
  countDirect,
  findInThread,
  findView,
  openReview,
  openReviewOfReply,
  setApproval,
  writeReply,
} from './approval-story.ts'

const GONE = /can no longer send this/
const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

test('the window of an email whose writer has left offers no approval, and names what to do instead', async ({
  app,
  slack,
  mail,
  maria,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await slack.deactivate(maria)
  await app.settled()
  const window = await openReview(app, tom)
  expect(readText(window)).toMatch(/@Maria Torres can no longer send this.*\*Edit\*.*\*Decline\*/s)
  expect(window['submit']).toBeFalsy()
  // The browser of the approver may send it anyway.
  await slack.submit(tom, window.id)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('nobody is promised the send time of a scheduled email whose writer has left', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  await mail.receive({ text: 'The total looks wrong.' })
  await slack.click(maria, await slack.findMessage(support, /The total looks wrong/), 'mail.reply')
  const form = await chooseTime(app, maria, await slack.findForm(maria), 'own')
  await slack.fillForm(maria, form, [['mail.text', 'A new invoice is on its way.']])
  await app.settled()
  await slack.deactivate(maria)
  await app.settled()
  await setApproval(app, `<@${tom}>`)
  const asked = readText(await slack.findPost(tom, 'mail.approval'))
  expect(asked).toContain('@Maria Torres can no longer send this')
  const window = readText(await openReview(app, tom))
  for (const shown of [asked, window]) expect(shown).not.toContain('If approved before')
})

test('an approval of an email whose writer left while its window was open is refused', async ({
  app,
  slack,
  mail,
  maria,
  tom,
  li,
}) => {
  const { head, window, support } = await openReviewOfReply(app, tom)
  expect(window['submit']).toMatchObject({ text: 'Approve' })
  await slack.deactivate(maria)
  await app.settled()
  await slack.submit(tom, window.id)
  const warned = await findView(app, tom, /@Maria Torres can no longer send this/)
  await findInThread(app, head, /Someone must take this over/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
  // As the window says: a colleague sends the declined email.
  await slack.clickInView(tom, warned.id, 'mail.decline', findButton(warned, /^Decline$/)?.['value'])
  const decline = await slack.findForm(tom, warned)
  expect(readText(decline)).toContain('The writer can no longer send it, so the channel is asked')
  await slack.fillForm(tom, decline, [[/^Why\?$/, 'Maria has left']])
  const offered = await slack.findMessage(support, /left or lost access. Who can take this over/)
  await slack.click(li, offered, 'mail.edit')
  await slack.submit(li, (await slack.findForm(li)).id)
  await findInThread(app, head, /@Tom Hadley can approve it until/)
})

test('an approved email whose writer leaves before it is sent ends as not sent for its approver and for the others', async ({
  app,
  slack,
  mail,
  maria,
  tom,
}) => {
  const { head, support, window } = await openReviewOfReply(app, tom)
  await app.addFault({ target: 'mail', match: '/reply', mode: 'status', status: 429, retryAfterS: 1 })
  await slack.submit(tom, window.id)
  await findInThread(app, head, /Not sent yet\. Bellhop keeps trying/)
  await slack.deactivate(maria)
  const told = await slack.findMessage(support, /left or lost access. Who can take this over/)
  expect(readText(told)).toContain('An email by @Maria Torres wasn’t sent.')
  expect(readText(told)).not.toMatch(/your (?:reply|email)/)
  expect(readText(told)).not.toContain(`"user_id":"${maria}"`)
  expect(findButton(told, /^Edit and send again$/)).toBeDefined()
  await app.settled()
  expect(readText(await slack.findPost(tom, 'mail.approval'))).toMatch(
    /Approved by @Tom Hadley\..*Not sent: .*no longer has permission/s,
  )
  expect(await mail.sent()).toEqual([])
})

test('the default channel is alerted if nobody can approve an email and the only admin has left', async ({
  app,
  slack,
  support,
  maria,
  aiko,
}) => {
  await setApproval(app, `<@${aiko}>`)
  await writeReply(app)
  await slack.findPost(aiko, 'mail.approval')
  await slack.deactivate(aiko)
  expect(readText(await slack.findPost(maria, 'mail.approval_nobody'))).toContain('Bellhop told the admins')
  await slack.findMessage(support, /nobody can approve it.*Choose others with/s)
})

test('the messages to approvers show that the writer is gone, and no longer once the writer is back', async ({
  app,
  slack,
  maria,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}> <@${li}>`)
  const { head } = await writeReply(app)
  for (const user of [tom, li]) await slack.findMessage(user, /asks you to approve/)
  for (const _ of ['first', 'second']) {
    await slack.deactivate(maria)
    for (const user of [tom, li]) await slack.findMessage(user, /@Maria Torres can no longer send this/)
    await findInThread(app, head, /Someone must take this over/)
    await app.settled()
    await slack.reactivate(maria)
    await until(async () => (await Promise.all([tom, li].map((user) => countDirect(app, user, GONE)))).join() === '0,0')
    await findInThread(app, head, /can approve it until/)
    await app.settled()
  }
})

test('no message shows that an email can be approved once nobody can again, or while its writer is gone', async ({
  app,
  slack,
  maria,
  aiko,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { head } = await writeReply(app)
  await slack.findMessage(tom, /asks you to approve/)
  const countAll = async (fits: RegExp) =>
    (await Promise.all([maria, aiko].map((user) => countDirect(app, user, fits)))).join()
  for (const turn of [1, 2]) {
    await slack.deactivate(tom)
    await until(async () => (await countAll(/but nobody can approve it/)) === '1,1')
    await until(async () => (await countAll(/for a while\. Nobody can approve it now/)) === `${turn - 1},${turn - 1}`)
    await app.settled()
    expect(await countAll(/can be approved now/)).toBe('0,0')
    await slack.reactivate(tom)
    await until(async () => (await countAll(/can be approved now/)) === `${turn},${turn}`)
    await app.settled()
  }
  await slack.deactivate(maria)
  await until(async () => (await countDirect(app, aiko, /has an approver again, but @Maria Torres can no/)) === 2)
  await slack.deactivate(tom)
  await findInThread(app, head, /Someone must take this over/)
  await app.settled()
  await slack.reactivate(tom)
  const again = await slack.findMessage(tom, /Expires .*@Maria Torres can no longer send this/s)
  await app.settled()
  expect(readText(again)).not.toContain('approve this email again')
  expect(await countDirect(app, aiko, /can be approved now/)).toBe(0)
})
