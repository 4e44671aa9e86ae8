import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { until } from '../support/simulators.ts'

/** A connection of the app: its WebSocket and the TCP socket below it. */
export interface AppSocket {
  socket: WebSocket
  raw: Duplex
}

const envelope = z.looseObject({ envelope_id: z.string() })
const opening = z.object({ ok: z.literal(true), url: z.string() })

/** A frame of text; nothing here sends lists of buffers. */
const readText = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '')

function parseEnvelope(data: RawData): z.infer<typeof envelope> | undefined {
  return envelope.safeParse(JSON.parse(readText(data))).data
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

/**
 * Stands between the app and the simulator of Slack and relays both ways. A test sends its own frames to the app, replaces the answer of
 * `apps.connections.open`, or decides what becomes of the app's upgrade request.
 */
export async function startSocketRelay() {
  let target = ''
  let upgrades = 0
  let latest: AppSocket | undefined
  let recorded: z.infer<typeof envelope> | undefined
  const answered = new Set<string>()
  const replaced: {
    opening?: (() => { status: number; type: string; body: string }) | undefined
    upgrade?: ((raw: Duplex, accept: (isHelloRelayed: boolean) => void) => void) | undefined
  } = {}

  const http = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request)
      const method = (request.url ?? '').replace(/^\//, '')
      const given = method === 'apps.connections.open' ? replaced.opening?.() : undefined
      if (given) return response.writeHead(given.status, { 'content-type': given.type }).end(given.body)
      const { authorization = '', 'content-type': type = '' } = request.headers
      const headers = { authorization, 'content-type': type }
      const answer = await fetch(`${target}${method}`, { method: 'POST', headers, body: new Uint8Array(body) })
      const text = await answer.text()
      const open = opening.safeParse(method === 'apps.connections.open' ? JSON.parse(text) : undefined)
      const own = `${address.replace(/^http/, 'ws')}/?to=${encodeURIComponent(open.data?.url ?? '')}`
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      return response.end(open.success ? JSON.stringify({ ...open.data, url: own }) : text)
    })().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const server = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, raw, head) => {
    upgrades += 1
    raw.on('error', () => {})
    const accept = (isHelloRelayed: boolean): void =>
      server.handleUpgrade(request, raw, head, (socket) => relay(socket, raw, request.url ?? '', isHelloRelayed))
    if (replaced.upgrade) replaced.upgrade(raw, accept)
    else accept(true)
  })

  function relay(socket: WebSocket, raw: Duplex, url: string, isHelloRelayed: boolean): void {
    const slack = new WebSocket(new URL(url, address).searchParams.get('to') ?? '')
    slack.on('error', () => {})
    socket.on('error', () => {})
    slack.on('message', (data) => {
      recorded = parseEnvelope(data) ?? recorded
      if (!isHelloRelayed) return
      socket.send(readText(data))
      // The connection counts when Slack has said hello on it.
      latest = { socket, raw }
    })
    socket.on('message', (data) => {
      const answer = parseEnvelope(data)
      if (answer && !answer.envelope_id.startsWith('again-')) slack.send(readText(data))
      else if (answer) answered.add(answer.envelope_id)
    })
    socket.on('close', () => slack.close())
    slack.on('close', () => socket.close())
  }

  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    http.closeAllConnections()
    http.close()
  })

  let repeats = 0
  return {
    /** The app's `SLACK_API_URL`. */
    apiUrl: `${address}/`,
    relayTo: (slackApi: string) => void (target = slackApi),
    replaced,
    upgrades: () => upgrades,
    isRecorded: () => recorded !== undefined,
    answered,
    /** The app's newest connection on which Slack said hello, once there is an open one. */
    connection: () => until(() => (latest?.socket.readyState === WebSocket.OPEN ? latest : undefined)),
    /** Sends the last real request again under a new id, on each new connection if one breaks, until the app acknowledges it. */
    async repeatRequest(): Promise<void> {
      const id = `again-${(repeats += 1)}`
      let sentOn: WebSocket | undefined
      await until(() => {
        if (answered.has(id)) return true
        const socket = latest?.socket
        if (socket?.readyState !== WebSocket.OPEN || socket === sentOn) return false
        sentOn = socket
        socket.send(JSON.stringify({ ...recorded, envelope_id: id }))
        return false
      })
    },
  }
}
