import { App } from '@slack/bolt'
import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../src/core/log.ts'
import { toMenuOptions } from '../../src/slack/blocks/form-fields.ts'
import { createSdkLogger } from '../../src/slack/api/sdk-log.ts'
import { createHttpReceiver } from '../../src/slack/inbound/http-endpoint.ts'
import { createBoltListeners } from '../../src/slack/inbound/bolt-listeners.ts'
import { until } from '../support/until.ts'

const TEAM = 'T0ACME'
const SECRET = 'test-signing-secret'
const person = { team: { id: TEAM, domain: 'acme' }, user: { id: 'U0MARIA', team_id: TEAM }, trigger_id: '1.2.three' }

/** Bolt as the app has it, without a server: `post` sends a signed request to the endpoint; `send` resolves to what Slack is acknowledged with, once for each call of `ack`. */
function openBolt() {
  const lines: string[] = []
  const log = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const receiver = createHttpReceiver({ signingSecret: SECRET, log })
  const app = new App({
    receiver,
    logger: createSdkLogger(log),
    authorize: async () => ({ botToken: 'xoxb-1', botId: 'B0APP', botUserId: 'U0APP', teamId: TEAM }),
    tokenVerificationEnabled: false,
  })
  app.error(async (error) => {
    throw error
  })
  const bolt = createBoltListeners(app, { log, languages: { ofPerson: async () => 'en' } })
  const calls: string[] = []
  const note =
    (name: string) =>
    async ({ user }: { user: string }): Promise<void> =>
      void calls.push(`${name} ${user}`)
  const send = async (body: Record<string, unknown>): Promise<unknown[]> => {
    const acks: unknown[] = []
    await app.processEvent({ body, ack: async (answer) => void acks.push(answer) })
    return acks
  }
  const post = (payload: Record<string, unknown>) => {
    const body = Buffer.from(new URLSearchParams({ payload: JSON.stringify(payload) }).toString())
    const stamp = `${Math.floor(Date.now() / 1000)}`
    const digest = createHmac('sha256', SECRET).update(`v0:${stamp}:`).update(body).digest('hex')
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': stamp,
      'x-slack-signature': `v0=${digest}`,
    }
    return receiver.route.handle({ headers, body, query: new URLSearchParams() })
  }
  return {
    ...bolt,
    post,
    lines,
    calls,
    note,
    send,
    click: (action_id: string) =>
      send({ type: 'block_actions', ...person, actions: [{ type: 'button', action_id, block_id: 'b', value: 'v' }] }),
    form: (type: 'view_submission' | 'view_closed', callback_id: string) =>
      send({
        type,
        ...person,
        view: { id: 'V1', type: 'modal', callback_id, private_metadata: '', state: { values: {} } },
      }),
    command: (command: string) =>
      send({ command, text: '', team_id: TEAM, user_id: 'U0MARIA', channel_id: 'C0DOCS', trigger_id: '1.2.three' }),
  }
}

test('a click runs the one listener of its id, and is acknowledged once', async () => {
  const { listeners, calls, note, click, lines } = openBolt()
  listeners.action('test.go', note('go'))
  listeners.action('test.page', note('page'))
  listeners.action(/^test\.page:/, note('a page'))
  for (const id of ['test.page', 'test.page:2', 'test.go']) expect(await click(id)).toEqual([undefined])
  expect(calls).toEqual(['page U0MARIA', 'a page U0MARIA', 'go U0MARIA'])
  expect(lines).toEqual([])
})

test('two listeners that a request could match are refused', () => {
  const { listeners, note } = openBolt()
  listeners.action('test.page:all', note('all'))
  listeners.action(/^test\.row:/, note('row'))
  expect(() => listeners.action('test.page:all', note('again'))).toThrow('two listeners for test.page:all')
  expect(() => listeners.action(/^test\.page:/, note('page'))).toThrow('two listeners for')
  expect(() => listeners.action('test.row:1', note('first'))).toThrow('two listeners for test.row:1')
  expect(() => listeners.action(/^test\.row:1/, note('first'))).toThrow('two listeners for')
  listeners.submit('test.form', async () => {})
  listeners.close('test.form', note('closed'))
  expect(() => listeners.submit('test.form', async () => {})).toThrow('two listeners for test.form')
})

