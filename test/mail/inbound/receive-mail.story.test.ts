import { expect } from 'vitest'
import { findElements, findField, readText } from '../../support/block-queries.ts'
import { type Harness, type Message, until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { pressInDetails } from '../mail-menu.ts'

const quoted = 'The total looks wrong.\n\nOn Mon, Jan 5, 2026 Support <support@sandbox.test> wrote:\n> old words'

/** The messages of a Slack thread, each as the words that a test put into its mail. */
const readThread = async ({ slack }: Harness, channel: string, thread: string): Promise<(string | undefined)[]> =>
  (await slack.messages(channel, thread)).map(
    (one) => /total looks|Any news|And me|The last|A stranger/.exec(readText(one))?.[0],
  )

/** The messages of a channel without replies. */
const readHeads = async ({ slack }: Harness, channel: string): Promise<Message[]> =>
  (await slack.messages(channel)).filter((one) => one.thread_ts === undefined || one.thread_ts === one.ts)

test(
  'a card shows the new text of a mail, its people, its files and its buttons',
  { tags: 'smoke' },
  async ({ app, support }) => {
    await app.mail.receive({
      subject: 'Invoice 4711 <!channel>',
      text: quoted,
      cc: ['two@customer.test'],
      attachments: [{ filename: 'invoice.pdf', content_type: 'application/pdf', content: 'aGVsbG8=' }],
    })
    const head = await app.slack.findMessage(support, /Invoice 4711/)
    const shown = readText(head)
    for (const part of [
      'Customer One',
      'one@customer.test',
      'The total looks wrong.',
      'External',
      'First contact',
      'invoice.pdf 5 bytes',
      '1 earlier email hidden',
    ])
      expect(shown).toContain(part)
    expect(shown).not.toContain('old words')
    expect(head.text).not.toContain('<!channel>')
    const buttons = findElements(head).flatMap(({ type, action_id: id }) => (type === 'button' ? [id] : []))
    expect(buttons).toEqual(['mail.read', 'mail.files', 'mail.reply', 'mail.claim', 'mail.done'])
  },
)

test('a mail thread is one Slack thread, whatever its subjects are', async ({ app, support }) => {
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
  const head = await app.slack.findMessage(support, /Invoice 4711/)
  await app.mail.receive({ thread_id: threadId, subject: 'Re: Invoice 4711', text: 'Any news?' })
  await app.slack.findMessage(support, /Any news\?/, head.ts)
  await app.mail.receive({
    thread_id: threadId,
    subject: 'Another subject',
    from: 'two@customer.test',
    text: 'And me?',
  })
  await app.slack.findMessage(support, /And me\?/, head.ts)
  await until(async () => readText((await app.slack.messages(support))[0]).includes('2 earlier emails'))
  // The subject alone joins nothing.
  await app.mail.receive({ subject: 'Invoice 4711', text: 'A stranger with the same subject' })
  await app.slack.findMessage(support, /A stranger with the same subject/)
  await app.settled()
  // The head shows the newest mail.
  expect(await readThread(app, support, head.ts)).toEqual(['And me', 'Any news', 'And me'])
  // The thread is unanswered, so its mails are broadcast to the channel; broadcasts are no heads.
  expect(await readHeads(app, support)).toHaveLength(2)
})

test('a repeated webhook shows nothing twice', async ({ app, support }) => {
  const { thread_id: threadId, event_id: eventId } = await app.mail.receive({
    subject: 'Invoice 4711',
    text: 'The total looks wrong.',
  })
  const head = await app.slack.findMessage(support, /Invoice 4711/)
  await app.mail.redeliver(eventId, 3)
  await until(async () => {
    const delivery = (await app.mail.deliveries()).find((one) => one.event_id === eventId)
    return delivery && delivery.attempts.filter(({ status }) => status === 200).length >= 4
  })
  await app.mail.receive({ thread_id: threadId, text: 'The last one' })
  await app.slack.findMessage(support, /The last one/, head.ts)
  await app.settled()
  expect(await readThread(app, support, head.ts)).toEqual(['The last', 'The last'])
  expect(await readHeads(app, support)).toHaveLength(1)
})

test('a large mail is fetched, and the full message shows it in pages with its headers', async ({
  app,
  support,
  maria,
}) => {
  const text = Array.from({ length: 5000 }, (_, n) => `line ${n} of a long report`).join('\n')
  await app.addFault({ target: 'mail', match: 'GET /mail/v0/inboxes', mode: 'status', status: 503, times: 1 })
  await app.mail.receive({ subject: 'Report', text, headers: { 'X-Mailer': 'Reports 2' } })
  const head = await app.slack.findMessage(support, /line 0 of a long report/)
  expect(readText(head)).toContain('Shortened here')
  await app.slack.click(maria, head, 'mail.read')
  const first = await app.slack.findForm(maria)
  expect(readText(first)).toContain('line 0 of')
  expect(readText(first)).toMatch(/Page 1 of \d+/)
  await app.slack.clickInView(maria, first.id, 'mail.page:on')
  const second = await until(async () =>
    (await app.slack.views(maria)).find((view) => /Page 2 of/.test(readText(view))),
  )
  expect(readText(second)).not.toContain(app.mail.inbox)
  await app.slack.clickInView(maria, second.id, 'mail.reply')
  const reply = await until(async () =>
    (await app.slack.views(maria)).find((view) => findField(view, /^Your reply$/) !== undefined),
  )
  await app.slack.closeView(maria, reply.id)
  await app.slack.closeView(maria, first.id)
  await pressInDetails(app.slack, maria, head, 'mail.headers')
  await until(async () => /X-Mailer: Reports 2/.test(readText((await app.slack.views(maria)).at(-1))))
})

test('a large mail that the mailbox refuses to return is marked on its card and in the reply form', async ({
  app,
  support,
  maria,
}) => {
  const gone = { mode: 'status' as const, status: 404, error: 'not_found', times: 2 }
  await app.addFault({ target: 'mail', match: 'GET /mail/v0/inboxes', ...gone })
  await app.mail.receive({ subject: 'Report', text: 'A line of a long report.\n'.repeat(5000) })
  const head = await app.slack.findMessage(support, /the mailbox doesn’t let Bellhop read it/)
  await app.slack.click(maria, head, 'mail.reply')
  const view = await app.slack.findForm(maria)
  expect(readText(view)).toMatch(/the mailbox doesn’t let Bellhop read it/)
  expect(readText(view)).not.toContain('hasn’t arrived yet')
})

test('unknown and malformed events are acknowledged, and mail continues', async ({ app, support, aiko }) => {
  await app.mail.sendEvent({ event_type: 'message.teleported', message: { message_id: '<1@x>' } })
  await app.mail.sendEvent({ event_type: 'message.received', message: { text: 'no ids at all' } })
  await app.mail.receive({ subject: 'After', text: 'still here' })
  await app.slack.findMessage(support, /still here/)
  await until(async () => (await app.mail.deliveries()).every((one) => one.attempts.at(-1)?.status === 200))
  await app.settled()
  expect(await app.slack.messages(support)).toHaveLength(1)
  const status = await app.slack.command(aiko, support, '/mail status')
  expect(JSON.stringify(status.body)).toContain('Email can come in')
  expect(JSON.stringify(status.body)).toContain('1 task has failed for good')
})

test('admin events reach the admins by direct message and on Home', async ({ app, aiko, maria }) => {
  await app.mail.sendEvent({ event_type: 'domain.verified', domain: { domain: 'acme.test', status: 'verified' } })
  const said = /Verification of the domain acme\.test finished/
  await app.slack.findMessage(aiko, said)
  const readHome = async (user: string) => readText((await app.slack.views(user)).find(({ type }) => type === 'home'))
  await app.slack.openHome(aiko)
  await until(async () => said.test(await readHome(aiko)))
  await app.slack.openHome(maria)
  await until(async () => (await readHome(maria)).includes('Email rules'))
  await app.settled()
  expect(await readHome(maria)).not.toMatch(said)
})
