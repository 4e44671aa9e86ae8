import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulators } from '../support/simulators.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
beforeEach(async () => void (simulators = await startSimulators()))
afterEach(() => simulators.close())

/** Sends the lines unchanged to the sandbox and reads until the sandbox closes the connection. */
function raw(...lines: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(simulators.sandbox.page).port), '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString('utf8')))
    socket.on('error', fail)
    socket.on('close', () => done(heard))
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

const socketKey = ['host: x', 'connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13']

test('an upgrade request to a path without a socket is refused and breaks nothing', async () => {
  for (const path of ['//', '/elsewhere', '/slack/link/../..', '/%E0%A4%A'])
    expect(await raw(`GET ${path} HTTP/1.1`, ...socketKey, 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==')).toMatch(
      / 404 /,
    )
  expect(await raw('GET /slack/link/?ticket=x HTTP/1.1', ...socketKey, 'sec-websocket-key: AA==')).toMatch(/ 408 /)
  expect((await simulators.control('/clock')).status).toBe(200)
})

test('a client that offers HTTP/2 with its request is answered', async () => {
  const offer = ['host: x', 'connection: close, upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABk']
  expect(await raw('GET /control/clock HTTP/1.1', ...offer)).toMatch(/^HTTP\/1.1 200 .*"scale":1/s)
})

test('a HEAD request gets the headers only', async () => {
  const heads = { '/': 'text/html', '/control/clock': 'application/json', '/slack/api/api.test': 'application/json' }
  for (const [path, type] of Object.entries(heads)) {
    const answer = await fetch(new URL(path, simulators.sandbox.page), { method: 'HEAD' })
    expect([path, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type])
    expect(await answer.text()).toBe('')
  }
})

test('a query keeps what follows a second question mark', async () => {
  const headers = { authorization: `Bearer ${simulators.sandbox.env['SLACK_BOT_TOKEN']}` }
  const answer = await fetch(`${simulators.sandbox.slackApi}chat.postMessage?channel=docs&text=why?not`, { headers })
  expect(await answer.json()).toMatchObject({ ok: true, message: { text: 'why?not' } })
})

test('an oversized body is refused with 413 everywhere', async () => {
  const body = Buffer.alloc(65 * 1024 * 1024, 'x')
  for (const url of [`${simulators.sandbox.slackApi}api.test`, `${simulators.sandbox.mailApi}/v0/webhooks`])
    expect((await fetch(url, { method: 'POST', body })).status).toBe(413)
})

test.each([
  ['slack', 'POST /auth.test'],
  ['slack', 'POST /slack/api/auth.test'],
  ['mail', 'GET /v0/inboxes/support@sandbox.test'],
  ['mail', 'GET /v0/inboxes/support%40sandbox.test'],
  ['mail', 'GET /mail/v0/inboxes/support@'],
])('a fault of %s matches a call by %s', async (target, match) => {
  await simulators.control('/faults', { target, match, mode: 'status', status: 502 })
  const { slackApi, mailApi } = simulators.sandbox
  const call =
    target === 'slack'
      ? fetch(`${slackApi}auth.test`, { method: 'POST' })
      : fetch(`${mailApi}/v0/inboxes/support%40sandbox.test`)
  expect((await call).status).toBe(502)
})

test('a call that hangs is recorded', async () => {
  await simulators.control('/faults', { target: 'slack', mode: 'hang', times: 1 })
  const url = `${simulators.sandbox.slackApi}chat.postMessage?channel=docs&text=hm`
  await expect(fetch(url, { signal: AbortSignal.timeout(200) })).rejects.toThrow('timeout')
  expect((await simulators.control('/slack/calls')).body).toMatchObject([
    { args: { text: 'hm' }, ok: false, error: 'no_answer' },
  ])
})

test('headers that would break a delivery are refused', async () => {
  for (const name of ['Trailer', 'Transfer-Encoding', 'Connection', 'Host']) {
    const hook = { url: 'https://receiver.test', event_types: ['message.sent'], headers: { [name]: 'x' } }
    expect(await simulators.mail('POST', '/v0/webhooks', hook)).toMatchObject({
      status: 400,
      body: { code: 'validation_error' },
    })
  }
})
