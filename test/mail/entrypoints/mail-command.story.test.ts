import { expect } from 'vitest'
import { createMailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import { log } from '../../support/mail-services.ts'
import { findButton, readText } from '../../support/block-queries.ts'
import { type ActionAnswer, openHarness, until } from '../../support/harness.ts'
import { readMentioned } from '../../support/mentions.ts'
import { test, testWith } from '../../support/story-test.ts'
import { pressInMore } from '../mail-menu.ts'

const readAnswer = (answer: ActionAnswer): string => JSON.stringify(answer.body)

test(
  'only an admin routes an inbox; shared and public channels are refused or cause a warning',
  { tags: 'smoke' },
  async ({ app }) => {
    const [support, leads, globex] = await Promise.all(['support', 'leads', 'with-globex'].map(app.slack.channel))
    const [aiko, maria, gwen] = await Promise.all(['aiko', 'maria', 'gwen'].map(app.slack.user))
    const order = (user: string | undefined, text: string) =>
      app.slack.command(user ?? '', support ?? '', `/mail ${text}`)
    const { inbox } = app.mail
    expect(readAnswer(await order(maria, 'help'))).toContain('/mail inboxes')
    expect(readAnswer(await order(maria, `route ${inbox} #leads`))).toMatch(
      /can set up inboxes here\. Ask @Aiko Tanaka.*Request access/,
    )
    expect(readAnswer(await order(aiko, `route ${inbox} #with-globex`))).toContain('shared with another organization')
    expect(readAnswer(await order(aiko, `route ${inbox} #docs`))).toContain('is public')
    const routed = readAnswer(await order(aiko, `route ${inbox} #leads`))
    expect(routed).toContain(`Email for ${inbox} now goes to <#${leads}>`)
    expect(routed).not.toContain('is public')
    expect(readAnswer(await order(aiko, `hold ${inbox} 30`))).toContain('can be undone for 30 seconds')
    expect(readAnswer(await order(aiko, `hold ${inbox} 9999`))).toContain('0–600 seconds')
    await app.addFault({ target: 'slack', match: 'users.info', mode: 'status', status: 503, times: 1 })
    expect(readAnswer(await order(gwen, 'inboxes'))).toContain('Slack took too long')
    expect(readAnswer(await order(gwen, 'inboxes'))).toContain('Only full members')
    expect(readAnswer(await order(aiko, 'conquer the world'))).toContain('Bellhop doesn’t understand')
    await until(async () =>
      readAnswer(await order(maria, 'inboxes')).includes(`${inbox} → <#${leads}> · undo window 30 seconds`),
    )
    await app.mail.receive({ subject: 'For the leads', text: 'hello' })
    const head = await app.slack.findMessage(leads ?? '', /For the leads/)
    await pressInMore(app.slack, maria ?? '', head, 'mail.details')
    await until(async () =>
      readText((await app.slack.views(maria ?? '')).at(-1)).includes(`set a route from ${inbox} to this channel`),
    )
    await app.settled()
    expect(await app.slack.messages(globex ?? '')).toEqual([])
  },
)

test('/mail explains a mistake, and lists the commands that the reader may use', async ({
  mail,
  slack,
  support,
  aiko,
  maria,
}) => {
  const order = async (user: string, text: string) => readAnswer(await slack.command(user, support, `/mail ${text}`))
  const { inbox } = mail
  expect(await order(aiko, `hold ${inbox} 9999`)).toContain(
    `Enter 0–600 seconds, for example \`/mail hold ${inbox} 30\``,
  )
  expect(await order(aiko, 'inboxes')).toContain('All email goes to')
  expect(await order(aiko, 'hold 30')).toContain('`/mail hold support@acme.com 30`')
  expect(await order(aiko, `rout ${inbox} #leads`)).toContain(`Did you mean \`/mail route ${inbox} #leads\`?`)
  expect(await order(aiko, `route ${inbox} leads`)).toContain(`\`/mail route ${inbox} #support\``)
  expect(await order(aiko, 'stauts')).toContain('Did you mean `/mail status`?')
  expect(await order(aiko, 'metrics 91')).toContain('1–90 days')
  const [forAdmin, forOther] = await Promise.all([order(aiko, 'help'), order(maria, 'help')])
  expect(forAdmin).toContain('/mail route')
  expect(forOther).not.toContain('/mail route')
  for (const help of [forAdmin, forOther])
    expect(String(JSON.parse(help).text).split('\n').length).toBeLessThanOrEqual(8)
})

test('/mail webhooks shows an admin where the mailbox delivers, without possible secrets in an address', async ({
  app,
  slack,
  mail,
  support,
  aiko,
  maria,
}) => {
  const order = async (user: string) => readAnswer(await slack.command(user, support, '/mail webhooks'))
  expect(await order(maria)).toMatch(/can set up inboxes here/)
  await until(async () => (await order(aiko)).includes('(Bellhop) · 10 kinds of events · all inboxes'))
  const client = createMailboxClient({
    baseUrl: app.sandbox.mailApi,
    apiKey: app.sandbox.env['MAIL_API_KEY'] ?? '',
    log,
  })
  await client.webhooks.create({
    url: 'https://other.test/hook/s3cret',
    event_types: ['message.received'],
    inbox_ids: [mail.inbox],
  })
  const shown = await order(aiko)
  expect(shown).toContain('The mailbox has 2 webhooks')
  expect(shown).toContain('• other.test · 1 kind of event · 1 inbox or pod only')
  expect(shown).not.toContain('s3cret')
  await app.addFault({
    target: 'mail',
    match: 'GET /mail/v0/webhooks',
    mode: 'status',
    status: 403,
    error: 'forbidden',
    times: 1,
  })
  expect(await order(aiko)).toContain('The mailbox key isn’t allowed')
})

test('a route for an unknown inbox is refused, with the known inboxes', async ({ app, mail, slack, support, aiko }) => {
  const order = async (text: string) => readAnswer(await slack.command(aiko, support, `/mail ${text}`))
  const refused = await order('route nobody@nowhere.test #leads')
  expect(refused).toContain('The mailbox has no inbox nobody@nowhere.test')
  expect(refused).toContain(mail.inbox)
  expect(await order('hold nobody@nowhere.test 30')).toContain('The mailbox has no inbox nobody@nowhere.test')
  await app.addFault({ target: 'mail', match: '/v0/inboxes', mode: 'status', status: 503, times: 5 })
  expect(await order('route nobody@nowhere.test #leads')).toContain('The mailbox took too long to respond')
  await app.settled()
  expect(await order('inboxes')).not.toContain('nowhere.test')
})

test('restricted mail stays in quarantine without links until it is released', async ({ app }) => {
  const [support = '', quarantine = ''] = await Promise.all(['support', 'quarantine'].map(app.slack.channel))
  const [aiko = '', maria = ''] = await Promise.all(['aiko', 'maria'].map(app.slack.user))
  await app.slack.command(aiko, support, '/mail quarantine #quarantine')
  await until(async () =>
    readAnswer(await app.slack.command(aiko, support, '/mail inboxes')).includes('Spam, blocked and'),
  )
  const spam = { kind: 'spam', from: 'Prize <prize@win.test>', subject: 'You won', text: 'Click https://win.test/now' }
  const { thread_id: threadId } = await app.mail.receive(spam)
  const held = await app.slack.findMessage(quarantine, /You won/)
  expect(readText(held)).toContain('🚫 Spam · “')
  expect(readText(held)).not.toContain('win.test/now')
  expect(findButton(held, /Reply/)).toBeUndefined()
  await app.slack.click(maria, held, 'mail.show')
  const window = await until(async () =>
    (await app.slack.views(maria)).find((view) => readText(view).includes('https: //win.test/now')),
  )
  expect(readText(window)).not.toContain('"type":"link"')
  await app.slack.click(maria, held, 'mail.ask_release')
  await app.slack.findEphemeral(
    quarantine,
    maria,
    /can release quarantined email or block senders here\. Ask @Aiko Tanaka/,
  )
  await app.settled()
  expect((await app.slack.views(maria)).map(({ id }) => id)).toEqual([window.id])
  await app.slack.clickAndConfirm(aiko, held, 'mail.ask_release')
  const head = await app.slack.findMessage(support, /You won/)
  expect(findButton(head, /^Reply$/)).toBeDefined()
  expect(readText(head)).toContain('Spam')
  const released = await app.slack.findMessage(quarantine, /Released by Aiko Tanaka/)
  expect(readText(released)).not.toContain('Content hidden')
  await app.slack.click(aiko, released, 'mail.open_listed')
  await app.slack.findEphemeral(quarantine, aiko, new RegExp(head.ts.replace('.', '')))
  await app.mail.receive({ ...spam, thread_id: threadId, text: 'More prizes' })
  const second = await until(async () =>
    (await app.slack.messages(quarantine)).filter((one) => findButton(one, /^Delete$/)).at(0),
  )
  await app.slack.clickAndConfirm(aiko, { channel: quarantine, ts: second.ts }, 'mail.ask_discard')
  const deleted = await app.slack.findMessage(quarantine, /Deleted by Aiko Tanaka/)
  expect(readText(deleted)).not.toMatch(/Content hidden|You won|win\.test/)
  await app.settled()
  expect(await app.slack.messages(support, head.ts)).toHaveLength(1)
  expect(await readMentioned(app)).toEqual([])
})

testWith({ env: { MAIL_DEFAULT_CHANNEL: '' } })(
  'mail without a route waits, alerts the admins and appears once there is a route',
  async ({ app, docs, aiko }) => {
    await app.mail.receive({ subject: 'Homeless', text: 'where do I go' })
    await app.mail.receive({ kind: 'spam', subject: 'Homeless prize', text: 'a prize' })
    const alarm = await app.slack.findMessage(aiko, /because it has no route/)
    expect(readText(alarm)).toContain(app.mail.inbox)
    await app.slack.command(aiko, docs, `/mail route ${app.mail.inbox} #docs`)
    await app.slack.findMessage(docs, /where do I go/)
    await app.slack.findMessage(docs, /Spam: .*Homeless prize/)
  },
)

test.for([
  ['a public', 'support', 'C08SUPPT03C'],
  ['a private', 'leads', 'C08LEADS05E'],
] as const)('after the app is removed from %s channel, mail waits until Post here', async ([, name, id]) => {
  const app = await openHarness({ env: { MAIL_DEFAULT_CHANNEL: id } })
  const support = await app.slack.channel(name)
  const aiko = await app.slack.user('aiko')
  await app.slack.changeWorkspace('remove-app', { channel: support })
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Locked out', text: 'first' })
  const alarm = await app.slack.findMessage(aiko, /Invite it there with/)
  await app.mail.receive({ thread_id: threadId, text: 'second' })
  await app.mail.receive({ kind: 'spam', subject: 'A prize', text: 'a prize' })
  await app.slack.changeWorkspace('add-app', { channel: support })
  await app.slack.click(aiko, alarm, 'mail.place')
  const head = await app.slack.findMessage(support, /"Locked out"/)
  await app.slack.findMessage(support, /second/, head.ts)
  await app.slack.findMessage(support, /Spam: .*A prize/)
  await app.settled()
  expect((await app.slack.messages(support)).filter((one) => /Locked out/.test(readText(one)))).toHaveLength(1)
})

test('after the channel is archived, mail waits and its thread moves with a new route', async ({
  app,
  docs,
  support,
  aiko,
}) => {
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Moving', text: 'first' })
  await app.slack.findMessage(support, /first/)
  await app.slack.changeWorkspace('archive', { channel: support })
  for (const text of ['second', 'third']) await app.mail.receive({ thread_id: threadId, text })
  await app.slack.findPost(aiko, 'mail.homeless')
  const status = async () => readAnswer(await app.slack.command(aiko, docs, '/mail status'))
  await until(async () => (await status()).includes('1 email thread is waiting'))
  await app.slack.command(aiko, docs, `/mail route ${app.mail.inbox} #docs`)
  const head = await app.slack.findMessage(docs, /"Moving"/)
  for (const text of [/second/, /third/]) await app.slack.findMessage(docs, text, head.ts)
  await until(async () => !/waiting|failed for good/.test(await status()))
  await app.settled()
  expect((await app.slack.messages(aiko)).filter((one) => one.bot_id)).toHaveLength(1)
})
