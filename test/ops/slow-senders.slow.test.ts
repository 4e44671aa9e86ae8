import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openHarness, until } from '../support/harness.ts'

const SENDERS = 120
const BODY_BYTES = 1024 * 1024

interface Sender {
  socket: Socket
  answer: () => string
  closed: Promise<unknown>
}

/** Connects, writes, and never closes its own side, whatever the server answers. */
function startSender(app: string, ...parts: (string | Buffer)[]): Sender {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app).port), allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  socket.on('error', () => {})
  // A connection whose other side is gone is only noticed by writing.
  socket.on('end', () => {
    const poking = setInterval(() => socket.write('x'), 200)
    socket.once('close', () => clearInterval(poking))
  })
  const closed = once(socket, 'close').catch(() => {})
  for (const part of parts) socket.write(part)
  return { socket, answer: () => answer, closed }
}

const buildHead = (bytes: number): string =>
  [
    'POST /slack/events HTTP/1.1',
    'host: bellhop',
    'content-type: application/json',
    `x-slack-request-timestamp: ${Math.floor(Date.now() / 1000)}`,
    `x-slack-signature: v0=${'a'.repeat(64)}`,
    `content-length: ${bytes}`,
    '\r\n',
  ].join('\r\n')

const openApp = () => openHarness({ store: 'sqlite' })

test(
  'senders that hold back the end of a large body are limited, closed, and keep nobody out',
  { tags: 'rest' },
  async () => {
    const { sandbox, slack } = await openApp()
    const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
    const most = Buffer.alloc(BODY_BYTES * 0.96, 'x')
    const senders = Array.from({ length: SENDERS }, () => startSender(sandbox.app, buildHead(BODY_BYTES), most))
    // A body beyond the bound is refused while the others are held, or makes one of them be given up.
    const refused = await Promise.race(senders.map((sender) => once(sender.socket, 'data').then(() => sender)))
    expect(refused.answer()).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: \d+\r\n/is)
    expect((await fetch(`${sandbox.app}/healthz`)).status).toBe(200)
    expect((await fetch(`${sandbox.app}/readyz`)).status).toBe(200)
    await slack.command(maria, docs, '/docs help')
    await slack.findEphemeral(docs, maria, /Start a job/)

    await Promise.all(senders.map(({ closed }) => closed))
    const statuses = senders.map(({ answer }) => answer().split(' ')[1])
    expect(new Set(statuses)).toEqual(new Set(['503', '408']))
    expect(statuses.filter((status) => status === '408').length).toBeLessThan(64)

    const next = startSender(sandbox.app, buildHead(BODY_BYTES), Buffer.alloc(BODY_BYTES, 'x'))
    await once(next.socket, 'data')
    expect(next.answer()).toMatch(/^HTTP\/1\.1 401 /)
  },
)

test('senders that hold back the end of small bodies keep nobody out', { tags: 'rest' }, async () => {
  const { sandbox, slack } = await openApp()
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  const bytes = 64 * 1024
  const most = Buffer.alloc(bytes - 500, 'x')
  const senders = Array.from({ length: 400 }, () => startSender(sandbox.app, buildHead(bytes), most))
  await Promise.race(senders.map(({ socket }) => once(socket, 'data')))
  // Refused senders come again immediately.
  const again = setInterval(() => startSender(sandbox.app, buildHead(bytes), most), 100)
  onTestFinished(() => clearInterval(again))
  await until(async () => (await slack.command(maria, docs, '/docs help')).status === 200)
  for (let time = 0; time < 10; time++) {
    const { status } = await slack.command(maria, docs, '/docs help')
    expect(status).toBe(200)
  }
})

test(
  'requests that are sent without waiting for answers cost little, and their connection is closed',
  { tags: 'rest' },
  async () => {
    const { sandbox } = await openApp()
    const requests = 'GET /metrics HTTP/1.1\r\nhost: bellhop\r\n\r\n'.repeat(10_000)
    const senders = Array.from({ length: 50 }, () => startSender(sandbox.app, requests))
    await Promise.all(senders.map(({ closed }) => closed))
    const answers = senders.map(({ answer }) => answer().split('HTTP/1.1 ').length - 1)
    expect(Math.max(...answers)).toBeLessThan(100)
    expect((await fetch(`${sandbox.app}/readyz`)).status).toBe(200)
  },
)

test('connections that send half a header, nothing, or nothing more are closed', async () => {
  const { sandbox } = await openApp()
  const half = startSender(sandbox.app, 'POST /slack/events HTTP/1.1\r\nhost: bellhop\r\nx-half: ')
  const silent = startSender(sandbox.app)
  const idle = startSender(sandbox.app, 'GET /healthz HTTP/1.1\r\nhost: bellhop\r\n\r\n')
  await Promise.all([half.closed, silent.closed, idle.closed])
  expect(half.answer()).toMatch(/^HTTP\/1\.1 408 /)
  expect(idle.answer()).toMatch(/^HTTP\/1\.1 200 /)
})

test('a refused sender that goes on sending is cut off', async () => {
  const { sandbox } = await openApp()
  const head = buildHead(64 * BODY_BYTES)
  const sender = startSender(sandbox.app, head)
  const piece = Buffer.alloc(1024, 'x')
  const sending = setInterval(() => sender.socket.writable && sender.socket.write(piece), 50)
  await sender.closed
  clearInterval(sending)
  expect(sender.answer()).toMatch(/^HTTP\/1\.1 413 /)
})
