/** @module-tag redis */
import { expect } from 'vitest'
import { openSettings } from '../../../support/app-settings.ts'
import { findButton, readText } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { findInThread, findView, setApproval, writeReply } from './approval-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

const taken = /Someone must take this over: its writer left or lost access, so approving it sends nothing/

test('the email of a writer who leaves while it awaits approval is offered to the others immediately', async ({
  app,
  slack,
  mail,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { head, support, maria } = await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await app.settled()
  await slack.deactivate(maria)
  await findInThread(app, head, taken)
  const offer = await slack.findMessage(
    support,
    /@Maria Torres left or lost access\. Their email to .*, which is awaiting approval, is only sent if someone else/,
  )
  await slack.findMessage(support, /Reply awaiting approval: someone must take it over/)
  await slack.command(tom, support, '/mail approvals')
  await findView(app, tom, taken)
  await slack.command(tom, support, '/mail open')
  await findView(app, tom, /Reply awaiting approval: someone must take it over/)
  await slack.click(li, { ...offer, thread: head.ts }, 'mail.edit')
  await slack.submit(li, (await slack.findForm(li)).id)
  const closed = await slack.findMessage(support, /Their email to .* was awaiting approval\. A new version replaced it/)
  expect(closed.ts).toBe(offer.ts)
  expect(findButton(closed, /^Edit$/)).toBeUndefined()
  await findInThread(app, head, /@Tom Hadley can approve it until/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('the email of a writer who may no longer reply is offered to the others, until the writer may again', async ({
  app,
  slack,
  tom,
  aiko,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { head, support, maria } = await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await app.settled()
  const allow = async (people: string[]) => {
    const form = await openSettings(app, aiko, support, 'inboxes', '/mail settings')
    await slack.fillForm(aiko, form, [[/^Who can reply to email$/, people.map((one) => `person:${one}`)]])
  }
  await allow([tom])
  const offer = await slack.findMessage(support, /@Maria Torres left or lost access\. Their email to .* awaiting/)
  await findInThread(app, head, taken)
  await slack.command(maria, support, '/mail approvals')
  await findView(app, maria, /Yours, awaiting approval.*Someone must take this over/s)
  await allow([tom, maria])
  const closed = await slack.findMessage(support, /They have access again, so it’s awaiting approval as before/)
  expect(closed.ts).toBe(offer.ts)
  await findInThread(app, head, /@Tom Hadley can approve it until/)
  await until(async () => {
    const card = (await slack.messages(support)).find(({ ts }) => ts === head.ts)
    return readText(card).includes('🕘 Reply awaiting approval')
  })
})
