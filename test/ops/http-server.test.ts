import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { UpstreamError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/log.ts'
import { createHttpServer, type HttpServer } from '../../src/http/http-server.ts'

let open: HttpServer | undefined
afterEach(async () => open?.close(100))

async function startServer(): Promise<number> {
  open = createHttpServer({
    log: createLogger({ level: 'silent' }),
    routes: [
      { method: 'GET', path: '/healthz', handle: async () => ({ status: 200, body: 'ok\n' }) },
      {
        method: 'POST',
        path: '/in',
        limitBytes: 1024,
        checkHeaders: (headers) => (headers['content-type'] === 'application/json' ? undefined : { status: 415 }),
        handle: async ({ body }) => ({ status: 200, body: `${body.length}` }),
      },
      {
        method: 'POST',
        path: '/full',
        handle: async () => {
          throw new UpstreamError('disk full', { service: 'store', code: 'unavailable', outcome: 'not_sent' })
        },
      },
      {
        method: 'POST',
        path: '/bug',
        handle: async () => {
          throw new TypeError('a bug')
        },
      },
    ],
  })
  return (await open.listen(0, '127.0.0.1')).port
}

/** Sends raw bytes and returns the first line of the answer. */
async function sendRawRequest(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString('latin1').split('\r\n')[0] ?? ''
}

const postBody = (port: number, path: string, body: string, type = 'application/json') =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers: { 'content-type': type } })

test('strange request lines get an answer and leave the server running', async () => {
  const port = await startServer()
  const lines = [
    'GET // HTTP/1.1',
    'GET /%E0%A4%A HTTP/1.1',
    'DELETE /slack/events HTTP/1.1',
    'POST /healthz HTTP/1.1',
    'nonsense',
  ]
  const answers = []
  for (const line of lines) answers.push(await sendRawRequest(port, `${line}\r\nhost: x\r\ncontent-length: 0\r\n\r\n`))
  expect(answers.map((answer) => answer.split(' ')[1])).toEqual(['404', '404', '404', '405', '400'])
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})

test('a body over the limit is refused, with or without a declared length', async () => {
  const port = await startServer()
  expect((await postBody(port, '/in', 'x'.repeat(1024))).status).toBe(200)
  expect((await postBody(port, '/in', 'x'.repeat(1025))).status).toBe(413)
  const outgoing = request({
    port,
    host: '127.0.0.1',
    path: '/in',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  })
  outgoing.write('x'.repeat(4096))
  const [answer] = (await once(outgoing, 'response')) as [{ statusCode: number }]
  expect(answer.statusCode).toBe(413)
  outgoing.destroy()
})

test('a body of a hundred megabytes is refused and the server continues', async () => {
  const port = await startServer()
  const answer = await postBody(port, '/in', 'x'.repeat(100 * 1024 * 1024))
  expect(answer.status).toBe(413)
  expect((await postBody(port, '/in', 'small')).status).toBe(200)
})

test('a wrong content type is refused before the body is read', async () => {
  const port = await startServer()
  expect((await postBody(port, '/in', 'x'.repeat(5000), 'text/plain')).status).toBe(415)
})

test('a store failure answers 503, a bug answers 500', async () => {
  const port = await startServer()
  expect((await postBody(port, '/full', '{}')).status).toBe(503)
  expect((await postBody(port, '/bug', '{}')).status).toBe(500)
})

test('closing does not wait for idle connections', async () => {
  const port = await startServer()
  const idle = connect(port, '127.0.0.1')
  await once(idle, 'connect')
  await open?.close(5000)
  open = undefined
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  idle.destroy()
})
