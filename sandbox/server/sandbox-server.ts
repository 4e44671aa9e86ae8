import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandboxClock, type SandboxClock } from './sandbox-clock.ts'
import { createFaultRegistry, type FaultRegistry } from './fault-injection.ts'
import type { ControlEvent, Exchange } from '../control-types.ts'
import { answerRequest } from './answer-request.ts'
import type { MountedArea, Route } from './http-types.ts'

export interface SandboxServer {
  clock: SandboxClock
  faults: FaultRegistry
  /** Mounts an area below a prefix (`/mail`); the longest prefix that fits answers. */
  mount(prefix: string, area: MountedArea): void
  /** Every mounted prefix with its routes, for the coverage table. */
  areas(): { prefix: string; routes: Route[] }[]
  /** Hands requests below the prefix over raw, for streams of server-sent events. `take` returns true to handle the request. */
  intercept(prefix: string, take: (request: IncomingMessage, response: ServerResponse) => boolean): void
  httpServer: Server
  listen(port: number, hostname: string): Promise<string>
  /** The address at which it is reached from this computer. Call it after `listen`. */
  url(): string
  close(): Promise<void>
  /** Publishes an event to `/control/events`. */
  emit(event: ControlEvent): void
  onEvent(listen: (event: ControlEvent) => void): () => void
  record(exchange: Omit<Exchange, 'id'>): void
  exchanges: Exchange[]
  onReset(fn: () => void): void
  /** Runs before the server closes. The owner of upgraded sockets must close them here; the server does not. */
  onClose(fn: () => void): void
  reset(): void
}

const EXCHANGES_KEPT = 2000

/** Where the server is reached from this computer. */
function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  const everywhere = address === '0.0.0.0' || address === '::'
  return `http://${everywhere ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Offers of HTTP/2 next to an ordinary request are ignored. */
const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

const isBelow = (url: string, prefix: string): boolean =>
  prefix === '' || url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)

function refuseUnknown(request: IncomingMessage, response: ServerResponse): void {
  const words = `the sandbox has nothing at ${request.method} ${request.url ?? '/'}\n`
  response.writeHead(404, { 'content-type': 'text/plain' }).end(words)
}

function answerBroken(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  console.error(`sandbox: ${request.method} ${request.url ?? '/'}`, error)
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: `sandbox: ${error instanceof Error ? error.message : String(error)}` }))
}

/** Creates the HTTP server of the sandbox, on which the simulators, the control surface and the page are mounted. */
export function createSandboxServer(options: { scale?: number } = {}): SandboxServer {
  const clock = createSandboxClock(options.scale)
  const faults = createFaultRegistry(() => emit({ type: 'weather', faults: faults.list(), scale: clock.scale }))
  const areas: { prefix: string; area: MountedArea }[] = []
  const takers: { prefix: string; take: (request: IncomingMessage, response: ServerResponse) => boolean }[] = []
  const listeners = new Set<(event: ControlEvent) => void>()
  const resets: (() => void)[] = []
  const closes: (() => void)[] = []
  const exchanges: Exchange[] = []
  let lastExchange = 0

  const emit = (event: ControlEvent): void => {
    for (const listen of listeners) listen(event)
  }
  const record = (exchange: Omit<Exchange, 'id'>): void => {
    const numbered = { ...exchange, id: ++lastExchange }
    exchanges.push(numbered)
    if (exchanges.length > EXCHANGES_KEPT) exchanges.shift()
    emit({ type: 'wire', exchange: numbered })
  }

  const httpServer = createServer({ shouldUpgradeCallback: isWebSocket }, (request, response) => {
    const url = request.url ?? '/'
    for (const { prefix, take } of takers) if (isBelow(url, prefix) && take(request, response)) return
    const mounted = areas.find(({ prefix }) => isBelow(url, prefix))
    if (!mounted) return refuseUnknown(request, response)
    answerRequest({ clock, faults, emit, record }, mounted, request, response).catch((error: unknown) =>
      answerBroken(request, response, error),
    )
  })
  const url = (): string => addressOf(httpServer)

  return {
    clock,
    faults,
    httpServer,
    exchanges,
    record,
    emit,
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
      faults.remove()
      exchanges.length = 0
      for (const fn of resets) fn()
      emit({ type: 'reset' })
    },
    listen: (port, hostname) =>
      new Promise((done, fail) => {
        httpServer.once('error', fail)
        httpServer.listen(port, hostname, () => done(url()))
      }),
    url,
    close: () =>
      new Promise((done) => {
        clock.reset()
        for (const fn of closes) fn()
        httpServer.close(() => done())
        httpServer.closeAllConnections()
      }),
  }
}
