import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  raw: string
  body: Record<string, unknown> & { event_id: string; event_type: string }
}

/** A webhook receiver on a free port: keeps each request and answers with the status that the test sets (0: no answer). */
export async function receiver() {
  const received: Received[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      received.push({ path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) })
      if (status === 0) return
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next: number) => void (status = next),
    of: (type: string) => received.filter(({ body }) => body.event_type === type),
    /** Throws unless the signature is good, in either header family. */
    verify(one: Received, secret: string) {
      const named = Object.entries(one.headers).map(([name, value]) => [
        name.replace(/^svix-/, 'webhook-'),
        String(value),
      ])
      return new Webhook(secret).verify(one.raw, Object.fromEntries(named))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
