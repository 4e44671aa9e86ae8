/** @module-tag redis */
import { openReplyToAll } from '../../mail-menu.ts'
import { expect } from 'vitest'
import type { Fault } from '../../../../sandbox/control-types.ts'
import { readText } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { answerElsewhere } from '../../mailbox-calls.ts'
import { findInThread, sendReply, sendTicked, withoutHold } from './reply-sending.ts'

const testWithoutHold = testSending(withoutHold)

const lost: Omit<Fault, 'target'> = { mode: 'accept-then-drop' }
const refused: Omit<Fault, 'target'> = { mode: 'status', status: 403, error: 'missing_permission', times: 1 }

testWithoutHold('a reply whose answers are all lost says what is known, until its mail is found', async ({ app }) => {
  // Found after the card was read, however slow the machine is.
  await app.addFault({ target: 'mail', match: 'GET', mode: 'status', status: 503 })
  const { head } = await sendReply(app, lost)
  const checking = await findInThread(app, head, /Checking whether this was sent…/)
  expect(readText(checking)).toContain('Maria Torres wrote a reply to one@customer.test')
  expect(readText(checking)).not.toContain('Not sent yet')
  await app.clearFaults()
  const found = await findInThread(app, head, /"Sent </)
  expect(readText(found)).toContain('Maria Torres replied to one@customer.test')
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(1)
})

testWithoutHold('the mention about an unknown outcome is edited once the mail is found', async ({ app }) => {
  // Found after the mention, however slow the machine is.
  await app.addFault({ target: 'mail', match: 'GET', mode: 'status', status: 503 })
  const { maria, head } = await sendReply(app, { ...lost, times: 1 })
  const checking = await findInThread(app, head, /Checking whether this was sent…/)
  await app.slack.click(maria, { ...checking, thread: head.ts }, 'mail.stop')
  const mention = await findInThread(app, head, /Bellhop couldn’t confirm that your reply was sent/)
  expect(mention.text).toContain(`<@${maria}>`)
  await app.clearFaults()
  const edited = await findInThread(app, head, /confirmed: your reply was sent at/)
  expect(edited.ts).toBe(mention.ts)
  expect(edited.text).toMatch(/confirmed: your reply was sent at <!date\^\d+/)
  await findInThread(app, head, /Maria Torres replied to/)
})

testWithoutHold('the same words from another program do not count as the reply', async ({ app }) => {
  const { head, inbound } = await sendReply(app, { mode: 'reset', times: 1 }, refused)
  await findInThread(app, head, /Bellhop couldn’t confirm that your reply was sent/)
  await answerElsewhere(
    app,
    { inbox: app.mail.inbox, messageId: inbound.message_id },
    { to: ['one@customer.test'], text: 'A new invoice is on its way.' },
  )
  await app.settled()
  const [other] = await app.mail.sent()
  const path = `/messages/${other?.message_id}`
  await until(async () => (await app.exchanges()).some((one) => one.method === 'GET' && one.path.endsWith(path)))
  await app.settled()
  await findInThread(app, head, /Couldn’t confirm delivery to the mailbox/)
  expect((await app.slack.messages(head.channel, head.ts)).map(readText).join('\n')).not.toContain('confirmed:')
})

testWithoutHold('a reply that was certainly not sent is reported as not sent', async ({ app }) => {
  const busy: Omit<Fault, 'target'> = { mode: 'status', status: 429, error: 'rate_limit_exceeded', retryAfterS: 60 }
  const { head } = await sendReply(app, busy)
  const waiting = await findInThread(app, head, /Not sent yet\. Bellhop keeps trying\./)
  expect(readText(waiting)).toContain('Maria Torres wrote a reply to')
})

testWithoutHold('a bounce of many addresses names two and counts the others', async ({ app }) => {
  const { slack, mail } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  const cc = Array.from({ length: 40 }, (_, index) => `p${index}@c.test`)
  await mail.receive({ text: 'For all of you.', cc })
  const head = await slack.findMessage(support, /For all of you/)
  const form = await openReplyToAll(slack, maria, head)
  await slack.fillForm(maria, form, [['mail.text', 'Thank you.']])
  await sendTicked(app, maria, form)
  const { message_id: id } = await mail.findSentMail(/Thank you/)
  const recipients = cc.map((address) => ({ address, status: '5.1.1' }))
  await mail.reportOutcome(id, 'bounced', { recipients })
  const why = 'p0@c.test, p1@c.test and 38 others: mailbox doesn’t exist, 5.1.1'
  const mention = await findInThread(app, head, /your reply didn’t reach/)
  expect(readText(mention)).toContain(`your reply didn’t reach ${why}.`)
  const card = await findInThread(app, head, /Not delivered to/)
  expect(readText(card)).toContain(`Not delivered to ${why}"`)
})

/** A minute is 100 ms, so each repeat is a late one; the key is valid for two minutes. */
const testLate = testSending({ env: { ...withoutHold.env, CLOCK_SCALE: '600' } })
const writeAgain = { subject: 'Re: Invoice 4711', text: 'Never mind, it is solved.' }

testLate('a reply that waits out an outage is paused when the customer writes again', async ({ app, slack, mail }) => {
  const { maria, head, inbound } = await sendReply(app, { mode: 'status', status: 429, error: 'rate_limit_exceeded' })
  await findInThread(app, head, /Not sent yet/)
  await mail.receive({ ...writeAgain, thread_id: inbound.thread_id })
  await findInThread(app, head, /Paused: a new email arrived before this one could be sent/)
  const asked = await findInThread(app, head, /wrote again before your email could be sent, so it’s paused/)
  await app.clearFaults()
  await app.settled()
  expect(await mail.sent()).toEqual([])
  await slack.click(maria, { ...asked, thread: head.ts }, 'mail.send_now')
  await findInThread(app, head, /your email to one@customer\.test was paused/)
  await findInThread(app, head, /"Sent </)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

testLate(
  'a reply that may have been sent is not repeated once the customer has written again',
  async ({ app, mail }) => {
    const { head, inbound } = await sendReply(app, { mode: 'status', status: 503, error: 'service_unavailable' })
    await findInThread(app, head, /Checking whether this was sent…/)
    await mail.receive({ ...writeAgain, thread_id: inbound.thread_id })
    const stopped = await findInThread(app, head, /Couldn’t confirm delivery to the mailbox/)
    expect(readText(stopped)).toContain('Since this was written, a newer email arrived')
    await app.clearFaults()
    await app.settled()
    expect(await mail.sent()).toEqual([])
  },
)
