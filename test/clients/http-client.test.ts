import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { type HttpCall, sendRequest } from '../../src/clients/http-client.ts'

const open: { close(): unknown; closeAllConnections?(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function startServer(respond: (req: IncomingMessage, res: ServerResponse) => void): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function sendCall(url: string, more: Partial<HttpCall> = {}) {
  const question = { service: 'agent', method: 'POST', url, route: '/v2/agent/{projectId}/job' } as const
  return sendRequest({ ...question, json: { prompt: 'x' }, deadlineMs: 20_000, idempotent: false, ...more })
}

test('sends JSON and reads JSON', async () => {
  const url = await startServer((req, res) => {
    let text = ''
    req.on('data', (chunk) => (text += chunk))
    req.on('end', () => res.writeHead(201, { 'x-a': 'b' }).end(JSON.stringify({ got: JSON.parse(text) })))
  })
  const answer = await sendCall(url)
  expect(answer).toMatchObject({ status: 201, json: { got: { prompt: 'x' } }, headers: { 'x-a': 'b' } })
})

test('returns an undefined `json` for an empty body', async () => {
  const url = await startServer((_, res) => res.end('<html>'))
  expect((await sendCall(url)).json).toBeUndefined()
})

describe('the outcome of a failed request', () => {
  test('a refused connection counts as not sent', async () => {
    const server = createSocketServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    await expect(sendCall(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
      details: { code: 'unreachable', outcome: 'not_sent' },
    })
  })

  test('an unresolvable name counts as not sent', async () => {
    await expect(sendCall('http://nowhere.invalid')).rejects.toMatchObject({
      details: { code: 'unreachable', outcome: 'not_sent' },
    })
  })

  test.each([
    ['unknown', false],
    ['not_sent', true],
  ] as const)('a timeout is %s when repeatable is %s', async (outcome, repeatable) => {
    const url = await startServer(() => {})
    await expect(sendCall(url, { idempotent: repeatable, deadlineMs: 100 })).rejects.toMatchObject({
      details: { code: 'timeout', outcome },
    })
  })

  test('the deadline covers a body that never ends', async () => {
    const url = await startServer((_, res) => res.writeHead(200).write('{'))
    await expect(sendCall(url, { deadlineMs: 200 })).rejects.toMatchObject({
      details: { code: 'timeout', outcome: 'unknown' },
    })
  })

  test('a reset connection has an unknown outcome', async () => {
    const url = await startServer((req) => req.socket.resetAndDestroy())
    await expect(sendCall(url)).rejects.toMatchObject({ details: { code: 'broken', outcome: 'unknown' } })
  })

  test('a truncated success has an unknown outcome', async () => {
    const url = await startServer((_, res) => {
      res.writeHead(201, { 'content-length': '100' }).write('{"id":')
      setImmediate(() => res.destroy())
    })
    await expect(sendCall(url)).rejects.toMatchObject({ details: { code: 'broken', outcome: 'unknown' } })
  })

  test('the status of a truncated refusal is known, its content is not', async () => {
    const url = await startServer((_, res) => {
      res.writeHead(404, { 'content-length': '100' }).write('{"error":')
      setImmediate(() => res.destroy())
    })
    expect(await sendCall(url)).toMatchObject({ status: 404, json: undefined })
  })
})

test('reads no more than allowed', async () => {
  const url = await startServer((_, res) => res.end('x'.repeat(5000)))
  // The answer may be the page of a proxy, so it is no refusal.
  await expect(sendCall(url, { maxBytes: 1000, idempotent: true })).rejects.toMatchObject({
    details: { code: 'too_large', outcome: 'not_sent' },
  })
})

test('follows no redirect', async () => {
  let asked = 0
  const url = await startServer((_, res) => {
    asked++
    res.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect((await sendCall(url, { method: 'GET' })).status).toBe(302)
  expect(asked).toBe(1)
})
