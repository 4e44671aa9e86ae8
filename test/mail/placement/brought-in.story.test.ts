/** @module-tag redis */
import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../support/harness.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { listEntries, pickEntry } from '../mail-menu.ts'
import { createInbox } from '../mailbox-calls.ts'
import { openForwardForm, sendForm } from '../outbound/compose/new-mail.ts'
import { chooseTime } from '../outbound/schedule/choose-time.ts'
import { scheduleReply } from '../outbound/schedule/schedule-reply.ts'
import { claim, listTicks } from '../outbound/send/reply-sending.ts'
import { lookAround } from '../../support/until.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

/** Receives a customer's mail, which Maria forwards to the bank, and the bank's answer. Returns the head after that. */
async function forwardToBank(app: Harness, { to = 'bank@partner.test' }: { to?: string } = {}) {
  const { slack, mail } = app
  const support = await slack.channel('support')
  const maria = await slack.user('maria')
  const inbound = await mail.receive({ subject: 'Wrong invoice', text: 'The invoice is wrong.' })
  const head = await slack.findMessage(support, /The invoice is wrong/)
  await sendForm(app, maria, await openForwardForm(app, maria, head), [
    [/^To$/, to],
    [/^Your message$/, 'Do you have this invoice?'],
  ])
  const forward = await mail.findSentMail(/Do you have this invoice/)
  await app.settled()
  return { support, maria, head, inbound, forward }
}

async function answerAsBank(
  app: Harness,
  forward: { message_id: string },
  { text = 'We have no such invoice.', name = 'Bank' } = {},
) {
  await app.mail.receive({
    from: `${name} <bank@partner.test>`,
    subject: 'Re: Fwd: Wrong invoice',
    text,
    in_reply_to: forward.message_id,
  })
}

const findAnswer = ({ slack }: Harness, head: Message & MessageRef, words: RegExp) =>
  slack.findMessage(head.channel, words, head.ts)

/** Replies from a card. Returns the form's text as it was opened. */
async function reply(app: Harness, user: string, card: Message & MessageRef, text: string): Promise<string> {
  await app.slack.click(user, card, 'mail.reply')
  const form = await app.slack.findForm(user)
  await sendForm(app, user, form, [['mail.text', text]])
  return readText(form)
}

test('the card keeps the customer’s email when somebody answers the forward, and its Reply answers the customer', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head, forward } = await forwardToBank(app)
  await answerAsBank(app, forward)
  const bank = await findAnswer(app, head, /We have no such invoice/)
  expect(readText(bank)).toContain('replied to the forward')
  const card = await slack.findMessage(support, /The invoice is wrong.*bank@partner\.test.* replied to the forward/s)
  expect(card.ts).toBe(head.ts)
  expect(readText(card)).not.toContain('We have no such invoice')
  const form = await reply(app, maria, card, 'A new one is coming.')
  expect(form).not.toContain('older email')
  expect(form).toContain('We have no such invoice')
  expect((await mail.findSentMail(/A new one is coming/)).to).toEqual([expect.stringContaining('one@customer.test')])
  await slack.findMessage(support, /waiting for their reply/)
  await app.settled()
  expect(readText(await slack.findMessage(support, /waiting for their reply/))).not.toContain('replied to the forward')
})

test('a reply to the person who answered the forward neither closes the thread nor waits for the customer', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head, forward } = await forwardToBank(app)
  await answerAsBank(app, forward)
  const bank = await findAnswer(app, head, /We have no such invoice/)
  await slack.click(maria, bank, 'mail.reply')
  const form = await slack.findForm(maria)
  expect(findElements(form).some(({ action_id: id }) => id === 'mail.closes')).toBe(false)
  await sendForm(app, maria, form, [['mail.text', 'Thanks, bank.']])
  expect((await mail.findSentMail(/Thanks, bank/)).to).toEqual([expect.stringContaining('bank@partner.test')])
  await slack.findMessage(support, /The invoice is wrong.*replied to bank@partner\.test/s)
  await app.settled()
  const card = await slack.findMessage(support, /The invoice is wrong/)
  expect(card.metadata?.event_payload['state']).toBe('claimed')
  expect(readText(card)).not.toMatch(/waiting for their reply|Done by/i)
  expect(JSON.stringify(bank.blocks)).not.toContain('mail.done')
})

