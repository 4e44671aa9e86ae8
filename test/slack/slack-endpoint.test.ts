import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { type Fields, type Harness, until } from '../support/harness.ts'
import { findField } from '../support/block-queries.ts'
import { test, testWith } from '../support/story-test.ts'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

interface Sent {
  type?: string
  /** Seconds from now. */
  skewS?: number
  version?: string
  secret?: string
  headers?: Record<string, string>
}

/** A request as Slack sends it, in as many shapes as somebody else might. */
function createSlackSender(sandbox: Harness['sandbox']) {
  const url = `${sandbox.app}/slack/events`
  const given = sandbox.env['SLACK_SIGNING_SECRET'] ?? ''
  const post = async (body: string, headers: Record<string, string>) => {
    const answer = await fetch(url, { method: 'POST', body, headers })
    return { status: answer.status, body: await answer.text(), isFinal: answer.headers.get('x-slack-no-retry') === '1' }
  }
  return {
    post,
    signed: (
      body: string,
      { type = JSON_TYPE, skewS = 0, version = 'v0', secret = given, headers = {} }: Sent = {},
    ) => {
      const stamp = `${Math.floor(Date.now() / 1000) + skewS}`
      const digest = createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex')
      return post(body, {
        'content-type': type,
        'x-slack-request-timestamp': stamp,
        'x-slack-signature': `${version}=${digest}`,
        ...headers,
      })
    },
  }
}

/** Sends raw bytes and returns the status of the answer. */
async function sendRawRequest(url: string, bytes: string): Promise<number> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(first.toString('latin1').split(' ')[1])
}

const encodeCommand = (sandbox: Harness['sandbox'], text: string, more: Record<string, string> = {}): string =>
  new URLSearchParams({
    command: '/docs',
    text,
    team_id: 'T',
    user_id: 'U',
    channel_id: 'C',
    trigger_id: '1.2.three',
    response_url: `${sandbox.slackApi}nowhere`,
    ...more,
  }).toString()

/** The envelope of the last event of this type that Slack sent to the app. */
async function findLastEvent(exchanges: Harness['exchanges'], type: string): Promise<string> {
  const entries = await exchanges()
  const found = entries.findLast((one) => one.path === '/slack/events' && one.requestBody.includes(`"type":"${type}"`))
  return found?.requestBody ?? ''
}

