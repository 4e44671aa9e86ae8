import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandboxClock, type SandboxClock } from './sandbox-clock.ts'
import { createFaultRegistry, type FaultRegistry } from './fault-injection.ts'
import { decodeSegment, matchRoute, splitUrl, readBody, PAYLOAD_TOO_LARGE } from './http-requests.ts'
import type { HttpAnswer, MountedArea, HttpCall, Route } from './http-types.ts'

/** One exchange between the app and the simulators, for the wire desk. */
interface Exchange {
  id: number
  at: number
  ms: number
  direction: 'from-app' | 'to-app'
  system: string
  method: string
  path: string
  requestBody: string
  status: number
  responseBody: string
  fault?: string
}

export interface SandboxEvent {
  type: string
  [field: string]: unknown
}

export interface SandboxServer {
  clock: SandboxClock
  faults: FaultRegistry
  /** Mounts an area below a prefix (`/mail`); the longest prefix that fits answers. */
  mount(prefix: string, area: MountedArea): void
  /** What is mounted where, for the coverage table. */
  areas(): { prefix: string; routes: Route[] }[]
  /** Streams (server-sent events) and upgrades need the raw socket: return true to take the request over. */
  intercept(prefix: string, take: (request: IncomingMessage, response: ServerResponse) => boolean): void
  httpServer: Server
  listen(port: number, hostname: string): Promise<string>
  /** Where it is reached from this computer, once it listens. */
  url(): string
  close(): Promise<void>
  /** What happened, for `/control/events`. */
  emit(happening: SandboxEvent): void
  onEvent(listen: (happening: SandboxEvent) => void): () => void
  record(exchange: Omit<Exchange, 'id'>): void
  exchanges: Exchange[]
  onReset(fn: () => void): void
  /** Runs before the server closes: upgraded sockets are nobody's else to end. */
  onClose(fn: () => void): void
  reset(): void
}

const EXCHANGES_KEPT = 2000

const textOf = (body: unknown): string | Buffer =>
  body === undefined ? '' : Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body)