test('the customer’s next email takes the card over, also if the forward went to the customer', async ({
  app,
  slack,
  mail,
}) => {
  const { support, head, inbound, forward } = await forwardToBank(app, { to: 'bank@partner.test, one@customer.test' })
  await answerAsBank(app, forward)
  await findAnswer(app, head, /We have no such invoice/)
  await mail.receive({ thread_id: inbound.thread_id, in_reply_to: forward.message_id, text: 'Any news?' })
  await slack.findMessage(support, /Any news\?.*replied to the forward/s)
})

test('the card keeps the customer’s email when somebody in Cc of our reply answers', async ({ app, slack, mail }) => {
  const support = await slack.channel('support')
  const maria = await slack.user('maria')
  const inbound = await mail.receive({ subject: 'Contract', text: 'May I cancel it?' })
  const head = await claim(app, maria, await slack.findMessage(support, /May I cancel it/))
  await slack.click(maria, head, 'mail.reply')
  const form = await slack.findForm(maria)
  await slack.clickInView(maria, form.id, 'mail.edit_recipients')
  await sendForm(app, maria, await slack.findForm(maria), [
    [/^Cc$/, 'lex@lawyer.test'],
    ['mail.text', 'Lex knows.'],
  ])
  await mail.findSentMail(/Lex knows/)
  await app.settled()
  await mail.receive({ thread_id: inbound.thread_id, from: 'lex@lawyer.test', text: 'Yes, by May.' })
  const card = await slack.findMessage(support, /May I cancel it.*lex@lawyer\.test, copied by us, replied/s)
  expect(readText(card)).not.toContain('an earlier email')
  await reply(app, maria, await findAnswer(app, head, /Yes, by May/), 'Thanks, Lex.')
  await slack.findMessage(support, /May I cancel it.*replied to lex@lawyer\.test.*waiting for their reply/s)
})

test('the card keeps the customer’s email when a colleague answers it in another inbox of ours', async ({
  app,
  slack,
  mail,
  leads,
  aiko,
  tom,
  maria,
  support,
}) => {
  const billing = await createInbox(app, 'billing')
  await slack.command(aiko, support, `/mail route ${billing} #leads`)
  const { head } = await forwardToBank(app, { to: billing })
  await reply(app, tom, await slack.findMessage(leads, /Do you have this invoice/), 'Refunded today.')
  await findAnswer(app, head, /Refunded today/)
  const card = await slack.findMessage(support, /The invoice is wrong.* replied to the forward/s)
  await reply(app, maria, card, 'You have your money back.')
  expect((await mail.findSentMail(/your money back/)).to).toEqual([expect.stringContaining('one@customer.test')])
})

test('people named first by the answer to a forward, or who answer it, don’t take the customer’s card over', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head, inbound, forward } = await forwardToBank(app)
  const answer = await mail.receive({
    from: 'Bank <bank@partner.test>',
    cc: ['ann@partner.test'],
    in_reply_to: forward.message_id,
    text: 'Ann knows.',
  })
  await findAnswer(app, head, /Ann knows/)
  const { thread_id: threadId } = inbound
  await mail.receive({ from: 'ann@partner.test', thread_id: threadId, text: 'Named in Cc.' })
  await slack.findMessage(support, /The invoice is wrong.*ann@partner\.test.*, added by someone we wrote to, wrote/s)
  await mail.receive({
    from: 'bob@partner.test',
    thread_id: threadId,
    in_reply_to: '<internal@partner.test>',
    headers: { References: `${forward.message_id} <internal@partner.test>` },
    text: 'Asked by the bank.',
  })
  await slack.findMessage(support, /The invoice is wrong.*bob@partner\.test.* replied to the forward/s)
  await mail.receive({ from: 'eve@partner.test', in_reply_to: answer.message_id, text: 'Answers the bank.' })
  const card = await slack.findMessage(support, /The invoice is wrong.*eve@partner\.test.*, added by someone/s)
  expect(listEntries(await findAnswer(app, head, /Ann knows/))).not.toContain('done')
  await reply(app, maria, card, 'We are asking the bank.')
  const sent = await mail.findSentMail(/We are asking the bank/)
  expect(sent.to).toEqual([expect.stringContaining('one@customer.test')])
  await app.settled()
  await mail.receive({ from: 'kim@customer.test', in_reply_to: sent.message_id, text: 'I work with One.' })
  await findAnswer(app, head, /I work with One/)
  await app.settled()
  const after = (await slack.messages(support)).find(({ ts }) => ts === head.ts)
  expect(readText(after)).toContain('I work with One')
})

