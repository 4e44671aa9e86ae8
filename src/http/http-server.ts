import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { UpstreamError } from '../core/errors.ts'
import { type Log, withCorrelation } from '../core/log.ts'

export interface HttpRequest {
  headers: IncomingHttpHeaders
  /** The raw bytes, at most `limitBytes`. */
  body: Buffer
  query: URLSearchParams
}

export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** A route of our own server. If it throws, the error is logged and answered with 500, or with 503 if the store or a service is away. */
export interface Route {
  method: 'GET' | 'POST'
  path: string
  limitBytes?: number
  /** Returns a response to refuse the request before its body is read: content type, missing headers. */
  checkHeaders?(headers: IncomingHttpHeaders): HttpResponse | undefined
  handle(request: HttpRequest): Promise<HttpResponse>
}

export interface HttpServer {
  listen(port: number, hostname: string): Promise<AddressInfo>
  /** Accepts no new request, waits up to `graceMs` for running ones, then closes every connection. */
  close(graceMs: number): Promise<void>
}

const DEFAULT_LIMIT_BYTES = 64 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000

/** Answers to requests that Node rejects while it parses them, by its error codes. */
const UNREADABLE: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

class TooLarge extends Error {}

/** Never buffers more than the limit; a request that declares a larger body is refused before a byte is buffered. */
function read(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((done, fail) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) return fail(new TooLarge())
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) return void chunks.push(chunk)
      chunks.length = 0
      fail(new TooLarge())
    })
    request.once('end', () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.once('error', fail)
    request.once('close', () => request.complete || fail(new Error('the request broke off')))
  })
}

/** Node keeps reading and discards what a refused sender still sends, so that the sender gets the answer; the request timeout limits that. */
function send(response: ServerResponse, answer: HttpResponse): void {
  if (response.headersSent || response.destroyed) return
  const body = answer.body ?? ''
  response.writeHead(answer.status, {
    'content-length': Buffer.byteLength(body),
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  })
  response.end(body)
}

/** The request line may be anything (`//`, `%E0%A4%A`): the path is only compared, never decoded. */
function split(url: string | undefined): [path: string, query: string] {
  const [path = '/', query = ''] = (url ?? '/').split('?', 2)
  return [path, query]
}

/** The app's only HTTP server: raw bodies with a limit, timeouts for headers and body, an answer to every request. */
export function createHttpServer({ routes, log }: { routes: Route[]; log: Log }): HttpServer {
  let requests = 0

  async function answer(route: Route, request: IncomingMessage, query: string): Promise<HttpResponse> {
    try {
      const early = route.checkHeaders?.(request.headers)
      if (early) return early
      const body = await read(request, route.limitBytes ?? DEFAULT_LIMIT_BYTES)
      return await route.handle({ headers: request.headers, body, query: new URLSearchParams(query) })
    } catch (error) {
      if (error instanceof TooLarge) return { status: 413, body: 'too large\n' }
      if (request.destroyed && !request.complete) return { status: 400 }
      log.error({ err: error, route: route.path }, 'a request failed')
      const later = error instanceof UpstreamError && error.details.outcome === 'not_sent'
      return later ? { status: 503, headers: { 'retry-after': '5' }, body: 'not now, try again\n' } : { status: 500 }
    }
  }

  const listen: RequestListener = (request, response) => {
    requests += 1
    response.once('close', () => (requests -= 1))
    const [path, query] = split(request.url)
    const here = routes.filter((route) => route.path === path)
    const route = here.find((entry) => entry.method === (request.method === 'HEAD' ? 'GET' : request.method))
    if (!route)
      return send(
        response,
        here.length > 0
          ? { status: 405, headers: { allow: here.map((entry) => entry.method).join(', ') } }
          : { status: 404, body: 'not found\n' },
      )
    void withCorrelation(crypto.randomUUID().slice(0, 8), () => answer(route, request, query)).then((done) =>
      send(response, done),
    )
  }

  const http = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 32 * 1024,
    },
    listen,
  )
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = UNREADABLE[error.code ?? ''] ?? '400 Bad Request'
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    else socket.destroy()
  })

  return {
    listen: (port, hostname) =>
      new Promise((done, fail) => {
        http.once('error', fail)
        http.listen(port, hostname, () => {
          http.off('error', fail)
          done(http.address() as AddressInfo)
        })
      }),
    async close(graceMs) {
      const closed = new Promise<void>((done) => http.close(() => done()))
      http.closeIdleConnections()
      const end = Date.now() + graceMs
      while (requests > 0 && Date.now() < end) await new Promise((wake) => setTimeout(wake, 20))
      http.closeAllConnections()
      await closed
    },
  }
}
