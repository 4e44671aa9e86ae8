import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts'
import { requestSimulator, until } from '../support/simulators.ts'

interface Envelope {
  type: string
  reason?: string
  envelope_id?: string
  num_connections?: number
  accepts_response_payload?: boolean
  retry_attempt?: number
  retry_reason?: string
  payload?: { command?: string; event?: { type: string; text?: string } }
}

interface Line {
  heard: Envelope[]
  say(message: object): void
  closed: Promise<void>
  close(): void
}

let sandbox: Sandbox
let channel: string
let user: string

beforeAll(async () => {
  sandbox = await createSandbox({ app: false, empty: true, manifest: 'test/fixtures/outside-app.yml' })
  channel = (await list('channels')).find(({ name }) => name === 'docs')?.id ?? ''
  user = (await list('users')).find(({ is_bot }) => !is_bot)?.id ?? ''
})
afterAll(() => sandbox.close())

async function list(path: string) {
  const response = await fetch(`${sandbox.control}/slack/${path}`)
  return (await response.json()) as { id: string; name: string; is_bot?: boolean }[]
}

const person = (path: string, body: object) =>
  requestSimulator(`${sandbox.control}/slack/${path}`, { method: 'POST', body })

async function ticket(token = sandbox.env['SANDBOX_SOCKET_TOKEN']) {
  const headers = { authorization: `Bearer ${token}` }
  return (await requestSimulator(`${sandbox.slackApi}apps.connections.open`, { method: 'POST', headers, body: {} }))
    .body
}

function line(url: string): Line {
  const socket = new WebSocket(url)
  const heard: Envelope[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Envelope))
  socket.on('error', () => undefined)
  return {
    heard,
    say: (message) => socket.send(JSON.stringify(message)),
    closed: new Promise((done) => socket.on('close', () => done())),
    close: () => socket.close(),
  }
}

async function connected(): Promise<Line> {
  const one = line(String((await ticket())['url']))
  await until(() => one.heard.find(({ type }) => type === 'hello' || type === 'disconnect'))
  return one
}

const event = (one: Line, words: string, attempt = 0) =>
  until(() =>
    one.heard.find(({ payload, retry_attempt }) => payload?.event?.text === words && retry_attempt === attempt),
  )

test('only an app-level token opens a connection, and its address works once', async () => {
  expect(await ticket(sandbox.env['SLACK_BOT_TOKEN'])).toMatchObject({ ok: false, error: 'not_allowed_token_type' })
  const url = String((await ticket())['url'])
  const first = line(url)
  await until(() => first.heard.some(({ type, num_connections }) => type === 'hello' && num_connections === 1))
  const second = line(url)
  await second.closed
  expect(second.heard).toEqual([])
  first.close()
  await first.closed
})

test('an event comes in an envelope, and again with a reason if it is not acknowledged', async () => {
  const one = await connected()
  await person('message', { channel, user, text: 'knock' })
  const first = await event(one, 'knock')
  expect(first).toMatchObject({ type: 'events_api', accepts_response_payload: false, retry_reason: '' })
  const again = await event(one, 'knock', 1)
  expect(again).toMatchObject({ retry_reason: 'timeout' })
  expect(again.envelope_id).not.toBe(first.envelope_id)
  one.say({ envelope_id: again.envelope_id })
  one.close()
  await one.closed
})

test('the answer to a command travels in the acknowledgement', async () => {
  const one = await connected()
  const asked = person('command', { channel, user, command: '/echo', text: 'hi' })
  const { envelope_id, accepts_response_payload } = await until(() =>
    one.heard.find(({ payload }) => payload?.command === '/echo'),
  )
  expect(accepts_response_payload).toBe(true)
  one.say({ envelope_id, payload: { text: 'from the socket' } })
  expect((await asked).body).toMatchObject({ status: 200, body: '{"text":"from the socket"}' })
  expect((await list(`messages?channel=${channel}`)).at(-1)).toMatchObject({
    text: 'from the socket',
    ephemeral_for: user,
  })
  one.close()
  await one.closed
})

test('each payload goes to one of several connections', async () => {
  const lines = await Promise.all([connected(), connected()])
  for (const words of ['one', 'two']) await person('message', { channel, user, text: words })
  const heard = () => lines.map(({ heard: all }) => all.filter(({ type }) => type === 'events_api').length)
  await until(() => heard().every((count) => count === 1))
  for (const one of lines) {
    for (const { envelope_id } of one.heard.filter(({ type }) => type === 'events_api')) one.say({ envelope_id })
    one.close()
    await one.closed
  }
})

test('Slack announces that it closes a connection, and accepts no eleventh one', async () => {
  const lines = await Promise.all(Array.from({ length: 10 }, connected))
  expect(lines.map(({ heard }) => heard[0]?.type)).toEqual(Array.from({ length: 10 }, () => 'hello'))
  expect(await ticket()).toMatchObject({ ok: false, error: 'too_many_websockets' })
  expect((await person('socket', { reason: 'warning' })).body).toMatchObject({ connections: 10 })
  await until(() => lines.every(({ heard }) => heard.at(-1)?.reason === 'warning'))
  await person('socket', { reason: 'link_disabled' })
  await Promise.all(lines.map(({ closed }) => closed))
  expect(lines.every(({ heard }) => heard.at(-1)?.reason === 'link_disabled')).toBe(true)
  // The simulator may notice a moment after its peer that a connection is closed.
  await until(async () => (await person('socket', { reason: 'refresh_requested' })).body['connections'] === 0)
})
