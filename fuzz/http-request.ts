import type { Prng } from '../tools/prng.ts'
import { pickLongText, pickOddString } from './odd-values.ts'
import type { WireRequest } from './send-bytes.ts'

/** A request before it is written as bytes; headers may occur twice. */
export interface RequestDraft {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: Buffer
}

/** Characters that end a header would make another request of this one; raw bytes have an entrance of their own. */
const toHeaderValue = (text: string): string =>
  text
    .replaceAll(/[\r\n\0]/g, ' ')
    .replaceAll(/[^\x20-\xff]/g, '?')
    .slice(0, 40_000)

const CONTENT_TYPES: [string, ...string[]] = [
  'application/json',
  'APPLICATION/JSON ; charset=utf-16',
  'application/json; charset="',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8; charset=latin1',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/jsonx',
  ';',
  '',
]

/** Adds, removes, repeats and lengthens headers, now and then the method or the path. */
export function mutateHeaders(prng: Prng, draft: RequestDraft): RequestDraft {
  const headers = draft.headers.map(([name, value]): [string, string] => [name, value])
  const at = prng.integer(0, Math.max(0, headers.length - 1))
  const [name, value] = headers[at] ?? ['x-empty', '']
  const change = prng.weighted({
    drop: 2,
    repeat: 2,
    odd: 3,
    long: 1,
    many: 1,
    type: 3,
    encoding: 2,
    case: 1,
    path: 1,
    method: 1,
  })
  switch (change) {
    case 'drop':
      headers.splice(at, 1)
      break
    case 'repeat':
      headers.push([name, prng.next() < 0.5 ? value : pickOddString(prng)])
      break
    case 'odd':
      headers[at] = [name, pickOddString(prng)]
      break
    case 'long':
      headers.push(['x-long', pickLongText(prng)])
      break
    case 'many':
      for (let index = 0; index < 300; index += 1) headers.push([`x-header-${index}`, 'a'])
      break
    case 'type':
      headers.push(['content-type', prng.pick(CONTENT_TYPES)])
      break
    case 'encoding':
      headers.push(['content-encoding', prng.pick(['gzip', 'br', 'identity', 'deflate, gzip', 'x'])])
      break
    case 'case':
      headers[at] = [name.toUpperCase(), value]
      break
    case 'path':
      return {
        ...draft,
        headers,
        path: draft.path + prng.pick(['?a=b&%', '?__proto__=1', '/', '//', '%00', ';x', '#a', '/../healthz']),
      }
    case 'method':
      return {
        ...draft,
        headers,
        method: prng.pick(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'post']),
      }
  }
  return { ...draft, headers }
}

function encodeChunks(prng: Prng, body: Buffer): Buffer {
  const parts: Buffer[] = []
  const size = prng.pick([1000, 7919, 65_536])
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size)
    const extension = prng.next() < 0.2 ? ';name=value' : ''
    parts.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

/** Which lie the length header tells, if any. A body that never comes whole is held open only now and then, because each waits 20 s. */
type Framing = 'length' | 'chunked' | 'too long' | 'too short' | 'held'

/** Writes a request as bytes, sometimes in several parts, in chunks, or with a wrong length. */
export function encodeRequest(prng: Prng, draft: RequestDraft, oddity: 'plain' | 'odd'): WireRequest {
  const weights: Record<Framing, number> =
    oddity === 'plain'
      ? { length: 9, chunked: 1, 'too long': 0, 'too short': 0, held: 0 }
      : { length: 20, chunked: 4, 'too long': 1, 'too short': 1, held: 0.2 }
  const framing = prng.weighted(weights)
  const { length } = draft.body
  const declared = framing === 'too short' ? Math.floor(length / 2) : framing === 'length' ? length : length + 100
  const head = [
    `${draft.method} ${draft.path} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: close',
    framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${declared}`,
    ...(oddity === 'odd' && prng.next() < 0.05 ? ['expect: 100-continue'] : []),
    ...draft.headers.map(([name, value]) => `${name}: ${toHeaderValue(value)}`),
  ]
  const body = framing === 'chunked' ? encodeChunks(prng, draft.body) : draft.body
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
  const cut = prng.next() < 0.15 ? prng.integer(1, bytes.length) : bytes.length
  const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].filter((part) => part.length > 0)
  return { parts, isHeld: framing === 'held', isComplete: framing !== 'held' && framing !== 'too long' }
}
