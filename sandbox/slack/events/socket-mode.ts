import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import type { AppResponse } from '../../server/app-requests.ts'
import { splitUrl } from '../../server/http-requests.ts'

/** Socket Mode (docs.slack.dev/apis/events-api/using-socket-mode): payloads in envelopes, acknowledged by `envelope_id`. */
interface Push {
  type: 'events_api' | 'slash_commands' | 'interactive'
  payload: unknown
  acceptsResponse: boolean
  deadlineMs: number
  retry?: { attempt: number; reason: string }
}

export interface SocketConnections {
  /** A one-time address for an app to connect to; `authority` is where the app reached the Web API. */
  ticket(appId: string, authority: string): string
  connections(appId: string): number
  /** Sends to one of the app's connections and waits for the acknowledgement; its payload is the body. */
  push(appId: string, push: Push): Promise<AppResponse>
  /** Tells every connection of the app to go, as Slack does before it closes them. */
  disconnect(appId: string, reason: 'warning' | 'refresh_requested' | 'link_disabled'): number
}

const PATH = '/slack/link/'
const MOST_CONNECTIONS = 10
const TICKET_MS = 30_000
const CONNECTION_MS = 5 * 3600_000
const PING_MS = 5_000
const REFRESH_GRACE_MS = 10_000
const CLOSE_MS = 500

interface Line {
  socket: WebSocket
  /** Given the acknowledgement's body, or nothing when the connection is lost. */
  waiting: Map<string, (body?: string) => void>
}

const text = (data: unknown): string => (Buffer.isBuffer(data) ? data.toString('utf8') : String(data))

export function createSocketConnections(server: SandboxServer): SocketConnections {
  const webSockets = new WebSocketServer({ noServer: true })
  const tickets = new Map<string, { appId: string; at: number }>()
  const lines = new Map<string, Line[]>()
  let turn = 0

  const debug = { host: 'applink-sandbox' }
  const linesOf = (appId: string): Line[] => lines.get(appId) ?? []
  const tell = (line: Line, message: object): void => line.socket.send(JSON.stringify(message))

  function acknowledge(line: Line, data: unknown): void {
    let message: { envelope_id?: unknown; payload?: unknown }
    try {
      message = JSON.parse(text(data)) as typeof message
    } catch {
      return
    }
    if (typeof message?.envelope_id !== 'string') return
    const done = line.waiting.get(message.envelope_id)
    line.waiting.delete(message.envelope_id)
    done?.(message.payload === undefined ? '' : JSON.stringify(message.payload))
  }

  function join(appId: string, socket: WebSocket): void {
    const line: Line = { socket, waiting: new Map() }
    if (linesOf(appId).length >= MOST_CONNECTIONS) {
      tell(line, { type: 'disconnect', reason: 'too_many_websockets', debug_info: debug })
      return socket.close()
    }
    lines.set(appId, [...linesOf(appId), line])
    const ping = setInterval(() => socket.ping(), PING_MS)
    const refresh = server.clock.after(CONNECTION_MS, () => retire(line, 'refresh_requested'))
    socket.on('message', (data) => acknowledge(line, data))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(ping)
      refresh.cancel()
      lines.set(
        appId,
        linesOf(appId).filter((one) => one !== line),
      )
      for (const give of line.waiting.values()) give()
      server.emit({ type: 'slack.socket', app: appId, connections: linesOf(appId).length })
    })
    tell(line, {
      type: 'hello',
      num_connections: linesOf(appId).length,
      connection_info: { app_id: appId },
      debug_info: { ...debug, build_number: 1, approximate_connection_time: CONNECTION_MS / 1000 },
    })
    server.emit({ type: 'slack.socket', app: appId, connections: linesOf(appId).length })
  }

  /** `warning` announces, the others end the connection; clients open the next one before this one is gone. */
  function retire(line: Line, reason: 'warning' | 'refresh_requested' | 'link_disabled'): void {
    tell(line, { type: 'disconnect', reason, debug_info: debug })
    if (reason === 'link_disabled') return line.socket.close()
    if (reason === 'warning') return
    setTimeout(() => line.socket.close(), REFRESH_GRACE_MS).unref()
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const refuse = (status: string): void =>
      void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    // From here on the socket is ours: whoever hangs up early must not take the sandbox along.
    socket.on('error', () => socket.destroy())
    const [path, search] = splitUrl(request.url ?? '')
    if (path !== PATH) return refuse('404 Not Found')
    const ticket = new URLSearchParams(search).get('ticket') ?? ''
    const known = tickets.get(ticket)
    tickets.delete(ticket)
    if (!known || Date.now() - known.at > TICKET_MS) return refuse('408 Request Timeout')
    webSockets.handleUpgrade(request, socket, head, (ready) => join(known.appId, ready))
  }
  server.httpServer.on('upgrade', upgrade)
  server.onClose(() => {
    for (const client of webSockets.clients) {
      client.close(1001)
      setTimeout(() => client.terminate(), CLOSE_MS).unref()
    }
    webSockets.close()
  })

  return {
    ticket(appId, authority) {
      const ticket = randomUUID()
      tickets.set(ticket, { appId, at: Date.now() })
      return `ws://${authority}${PATH}?ticket=${ticket}&app_id=${appId}`
    },
    connections: (appId) => linesOf(appId).length,
    async push(appId, { type, payload, acceptsResponse, deadlineMs, retry }) {
      const all = linesOf(appId)
      const line = all[turn++ % Math.max(1, all.length)]
      const started = performance.now()
      const at = Date.now()
      const envelope = {
        envelope_id: randomUUID(),
        payload,
        type,
        accepts_response_payload: acceptsResponse,
        ...(type === 'events_api' && {
          retry_attempt: retry?.attempt ?? 0,
          retry_reason: retry?.reason.replace('http_timeout', 'timeout') ?? '',
        }),
      }
      const result = await new Promise<Omit<AppResponse, 'ms'>>((done) => {
        const fail = (reason: 'http_timeout' | 'connection_failed'): void =>
          done({ status: 0, reason, headers: {}, body: '' })
        if (!line) return fail('connection_failed')
        const deadline = setTimeout(() => fail('http_timeout'), deadlineMs)
        line.waiting.set(envelope.envelope_id, (body) => {
          clearTimeout(deadline)
          if (body === undefined) return fail('connection_failed')
          done({ status: 200, headers: {}, body: acceptsResponse ? body : '' })
        })
        tell(line, envelope)
      })
      if (line) line.waiting.delete(envelope.envelope_id)
      const ms = performance.now() - started
      server.record({
        at,
        ms,
        direction: 'to-app',
        system: 'slack',
        method: 'SOCKET',
        path: `/${type}`,
        requestBody: JSON.stringify(envelope),
        status: result.status,
        responseBody: result.body,
      })
      return { ...result, ms }
    },
    disconnect(appId, reason) {
      const all = linesOf(appId)
      for (const line of all) retire(line, reason)
      return all.length
    },
  }
}