test('a form is submitted to one listener and closed at another', async () => {
  const { listeners, calls, note, form } = openBolt()
  listeners.submit('test.form', async ({ view }) => ({ errors: { [view.callbackId]: 'No.' } }))
  listeners.close('test.form', note('closed'))
  expect(await form('view_submission', 'test.form')).toEqual([
    { response_action: 'errors', errors: { 'test.form': 'No.' } },
  ])
  expect(await form('view_closed', 'test.form')).toEqual([undefined])
  expect(calls).toEqual(['closed U0MARIA'])
})

test('a menu gets the choices of its one listener, and a shortcut is acknowledged once', async () => {
  const { listeners, calls, note, send } = openBolt()
  listeners.options('test.menu', async ({ typed }) => ({ choices: [{ text: typed, value: 'v' }] }))
  listeners.shortcut('test.shortcut', note('shortcut'))
  const menu = { type: 'block_suggestion', ...person, action_id: 'test.menu', block_id: 'b', value: 'fig' }
  expect(await send(menu)).toEqual([toMenuOptions({ choices: [{ text: 'fig', value: 'v' }] })])
  expect(await send({ type: 'shortcut', ...person, callback_id: 'test.shortcut' })).toEqual([undefined])
  expect(calls).toEqual(['shortcut U0MARIA'])
})

test('an unknown command is answered in words, and a known one by its listener', async () => {
  const { listeners, command } = openBolt()
  listeners.command('/docs', async () => 'Started.')
  expect(await command('/docs')).toEqual([{ response_type: 'ephemeral', text: 'Started.' }])
  expect(await command('/nothing')).toEqual(['Bellhop doesn’t know /nothing.'])
})

test('a request of each kind that nothing listens to is acknowledged once and logged once', async () => {
  const { form, click, send, lines } = openBolt()
  expect(await click('test.unknown')).toEqual([undefined])
  expect(await form('view_submission', 'test.unknown')).toEqual([undefined])
  expect(await form('view_closed', 'test.unknown')).toEqual([undefined])
  expect(await send({ type: 'shortcut', ...person, callback_id: 'test.unknown' })).toEqual([undefined])
  const menu = { type: 'block_suggestion', ...person, action_id: 'test.unknown', block_id: 'b', value: '' }
  expect(await send(menu)).toEqual([{ options: [] }])
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'an action without a listener',
    'a submission without a listener',
    'a closed form without a listener',
    'a shortcut without a listener',
    'a menu without a listener',
  ])
})

test('every listener of an event gets it, and a request counts as running until the last one has resolved', async () => {
  const { listeners, calls, note, send, runningRequests, subscriptions } = openBolt()
  const waiting = Promise.withResolvers<void>()
  listeners.event('user_change', note('first'))
  listeners.event('user_change', async () => waiting.promise)
  listeners.message(note('message'))
  const event = (type: string) =>
    send({
      type: 'event_callback',
      team_id: TEAM,
      event_id: 'Ev1',
      event: { type, user: 'U0MARIA', channel: 'C0DOCS', ts: '1.1', text: 'Hi' },
    })
  const sent = event('user_change')
  await until(() => calls.length === 1)
  expect(runningRequests()).toBe(1)
  waiting.resolve()
  await sent
  expect(runningRequests()).toBe(0)
  await event('message')
  await event('app_mention')
  await event('reaction_added')
  expect(calls).toEqual(['first U0MARIA', 'message U0MARIA', 'message U0MARIA'])
  expect(subscriptions.events).toEqual(['user_change', 'message'])
})

test('a listener that does not resolve is an error before Slack gives up, and counts as running until it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { listeners, post, runningRequests } = openBolt()
  const started = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  listeners.action('test.go', async () => {
    started.resolve()
    await waiting.promise
  })
  const click = { type: 'block_actions', ...person, actions: [{ type: 'button', action_id: 'test.go', block_id: 'b' }] }
  const answer = post(click).catch((error: unknown) => error)
  await started.promise
  // An answer that does not wait for the listener comes now.
  await new Promise((done) => setImmediate(done))
  vi.advanceTimersByTime(2_900)
  expect(await answer).toMatchObject({ details: { service: 'store', code: 'late' } })
  expect(runningRequests()).toBe(1)
  waiting.resolve()
  await vi.waitUntil(() => runningRequests() === 0)
  expect(await post(click)).toEqual({ status: 200 })
})