test('malformed and forged requests are answered and have no effect', async ({ app, slack, agent, maria }) => {
  const { post, signed } = createSlackSender(app.sandbox)
  const statuses: [string, number][] = []
  const lines = [
    'GET //',
    'GET /%E0%A4%A',
    'GET /slack/events',
    'DELETE /slack/events',
    'POST /slack/events?a=b&%',
    'GET http://[',
    'POST /webhooks/mail',
    'POST /healthz',
    'TRACE /healthz',
  ]
  for (const line of lines)
    statuses.push([
      line,
      await sendRawRequest(app.sandbox.app, `${line} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`),
    ])
  expect(statuses).toEqual([
    ['GET //', 404],
    ['GET /%E0%A4%A', 404],
    ['GET /slack/events', 405],
    ['DELETE /slack/events', 405],
    ['POST /slack/events?a=b&%', 415],
    ['GET http://[', 404],
    ['POST /webhooks/mail', 415],
    ['POST /healthz', 405],
    ['TRACE /healthz', 405],
  ])
  expect(await sendRawRequest(app.sandbox.app, 'nonsense\r\n\r\n')).toBe(400)
  expect(await sendRawRequest(app.sandbox.app, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`)).toBe(
    431,
  )

  const hello = JSON.stringify({ type: 'url_verification', challenge: 'abc', token: 'x' })
  const refused = await Promise.all([
    post(hello, { 'content-type': JSON_TYPE }),
    post(encodeCommand(app.sandbox, 'unsigned'), { 'content-type': FORM }),
    post(`${encodeCommand(app.sandbox, 'smuggled')}&ssl_check=1&${'x'.repeat(2000)}`, { 'content-type': FORM }),
    signed(hello, { skewS: -400 }),
    signed(hello, { skewS: 400 }),
    signed(hello, { secret: 'another' }),
    signed(hello, { version: 'v1' }),
    signed(hello, { headers: { 'x-slack-request-timestamp': 'Infinity' } }),
    signed(hello, { headers: { 'x-slack-signature': 'v0=' } }),
  ])
  expect(refused.map((answer) => answer.status)).toEqual(Array.from({ length: 9 }, () => 401))
  // An operator reads why; a flood of them is one line.
  await until(() => app.output().match(/a request to \/slack\/events was refused/g)?.length === 1)

  const odd = await Promise.all(['null', '[]', '"text"', '{', '', '5'].map((body) => signed(body)))
  expect(odd.map((answer) => answer.status)).toEqual([400, 400, 400, 400, 400, 400])
  expect((await signed('payload=null', { type: FORM })).status).toBe(400)
  expect((await signed('{}', { type: 'text/plain' })).status).toBe(415)
  expect((await signed(JSON.stringify({ pad: 'x'.repeat(1024 * 1024) }))).status).toBe(413)

  expect(await signed(hello)).toMatchObject({ status: 200, body: '{"challenge":"abc"}' })
  expect(await signed(hello, { skewS: 200, type: 'application/json; charset=utf-8' })).toMatchObject({ status: 200 })
  const check = await post('token=x&ssl_check=1', { 'content-type': FORM })
  expect(check).toEqual({ status: 200, body: '', isFinal: false })
  expect(await post('ssl_check=1&command=/docs', { 'content-type': `${FORM}; charset=utf-8` })).toEqual(check)

  const foreign = await signed(encodeCommand(app.sandbox, 'Explain the keys', { team_id: 'T0ELSEWHERE' }), {
    type: FORM,
  })
  expect(foreign).toMatchObject({ status: 400, isFinal: true })
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect((await slack.messages(await slack.channel('docs'))).filter((one) => one.bot_id)).toEqual([])
  expect((await slack.openHome(maria)).status).toBe(200)
})

test('signed requests without what every request has are refused for good, and logged without their content', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  bot,
}) => {
  const { signed } = createSlackSender(app.sandbox)
  await slack.say(maria, docs, `<@${bot}> Describe the canary`)
  await agent.findJob(/canary/)
  const event = JSON.parse(await findLastEvent(app.exchanges, 'app_mention')) as Fields
  const click = { type: 'block_actions', team: { id: event['team_id'] }, user: { id: maria }, trigger_id: '1.2.canary' }
  const events = [
    { ...event, authorizations: [], team_id: 'T0ELSEWHERE' },
    { ...event, authorizations: [], team_id: { canary: 1 } },
    { ...event, event: 'canary' },
    { ...event, event: null },
    { ...event, event: { type: 'reaction_added', item: 'canary' } },
    { ...event, event: { ...(event['event'] as Fields), type: ['canary'] } },
    { ...event, event_id: undefined, event: { type: 'reaction_added' } },
  ].map((body) => signed(JSON.stringify(body)))
  const interactions = [
    { ...click, actions: [{ type: 'button', action_id: 'jobs.undo', value: { canary: 1 } }] },
    { ...click, user: { id: 'U/canary' }, actions: [{ type: 'button', action_id: 'jobs.undo' }] },
    { ...click, actions: [{ type: 'button', action_id: 'canary'.repeat(1000) }] },
    { ...click, user: null, actions: [{ type: 'button', action_id: 'jobs.undo' }] },
    { ...click, type: 'shortcut', callback_id: ['canary'] },
    { ...click, type: 'view_submission', view: 'canary' },
    {
      ...click,
      type: 'view_submission',
      view: { type: 'modal', callback_id: 'jobs.new', state: { values: 'canary' } },
    },
  ].map((payload) => signed(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), { type: FORM }))
  const commands = ['user_id', 'channel_id', 'team_id', 'trigger_id'].map((name) =>
    signed(encodeCommand(app.sandbox, 'Explain the canary', { [name]: '' }), { type: FORM }),
  )
  const answers = await Promise.all([...events, ...interactions, ...commands])
  // Slack would repeat a failed event three times.
  expect(answers.map(({ status, isFinal }, index) => [index, status, isFinal])).toEqual(
    answers.map((_answer, index) => [index, 400, true]),
  )

  const nobody = { ...event, event_id: 'Ev1', event: { type: 'app_home_opened', tab: 'home', user: 'U/canary' } }
  expect(await signed(JSON.stringify(nobody))).toMatchObject({ status: 200 })

  // Slack refuses to open a form: a trigger is valid for three seconds, and some clicks have none.
  const command = { team_id: String(event['team_id']), user_id: maria, channel_id: docs }
  const { trigger_id: _trigger, ...untriggered } = { ...click, actions: [{ type: 'button', action_id: 'jobs.all' }] }
  const refused = await Promise.all([
    signed(encodeCommand(app.sandbox, '', command), { type: FORM }),
    signed(encodeCommand(app.sandbox, 'jobs', command), { type: FORM }),
    signed(new URLSearchParams({ payload: JSON.stringify(untriggered) }).toString(), { type: FORM }),
  ])
  expect(refused.map(({ status, isFinal }) => [status, isFinal])).toEqual(refused.map(() => [400, true]))
  const count = answers.length + refused.length
  await until(() => app.output().match(/a request of Slack cannot be served/g)?.length === count)
  expect(app.output()).not.toMatch(/a request failed|canary/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
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

  await slack.findMessage(docs, /Working since/, said.ts)
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/1' })
  await slack.findMessage(docs, /pull\/1/, said.ts)
  const prompts = (await agent.jobs()).map((one) => one.prompt.split('\n')[0])
  expect(prompts).toHaveLength(3)
  expect(new Set(prompts)).toEqual(new Set(['Describe the pods', 'Describe the drafts', 'Explain the keys']))
})

test('a click and a form that arrive twice count once', async ({ app, slack, agent, docs, maria }) => {
  const { signed } = createSlackSender(app.sandbox)
  const twice = async (kind: string) => {
    const wire = await app.exchanges()
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
    const wire = await app.exchanges()
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
        body: expect.stringContaining('already has your reply'),
      })
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)
