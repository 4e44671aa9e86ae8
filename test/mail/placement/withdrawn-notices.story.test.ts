import { expect } from 'vitest'
import { findField, readText } from '../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { pressInMore } from '../mail-menu.ts'
import { chooseTime } from '../outbound/schedule/choose-time.ts'
import { sendReply, withoutHold } from '../outbound/send/reply-sending.ts'

/** Without the check for leaks, which takes what was posted before a channel became shared for one. */
const test = testWith(withoutHold)

const HIDDEN = 'This email is no longer shown in this channel.'
const bounce = { recipients: [{ address: 'one@customer.test', status: 'mailbox doesn’t exist' }] }

/** Shares the channel of a mail thread, whose next mail finds that out. */
async function parkShared({ app, head, threadId }: { app: Harness; head: MessageRef; threadId: string | undefined }) {
  await app.settled()
  await app.slack.changeWorkspace('share', { channel: head.channel })
  await app.settled()
  await app.mail.receive({ thread_id: threadId, subject: 'Re: Invoice 4711', text: 'Any news?' })
  await app.slack.findMessage(await app.slack.user('aiko'), /is shared with another organization\. Choose another/)
  await app.settled()
}

/** The messages of a Slack thread that everyone sees and that are no line in place of a card. */
const listShown = async ({ slack }: Harness, head: Message & MessageRef): Promise<string[]> =>
  (await slack.messages(head.channel, head.ts)).flatMap(({ text, ephemeral_for: only }) =>
    text === HIDDEN || only !== undefined ? [] : [text],
  )

test(
  'notices and files of an email whose channel became shared are deleted from it; what people wrote stays',
  { tags: ['redis', 'smoke'] },
  async ({ app, slack, mail, leads, maria, aiko }) => {
    const support = await slack.channel('support')
    const inbound = await mail.receive({
      subject: 'Invoice 4711',
      text: 'The total looks wrong.',
      attachments: [{ filename: 'contract.txt', content_type: 'text/plain', content: 'aGVsbG8=' }],
    })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await slack.click(maria, head, 'mail.files')
    await slack.findMessage(support, /in this thread/, head.ts)
    await slack.click(maria, head, 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'A new invoice is on its way.']])
    const { message_id: sent } = await mail.findSentMail(/new invoice/)
    await mail.reportOutcome(sent, 'bounced', bounce)
    await slack.findMessage(support, /your reply didn’t reach one@customer\.test/, head.ts)
    await slack.say(maria, support, 'I will call them.', { thread_ts: head.ts })
    await app.settled()
    await parkShared({ app, head, threadId: inbound.thread_id })
    expect(await listShown(app, head)).toEqual(['I will call them.'])
    expect((await slack.messages(support, head.ts)).flatMap(({ files = [] }) => files)).toEqual([])
    // The thread goes on elsewhere.
    const alarm = await slack.findMessage(aiko, /is shared with another organization\. Choose another/)
    await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
    await slack.findMessage(leads, /"header".*Any news/)
  },
)

