import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../src/core/log.ts'
import { createHttpServer, type Route } from '../../src/http/http-server.ts'

const CONNECTIONS = 2_500

async function startServer(): Promise<number> {
  const routes: Route[] = (['GET', 'POST'] as const).map((method) => ({
    method,
    path: '/healthz',
    handle: async () => ({ status: 200 }),
  }))
  const server = createHttpServer({ log: createLogger({ level: 'silent' }), routes })
  onTestFinished(() => server.close(0))
  return (await server.listen(0, '127.0.0.1')).port
}

for (const [what, bytes, tags] of [
  ['nothing', '', ['rest']],
  ['half a request', 'POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf', []],
  ['one request', 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n', ['rest']],
] as const) {
  test(`connections that send ${what} keep nobody out`, { tags: [...tags] }, async () => {
    const port = await startServer()
    const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1').on('error', () => {}))
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    await Promise.all(
      sockets.map(async (socket) => {
        await once(socket, 'connect')
        if (bytes) socket.write(bytes)
      }),
    )
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(200)
  })
}
