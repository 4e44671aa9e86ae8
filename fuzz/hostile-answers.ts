import type { ServerResponse } from 'node:http'
import type { Prng } from '../tools/prng.ts'
import { writeJson } from './json-text.ts'
import { createNoise, mutateBytes } from './mutate-bytes.ts'
import { createNesting, pickOtherType } from './odd-values.ts'
import type { ProxiedAnswer, UpstreamName } from './upstream-proxy.ts'

/** An answer of a service, or of something in front, instead of the truth. */
export interface HostileAnswer {
  service: UpstreamName
  label: string
  /** Whether the service does what it was asked before the answer is spoilt. */
  isPerformed: boolean
  /** `real` is the service's own answer, if it was asked. */
  write(response: ServerResponse, real: ProxiedAnswer | undefined): void
}

const HTML = '<!DOCTYPE html><html><head><title>Access denied</title></head><body><h1>Blocked</h1></body></html>'
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }
const RETRY_AFTER: [string, ...string[]] = [
  '86400',
  '99999999999',
  '1e9',
  '-1',
  '0',
  'NaN',
  '',
  'soon',
  'Wed, 21 Oct 2099 07:28:00 GMT',
  '5, 10',
  '٣',
]
/** Never in the service's own form of a refusal, which the app has to believe. */
const WRONG_TYPES: [string, ...string[]] = [
  'null',
  '[]',
  '{}',
  '42',
  'true',
  '""',
  '"ok"',
  '{"ok":"yes"}',
  '{"ok":null}',
  '{"ok":false}',
  '{"ok":false,"error":{"code":"x"}}',
  '{"ok":false,"error":["x"]}',
  '{"error":null}',
  '[[[[]]]]',
  '{"data":{"ok":true}}',
  'undefined',
  '\ufeff{}',
  'ok',
]

/** A few of the codes that say "not now". */
const OUTAGE_STATUSES: [number, ...number[]] = [500, 502, 503, 504, 520, 599]

type Writer = (prng: Prng, redirectTarget: string) => { detail: string; write: HostileAnswer['write'] }

const writeText =
  (status: number, headers: Record<string, string>, text: string | Buffer): HostileAnswer['write'] =>
  (response) =>
    void response.writeHead(status, headers).end(text)

/** Writes to the socket itself, because Node refuses to write these answers. */
const writeRaw =
  (bytes: string | Buffer, isEnded = true): HostileAnswer['write'] =>
  ({ socket }) => {
    socket?.write(bytes)
    if (isEnded) socket?.end()
  }

function retypeOneField(prng: Prng, body: Buffer): string {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value !== 'object' || value === null) return writeJson(pickOtherType(prng, value))
    const [first, ...rest] = Object.keys(value)
    if (first === undefined) return '[]'
    const key = prng.pick([first, ...rest])
    Reflect.set(value, key, pickOtherType(prng, Reflect.get(value, key)))
    return writeJson(value)
  } catch {
    return '{}'
  }
}