test('the question about a paused reply is asked by direct message once its channel became shared', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  const inbound = await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const form = await chooseTime(app, maria, await slack.findForm(maria), 'own')
  await slack.fillForm(maria, form, [['mail.text', 'A new invoice is on its way.']])
  await slack.findMessage(support, /Scheduled · </, head.ts)
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Invoice 4711', text: 'Never mind, it is solved.' })
  await slack.findMessage(support, /wrote again before your scheduled email was sent/, head.ts)
  await parkShared({ app, head, threadId: inbound.thread_id })
  expect(await listShown(app, head)).toEqual([])
  const question = await slack.findMessage(maria, /wrote again before your scheduled email was sent/)
  await slack.click(maria, question, 'mail.send_now')
  // The question was asked before the newest email came.
  const again = await slack.findEphemeral(maria, maria, /“Any news\?”/)
  await app.settled()
  expect(await mail.sent()).toEqual([])
  await slack.click(maria, { ...again, channel: maria }, 'mail.send_now')
  await mail.findSentMail(/new invoice/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('notices posted after an email was back in its channel are deleted when it becomes shared again', async ({
  app,
  slack,
  mail,
}) => {
  const { support, maria, head, inbound } = await sendReply(app)
  const { message_id: sent } = await mail.findSentMail(/new invoice/)
  await parkShared({ app, head, threadId: inbound.thread_id })
  await slack.changeWorkspace('unshare', { channel: support })
  await slack.findMessage(support, /Any news\?/, head.ts)
  // More than one page of Slack's answer.
  for (let n = 0; n < 250; n++) await slack.say(maria, support, 'Our own talk.', { thread_ts: head.ts })
  await mail.reportOutcome(sent, 'bounced', bounce)
  await slack.findMessage(support, /your reply didn’t reach one@customer\.test/, head.ts)
  await parkShared({ app, head, threadId: inbound.thread_id })
  expect([...new Set(await listShown(app, head))]).toEqual(['Our own talk.'])
})

test(
  'a list of new mail in a channel that became shared is deleted, and its mail is posted in the chosen channel',
  { tags: 'redis' },
  async ({ app, slack, mail, support, leads, aiko }) => {
    const inbound = await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    for (let n = 0; n < 25; n++) await mail.receive({ subject: `Ticket ${n}`, text: 'Please look.' })
    const list = await slack.findMessage(support, /Ticket 24/)
    await slack.say(aiko, support, 'A lot today.')
    await parkShared({ app, head, threadId: inbound.thread_id })
    const left = (await slack.messages(support)).map(({ text, ts }) => ({ text, ts }))
    expect(left.map(({ ts }) => ts)).not.toContain(list.ts)
    expect(left.map(({ text }) => text)).toContain('A lot today.')
    const [alarm] = (await slack.messages(aiko)).filter((one) => /is shared with another/.test(readText(one)))
    if (!alarm) throw new Error('no alarm')
    await slack.click(aiko, { ...alarm, channel: aiko }, `mail.place_in:${support}`, leads)
    await slack.findMessage(leads, /Ticket 24/)
  },
)

// Four hours, and a weekend, pass within seconds.
testWith({ env: { CLOCK_SCALE: '100000', MAIL_UNDO_SECONDS: '0' } })(
  'a reminder in a channel that became shared is deleted',
  async ({ app, slack, mail, support, aiko }) => {
    await slack.command(aiko, support, '/docs settings')
    const mine = await slack.findForm(aiko)
    await slack.clickInView(aiko, mine.id, 'workspace.settings.section', 'channel')
    const form = await until(async () =>
      (await slack.views(aiko)).find((view) => readText(view).includes('Reminder: unclaimed email')),
    )
    await slack.fillForm(aiko, form, [[/^Reminder: unclaimed email/, '4h']])
    await app.settled()
    const inbound = await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await slack.findMessage(support, /1 unclaimed email/)
    await parkShared({ app, head, threadId: inbound.thread_id })
    expect((await slack.messages(support)).map(({ text }) => text)).toEqual([HIDDEN])
  },
)

test('a channel that becomes shared loses the card of a job below an email', async ({
  app,
  slack,
  agent,
  mail,
  support,
  maria,
}) => {
  const inbound = await mail.receive({ subject: 'Limits', text: 'The page about limits is wrong.' })
  const head = await slack.findMessage(support, /page about limits is wrong/)
  await pressInMore(slack, maria, head, 'mail.start_job')
  const form = await until(async () =>
    (await slack.views(maria)).find((view) => findField(view, /What should the agent do/)),
  )
  await slack.fillForm(maria, form, [['prompt', 'Correct the page']])
  await agent.findJob(/Correct the page/)
  await slack.findCard(support, 'working', { thread: head.ts })
  await parkShared({ app, head, threadId: inbound.thread_id })
  expect(await listShown(app, head)).toEqual([])
  expect(JSON.stringify(await slack.messages(support, head.ts))).not.toMatch(/Limits|Correct the page/)
})
