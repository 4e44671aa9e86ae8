import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { UpstreamError } from '../core/errors.ts'
import { type Log, withCorrelation } from '../core/log.ts'
import { createSeldomWarning } from '../core/seldom-warning.ts'
import { createBodyBudget } from './body-budget.ts'
import { limitPipelinedRequests } from './pipelined-requests.ts'
import { declaredLength, type HeldBody, readRequestBody, TooBusyError, TooLargeError } from './request-body.ts'
import { limitUnfinishedConnections } from './unfinished-connections.ts'

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
  /** How many requests are being read or answered now. */
  openRequests(): number
}

const DEFAULT_LIMIT_BYTES = 64 * 1024
const HEADERS_TIMEOUT_MS = 10_000
/** From the first byte of the headers to the last one of the body. */
const REQUEST_TIMEOUT_MS = 20_000
const IDLE_MS = 15_000
/** For a sender that reads nothing of its answer. Longer than the request timeout, which has an answer of its own. */
const SILENCE_MS = 25_000
/** Requests of one connection that wait for their answers. */
const MAX_PIPELINED_REQUESTS = 8
/** From the answer to a request that came too late, or cannot be parsed, to the end of its connection. */
const LINGER_MS = 2_000
const MAX_CONNECTIONS = 2_000
/** The others are free for requests that are being answered. */
const MAX_UNFINISHED_CONNECTIONS = 1_500
/** Almost every mail, and Slack's request when a person does something, is smaller than this. */
const SMALL_BODY_BYTES = 64 * 1024
/** Bytes of bodies in memory. Small bodies have a part of their own: senders of large ones cannot keep them out. */
const SMALL_BODIES_BYTES = 16 * 1024 * 1024
const LARGE_BODIES_BYTES = 48 * 1024 * 1024

/** Answers to requests that Node rejects while it parses them, by its error codes. */
const UNREADABLE: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Node keeps reading and discards what a refused sender still sends; the sender then gets the answer. The request timeout limits that. */
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

/** Reads bodies within their own limit and the bounds for all of them together. */
function createBodyIntake() {
  const [small, large] = [createBodyBudget(SMALL_BODIES_BYTES), createBodyBudget(LARGE_BODIES_BYTES)]
  return (route: Route, request: IncomingMessage): Promise<HeldBody> => {
    const isSmall = request.headers['transfer-encoding'] === undefined && declaredLength(request) <= SMALL_BODY_BYTES
    return readRequestBody(request, {
      limitBytes: route.limitBytes ?? DEFAULT_LIMIT_BYTES,
      budget: isSmall ? small : large,
    })
  }
}

/** Node's server with our timeouts and answers to what it cannot parse. */
function createNodeServer(listen: RequestListener, log: Log): Server {
  const http = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 32 * 1024,
    },
    limitPipelinedRequests(MAX_PIPELINED_REQUESTS, listen),
  )
  http.maxConnections = MAX_CONNECTIONS
  limitUnfinishedConnections(http, MAX_UNFINISHED_CONNECTIONS)
  http.setTimeout(SILENCE_MS)
  http.on('error', (error) => log.error({ err: error }, 'the HTTP server failed'))
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = UNREADABLE[error.code ?? ''] ?? '400 Bad Request'
    if (!socket.writable) return void socket.destroy()
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    // A sender that keeps its own side open would keep the connection and the bytes read of its body.
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
  return http
}

/** The app's only HTTP server: raw bodies with a limit each and together, timeouts for headers and body, an answer to every request. */
export function createHttpServer({ routes, log }: { routes: Route[]; log: Log }): HttpServer {
  let requests = 0
  const readBody = createBodyIntake()
  const warnOfBusyServer = createSeldomWarning(log, 'requests are refused: too many large ones arrive together')

  async function answer(route: Route, request: IncomingMessage, query: string): Promise<HttpResponse> {
    try {
      const early = route.checkHeaders?.(request.headers)
      if (early) return early
      const body = await readBody(route, request)
      try {
        return await route.handle({ headers: request.headers, body: body.bytes, query: new URLSearchParams(query) })
      } finally {
        body.release()
      }
    } catch (error) {
      if (error instanceof TooBusyError) {
        warnOfBusyServer()
        return { status: 503, headers: { 'retry-after': '5' }, body: 'busy, try again\n' }
      }
      if (error instanceof TooLargeError) return { status: 413, body: 'too large\n' }
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
    withCorrelation(crypto.randomUUID().slice(0, 8), () => answer(route, request, query))
      .then((done) => send(response, done))
      .catch((error: unknown) => {
        log.error({ err: error, route: route.path }, 'an answer could not be sent')
        request.socket.destroy()
      })
  }

  const http = createNodeServer(listen, log)

  return {
    listen: (port, hostname) =>
      new Promise((done, fail) => {
        http.once('error', fail)
        http.listen(port, hostname, () => {
          http.off('error', fail)
          done(http.address() as AddressInfo)
        })
      }),
    openRequests: () => requests,
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