test('a person named only by a forwardee is a customer if they answer the customer’s email', async ({
  app,
  slack,
  mail,
}) => {
  const { support, head, inbound, forward } = await forwardToBank(app)
  await mail.receive({
    from: 'Bank <bank@partner.test>',
    cc: ['boss@customer.test'],
    in_reply_to: forward.message_id,
    text: 'Ask the boss.',
  })
  await findAnswer(app, head, /Ask the boss/)
  await mail.receive({
    from: 'boss@customer.test',
    thread_id: inbound.thread_id,
    in_reply_to: inbound.message_id,
    text: 'We cancel.',
  })
  await findAnswer(app, head, /We cancel/)
  await app.settled()
  expect(readText((await slack.messages(support)).find(({ ts }) => ts === head.ts))).toContain('We cancel')
})

test('lists and Home name the answer to a forward once the customer is answered, and Reply there answers it', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head, forward } = await forwardToBank(app)
  await claim(app, maria, head)
  await reply(app, maria, head, 'We are asking the bank.')
  await mail.findSentMail(/We are asking the bank/)
  await app.settled()
  await answerAsBank(app, forward, { text: 'Send us the IBAN.' })
  await findAnswer(app, head, /Send us the IBAN/)
  await app.settled()
  await slack.openHome(maria)
  const home = await until(async () => (await slack.views(maria)).find(({ type }) => type === 'home'))
  expect(readText(home)).toContain('Send us the IBAN')
  await slack.command(maria, support, '/mail mine')
  const list = await until(async () =>
    (await slack.views(maria)).find((view) => view.type === 'modal' && findButton(view, /^Reply/)),
  )
  expect(readText(list)).toMatch(/Bank.*Wrong invoice.*Send us the IBAN.*replied to the forward/s)
  expect(readText(list)).not.toContain('The invoice is wrong')
  await slack.clickInView(maria, list.id, 'mail.reply')
  await sendForm(app, maria, await slack.findForm(maria), [['mail.text', 'Here it is.']])
  expect((await mail.findSentMail(/Here it is/)).to).toEqual([expect.stringContaining('bank@partner.test')])
})

test('the notices of an answer to a forward name it as that, and the snooze that it ended', async ({
  app,
  slack,
  mail,
  tom,
  aiko,
}) => {
  const { maria, head, inbound, forward } = await forwardToBank(app)
  await pickEntry(slack, maria, head, 'hand_over')
  await slack.fillForm(maria, await slack.findForm(maria), [['person', tom]])
  await slack.findMessage(head.channel, /Claimed by @Tom/)
  await pickEntry(slack, aiko, head, 'snooze')
  await slack.fillForm(aiko, await slack.findForm(aiko), [[/^Until when/, 'tomorrow']])
  await slack.findMessage(head.channel, /Snoozed by/)
  await answerAsBank(app, forward)
  const claimed = await findAnswer(app, head, /replied to the forward.*\(claimed by you\)/)
  expect(readText(claimed)).toContain(tom)
  const woken = await findAnswer(app, head, /replied to the forward.*\(this ended your snooze\)/)
  expect(readText(woken)).toContain(aiko)
  await reply(app, tom, await findAnswer(app, head, /We have no such invoice/), 'Thanks, bank.')
  await mail.findSentMail(/Thanks, bank/)
  await app.settled()
  await mail.receive({ thread_id: inbound.thread_id, from: 'bank@partner.test', text: 'You are welcome.' })
  await findAnswer(app, head, /bank@partner\.test replied: .*\(claimed by you\)/)
})

test('a scheduled reply to a forwardee is shown as that on the card and in lists', async ({ app, slack }) => {
  const { support, maria, head, forward } = await forwardToBank(app)
  await answerAsBank(app, forward)
  await slack.click(maria, await findAnswer(app, head, /We have no such invoice/), 'mail.reply')
  const form = await chooseTime(app, maria, await slack.findForm(maria), 'own')
  await sendForm(app, maria, form, [['mail.text', 'Please look again.']])
  await slack.findMessage(support, /The invoice is wrong.*Reply to bank@partner\.test scheduled for/s)
  await slack.command(maria, support, '/mail')
  await until(async () =>
    (await slack.views(maria)).find((view) => readText(view).includes('Reply to bank@partner.test scheduled for')),
  )
})