const KINDS = {
  html: (prng) => {
    const status = prng.pick([200, 200, 202, 400, 401, 403, 403, 404, 404, 418, 500, 502, 503])
    const type = prng.pick(['text/html', 'text/html; charset=utf-8', 'application/json', ''])
    return { detail: `${status} with HTML`, write: writeText(status, { 'content-type': type }, HTML) }
  },
  empty: (prng) => {
    const status = prng.pick([200, 201, 204, 205, 304, 400, 404, 500, 503])
    return { detail: `${status} without a body`, write: writeText(status, {}, '') }
  },
  types: (prng) => {
    const [status, text] = [prng.pick([200, 200, 200, 201, 400, 403, 404, 422, 500]), prng.pick(WRONG_TYPES)]
    return { detail: `${status} with ${text}`, write: writeText(status, JSON_HEADERS, text) }
  },
  field: (prng) => ({
    detail: 'a field of another type',
    write: (response, real) =>
      void response
        .writeHead(real?.status ?? 200, JSON_HEADERS)
        .end(retypeOneField(prng, real?.body ?? Buffer.alloc(0))),
  }),
  cut: (prng) => ({
    detail: 'a body that is cut off',
    write: (response, real) => {
      const body = real?.body ?? Buffer.from(HTML)
      response.writeHead(real?.status ?? 200, { ...JSON_HEADERS, 'content-length': body.length + 10 })
      response.write(body.subarray(0, prng.integer(0, body.length)), () => response.destroy())
    },
  }),
  'cut chunks': (prng) => ({
    detail: 'chunks that are cut off or odd',
    write: (response, real) => {
      const body = (real?.body ?? Buffer.from('{"ok":true}')).toString('latin1')
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
      const tail = prng.pick([
        `${body.length.toString(16)}\r\n${body.slice(0, 5)}`,
        `zz\r\n${body}\r\n0\r\n\r\n`,
        `ffffffffffffffff\r\n${body}`,
        `${body.length.toString(16)}\r\n${body}\r\n`,
      ])
      writeRaw(Buffer.from(head + tail, 'latin1'))(response, real)
    },
  }),
  bytes: (prng) => ({
    detail: 'changed bytes',
    write: (response, real) =>
      void response
        .writeHead(real?.status ?? 200, JSON_HEADERS)
        .end(mutateBytes(prng, Buffer.concat([Buffer.from('{'), real?.body ?? Buffer.alloc(0)]), 4)),
  }),
  huge: (prng) => {
    const text = prng.pick([
      `{"ok":true,"text":"${'x'.repeat(6_000_000)}"}`,
      `{"ok":false,"error":"${'e '.repeat(2_000_000)}"}`,
      `{"message":"${'a@b.test '.repeat(400_000)}","name":"x"}`,
      `{"ok":true,"messages":[${'{},'.repeat(300_000)}{}]}`,
      HTML.repeat(40_000),
      createNesting(prng).text,
    ])
    const status = prng.pick([200, 400, 403, 500])
    return { detail: `${status} with ${text.length} bytes`, write: writeText(status, JSON_HEADERS, text) }
  },
  'retry-after': (prng) => {
    const [status, value] = [prng.pick([429, 503]), prng.pick(RETRY_AFTER)]
    const text = `{"ok":false,"error":"ratelimited","name":"RateLimitError","message":"slow down"}`
    return {
      detail: `${status} with Retry-After ${value}`,
      write: writeText(status, { ...JSON_HEADERS, 'retry-after': Buffer.from(value).toString('latin1') }, text),
    }
  },
  outage: (prng) => {
    const status = prng.pick(OUTAGE_STATUSES)
    return { detail: `${status}`, write: writeText(status, { 'content-type': 'text/plain' }, 'upstream connect error') }
  },
  redirect: (prng, target) => {
    const status = prng.pick([301, 302, 303, 307, 308, 300])
    return { detail: `${status} to another host`, write: writeText(status, { location: target }, '') }
  },
  headers: (prng) => {
    const head = prng.pick([
      `content-length: 5\r\ncontent-length: 7`,
      'content-length: -1',
      'content-encoding: gzip',
      `x: ${'a'.repeat(100_000)}`,
      'a: b\r\n'.repeat(3000).trim(),
      'transfer-encoding: chunked\r\ncontent-length: 4',
      'content-type: application/json\0',
      'set-cookie: a=b\r\nset-cookie: c=d',
      'upgrade: h2c\r\nconnection: upgrade',
    ])
    return {
      detail: `odd headers (${head.slice(0, 30).trim()})`,
      write: writeRaw(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n{"ok":true}`),
    }
  },
  'status line': (prng) => {
    const line = prng.pick([
      'HTTP/1.1 999 X',
      'HTTP/1.1 099 X',
      'HTTP/1.1 ABC',
      'HTTP/3 200 OK',
      'ICY 200 OK',
      '\0\0\0',
      '<html>',
      'HTTP/1.1 100 Continue',
      'HTTP/1.1 101 Switching Protocols',
    ])
    return {
      detail: `the status line ${JSON.stringify(line)}`,
      write: writeRaw(`${line}\r\ncontent-length: 2\r\n\r\n{}`),
    }
  },
  noise: (prng) => ({ detail: 'noise', write: writeRaw(createNoise(prng, prng.integer(1, 3000))) }),
  reset: () => ({ detail: 'a reset', write: ({ socket }) => void socket?.resetAndDestroy() }),
  drip: (prng) => ({
    detail: 'an answer byte by byte',
    write: (response, real) => {
      const body = (real?.body ?? Buffer.from(HTML)).subarray(0, prng.integer(1, 40))
      response.writeHead(200, JSON_HEADERS)
      let at = 0
      const timer = setInterval(() => {
        if (at < body.length && !response.destroyed) return void response.write(body.subarray(at, (at += 1)))
        clearInterval(timer)
        response.destroy()
      }, 40)
    },
  }),
  silence: () => ({ detail: 'no answer', write: () => {} }),
} satisfies Record<string, Writer>

const WEIGHTS: Record<keyof typeof KINDS, number> = {
  html: 20,
  empty: 8,
  types: 15,
  field: 10,
  cut: 6,
  'cut chunks': 4,
  bytes: 5,
  huge: 1.5,
  'retry-after': 1,
  outage: 6,
  redirect: 4,
  headers: 5,
  'status line': 5,
  noise: 2,
  reset: 3,
  drip: 2,
  silence: 0.3,
}

/** The answer of one case: which service gives it, and what it is. */
export function createHostileAnswer(prng: Prng, redirectTarget: string): HostileAnswer {
  const service = prng.weighted<UpstreamName>({ slack: 7, agent: 2, mail: 1 })
  const mayPerform = prng.next() < 0.5
  const kind: Writer = KINDS[prng.weighted(WEIGHTS)]
  const { detail, write } = kind(prng, redirectTarget)
  // After 429 nothing was done, and the app has to believe it: a repeated request would be doubled.
  const isPerformed = mayPerform && !detail.startsWith('429')
  return { service, isPerformed, write, label: `${service} answers ${detail}` }
}
