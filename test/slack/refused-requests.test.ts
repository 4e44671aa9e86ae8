import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import type { Fields } from '../../sandbox/control-types.ts'
import { driveApp, until } from '../support/harness.ts'
import { createSlackSender, encodeCommand, findLastEvent, FORM, JSON_TYPE } from './slack-sender.ts'

/** The app for all tables, with one job from a mention and the parts of requests that are as Slack sends them. */
async function openTarget() {
  const sandbox = await createSandbox({ empty: true, app: false })
  const lines: string[] = []
  const log = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const app = await openApp(readConfig({ ...sandbox.env, STORE_URL: 'sqlite::memory:', JOB_UNDO_SECONDS: '0' }), log)
  const { driver, unwatch } = driveApp(app, sandbox, () => lines.join(''))
  const [docs, maria, bot] = await Promise.all([
    driver.slack.channel('docs'),
    driver.slack.user('maria'),
    driver.slack.user('bellhop'),
  ])
  await until(() => fetch(`${sandbox.app}/readyz`).then(({ status }) => status === 200))
  await driver.slack.say(maria, docs, `<@${bot}> Describe the canary`)
  await driver.agent.findJob(/canary/)
  const event = JSON.parse(await findLastEvent(driver.exchanges, 'app_mention')) as Fields
  return {
    ...driver,
    ...createSlackSender(sandbox),
    docs,
    maria,
    event,
    click: {
      type: 'block_actions',
      team: { id: event['team_id'] },
      user: { id: maria },
      trigger_id: '1.2.canary',
    } as Fields,
    command: (text: string, more: Record<string, string> = {}) =>
      encodeCommand(sandbox, text, {
        team_id: String(event['team_id']),
        user_id: maria,
        channel_id: docs,
        ...more,
      }),
    countInLog: (part: RegExp) => lines.join('').match(new RegExp(part, 'g'))?.length ?? 0,
    close: async () => {
      unwatch()
      await app.close()
      await sandbox.close()
    },
  }
}

type Target = Awaited<ReturnType<typeof openTarget>>
let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

/** Sends raw bytes and returns the status of the answer. */
async function sendRawRequest(url: string, bytes: string): Promise<number> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(first.toString('latin1').split(' ')[1])
}

test.each([
  ['GET //', 404],
  ['GET /%E0%A4%A', 404],
  ['GET /slack/events', 405],
  ['DELETE /slack/events', 405],
  ['POST /slack/events?a=b&%', 415],
  ['GET http://[', 404],
  ['POST /webhooks/mail', 415],
  ['POST /healthz', 405],
  ['TRACE /healthz', 405],
])('%s is answered with %i', async (line, status) => {
  const bytes = `${line} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`
  expect(await sendRawRequest(target.sandbox.app, bytes)).toBe(status)
})