test('the answer to a forward that pauses a scheduled reply is named as that', async ({ app, slack, mail }) => {
  const { maria, head, find } = await scheduleReply(app)
  await find(/Scheduled · </)
  await sendForm(app, maria, await openForwardForm(app, maria, head), [
    [/^To$/, 'bank@partner.test'],
    [/^Your message$/, 'Do you have this invoice?'],
  ])
  await answerAsBank(app, await mail.findSentMail(/Do you have this invoice/))
  await slack.findMessage(
    head.channel,
    /bank@partner\.test.* replied to the forward before your scheduled email/,
    head.ts,
  )
})

test('the name of a forwardee formats nothing on the customer’s card, and is left out if it imitates a colleague', async ({
  app,
  slack,
}) => {
  const { support, forward } = await forwardToBank(app)
  await answerAsBank(app, forward, { name: '":tada: *Paid*"' })
  const card = await slack.findMessage(support, /The invoice is wrong.* replied to the forward/s)
  expect(readText(card)).toContain('∶tada: ∗Paid∗')
  await answerAsBank(app, forward, { name: 'Maria Torres', text: 'It was me.' })
  const doubtful = await slack.findMessage(support, /↩️ bank@partner\.test replied to the forward/)
  expect(findElements(doubtful).some(({ text }) => JSON.stringify(text ?? '').includes('Read safely'))).toBe(true)
})

test('a text for a forwardee is kept if the form is closed right away', async ({ app, slack }) => {
  const { support, maria, head, forward } = await forwardToBank(app)
  await answerAsBank(app, forward)
  await slack.click(maria, await findAnswer(app, head, /We have no such invoice/), 'mail.reply')
  const form = await slack.findForm(maria)
  const field = findElements(form).find(({ action_id: id }) => id === 'mail.text')
  await slack.closeView(maria, form.id, { [String(field?.['block_id'])]: { 'mail.text': 'Please look again.' } })
  await slack.findEphemeral(support, maria, /Draft of your reply/, head.ts)
})

test('a text typed below the answer to a forward goes to the customer only after a question', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head, forward } = await forwardToBank(app)
  await answerAsBank(app, forward)
  await findAnswer(app, head, /We have no such invoice/)
  const typed = await slack.say(maria, support, 'Dear bank, please look again.', { thread_ts: head.ts })
  await slack.useShortcut(maria, 'mail.send_as_reply', typed)
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain(
    'The newest email in this thread is from Bank <bank@partner.test>. This doesn’t go to them.',
  )
  const asked = await slack.submit(maria, form.id)
  expect(asked.response_action).toBe('update')
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('a reply to the customer whose recipients are changed to the forwardee asks, and leaves the thread open', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head, forward } = await forwardToBank(app)
  await answerAsBank(app, forward)
  await findAnswer(app, head, /We have no such invoice/)
  await app.settled()
  await slack.click(maria, head, 'mail.reply')
  await slack.clickInView(maria, (await slack.findForm(maria)).id, 'mail.edit_recipients')
  const form = await slack.findForm(maria)
  const answer = await slack.fillForm(maria, form, [
    [/^To$/, 'bank@partner.test'],
    ['mail.text', 'Please look again.'],
  ])
  expect(answer.response_action).toBe('update')
  const asked = (await lookAround(() => slack.views(maria))).find(({ id }) => id === form.id)
  expect(readText(asked)).toContain('This doesn’t go to Customer One <one@customer.test>, whose email stays open.')
  await slack.submit(maria, form.id, asked && listTicks(asked))
  await mail.findSentMail(/Please look again/)
  await slack.findMessage(support, /The invoice is wrong.*replied to bank@partner\.test/s)
})

test('the recipient of a colleague’s reply is named in a form for somebody else', async ({ app, slack, mail, tom }) => {
  const { maria, head, forward } = await forwardToBank(app)
  await answerAsBank(app, forward)
  await reply(app, tom, await findAnswer(app, head, /We have no such invoice/), 'Are you sure?')
  await mail.findSentMail(/Are you sure/)
  await app.settled()
  await slack.click(maria, head, 'mail.reply')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('Tom Hadley has replied to bank@partner.test. Send yours too?')
})
