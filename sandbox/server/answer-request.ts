import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlEvent, Exchange, InjectedFault } from '../control-types.ts'
import type { FaultRegistry } from './fault-injection.ts'
import { changeTypes, htmlPage } from './odd-answers.ts'
import { decodeSegment, matchRoute, PAYLOAD_TOO_LARGE, readBody, splitUrl } from './http-requests.ts'
import type { HttpAnswer, HttpCall, MountedArea, Route } from './http-types.ts'
import type { SandboxClock } from './sandbox-clock.ts'

interface Services {
  clock: SandboxClock
  faults: FaultRegistry
  emit: (event: ControlEvent) => void
  record: (exchange: Omit<Exchange, 'id'>) => void
}

/** A request on its way to its answer. */
interface Exchanged {
  request: IncomingMessage
  response: ServerResponse
  system: string
  call: HttpCall
  fault: InjectedFault | undefined
  started: number
  at: number
}

const textOf = (body: unknown): string | Buffer =>
  body === undefined ? '' : Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body)

type Outgoing = Pick<Exchanged, 'request' | 'response' | 'fault'>

function writeStream(
  { request, response, fault }: Outgoing,
  answer: HttpAnswer,
  stream: NonNullable<HttpAnswer['stream']>,
): void {
  response.writeHead(answer.status, { 'content-length': stream.size, ...answer.headers })
  const body = stream.open()
  body.on('error', () => request.socket.destroy())
  if (fault?.mode !== 'truncate') return void body.pipe(response)
  let left = Math.floor(stream.size / 2)
  body.on('data', (chunk: Buffer) => {
    const half = chunk.subarray(0, left)
    left -= half.length
    if (left === 0) body.destroy()
    response.write(half, () => left === 0 && request.socket.destroy())
  })
}

function writeAnswer({ request, response, fault, at }: Exchanged, answer: HttpAnswer): void {
  if (fault?.mode === 'accept-then-drop') return void request.socket.destroy()
  if (answer.stream) return writeStream({ request, response, fault }, answer, answer.stream)
  const text = textOf(fault?.mode === 'wrong-types' ? changeTypes(answer.body) : answer.body)
  const isPlain = typeof answer.body === 'string' || Buffer.isBuffer(answer.body)
  const length = Buffer.byteLength(text)
  response.writeHead(answer.status, {
    ...(answer.body !== undefined && {
      'content-type': isPlain ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    }),
    'content-length': length,
    // By the clock that tests set, which the server's own header would not follow.
    date: new Date(at).toUTCString(),
    ...answer.headers,
  })
  if (fault?.mode !== 'truncate') return void response.end(text)
  response.write(Buffer.from(text).subarray(0, Math.floor(length / 2)), () => request.socket.destroy())
}

function finish({ faults, record }: Services, area: MountedArea, exchanged: Exchanged, answer: HttpAnswer): void {
  const { call, fault, started, at, system } = exchanged
  if (!area.unrecorded)
    record({
      at,
      ms: performance.now() - started,
      direction: 'from-app',
      system,
      method: call.method,
      path: call.path,
      requestBody: area.streamed ? `(${call.headers['content-length'] ?? '?'} bytes)` : call.body.toString('utf8'),
      status: answer.status,
      responseBody: answer.stream ? `(${answer.stream.size} bytes)` : textOf(answer.body).toString(),
      ...(fault && { fault: fault.mode }),
    })
  if (fault?.mode === 'accept-then-hang') return faults.hold(fault)
  writeAnswer(exchanged, answer)
}

function findRoute(area: MountedArea, method: string, segments: string[]) {
  for (const route of area.routes) {
    const params = matchRoute(route, method, segments)
    if (params) return { route, params }
  }
  return undefined
}

async function runRoute(
  area: MountedArea,
  call: HttpCall,
  found: { route: Route; params: Record<string, string> } | undefined,
): Promise<HttpAnswer> {
  const early = area.before?.(call, found?.route)
  return early ?? (found ? await found.route.run(call, found.params) : area.notFound(call))
}

/** Answers a request to an area of the server, subject to the faults that are active. */
export async function answerRequest(
  services: Services,
  { area, prefix }: { area: MountedArea; prefix: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { clock, faults, emit } = services
  const [started, at] = [performance.now(), Date.now()]
  const [rawPath, search] = splitUrl(request.url ?? '')
  const below = rawPath.slice(prefix.length)
  const segments = below.split('/').slice(1)
  const path = `/${segments.map(decodeSegment).join('/')}`
  const method = request.method ?? 'GET'
  // A fault may name a path with or without the prefix of its simulator, encoded or not.
  const lines = [`${prefix}${path}`, path, rawPath, below].map((one) => `${method} ${one}`)
  const fault = area.faults && faults.take(area.faults.target, lines)
  if (fault) emit({ type: 'fault', target: fault.target, mode: fault.mode, method, path })
  if (fault?.mode === 'reset') return void request.socket.destroy()
  const body = area.streamed ? Buffer.alloc(0) : await readBody(request)
  if (!body)
    return void response.writeHead(413, { 'content-type': 'application/json' }).end(JSON.stringify(PAYLOAD_TOO_LARGE))
  const headers = request.headers as HttpCall['headers']
  const call: HttpCall = { method, path, query: new URLSearchParams(search), headers, body, request }
  const exchanged: Exchanged = { request, response, system: prefix.slice(1), call, fault, started, at }
  if (fault?.mode === 'hang') {
    faults.hold(fault)
    return area.faults?.unanswered?.(call)
  }
  if (fault?.mode === 'html') {
    area.faults?.unanswered?.(call)
    return finish(services, area, exchanged, htmlPage(fault.status ?? 200))
  }
  if (fault?.mode === 'delay') await new Promise((wake) => setTimeout(wake, fault.delayMs ?? 1000))
  if (fault?.mode === 'status' && area.faults) {
    const retryAfter = fault.retryAfterS && { 'retry-after': `${clock.realSeconds(fault.retryAfterS * 1000)}` }
    const failure = area.faults.failure(fault, call)
    return finish(services, area, exchanged, { ...failure, headers: { ...failure.headers, ...retryAfter } })
  }
  finish(services, area, exchanged, await runRoute(area, call, findRoute(area, method, segments)))
}