test.each([
  ['that is not HTTP', 'nonsense\r\n\r\n', 400],
  ['with overlong headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])('a request %s is answered', async (_what, bytes, status) => {
  expect(await sendRawRequest(target.sandbox.app, bytes)).toBe(status)
})

type Send = (to: Target) => ReturnType<Target['post']>

const hello = JSON.stringify({ type: 'url_verification', challenge: 'abc', token: 'x' })

const FORGED: [what: string, send: Send][] = [
  ['without a signature', ({ post }) => post(hello, { 'content-type': JSON_TYPE })],
  ['that is an unsigned command', ({ post, command }) => post(command('unsigned'), { 'content-type': FORM })],
  [
    'that claims to be a check of the certificate',
    ({ post, command }) => post(`${command('smuggled')}&ssl_check=1&${'x'.repeat(2000)}`, { 'content-type': FORM }),
  ],
  ['from the past', ({ signed }) => signed(hello, { skewS: -400 })],
  ['from the future', ({ signed }) => signed(hello, { skewS: 400 })],
  ['with another secret', ({ signed }) => signed(hello, { secret: 'another' })],
  ['with another version of the signature', ({ signed }) => signed(hello, { version: 'v1' })],
  [
    'with a time that is no number',
    ({ signed }) => signed(hello, { headers: { 'x-slack-request-timestamp': 'Infinity' } }),
  ],
  ['with an empty signature', ({ signed }) => signed(hello, { headers: { 'x-slack-signature': 'v0=' } })],
]

test.each(FORGED)('a request %s is forged', async (_what, send) => {
  expect((await send(target)).status).toBe(401)
})

test.each([
  ['null', JSON_TYPE, 400],
  ['[]', JSON_TYPE, 400],
  ['"text"', JSON_TYPE, 400],
  ['{', JSON_TYPE, 400],
  ['', JSON_TYPE, 400],
  ['5', JSON_TYPE, 400],
  ['payload=null', FORM, 400],
  ['{}', 'text/plain', 415],
])('a signed body %j of %s is answered with %i', async (body, type, status) => {
  expect((await target.signed(body, { type })).status).toBe(status)
})

test('a signed body over the limit is refused', async () => {
  expect((await target.signed(JSON.stringify({ pad: 'x'.repeat(1024 * 1024) }))).status).toBe(413)
})

const CHECKED: [what: string, send: Send, body: string][] = [
  ['Slack’s verification of the address', ({ signed }) => signed(hello), '{"challenge":"abc"}'],
  [
    'a request that is a little late, in a charset that it names',
    ({ signed }) => signed(hello, { skewS: 200, type: `${JSON_TYPE}; charset=utf-8` }),
    '{"challenge":"abc"}',
  ],
  ['a check of the certificate', ({ post }) => post('token=x&ssl_check=1', { 'content-type': FORM }), ''],
  [
    'a check of the certificate with a command',
    ({ post }) => post('ssl_check=1&command=/docs', { 'content-type': `${FORM}; charset=utf-8` }),
    '',
  ],
]

test.each(CHECKED)('%s is answered', async (_what, send, body) => {
  expect(await send(target)).toEqual({ status: 200, body, isFinal: false })
})

const sendEvent =
  (change: (event: Fields) => Fields): Send =>
  ({ signed, event }) =>
    signed(JSON.stringify({ ...event, ...change(event) }))
const sendInteraction =
  (change: Fields): Send =>
  ({ signed, click }) =>
    signed(new URLSearchParams({ payload: JSON.stringify({ ...click, ...change }) }).toString(), { type: FORM })
const sendCommand =
  (text: string, change: Record<string, string>): Send =>
  ({ signed, command }) =>
    signed(command(text, change), { type: FORM })

/** Signed requests that the app cannot serve. Slack would repeat a failed event three times. */
const UNSERVED: [what: string, send: Send][] = [
  ['an event of another workspace', sendEvent(() => ({ authorizations: [], team_id: 'T0ELSEWHERE' }))],
  ['an event whose workspace is no text', sendEvent(() => ({ authorizations: [], team_id: { canary: 1 } }))],
  ['an event that is a text', sendEvent(() => ({ event: 'canary' }))],
  ['an event that is null', sendEvent(() => ({ event: null }))],
  ['a reaction to a text', sendEvent(() => ({ event: { type: 'reaction_added', item: 'canary' } }))],
  ['an event whose type is a list', sendEvent(({ event }) => ({ event: { ...(event as Fields), type: ['canary'] } }))],
  ['an event without an id', sendEvent(() => ({ event_id: undefined, event: { type: 'reaction_added' } }))],
  [
    'a click whose value is no text',
    sendInteraction({ actions: [{ type: 'button', action_id: 'jobs.undo', value: { canary: 1 } }] }),
  ],
  [
    'a click of a person whose id is none',
    sendInteraction({ user: { id: 'U/canary' }, actions: [{ type: 'button', action_id: 'jobs.undo' }] }),
  ],
  ['a click with an overlong id', sendInteraction({ actions: [{ type: 'button', action_id: 'canary'.repeat(1000) }] })],
  [
    'a click in a thread with an overlong timestamp',
    sendInteraction({
      actions: [{ type: 'button', action_id: 'jobs.undo' }],
      container: { channel_id: 'C1', message_ts: '1.2', thread_ts: 'canary'.repeat(1000) },
    }),
  ],
  [
    'a click with an overlong address for its answer',
    sendInteraction({
      actions: [{ type: 'button', action_id: 'jobs.undo' }],
      response_url: `https://hooks.slack.com/${'canary'.repeat(1000)}`,
    }),
  ],
  ['a click of nobody', sendInteraction({ user: null, actions: [{ type: 'button', action_id: 'jobs.undo' }] })],
  ['a shortcut whose id is a list', sendInteraction({ type: 'shortcut', callback_id: ['canary'] })],
  ['a form that is a text', sendInteraction({ type: 'view_submission', view: 'canary' })],
  [
    'a form whose values are a text',
    sendInteraction({
      type: 'view_submission',
      view: { type: 'modal', callback_id: 'jobs.new', state: { values: 'canary' } },
    }),
  ],
  ['a command of nobody', sendCommand('Explain the canary', { user_id: '' })],
  ['a command without a channel', sendCommand('Explain the canary', { channel_id: '' })],
  ['a command without a workspace', sendCommand('Explain the canary', { team_id: '' })],
  ['a command of another workspace', sendCommand('Explain the canary', { team_id: 'T0ELSEWHERE' })],
  ['a command without a trigger', sendCommand('Explain the canary', { trigger_id: '' })],
  // Slack refuses to open a form: a trigger is valid for three seconds, and some clicks have none.
  ['a command whose trigger opens no form', sendCommand('', {})],
  ['a command whose trigger opens no list', sendCommand('jobs', {})],
  [
    'a click without a trigger',
    sendInteraction({ trigger_id: undefined, actions: [{ type: 'button', action_id: 'jobs.all' }] }),
  ],
]

test.each(UNSERVED)('%s is refused for good, and logged once without its content', async (_what, send) => {
  const before = target.countInLog(/a request of Slack cannot be served/)
  expect(await send(target)).toMatchObject({ status: 400, isFinal: true })
  await until(() => target.countInLog(/a request of Slack cannot be served/) > before)
  expect(target.countInLog(/a request of Slack cannot be served/)).toBe(before + 1)
  expect(target.countInLog(/a request failed|canary/)).toBe(0)
})

test('a visit to Home by a person whose id is none is acknowledged', async () => {
  const event = { type: 'app_home_opened', tab: 'home', user: 'U/canary' }
  expect(await sendEvent(() => ({ event_id: 'Ev1', event }))(target)).toMatchObject({ status: 200 })
  expect(target.countInLog(/a request failed|canary/)).toBe(0)
})

test('refused requests have no effect', async () => {
  const { slack, agent, settled, docs, maria } = target
  await settled()
  const shown = (await slack.messages(docs)).length
  await Promise.all([...FORGED, ...UNSERVED].map(([, send]) => send(target)))
  await settled()
  expect(await agent.jobs()).toHaveLength(1)
  expect(await slack.messages(docs)).toHaveLength(shown)
  expect((await slack.openHome(maria)).status).toBe(200)
})
