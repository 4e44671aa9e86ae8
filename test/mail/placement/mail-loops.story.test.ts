import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import type { Fields, Harness } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'

const test = testWith({ env: { MAIL_UNDO_SECONDS: '0' } })
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

test('a loop of two programs is noticed at the third turn, muted and reported once', async ({
  app,
  slack,
  support,
  aiko,
}) => {
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Seats', text: 'How many seats?' })
  const head = await slack.findMessage(support, /How many seats/)
  const program = { from: 'Helper <helper@else.test>' }
  for (let turn = 1; turn <= 5; turn++)
    await answerAutomatically(app, threadId, `Turn ${turn}`, turn % 2 === 0 ? program : {})
  await slack.findMessage(support, /Auto-replies were looping/, head.ts)
  await answerAutomatically(app, threadId, 'Turn 6', program)
  await slack.findMessage(support, /Turn 6/, head.ts)
  await app.settled()
  const thread = await slack.messages(support, head.ts)
  expect(thread.filter((one) => readText(one).includes('Auto-replies were looping'))).toHaveLength(1)
  expect(await inChannel(app, support)).toHaveLength(1)
  expect((await slack.messages(aiko)).filter((one) => readText(one).includes('Auto-replies are looping'))).toHaveLength(
    1,
  )
})
