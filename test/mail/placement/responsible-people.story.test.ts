import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { type Harness, until } from '../../support/harness.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { pickEntry } from '../mail-menu.ts'
import { openForwardForm, sendForm } from '../outbound/compose/new-mail.ts'
import { scheduleReply } from '../outbound/schedule/schedule-reply.ts'
import { sendReply, unavailable } from '../outbound/send/reply-sending.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

/** The people that notices of new mail below a head mention. */
async function listNoticed({ slack }: Harness, channel: string, thread: string): Promise<string[]> {
  const below = (await slack.messages(channel, thread)).filter(({ metadata }) =>
    String(metadata?.event_payload['op_id']).startsWith('mail.news:'),
  )
  return below.map((one) => /"user_id":"(\w+)"/.exec(readText(one))?.[1] ?? '')
}

test('mail that stops a scheduled reply is shown in the channel, and its writer is asked but not notified twice', async ({
  app,
  slack,
  support,
}) => {
  const { find, head, write } = await scheduleReply(app)
  await find(/Scheduled · </)
  await write('Never mind, it is solved.')
  await find(/wrote again before your scheduled email was sent/)
  await app.settled()
  expect(await listNoticed(app, support, head.ts)).toEqual([])
  const others = (await slack.messages(support)).filter(({ ts }) => ts !== head.ts)
  expect(others.filter((one) => readText(one).includes('it is solved'))).toHaveLength(1)
})

test('mail in a snoozed thread mentions the person who snoozed it and the one who claimed it, each once', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  const { thread_id: threadId } = await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(tom, head, 'mail.claim')
  await slack.findMessage(support, /Claimed by @Tom/)
  await pickEntry(slack, maria, head, 'snooze')
  await slack.fillForm(maria, await slack.findForm(maria), [[/^Until when/, 'tomorrow']])
  await slack.findMessage(support, /Snoozed by @Maria Torres/)
  await mail.receive({ thread_id: threadId, text: 'The second mail' })
  await until(async () => (await listNoticed(app, support, head.ts)).length === 2)
  await app.settled()
  expect((await listNoticed(app, support, head.ts)).toSorted()).toEqual([maria, tom].toSorted())
})

test('a reply in a thread whose claimer has left notifies the last writer', async ({ app, slack, mail, tom }) => {
  const { support, maria, head, inbound } = await sendReply(app)
  await mail.findSentMail(/new invoice/)
  // Replying made it Maria's.
  await app.settled()
  await pickEntry(slack, maria, head, 'hand_over')
  await slack.fillForm(maria, await slack.findForm(maria), [['person', tom]])
  await slack.findMessage(support, /Claimed by @Tom/)
  await app.settled()
  await slack.deactivate(tom)
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Invoice 4711', text: 'Any news?' })
  const notice = await slack.findPost(support, 'mail.news', head.ts)
  expect(readText(notice)).toContain('replied to you')
  await app.settled()
  expect(await listNoticed(app, support, head.ts)).toEqual([maria])
})

test('mail that comes while nobody knows whether a reply was sent is not called an answer to it', async ({
  app,
  slack,
  mail,
}) => {
  const { support, head, inbound } = await sendReply(app, { ...unavailable, times: 100 })
  await slack.findMessage(support, /Checking whether a reply was sent/)
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Invoice 4711', text: 'Hello?' })
  expect(readText(await slack.findPost(support, 'mail.news', head.ts))).toContain('wrote again')
})

