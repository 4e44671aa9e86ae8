import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../support/block-queries.ts'
import { openSettings } from '../../support/app-settings.ts'
import { createForger } from '../../support/forged-requests.ts'
import type { Harness } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { pickEntry } from '../mail-menu.ts'
import { setApproval, writeReply } from '../outbound/approval/approval-story.ts'
import { sendReply, withoutHold } from '../outbound/send/reply-sending.ts'
import { chooseTime } from '../outbound/schedule/choose-time.ts'

/** Without the check for leaks, which takes what was posted before a channel became shared for one. */
const test = testWith(withoutHold)

/** Nothing of a mail is shown in its channel from now on, and its writer leaves. */
async function shareAndLeave(app: Harness, { support, maria }: { support: string; maria: string }): Promise<void> {
  await app.settled()
  await app.slack.changeWorkspace('share', { channel: support })
  await app.slack.deactivate(maria)
  await app.settled()
}

const bounce = { recipients: [{ address: 'one@customer.test', status: 'mailbox doesn’t exist' }] }

test('a bounce of a writer who has left reaches the admins while no channel shows the thread', async ({
  app,
  slack,
  mail,
  aiko,
}) => {
  const { support, maria, head } = await sendReply(app)
  const { message_id: sent } = await mail.findSentMail(/new invoice/)
  await shareAndLeave(app, { support, maria })
  const before = (await slack.messages(support, head.ts)).length
  await mail.reportOutcome(sent, 'bounced', bounce)
  const notice = await slack.findMessage(aiko, /An email by @Maria Torres didn’t reach one@customer\.test/)
  expect(readText(notice)).toContain('@Maria Torres left or lost access')
  expect(findButton(notice, /^Edit and send again$/)).toBeDefined()
  await app.settled()
  expect(await slack.messages(support)).toHaveLength(1)
  const left = await slack.messages(support, head.ts)
  expect(left).toHaveLength(before)
  for (const one of left) expect(one.text).toBe('This email is no longer shown in this channel.')
})

test('a direct message about a bounce shows its writer which email it is about', async ({ app, slack, mail }) => {
  const { support, maria } = await sendReply(app)
  const { message_id: sent } = await mail.findSentMail(/new invoice/)
  await app.settled()
  await slack.changeWorkspace('share', { channel: support })
  await mail.reportOutcome(sent, 'bounced', bounce)
  const notice = readText(await slack.findMessage(maria, /your reply didn’t reach one@customer\.test/))
  expect(notice).toContain('Invoice 4711')
  expect(notice).toContain('A new invoice is on its way.')
})

test('a direct message about a bounce links to the email while a channel shows it', async ({
  app,
  slack,
  mail,
  aiko,
}) => {
  const { support, maria, head } = await sendReply(app)
  const { message_id: sent } = await mail.findSentMail(/new invoice/)
  const page = await openSettings(app, aiko, support, 'channel')
  await slack.fillForm(aiko, page, [[/^Mentions in this channel/, 'nothing']])
  await app.settled()
  await mail.reportOutcome(sent, 'bounced', bounce)
  const notice = readText(await slack.findMessage(maria, /your reply didn’t reach one@customer\.test/))
  expect(notice).toMatch(new RegExp(`p${head.ts.replace('.', '')}[^>]*\\|Go to the email>`))
})

test('a bounce of a writer who has left reaches the person who claimed the thread, and no admin', async ({
  app,
  slack,
  mail,
  tom,
  aiko,
}) => {
  const { support, maria, head } = await sendReply(app)
  const { message_id: sent } = await mail.findSentMail(/new invoice/)
  await app.settled()
  await pickEntry(slack, maria, head, 'hand_over')
  await slack.fillForm(maria, await slack.findForm(maria), [['person', tom]])
  await app.settled()
  await shareAndLeave(app, { support, maria })
  await mail.reportOutcome(sent, 'bounced', bounce)
  await slack.findMessage(tom, /An email by @Maria Torres didn’t reach one@customer\.test/)
  await app.settled()
  expect((await slack.messages(aiko)).map(readText).join('\n')).not.toContain('one@customer.test')
})

test('a bounce and a complaint of a writer who has left are shown to the channel of the email, with their name', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head } = await sendReply(app)
  const { message_id: sent } = await mail.findSentMail(/new invoice/)
  await app.settled()
  await slack.deactivate(maria)
  await mail.reportOutcome(sent, 'bounced', bounce)
  const notice = await slack.findMessage(support, /An email by @Maria Torres didn’t reach one@customer\.test/, head.ts)
  expect(findButton(notice, /^Edit and send again$/)).toBeDefined()
  await mail.reportOutcome(sent, 'complained')
  await slack.findMessage(support, /one@customer\.test marked an email by @Maria Torres as spam\./, head.ts)
  await app.settled()
  expect(JSON.stringify(await slack.messages(support, head.ts))).not.toContain('your reply didn’t reach')
})

test('an unknown outcome of a writer who has left reaches the admins while no channel shows the thread', async ({
  app,
  slack,
  aiko,
}) => {
  await app.addFault({ target: 'mail', match: 'GET', mode: 'status', status: 503 })
  const { support, maria, head } = await sendReply(app, { mode: 'reset', times: 1 })
  const checking = await slack.findMessage(support, /Checking whether this was sent…/, head.ts)
  await shareAndLeave(app, { support, maria })
  // The click was on its way when the card was hidden.
  const [stop] = findElements(checking).filter(({ action_id: id }) => id === 'mail.stop')
  const { team } = await app.client.slack.app()
  const message = { channel: support, ts: checking.ts, thread: head.ts }
  const click = { actionId: 'mail.stop', value: String(stop?.['value']), message }
  await createForger(app.sandbox, team.id).click(await slack.user('tom'), click)
  const notice = await slack.findMessage(aiko, /Bellhop couldn’t confirm that your reply was sent/)
  expect(readText(notice)).toContain('@Maria Torres left or lost access')
})

test('the admins decide about a paused reply of a writer who has left while no channel shows the thread', async ({
  app,
  slack,
  mail,
  aiko,
}) => {
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  const { thread_id: threadId } = await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const form = await chooseTime(app, maria, await slack.findForm(maria), 'own')
  await slack.fillForm(maria, form, [['mail.text', 'A new invoice is on its way.']])
  await slack.findMessage(support, /Scheduled · </, head.ts)
  await shareAndLeave(app, { support, maria })
  await mail.receive({ thread_id: threadId, text: 'Never mind, it is solved.' })
  const asked = await slack.findMessage(aiko, /wrote again before a scheduled email by @Maria Torres was sent/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
  await slack.click(aiko, asked, 'mail.send_now')
  await mail.findSentMail(/new invoice/)
  const decided = await slack.findMessage(aiko, /by @Maria Torres was paused\. You decided to send it/)
  expect(decided.ts).toBe(asked.ts)
  expect(findButton(decided, /./)).toBeUndefined()
})

test('the end of a request for approval by a writer who has left reaches the admins', async ({
  app,
  slack,
  tom,
  aiko,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { support, maria } = await writeReply(app)
  await slack.findPost(tom, 'mail.approval')
  await shareAndLeave(app, { support, maria })
  await setApproval(app, 'off')
  const notice = await slack.findMessage(aiko, /Approval was turned off in the meantime/)
  expect(readText(notice)).toContain('@Maria Torres left or lost access')
  expect(findButton(notice, /^Edit and send again$/)).toBeDefined()
})
