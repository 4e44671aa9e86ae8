import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { openHarness, until } from '../support/harness.ts'
import { type OddFrame, oddFrames } from './odd-frames.ts'
import { startSocketRelay } from './socket-relay.ts'

/** The app over Socket Mode, with the relay between it and the simulator of Slack. */
async function openRelayedApp({ ownProcess = false } = {}) {
  const relay = await startSocketRelay()
  const harness = await openHarness({
    store: 'sqlite',
    ownProcess,
    env: (given) => {
      relay.relayTo(given['SLACK_API_URL'] ?? '')
      return {
        SLACK_API_URL: relay.apiUrl,
        SLACK_APP_TOKEN: given['SANDBOX_SOCKET_TOKEN'] ?? '',
        SLACK_SIGNING_SECRET: '',
        // Shortens the pauses between connections.
        CLOCK_SCALE: '20',
      }
    },
  })
  const [docs, maria] = await Promise.all([harness.slack.channel('docs'), harness.slack.user('maria')])
  await harness.slack.command(maria, docs, '/docs help')
  await until(() => relay.isRecorded())
  const readiness = async () => (await fetch(`${harness.sandbox.app}/readyz`)).text()
  return { ...harness, relay, docs, maria, readiness }
}

/** The frame that cannot be read is one of the first. */
const parts: { which: string; tags: 'rest'[]; frames: OddFrame[] }[] = [
  { which: 'each fifth', tags: [], frames: oddFrames.filter((_, index) => index % 5 === 0) },
  { which: 'any', tags: ['rest'], frames: oddFrames },
]

for (const { which, tags, frames } of parts) {
  test(`${which} odd frame is survived, and the next request is answered`, { tags }, async () => {
    const { relay, output, slack, agent, docs, maria } = await openRelayedApp({ ownProcess: tags.length > 0 })
    expect(oddFrames.length).toBeGreaterThanOrEqual(60)
    for (const [name, send] of frames) {
      send(await relay.connection())
      await relay.repeatRequest().catch((error: unknown) => {
        throw new Error(`after ${name}: ${String(error)}`)
      })
    }
    expect([...relay.answered].filter((id) => !id.startsWith('again-'))).toEqual([])
    expect(output()).not.toContain('unhandled error')
    expect(output()).toContain('Slack sent a frame that cannot be read')
    expect(output()).not.toContain('this is no JSON')
    await slack.command(maria, docs, '/docs Explain odd frames')
    await agent.findJob(/odd frames/)
  })
}

const openings: [string, { status: number; type: string; body: string }][] = [
  ['HTML with 200', { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' }],
  ['HTML with 502', { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }],
  ['nothing', { status: 200, type: 'application/json', body: '' }],
  ['null', { status: 200, type: 'application/json', body: 'null' }],
  ['no address', { status: 200, type: 'application/json', body: '{"ok":true}' }],
  ['an address that is a number', { status: 200, type: 'application/json', body: '{"ok":true,"url":5}' }],
  ['an address that is none', { status: 200, type: 'application/json', body: '{"ok":true,"url":"nonsense"}' }],
  ['a closed port', { status: 200, type: 'application/json', body: '{"ok":true,"url":"ws://127.0.0.1:1/"}' }],
]

test(
  'whatever apps.connections.open answers, the app stays, says that it is not connected, and recovers',
  { tags: 'rest' },
  async () => {
    const { relay, readiness } = await openRelayedApp()
    for (const [, answer] of openings) {
      let asked = 0
      relay.replaced.opening = () => {
        asked += 1
        return answer
      }
      const { socket } = await relay.connection()
      socket.terminate()
      await until(() => asked >= 2)
      await until(async () => (await readiness()).includes('the socket to Slack is not open'))
      relay.replaced.opening = undefined
      await relay.repeatRequest()
      await until(async () => (await readiness()) === 'ready\n')
    }
  },
)

const HTTP_500 = 'HTTP/1.1 500 Internal Server Error\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\noops'
const HTTP_200 = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\nhi!\n'
const WRONG_ACCEPT =
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: x\r\n\r\n'

const upgrades: [string, (raw: Duplex, accept: (isHelloRelayed: boolean) => void) => void][] = [
  ['500', (raw) => raw.end(HTTP_500)],
  ['200 with HTML', (raw) => raw.end(HTTP_200)],
  ['a wrong key', (raw) => raw.end(WRONG_ACCEPT)],
  ['no HTTP', (raw) => raw.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['a closed connection', (raw) => raw.destroy()],
  ['a connection that closes before hello', (raw, accept) => (accept(false), raw.end())],
  ['a connection without hello', (_raw, accept) => accept(false)],
]

test(
  'whatever the upgrade is answered with, the app stays, says that it is not connected, and recovers',
  { tags: 'rest' },
  async () => {
    const { relay, readiness } = await openRelayedApp()
    for (const [, upgrade] of upgrades) {
      const before = relay.upgrades()
      relay.replaced.upgrade = upgrade
      const { socket } = await relay.connection()
      socket.terminate()
      await until(() => relay.upgrades() >= before + 2)
      await until(async () => (await readiness()).includes('the socket to Slack is not open'))
      relay.replaced.upgrade = undefined
      await relay.repeatRequest()
      await until(async () => (await readiness()) === 'ready\n')
    }
  },
)
