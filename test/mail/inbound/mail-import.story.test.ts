import { expect } from 'vitest'
import { findButton, readText } from '../../support/block-queries.ts'
import { type Harness, type Message, until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'

const LISTED = /earlier emails?\*?\\n/

/** Mail stays at the mailbox without a webhook, as if it came before Bellhop. */
const test = testWith({ env: () => ({ PUBLIC_URL: '' }) })

const ask = async ({ slack }: Harness, user: string, channel: string, line: string): Promise<string> =>
  JSON.stringify((await slack.command(user, channel, line)).body)

/** Receives two mails from a customer in one thread. */
async function receiveTwo({ mail }: Harness): Promise<void> {
  const thread = { from: 'two@customer.test', thread_id: 'thd_two' }
  await mail.receive({ ...thread, subject: 'Two mails', text: 'The first of two' })
  await mail.receive({ ...thread, subject: 'Re: Two mails', text: 'The second of two' })
}

/** Waits for the lists of imported mail. */
const findLists = ({ slack }: Harness, channel: string): Promise<Message[]> =>
  until(async () => {
    const found = (await slack.messages(channel)).filter((one) => LISTED.test(readText(one)))
    return found.some((one) => readText(one).includes('Two mails (2)')) && found
  })

test(
  'earlier email is imported as lists, each thread on one line, without spam or a mention',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, aiko }) => {
    const count = 55
    for (let n = 0; n < count; n++)
      await mail.receive({ subject: `Old question ${n}`, from: `old${n}@customer.test`, text: `Question number ${n}` })
    await receiveTwo(app)
    await mail.receive({ subject: 'A prize', from: 'prize@win.test', kind: 'spam' })
    expect(await ask(app, aiko, support, `/mail import ${mail.inbox} 3`)).toContain('the last 3 days')
    await slack.findEphemeral(support, aiko, new RegExp(`Imported ${count + 2} emails`))
    const lists = await findLists(app, support)
    const lines = lists.flatMap((one) => [...readText(one).matchAll(/Old question (\d+)\b/g)].map(([, n]) => Number(n)))
    expect(lines.toSorted((one, other) => one - other)).toEqual(Array.from({ length: count }, (_, n) => n))
    expect(JSON.stringify(lists)).not.toMatch(/A prize|<@U|<!/)
  },
)

test('an import is for admins, and covers 1 to 30 days', async ({ app, mail, support, aiko, maria }) => {
  expect(await ask(app, maria, support, `/mail import ${mail.inbox}`)).toContain('Request access')
  expect(await ask(app, aiko, support, `/mail import ${mail.inbox} 31`)).toContain('1–30 days')
})

test('an imported thread opened from the list has all its mails', async ({
  app,
  slack,
  mail,
  support,
  aiko,
  maria,
}) => {
  await receiveTwo(app)
  await slack.command(aiko, support, `/mail import ${mail.inbox} 3`)
  const [list] = await findLists(app, support)
  const line = list?.blocks?.find((block) => JSON.stringify(block).includes('Two mails'))
  const value = String(findButton(line, /^Open$/)?.['value'])
  const at = { channel: support, message_ts: list?.ts ?? '' }
  await app.client.slack.click({ user: maria, ...at, action_id: 'mail.open_listed', value })
  const window = await slack.findForm(maria)
  await slack.clickInView(maria, window.id, 'mail.post_listed', value)
  const head = await slack.findMessage(support, /"Two mails"/)
  await slack.findMessage(support, /The second of two/, head.ts)
})

test('a second import adds nothing twice', async ({ app, slack, mail, support, aiko }) => {
  await receiveTwo(app)
  await slack.command(aiko, support, `/mail import ${mail.inbox} 3`)
  const lists = await findLists(app, support)
  await slack.findEphemeral(support, aiko, /Imported 2 emails/)
  await slack.command(aiko, support, `/mail import ${mail.inbox} 3`)
  await slack.findEphemeral(support, aiko, /Nothing new was imported for .* from the last 3 days/)
  await app.settled()
  expect((await slack.messages(support)).filter((one) => LISTED.test(readText(one)))).toHaveLength(lists.length)
})

test('an import is recorded in the audit', async ({ app, slack, mail, support, aiko }) => {
  await receiveTwo(app)
  await slack.command(aiko, support, `/mail import ${mail.inbox} 3`)
  await slack.findEphemeral(support, aiko, /Imported 2 emails/)
  await slack.command(aiko, support, '/mail audit')
  await until(async () => {
    const audit = readText((await slack.views(aiko)).find((view) => view['callback_id'] === 'workspace.audit'))
    return audit.includes('imported the email of')
  })
})

test('an import into a channel that the app has left reports that its email waits', async ({
  app,
  slack,
  mail,
  support,
  docs,
  aiko,
}) => {
  await receiveTwo(app)
  await slack.changeWorkspace('remove-app', { channel: support })
  await slack.command(aiko, docs, `/mail import ${mail.inbox} 3`)
  const summary = await slack.findEphemeral(docs, aiko, /2 emails for \S+ are waiting for a channel/)
  expect(JSON.stringify(summary)).toContain('mail.place_in')
})
