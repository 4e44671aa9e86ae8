import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import type { Fields, Harness } from '../../support/harness.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { answerElsewhere, createInbox, findNewestMail } from '../mailbox-calls.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })
const AWAY = { 'Auto-Submitted': 'auto-replied' }

/** Builds another mail of the thread, from the customer's program unless `more` names another sender. */
const answerAutomatically = (app: Harness, threadId: string, text: string, more: Fields = {}) =>
  app.mail.receive({ thread_id: threadId, subject: 'Re: Seats', text, headers: AWAY, ...more })

const inChannel = async ({ slack }: Harness, channel: string) =>
  (await slack.messages(channel)).map((one) => readText(one))

test(
  'an automatic reply is shown as one line in the thread, and not in the channel',
  { tags: 'smoke' },
  async ({ app, slack, support, maria }) => {
    const { thread_id: threadId } = await app.mail.receive({ subject: 'Seats', text: 'How many seats?' })
    const head = await slack.findMessage(support, /How many seats/)
    await answerAutomatically(app, threadId, 'I am away until Monday.\n\nAnn')
    const line = await slack.findMessage(support, /away until Monday/, head.ts)
    expect(readText(line)).toMatch(/Automatic email from Customer One/)
    await app.settled()
    expect(await inChannel(app, support)).toHaveLength(1)
    // People can answer it nevertheless.
    await slack.click(maria, { ...line, thread: head.ts }, 'mail.read')
    expect(readText(await slack.findForm(maria))).toContain('Ann')
  },
)

test('a copy of our own reply is not shown again, and a form that sends from the inbox’s address is new mail', async ({
  app,
  slack,
  support,
  maria,
}) => {
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Seats', text: 'How many seats?' })
  const head = await slack.findMessage(support, /How many seats/)
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'You have five.']])
  const sent = await app.mail.findSentMail(/You have five/)
  // A copy without the mark in its headers is recognized by the Message-ID from the mailbox's answer.
  await app.settled()
  const from = app.mail.inbox
  const copy = { from, thread_id: threadId, subject: 'Re: Seats', text: 'The copy', headers: sent['headers'] }
  await app.mail.receive(copy)
  await app.mail.receive({ ...copy, message_id: sent.message_id, headers: {} })
  await app.mail.receive({ from, subject: 'Contact form', text: 'A visitor asks', reply_to: ['v@else.test'] })
  await slack.findMessage(support, /A visitor asks/)
  await app.settled()
  expect((await slack.messages(support, head.ts)).filter((one) => readText(one).includes('The copy'))).toEqual([])
})

test('automatic mail of two outsiders mutes nothing, because nothing of ours answers it', async ({
  app,
  slack,
  support,
}) => {
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Seats', text: 'How many seats?' })
  const head = await slack.findMessage(support, /How many seats/)
  for (let turn = 1; turn <= 6; turn++)
    await answerAutomatically(app, threadId, `Turn ${turn}`, turn % 2 === 0 ? { from: 'helper@else.test' } : {})
  await slack.findMessage(support, /Turn 6/, head.ts)
  await app.settled()
  expect((await slack.messages(support, head.ts)).map(readText).join()).not.toContain('Auto-replies were looping')
})

test('a loop with a program of ours is noticed at the third turn, muted and reported once', async ({
  app,
  slack,
  support,
  aiko,
}) => {
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Seats', text: 'How many seats?' })
  const head = await slack.findMessage(support, /How many seats/)
  for (let turn = 1; turn <= 4; turn++) {
    const { message_id: messageId } = await answerAutomatically(app, threadId, `Turn ${turn}`)
    await answerElsewhere(app, { inbox: app.mail.inbox, messageId }, { text: `Answer ${turn}`, headers: AWAY })
  }
  await slack.findMessage(support, /Auto-replies were looping/, head.ts)
  await app.settled()
  const thread = await slack.messages(support, head.ts)
  expect(thread.filter((one) => readText(one).includes('Auto-replies were looping'))).toHaveLength(1)
  expect(await inChannel(app, support)).toHaveLength(1)
  expect((await slack.messages(aiko)).filter((one) => readText(one).includes('Auto-replies are looping'))).toHaveLength(
    1,
  )
})

test('a loop between two inboxes of ours is noticed in both threads', async ({ app, slack, support, leads, aiko }) => {
  const billing = await createInbox(app, 'billing')
  await slack.command(aiko, support, `/mail route ${billing} #leads`)
  const places = [
    { inbox: app.mail.inbox, channel: support },
    { inbox: billing, channel: leads },
  ]
  await app.mail.receive({ from: billing, subject: 'Refund', text: 'Turn 0', headers: AWAY })
  for (let turn = 1; turn <= 6; turn++) {
    await app.settled()
    const { inbox } = places[(turn + 1) % 2] ?? { inbox: '' }
    const messageId = await findNewestMail(app, inbox)
    await answerElsewhere(app, { inbox, messageId }, { text: `Turn ${turn}`, headers: AWAY })
  }
  for (const { channel } of places) {
    const head = await slack.findMessage(channel, /Muted by Bellhop/)
    await slack.findMessage(channel, /Auto-replies were looping/, head.ts)
  }
})
