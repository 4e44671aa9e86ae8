import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** An answer of a simulator, or the request for it. */
export interface ProxiedCall {
  service: UpstreamName
  method: string
  /** Without the query. */
  path: string
  /** Asks the simulator, at most once; what it answers. */
  forward(): Promise<ProxiedAnswer>
}

export interface ProxiedAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type UpstreamName = 'slack' | 'agent' | 'mail'

export interface UpstreamProxy {
  url: string
  /** The settings that lead the app to the proxy. */
  env: Record<string, string>
  close(): void
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

function createForward(origin: URL, incoming: IncomingMessage, body: Buffer): () => Promise<ProxiedAnswer> {
  return async () => {
    const { 'transfer-encoding': _coding, connection: _connection, ...headers } = incoming.headers
    const outgoing = sendRequest({
      host: origin.hostname,
      port: origin.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, 'content-length': body.length },
    })
    outgoing.end(body)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readAll(answer) }
  }
}

/** Rewrites hop-by-hop headers and the length. */
export function passOn(response: ServerResponse, { status, headers, body }: ProxiedAnswer): void {
  const { 'transfer-encoding': _coding, connection: _connection, 'content-length': _length, ...rest } = headers
  response.writeHead(status, { ...rest, 'content-length': body.length }).end(body)
}

/** Stands between the app and the simulators; `answer` decides what the app gets. */
export async function startUpstreamProxy(
  simulators: Record<string, string>,
  answer: (call: ProxiedCall, response: ServerResponse) => Promise<void>,
): Promise<UpstreamProxy> {
  const origin = new URL(simulators['SLACK_API_URL'] ?? '')
  const server = createServer((incoming, response) => {
    const path = incoming.url?.split('?', 1)[0] ?? '/'
    const service: UpstreamName = path.startsWith('/agent') ? 'agent' : path.startsWith('/mail') ? 'mail' : 'slack'
    readAll(incoming)
      .then((body) =>
        answer(
          { service, method: incoming.method ?? '', path, forward: createForward(origin, incoming, body) },
          response,
        ),
      )
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const moved = (url: string | undefined): string => {
    const target = new URL(url ?? '')
    target.port = `${port}`
    return target.href
  }
  const names = ['SLACK_API_URL', 'AGENT_API_URL', 'MAIL_API_URL']
  return {
    url: `http://127.0.0.1:${port}`,
    env: Object.fromEntries(names.map((name) => [name, moved(simulators[name])])),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