/** The one HTTP server of the sandbox, on which every simulator, the control surface and the page are mounted. */
export function createSandboxServer(options: { scale?: number } = {}): SandboxServer {
  const clock = createSandboxClock(options.scale)
  const weather = createFaultRegistry()
  const areas: { prefix: string; area: MountedArea }[] = []
  const takers: { prefix: string; take: (request: IncomingMessage, response: ServerResponse) => boolean }[] = []
  const listeners = new Set<(happening: SandboxEvent) => void>()
  const resets: (() => void)[] = []
  const closes: (() => void)[] = []
  const exchanges: Exchange[] = []
  let lastExchange = 0

  function record(exchange: Omit<Exchange, 'id'>): void {
    const whole = { ...exchange, id: ++lastExchange }
    exchanges.push(whole)
    if (exchanges.length > EXCHANGES_KEPT) exchanges.shift()
    tell({ type: 'wire', exchange: whole })
  }

  function tell(happening: SandboxEvent): void {
    for (const listen of listeners) listen(happening)
  }

  async function answer(
    area: MountedArea,
    prefix: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const started = performance.now()
    const at = Date.now()
    const [rawPath, search] = splitUrl(request.url ?? '')
    const below = rawPath.slice(prefix.length)
    const segments = below.split('/').slice(1)
    const path = `/${segments.map(decodeSegment).join('/')}`
    const method = request.method ?? 'GET'
    // A path may be named as it stands below its simulator or as a whole, encoded or not.
    const lines = [`${prefix}${path}`, path, rawPath, below].map((one) => `${method} ${one}`)
    const fault = area.faults && weather.take(area.faults.target, lines)
    if (fault) tell({ type: 'fault', target: fault.target, mode: fault.mode, method, path })
    if (fault?.mode === 'reset') return void request.socket.destroy()
    const body = await readBody(request)
    if (!body)
      return void response.writeHead(413, { 'content-type': 'application/json' }).end(JSON.stringify(PAYLOAD_TOO_LARGE))
    const call: HttpCall = {
      method,
      path,
      query: new URLSearchParams(search),
      headers: request.headers as HttpCall['headers'],
      body,
      request,
    }
    const finish = (result: HttpAnswer): void => {
      const text = textOf(result.body)
      if (!area.unrecorded) {
        record({
          at,
          ms: performance.now() - started,
          direction: 'from-app',
          system: prefix.slice(1),
          method,
          path,
          requestBody: body.toString('utf8'),
          status: result.status,
          responseBody: text.toString(),
          ...(fault && { fault: fault.mode }),
        })
      }
      if (fault?.mode === 'accept-then-drop') return void request.socket.destroy()
      const type =
        typeof result.body === 'string' || Buffer.isBuffer(result.body)
          ? 'text/plain; charset=utf-8'
          : 'application/json; charset=utf-8'
      const length = Buffer.byteLength(text)
      response.writeHead(result.status, {
        ...(result.body !== undefined && { 'content-type': type }),
        'content-length': length,
        ...result.headers,
      })
      if (fault?.mode !== 'truncate') return void response.end(text)
      response.write(Buffer.from(text).subarray(0, Math.floor(length / 2)), () => request.socket.destroy())
    }
    if (fault?.mode === 'hang') return area.faults?.unanswered?.(call)
    if (fault?.mode === 'delay') await new Promise((wake) => setTimeout(wake, fault.delayMs ?? 1000))
    if (fault?.mode === 'status' && area.faults) {
      const retryAfter = fault.retryAfterS && { 'retry-after': `${clock.realSeconds(fault.retryAfterS * 1000)}` }
      const failure = area.faults.failure(fault, call)
      return finish({ ...failure, headers: { ...failure.headers, ...retryAfter } })
    }
    let found: { route: Route; params: Record<string, string> } | undefined
    for (const route of area.routes) {
      const params = matchRoute(route, method, segments)
      if (params) {
        found = { route, params }
        break
      }
    }
    const early = area.before?.(call, found?.route)
    finish(early ?? (found ? await found.route.run(call, found.params) : area.notFound(call)))
  }

  const url = (): string => {
    const { address, family, port } = server.address() as AddressInfo
    const everywhere = address === '0.0.0.0' || address === '::'
    return `http://${everywhere ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address}:${port}`
  }

  // Clients that offer HTTP/2 beside their request are answered as if they had not.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket'
  const server = createServer({ shouldUpgradeCallback }, (request, response) => {
    const url = request.url ?? '/'
    const below = (prefix: string): boolean =>
      prefix === '' || url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)
    for (const { prefix, take } of takers) if (below(prefix) && take(request, response)) return
    const place = areas.find(({ prefix }) => below(prefix))
    if (!place)
      return void response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end(`the sandbox has nothing at ${request.method} ${url}\n`)
    answer(place.area, place.prefix, request, response).catch((error: unknown) => {
      console.error(`sandbox: ${request.method} ${url}`, error)
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: `sandbox: ${error instanceof Error ? error.message : String(error)}` }))
    })
  })

  return {
    clock,
    faults: weather,
    httpServer: server,
    exchanges,
    record,
    emit: tell,
    mount(prefix, area) {
      areas.push({ prefix, area })
      areas.sort((a, b) => b.prefix.length - a.prefix.length)
    },
    areas: () => areas.map(({ prefix, area }) => ({ prefix, routes: area.routes })),
    intercept: (prefix, take) => void takers.push({ prefix, take }),
    onEvent(listen) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    onReset: (fn) => void resets.push(fn),
    onClose: (fn) => void closes.push(fn),
    reset() {
      clock.reset()
      weather.remove()
      exchanges.length = 0
      for (const fn of resets) fn()
      tell({ type: 'reset' })
    },
    listen: (port, hostname) =>
      new Promise((done, fail) => {
        server.once('error', fail)
        server.listen(port, hostname, () => done(url()))
      }),
    url,
    close: () =>
      new Promise((done) => {
        clock.reset()
        for (const fn of closes) fn()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
