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

type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled'

export interface SocketConnections {
  /** A one-time address for an app to connect to; `authority` is where the app reached the Web API. */
  ticket(appId: string, authority: string): string
  connections(appId: string): number
  /** Sends to one of the app's connections and waits for the acknowledgement; its payload is the body. */
  push(appId: string, push: Push): Promise<AppResponse>
  /** Asks every connection of the app to reconnect, as Slack does before it closes them. */
  disconnect(appId: string, reason: DisconnectReason): number
}

const PATH = '/slack/link/'
const MOST_CONNECTIONS = 10
const TICKET_MS = 30_000
const CONNECTION_MS = 5 * 3600_000
const PING_MS = 5_000
const REFRESH_GRACE_MS = 10_000
const CLOSE_MS = 500

interface Connection {
  socket: WebSocket
  /** Called with the body of the acknowledgement, or with nothing if the connection is lost. */
  waiting: Map<string, (body?: string) => void>
}

const DEBUG_INFO = { host: 'applink-sandbox' }
const sendTo = (connection: Connection, message: object): void => connection.socket.send(JSON.stringify(message))
const textOf = (data: unknown): string => (Buffer.isBuffer(data) ? data.toString('utf8') : String(data))

function acknowledge(connection: Connection, data: unknown): void {
  let message: { envelope_id?: unknown; payload?: unknown }
  try {
    message = JSON.parse(textOf(data)) as typeof message
  } catch {
    return
  }
  if (typeof message?.envelope_id !== 'string') return
  const done = connection.waiting.get(message.envelope_id)
  connection.waiting.delete(message.envelope_id)
  done?.(message.payload === undefined ? '' : JSON.stringify(message.payload))
}

/** `warning` announces, the other reasons end the connection; a client opens the next one before this one is closed. */
function retire(connection: Connection, reason: DisconnectReason): void {
  sendTo(connection, { type: 'disconnect', reason, debug_info: DEBUG_INFO })
  if (reason === 'link_disabled') return connection.socket.close()
  if (reason === 'warning') return
  setTimeout(() => connection.socket.close(), REFRESH_GRACE_MS).unref()
}

const envelopeOf = ({ type, payload, acceptsResponse, retry }: Push) => ({
  envelope_id: randomUUID(),
  payload,
  type,
  accepts_response_payload: acceptsResponse,
  ...(type === 'events_api' && {
    retry_attempt: retry?.attempt ?? 0,
    retry_reason: retry?.reason.replace('http_timeout', 'timeout') ?? '',
  }),
})

/** Sends an envelope and waits for its acknowledgement. */
async function exchange(
  connection: Connection | undefined,
  envelope: ReturnType<typeof envelopeOf>,
  { acceptsResponse, deadlineMs }: Push,
): Promise<Omit<AppResponse, 'ms'>> {
  const result = await new Promise<Omit<AppResponse, 'ms'>>((done) => {
    const fail = (reason: 'http_timeout' | 'connection_failed'): void =>
      done({ status: 0, reason, headers: {}, body: '' })
    if (!connection) return fail('connection_failed')
    const deadline = setTimeout(() => fail('http_timeout'), deadlineMs)
    connection.waiting.set(envelope.envelope_id, (body) => {
      clearTimeout(deadline)
      if (body === undefined) return fail('connection_failed')
      done({ status: 200, headers: {}, body: acceptsResponse ? body : '' })
    })
    sendTo(connection, envelope)
  })
  connection?.waiting.delete(envelope.envelope_id)
  return result
}

/** Issues single-use tickets, and takes the connections opened with them. */
function acceptSockets(server: SandboxServer, onOpen: (appId: string, socket: WebSocket) => void) {
  const webSockets = new WebSocketServer({ noServer: true })
  const tickets = new Map<string, { appId: string; at: number }>()

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refuse = (status: string): void =>
      void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    // From here on the socket is ours: a client that hangs up early must not end the sandbox.
    socket.on('error', () => socket.destroy())
    const [path, search] = splitUrl(request.url ?? '')
    if (path !== PATH) return refuse('404 Not Found')
    const ticket = new URLSearchParams(search).get('ticket') ?? ''
    const known = tickets.get(ticket)
    tickets.delete(ticket)
    if (!known || Date.now() - known.at > TICKET_MS) return refuse('408 Request Timeout')
    webSockets.handleUpgrade(request, socket, head, (ready) => onOpen(known.appId, ready))
  }
  server.httpServer.on('upgrade', upgrade)
  server.onClose(() => {
    for (const client of webSockets.clients) {
      client.close(1001)
      setTimeout(() => client.terminate(), CLOSE_MS).unref()
    }
    webSockets.close()
  })
  return (appId: string, authority: string): string => {
    const ticket = randomUUID()
    tickets.set(ticket, { appId, at: Date.now() })
    return `ws://${authority}${PATH}?ticket=${ticket}&app_id=${appId}`
  }
}

/** The open WebSockets of every app. */
export function createSocketConnections(server: SandboxServer): SocketConnections {
  const connections = new Map<string, Connection[]>()
  let turn = 0
  const connectionsOf = (appId: string): Connection[] => connections.get(appId) ?? []
  const emitCount = (appId: string): void =>
    server.emit({ type: 'slack.socket', app: appId, connections: connectionsOf(appId).length })

  function open(appId: string, socket: WebSocket): void {
    const connection: Connection = { socket, waiting: new Map() }
    if (connectionsOf(appId).length >= MOST_CONNECTIONS) {
      sendTo(connection, { type: 'disconnect', reason: 'too_many_websockets', debug_info: DEBUG_INFO })
      return socket.close()
    }
    connections.set(appId, [...connectionsOf(appId), connection])
    const ping = setInterval(() => socket.ping(), PING_MS)
    const refresh = server.clock.after(CONNECTION_MS, () => retire(connection, 'refresh_requested'))
    socket.on('message', (data) => acknowledge(connection, data))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(ping)
      refresh.cancel()
      const others = connectionsOf(appId).filter((one) => one !== connection)
      connections.set(appId, others)
      for (const fail of connection.waiting.values()) fail()
      emitCount(appId)
    })
    sendTo(connection, {
      type: 'hello',
      num_connections: connectionsOf(appId).length,
      connection_info: { app_id: appId },
      debug_info: { ...DEBUG_INFO, build_number: 1, approximate_connection_time: CONNECTION_MS / 1000 },
    })
    emitCount(appId)
  }

  return {
    ticket: acceptSockets(server, open),
    connections: (appId) => connectionsOf(appId).length,
    async push(appId, push) {
      const all = connectionsOf(appId)
      const connection = all[turn++ % Math.max(1, all.length)]
      const [started, at] = [performance.now(), Date.now()]
      const envelope = envelopeOf(push)
      const result = await exchange(connection, envelope, push)
      const ms = performance.now() - started
      server.record({
        at,
        ms,
        direction: 'to-app',
        system: 'slack',
        method: 'SOCKET',
        path: `/${push.type}`,
        requestBody: JSON.stringify(envelope),
        status: result.status,
        responseBody: result.body,
      })
      return { ...result, ms }
    },
    disconnect(appId, reason) {
      const all = connectionsOf(appId)
      for (const connection of all) retire(connection, reason)
      return all.length
    },
  }
}
