import { expect } from 'vitest'
import { readText } from '../../../support/block-queries.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import type { Harness } from '../../../support/harness.ts'
import { countDirect, findInThread } from './approval-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

const ASKED = /needs your approval, but you’re not in its channel\. Ask @Maria Torres to add you/

/** Writes Maria’s reply in the private channel, which Li can approve there and Tom can’t read. */
async function writeInPrivate({ slack, mail }: Harness) {
  const [leads, maria, tom, li, aiko] = await Promise.all([
    slack.channel('leads'),
    slack.user('maria'),
    slack.user('tom'),
    slack.user('li'),
    slack.user('aiko'),
  ])
  for (const user of [aiko, maria, li]) await slack.join(user, leads)
  await slack.leave(tom, leads)
  await slack.command(aiko, leads, `/mail route ${mail.inbox} <#${leads}|leads>`)
  await slack.command(aiko, leads, `/mail approval ${mail.inbox} <@${tom}> <@${li}>`)
  await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(leads, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A new invoice is on its way.']])
  await slack.findMessage(li, /asks you to approve/)
  return { leads, maria, tom, li, head }
}

test('the message to an approver outside the channel keeps naming the writer and the inbox, and nothing else', async ({
  app,
  slack,
  mail,
}) => {
  const { leads, maria, tom, li, head } = await writeInPrivate(app)
  await slack.leave(li, leads)
  await slack.findMessage(tom, ASKED)
  await findInThread(app, head, /Nobody can approve this now/)
  await app.settled()
  await slack.join(li, leads)
  const about = `@Maria Torres wrote an email from ${mail.inbox} that needed your approval.`
  const solved = await slack.findMessage(tom, /Someone in its channel can approve it now/)
  expect(readText(solved)).toContain(about)
  await app.settled()
  const card = await findInThread(app, head, /can approve it until/)
  await slack.click(maria, { ...card, thread: head.ts }, 'mail.cancel')
  const ended = await slack.findMessage(tom, /Stopped by @Maria Torres\. Nothing was sent/)
  expect(readText(ended)).toContain(about)
  await app.settled()
  expect(JSON.stringify(await slack.messages(tom))).not.toMatch(/invoice|one@customer/i)
})

test('an approver outside the channel is asked to join it only while the writer can send the email', async ({
  app,
  slack,
}) => {
  const { leads, maria, tom, li, head } = await writeInPrivate(app)
  await slack.leave(maria, leads)
  await slack.findMessage(li, /@Maria Torres can no longer send this/)
  await app.settled()
  await slack.leave(li, leads)
  await findInThread(app, head, /Someone must take this over/)
  await slack.findMessage(maria, /nobody can approve it now/)
  await app.settled()
  for (const user of [tom, li]) expect(await countDirect(app, user, ASKED)).toBe(0)
  await slack.join(maria, leads)
  await slack.findMessage(tom, ASKED)
  await app.settled()
  await slack.leave(maria, leads)
  await slack.findMessage(tom, /that needed your approval\. @Maria Torres can no longer send it/)
})
