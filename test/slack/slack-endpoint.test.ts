import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { type Fields, until } from '../support/harness.ts'
import { findField } from '../support/block-queries.ts'
import { test, testWith } from '../support/story-test.ts'
import { lookAround } from '../support/until.ts'
import { createSlackSender, encodeCommand, findLastEvent, FORM, JSON_TYPE } from './slack-sender.ts'

test('a flood of forged requests is one line in the log', async ({ app }) => {
  const { signed } = createSlackSender(app.sandbox)
  const forged = Array.from({ length: 9 }, () => signed('{}', { secret: 'another' }))
  expect((await Promise.all(forged)).map(({ status }) => status)).toEqual(forged.map(() => 401))
  await until(() => app.output().includes('a request to /slack/events was refused'))
  await app.settled()
  expect(app.output().match(/a request to \/slack\/events was refused/g)).toHaveLength(1)
})

test('large and slow bodies do not stop the app', async ({ app, slack, agent, docs, maria }) => {
  const slow = connect(Number(new URL(app.sandbox.app).port), '127.0.0.1')
  slow.on('error', () => {})
  slow.write(`POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: 500\r\n`)
  slow.write(`x-slack-signature: v0=1\r\nx-slack-request-timestamp: ${Math.floor(Date.now() / 1000)}\r\n\r\n{"a`)

  const chunk = `100000\r\n${'x'.repeat(1024 * 1024)}\r\n`
  const large = connect(Number(new URL(app.sandbox.app).port), '127.0.0.1')
  const status = once(large, 'data').then(([answer]: string[]) => Number(String(answer).split(' ')[1]))
  large.write(`POST /webhooks/mail HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\ntransfer-encoding: chunked\r\n`)
  large.write(
    `webhook-id: a\r\nwebhook-timestamp: ${Math.floor(Date.now() / 1000)}\r\nwebhook-signature: v1,eA==\r\n\r\n`,
  )
  for (let sent = 0; sent < 100; sent += 1) if (!large.write(chunk)) await once(large, 'drain')
  large.end('0\r\n\r\n')
  expect(await status).toBe(413)

  await slack.command(maria, docs, '/docs Explain the limits')
  await agent.findJob(/limits/)
  slow.destroy()
})

test('events that Slack delivers late or many times count once', async ({ app, slack, agent, docs, maria, bot }) => {
  const { signed } = createSlackSender(app.sandbox)

  const said = await slack.say(maria, docs, `<@${bot}> Describe the pods`)
  const job = await agent.findJob(/pods/)
  await slack.redeliver(3)
  const envelope = await findLastEvent(app.exchanges, 'app_mention')
  const retried = { headers: { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' } }
  const again = await Promise.all(Array.from({ length: 20 }, () => signed(envelope, retried)))
  expect(new Set(again.map((answer) => answer.status))).toEqual(new Set([200]))

  // When the first delivery is lost, the app handles the retry.
  const retryOnly = envelope
    .replace(/"event_id":"[^"]+"/, '"event_id":"EvRETRY"')
    .replaceAll('Describe the pods', 'Describe the drafts')
    .replaceAll(/("(?:ts|event_ts)":")(\d+)\./g, (_all, name: string, seconds: string) => `${name}${+seconds + 1}.`)
  expect((await signed(retryOnly, retried)).status).toBe(200)
  await agent.findJob(/drafts/)

  const posted = encodeCommand(app.sandbox, 'Explain the keys', {
    team_id: String((JSON.parse(envelope) as Fields)['team_id']),
    user_id: maria,
    channel_id: docs,
  })
  const typed = await Promise.all([1, 2, 3].map(() => signed(posted, { type: `${FORM}; charset=utf-8` })))
  expect(typed.map((answer) => answer.status)).toEqual([200, 200, 200])
  await agent.findJob(/keys/)

  await slack.findCard(docs, 'working', { thread: said.ts })
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/1' })
  await slack.findMessage(docs, /pull\/1/, said.ts)
  await app.settled()
  const prompts = (await agent.jobs()).map((one) => one.prompt.split('\n')[0])
  expect(prompts).toHaveLength(3)
  expect(new Set(prompts)).toEqual(new Set(['Describe the pods', 'Describe the drafts', 'Explain the keys']))
})

test('a click and a form that arrive twice count once', async ({ app, slack, agent, docs, maria }) => {
  const { signed } = createSlackSender(app.sandbox)
  const twice = async (kind: string) => {
    const wire = await lookAround(app.exchanges)
    const sent = wire.findLast(
      (one) =>
        one.path === '/slack/events' &&
        new URLSearchParams(one.requestBody).get('payload')?.includes(`"type":"${kind}"`),
    )
    return Promise.all([1, 2].map(() => signed(sent?.requestBody ?? '', { type: FORM })))
  }

  await slack.command(maria, docs, '/docs')
  const form = await slack.findForm(maria)
  expect((await slack.fillForm(maria, form, [[/./, 'Explain the webhooks']])).errors).toBeUndefined()
  const submitted = await twice('view_submission')
  expect(submitted.map((answer) => answer.status)).toEqual([200, 200])
  const job = await agent.findJob(/webhooks/)
  await agent.changeJob(job.id, { status: 'failed' })
  const card = await slack.findMessage(docs, /stopped with an error/)
  await slack.click(maria, { channel: docs, ts: card.ts }, /Try again/)
  const clicked = await twice('block_actions')
  expect(clicked.map((answer) => answer.status)).toEqual([200, 200])
  await until(async () => (await agent.jobs()).length > 1)
  await slack.command(maria, docs, '/docs Explain the inboxes')
  await agent.findJob(/inboxes/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(3)
})

testWith({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a reply form sent again with a change after an error is not lost',
  async ({ app, slack, mail, support, maria }) => {
    const { signed } = createSlackSender(app.sandbox)
    await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await slack.click(maria, head, /^Reply$/)
    const listed = await slack.findForm(maria)
    await slack.clickInView(maria, listed.id, 'mail.edit_recipients')
    const form = await until(async () => (await slack.views(maria)).find((view) => findField(view, /^To$/)))
    await slack.fillForm(maria, form, [[/^Your reply$/, 'The first words.']])
    await mail.findSentMail(/first words/)
    const wire = await lookAround(app.exchanges)
    const sent = wire
      .map((one) => new URLSearchParams(one.requestBody).get('payload'))
      .findLast((payload) => payload?.includes('"type":"view_submission"'))
    const again = (payload = '') => signed(`payload=${encodeURIComponent(payload)}`, { type: FORM })
    expect(await again(sent ?? '')).toMatchObject({ status: 200, body: '{"response_action":"clear"}' })
    for (const [was, is] of [
      ['first words', 'other words'],
      ['one@customer.test', 'other@customer.test'],
    ] as const)
      expect(await again(sent?.replaceAll(was, is))).toMatchObject({
        status: 200,
        body: expect.stringContaining('already has the version you sent first'),
      })
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)
