import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebClient } from '@slack/web-api'
import { createSandboxServer, type SandboxServer } from '../../sandbox/server/sandbox-server.ts'
import { createSlackSimulator } from '../../sandbox/slack/slack-simulator.ts'
import { createSandboxClient } from '../../tools/sandbox-client.ts'
import type { Fields } from '../../sandbox/control-types.ts'

export type { Fields } from '../../sandbox/control-types.ts'

/** A request that the app received, its signature checked. */
export interface ReceivedRequest {
  kind: string
  payload: Fields
  headers: Record<string, string | string[] | undefined>
  genuine: boolean
}

type Reply = { status?: number; body?: unknown; headers?: Record<string, string>; afterMs?: number } | undefined

export interface SlackHarness {
  server: SandboxServer
  url: string
  client: WebClient
  visitor: WebClient
  received: ReceivedRequest[]
  /** Sets the app's answer from now on; by default 200 without a body. */
  answer(reply: (received: ReceivedRequest) => Reply | Promise<Reply>): void
  get(path: string): Promise<unknown>
  post(path: string, body: Fields): Promise<{ status: number; body: Fields }>
  /** A raw Web API call with the app's token. */
  call(method: string, args: Fields, token?: string): Promise<Fields & { headers: Headers; status: number }>
  /** Waits for a request to the app that fits. */
  waitForRequest(fits: (received: ReceivedRequest) => boolean): Promise<ReceivedRequest>
  /** Waits for an event of this type. */
  waitForEvent(type: string, fits?: (event: Fields) => boolean): Promise<Fields>
  close(): Promise<void>
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field of nested objects and lists, by path: `at(x, 'event', 'blocks', 0)`. */
export function readPath(value: unknown, ...path: (string | number)[]): unknown {
  let here = value
  for (const key of path) here = (here as Fields | undefined)?.[key]
  return here
}

function decodeRequest(type: string, body: string): { kind: string; payload: Fields } {
  const form = new URLSearchParams(type.startsWith('application/x-www') ? body : '')
  const raw = form.get('payload')
  const payload: unknown = raw ? JSON.parse(raw) : form.size > 0 ? Object.fromEntries(form) : JSON.parse(body)
  if (!isFields(payload)) throw new Error('not an object')
  const kind = readPath(payload, 'event', 'type') ?? payload['command'] ?? payload['type']
  return { kind: String(kind), payload }
}

/** The Slack simulator over real HTTP, with a tiny app behind it that checks signatures and answers as the test says. */
export async function createSlackHarness(
  manifest = 'test/fixtures/slack-manifest.yml',
  scale = 1,
): Promise<SlackHarness> {
  const received: ReceivedRequest[] = []
  const watchers = new Set<() => void>()
  let secret = ''
  let reply: (one: ReceivedRequest) => Reply | Promise<Reply> = () => undefined

  async function take(request: AsyncIterable<Buffer>, headers: ReceivedRequest['headers'], response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const base = `v0:${String(headers['x-slack-request-timestamp'])}:${body}`
    const wanted = `v0=${createHmac('sha256', secret).update(base).digest('hex')}`
    const genuine = headers['x-slack-signature'] === wanted
    const one = { ...decodeRequest(String(headers['content-type']), body), headers, genuine }
    received.push(one)
    for (const look of watchers) look()
    const given = await reply(one)
    if (given?.afterMs) await new Promise((wake) => setTimeout(wake, given.afterMs))
    const text =
      given?.body === undefined ? '' : typeof given.body === 'string' ? given.body : JSON.stringify(given.body)
    const type = typeof given?.body === 'object' ? { 'content-type': 'application/json' } : {}
    response.writeHead(given?.status ?? 200, { ...type, ...given?.headers }).end(text)
  }

  const app = createServer((request, response) => void take(request, request.headers, response))
  await new Promise<void>((done) => void app.listen(0, '127.0.0.1', done))
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  const sandbox = createSandboxServer({ scale })
  const fake = createSlackSimulator(sandbox, { manifest, appUrl: () => appUrl })
  secret = fake.signingSecret
  sandbox.mount('/control', {
    routes: fake.control,
    notFound: (call) => ({ status: 404, body: { error: `no ${call.path}` } }),
    unrecorded: true,
  })
  const url = await sandbox.listen(0, '127.0.0.1')
  const client = createSandboxClient(`${url}/control`)
  const env = fake.env()
  const options = { slackApiUrl: env['SLACK_API_URL'] ?? '', retryConfig: { retries: 0 }, rejectRateLimitedCalls: true }

  async function heard(fits: (one: ReceivedRequest) => boolean): Promise<ReceivedRequest> {
    for (;;) {
      const found = received.find(fits)
      if (found) return found
      await new Promise<void>((wake) => {
        const look = (): void => {
          watchers.delete(look)
          wake()
        }
        watchers.add(look)
      })
    }
  }

  return {
    server: sandbox,
    url,
    client: new WebClient(env['SLACK_BOT_TOKEN'], options),
    visitor: new WebClient(env['SANDBOX_BOT_TOKEN'], options),
    received,
    answer: (next) => void (reply = next),
    get: async (path) => (await client.request('GET', path)).body,
    post: (path, body) => client.request('POST', path, body),
    async call(method, args, token = env['SLACK_BOT_TOKEN'] ?? '') {
      const answer = await fetch(`${url}/slack/api/${method}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(args),
      })
      return { ...((await answer.json()) as Fields), headers: answer.headers, status: answer.status }
    },
    waitForRequest: heard,
    async waitForEvent(type, fits = () => true) {
      const one = await heard(({ payload }) => {
        const event = readPath(payload, 'event')
        return isFields(event) && event['type'] === type && fits(event)
      })
      return one.payload['event'] as Fields
    },
    async close() {
      await sandbox.close()
      app.closeAllConnections()
      await new Promise((done) => app.close(done))
    },
  }
}

export const MARIA = 'U08MARIA01A'
export const TOM = 'U08TOMHD02B'
export const AIKO = 'U08AIKO003C'
export const LI = 'U08LIWEI04D'
export const GUEST = 'U08GUEST05E'
export const STRANGER = 'U06PARTN06F'
export const BOT = 'U08BELHOP3C'
export const DOCS = 'C08DOCS001A'
export const LEADS = 'C08LEADS05E'
export const SHARED = 'C08GLOBX06F'
