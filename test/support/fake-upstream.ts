import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger } from '../../src/core/log.ts'

export interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, unknown>
  body: unknown
  raw: string
}

/** An answer, or a failure instead of one. */
export type FakeAnswer = { status?: number; json?: unknown; headers?: Record<string, string> } | 'silence' | 'reset'

/** Starts a service on a free port that answers by the test's function and records its requests and its log. */
export async function startFakeUpstream(respond: (asked: ReceivedRequest) => FakeAnswer) {
  const asked: ReceivedRequest[] = []
  const lines: string[] = []
  const server = createServer((req, res) => {
    let raw = ''
    req.on('data', (chunk) => (raw += chunk))
    req.on('end', () => {
      const url = new URL(req.url ?? '', 'http://upstream')
      const body: unknown = raw ? JSON.parse(raw) : undefined
      const one = {
        method: req.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: req.headers,
        body,
        raw,
      }
      asked.push(one)
      const given = respond(one)
      if (given === 'reset') req.socket.resetAndDestroy()
      if (typeof given === 'string') return
      const text =
        given.json === undefined ? '' : typeof given.json === 'string' ? given.json : JSON.stringify(given.json)
      res.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers }).end(text)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    lines,
    log: createLogger({ destination: { write: (line: string) => void lines.push(line) } }),
    close() {
      server.closeAllConnections()
      server.close()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
