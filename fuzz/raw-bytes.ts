import type { Prng } from '../tools/prng.ts'
import { CANARIES } from './canary.ts'
import { createNoise, mutateBytes } from './mutate-bytes.ts'
import { createWireEntrance, type WireCase } from './send-cases.ts'

const COMMAND = `command=%2Fdocs&text=${CANARIES.forged}&team_id=T&user_id=U&channel_id=C&trigger_id=1`
const FORM = `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${COMMAND.length}`

const post = (head: string, body: string, path = '/slack/events'): string =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\n${head}\r\n\r\n${body}`
const get = (path: string, head = ''): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n${head}\r\n`

/** Valid requests and those of smugglers, in the words of RFC 9112. */
const TEMPLATES: Record<string, string> = {
  health: get('/healthz'),
  command: post(FORM, COMMAND),
  webhook: post('content-type: application/json\r\ncontent-length: 2', '{}', '/webhooks/mail'),
  pipeline: get('/healthz').repeat(40),
  'pipelined commands': post(FORM, COMMAND).repeat(5),
  'length and chunks': post(`${FORM}\r\ntransfer-encoding: chunked`, `0\r\n\r\n${get('/metrics')}`),
  'two lengths': post(`content-length: 3\r\ncontent-length: ${COMMAND.length}`, COMMAND),
  'a list of lengths': post('content-length: 5, 5', 'abcde'),
  'negative length': post('content-length: -1', ''),
  'endless length': post('content-length: 99999999999999999999', 'abc'),
  'octal length': post('content-length: +0x10', 'abc'),
  'unknown coding': post('transfer-encoding: xchunked', '0\r\n\r\n'),
  'chunked twice': post('transfer-encoding: chunked, chunked', '0\r\n\r\n'),
  'spaced coding': post('transfer-encoding : chunked', '0\r\n\r\n'),
  'odd chunk size': post('transfer-encoding: chunked', `${'F'.repeat(40)}\r\nabc\r\n0\r\n\r\n`),
  'negative chunk size': post('transfer-encoding: chunked', '-5\r\nabc\r\n0\r\n\r\n'),
  'long chunk extension': post('transfer-encoding: chunked', `1;${'a'.repeat(50_000)}\r\nx\r\n0\r\n\r\n`),
  trailers: post('transfer-encoding: chunked\r\ntrailer: x', `1\r\nx\r\n0\r\n${'x: y\r\n'.repeat(500)}\r\n`),
  'folded header': get('/healthz', 'x: a\r\n b\r\n\tc\r\n'),
  'bare line feeds': 'GET /healthz HTTP/1.1\nhost: a\n\n',
  'bare returns': 'GET /healthz HTTP/1.1\rhost: a\r\r',
  'null in header': get('/healthz', 'x: a\0b\r\n'),
  'no host': 'GET /healthz HTTP/1.1\r\n\r\n',
  'two hosts': get('/healthz', 'host: b\r\n'),
  'old version': 'GET /healthz HTTP/0.9\r\n\r\n',
  'version 1.0': 'GET /healthz HTTP/1.0\r\n\r\n',
  'version 9.9': 'GET /healthz HTTP/9.9\r\n\r\n',
  'http2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  upgrade: get('/healthz', 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAAA\r\n'),
  websocket: get('/slack/events', 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: AAAA\r\n'),
  connect: 'CONNECT 169.254.169.254:80 HTTP/1.1\r\nhost: a\r\n\r\n',
  absolute: 'GET http://169.254.169.254/latest HTTP/1.1\r\nhost: a\r\n\r\n',
  asterisk: 'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n',
  trace: 'TRACE /slack/events HTTP/1.1\r\nhost: a\r\ncookie: x\r\n\r\n',
  'long path': get(`/${'a/../'.repeat(5000)}`),
  'very long path': get(`/${'%00'.repeat(30_000)}`),
  'many headers': get('/healthz', 'a: b\r\n'.repeat(5000)),
  'long header': get('/healthz', `x: ${'a'.repeat(60_000)}\r\n`),
  expect: post(`${FORM}\r\nexpect: 100-continue`, COMMAND),
  'odd expect': post(`${FORM}\r\nexpect: 200-maybe`, COMMAND),
  'prototype header': get('/healthz', '__proto__: x\r\nconstructor: y\r\n'),
  'prototype path': get('/__proto__?constructor[prototype]=1'),
  'proxy line': 'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET /healthz HTTP/1.1\r\nhost: a\r\n\r\n',
  'tls hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  redis: '*1\r\n$4\r\nPING\r\n',
  smtp: 'EHLO a\r\nMAIL FROM:<a@b.test>\r\n',
  nothing: '',
}
const NAMES = Object.keys(TEMPLATES)

function createCase(prng: Prng): WireCase {
  const name = prng.pick([NAMES[0] ?? '', ...NAMES])
  const template = Buffer.from(TEMPLATES[name] ?? '', 'latin1')
  const kind = prng.weighted({ whole: 3, changed: 5, noise: 1, joined: 1 })
  const bytes =
    kind === 'whole'
      ? template
      : kind === 'changed'
        ? mutateBytes(prng, template, prng.integer(1, 6))
        : kind === 'noise'
          ? createNoise(prng, prng.integer(1, 3000))
          : Buffer.concat([template, mutateBytes(prng, template, 2), createNoise(prng, 50)])
  const cut = prng.integer(0, bytes.length)
  const parts = prng.next() < 0.3 ? [bytes.subarray(0, cut), bytes.subarray(cut)] : [bytes]
  return {
    parts: parts.filter((part) => part.length > 0),
    isHeld: prng.next() < 0.008,
    isComplete: false,
    mustBeRefused: false,
    label: kind === 'noise' ? 'noise' : `${name} (${kind})`,
  }
}

/** Anything at all on the port. Nothing is signed, so nothing may have an effect. */
export const rawBytes = createWireEntrance({ name: 'raw-bytes', isForged: true }, (_run, prng) => createCase(prng))