test('an answer to a colleague’s reply mentions the colleague as well as the person who claimed the email', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  const { thread_id: threadId } = await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(tom, head, 'mail.claim')
  await slack.findMessage(support, /Claimed by @Tom/)
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A new one is coming.']])
  const sent = await mail.findSentMail(/A new one is coming/)
  await app.settled()
  await mail.receive({ thread_id: threadId, in_reply_to: sent.message_id, text: 'Thanks, when?' })
  await until(async () => (await listNoticed(app, support, head.ts)).length === 2)
  await slack.findMessage(support, new RegExp(`"user_id":"${maria}"[\\s\\S]* replied to you: `), head.ts)
  await mail.receive({ thread_id: threadId, text: 'Hello?' })
  await slack.findMessage(support, /Hello\?/, head.ts)
  await app.settled()
  expect((await listNoticed(app, support, head.ts)).toSorted()).toEqual([maria, tom].toSorted())

  await pickEntry(slack, tom, await slack.findMessage(support, /Hello\?/), 'hand_over')
  await slack.fillForm(tom, await slack.findForm(tom), [['person', tom]])
  await app.settled()
  await mail.receive({ thread_id: threadId, in_reply_to: sent.message_id, text: 'One more question' })
  await slack.findMessage(support, /One more question/, head.ts)
  await app.settled()
  expect((await listNoticed(app, support, head.ts)).filter((user) => user === maria)).toHaveLength(1)
})

test('each answer to a forward notifies its writer, also right after another email, and stays on the card until it is answered', async ({
  app,
  slack,
  mail,
  tom,
  maria,
  support,
}) => {
  const { thread_id: threadId } = await mail.receive({ subject: 'Wrong invoice', text: 'The invoice is wrong.' })
  const head = await slack.findMessage(support, /The invoice is wrong/)
  await slack.click(maria, head, 'mail.claim')
  await slack.findMessage(support, /Claimed by @Maria/)
  await sendForm(app, tom, await openForwardForm(app, tom, head), [
    [/^To$/, 'bank@partner.test'],
    [/^Your message$/, 'Do you have this invoice?'],
  ])
  const forward = await mail.findSentMail(/Do you have this invoice/)
  await app.settled()
  const bank = { from: 'bank@partner.test', subject: 'Re: Fwd: Wrong invoice', in_reply_to: forward.message_id }
  const countNoticed = async (user: string): Promise<number> =>
    (await listNoticed(app, support, head.ts)).filter((one) => one === user).length
  await mail.receive({ thread_id: threadId, text: 'One more thing.' })
  await until(async () => (await countNoticed(maria)) === 1)
  await mail.receive({ ...bank, text: 'We have no such invoice.' })
  await until(async () => (await countNoticed(tom)) === 1)
  // The bank has rung in this minute, and so has the customer.
  await mail.receive({ ...bank, text: 'We looked twice.' })
  await slack.findMessage(support, /We looked twice/, head.ts)
  await mail.receive({ thread_id: threadId, text: 'Are you there?' })
  await slack.findMessage(support, /Are you there/, head.ts)
  await app.settled()
  expect(await countNoticed(tom)).toBe(1)
  const shown = (await slack.messages(support)).map(readText).join('\n')
  expect(shown).toContain('We have no such invoice.')
  expect(shown).not.toContain('We looked twice.')
  const newest = await slack.findMessage(support, /Are you there/)
  await sendForm(app, tom, await openForwardForm(app, tom, newest), [
    [/^To$/, 'carrier@partner.test'],
    [/^Your message$/, 'Where is the parcel?'],
  ])
  const other = await mail.findSentMail(/Where is the parcel/)
  await app.settled()
  await mail.receive({ from: 'carrier@partner.test', text: 'In Rome.', in_reply_to: other.message_id })
  const both = /bank@partner\.test.* replied to the forward.*carrier@partner\.test.* replied to the forward/s
  const card = await slack.findMessage(support, both)
  expect(card.ts).toBe(head.ts)
  await slack.click(maria, await slack.findMessage(support, /In Rome/, head.ts), 'mail.reply')
  await sendForm(app, maria, await slack.findForm(maria), [['mail.text', 'Thanks, carrier.']])
  await mail.findSentMail(/Thanks, carrier/)
  const readHead = async () => readText((await slack.messages(support)).find(({ ts }) => ts === head.ts))
  await until(async () => !both.test(await readHead()))
  await app.settled()
  expect(await readHead()).toContain('bank@partner.test replied to the forward')
})
