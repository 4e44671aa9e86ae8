import type { AppSocket } from './socket-relay.ts'

/** Frames that a peer may send over a WebSocket, by their oddity. */
export type OddFrame = [name: string, send: (to: AppSocket) => void]

const text =
  (content: string) =>
  ({ socket }: AppSocket): void =>
    socket.send(content)
const json = (value: unknown) => text(JSON.stringify(value))
const bytes =
  (...given: number[]) =>
  ({ raw }: AppSocket): void =>
    void raw.write(Buffer.from(given))

const message = (event: unknown) => ({
  type: 'events_api',
  envelope_id: 'odd',
  payload: { type: 'event_callback', event },
})

const texts: [string, string][] = [
  ['no JSON', 'this is no JSON'],
  ['nothing', ''],
  ['half an envelope', '{"type":"events_api","envelope_id":"a","payl'],
  ['HTML', '<!doctype html><title>502</title>'],
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '17'],
  ['a text', '"hello"'],
  ['a list', '[]'],
  ['a list of envelopes', '[{"type":"hello"}]'],
  ['zero bytes', '\0\0\0'],
  ['lone surrogates', '"\\ud800"'],
  ['lists nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  [
    'objects nested 50,000 deep',
    `{"type":"interactive","envelope_id":"a","payload":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  ],
  [
    '12 MB of text',
    JSON.stringify({ type: 'interactive', envelope_id: 'a', payload: { text: 'x'.repeat(12_000_000) } }),
  ],
  ['a prototype', '{"__proto__":{"type":"hello"},"type":"__proto__","payload":{}}'],
]

const values: [string, unknown][] = [
  ['an empty object', {}],
  ['a type that is no text', { type: 5, envelope_id: 'a', payload: {} }],
  ['an unknown type', { type: 'surprise', envelope_id: 'a', payload: {} }],
  ['no payload', { type: 'events_api', envelope_id: 'a' }],
  ['a null payload', { type: 'events_api', envelope_id: 'a', payload: null }],
  ['a payload that is a text', { type: 'events_api', envelope_id: 'a', payload: 'x' }],
  ['a payload that is a list', { type: 'interactive', envelope_id: 'a', payload: [] }],
  ['a payload without event', { type: 'events_api', envelope_id: 'a', payload: {} }],
  ['an event without type', message({})],
  ['an event that is null', message(null)],
  ['an event whose type is a number', message({ type: 7 })],
  ['an event named like the client’s own: ws_message', message({ type: 'ws_message' })],
  ['an event named like the client’s own: close', message({ type: 'close' })],
  ['an event named like the client’s own: disconnected', message({ type: 'disconnected' })],
  ['an event named like the client’s own: slack_event', message({ type: 'slack_event' })],
  ['an event named like the client’s own: error', message({ type: 'error' })],
  ['a type named like the client’s own: ws_message', { type: 'ws_message', envelope_id: 'a', payload: {} }],
  ['a type named like the client’s own: slack_event', { type: 'slack_event', envelope_id: 'a', payload: {} }],
  ['no envelope id', { type: 'slash_commands', payload: { command: '/docs' } }],
  ['an envelope id that is an object', { type: 'slash_commands', envelope_id: {}, payload: { command: '/docs' } }],
  ['a command without fields', { type: 'slash_commands', envelope_id: 'a', payload: { command: '/docs' } }],
  [
    'a command with wrong types',
    { type: 'slash_commands', envelope_id: 'a', payload: { command: '/docs', text: 5, team_id: [], user_id: {} } },
  ],
  ['a click without actions', { type: 'interactive', envelope_id: 'a', payload: { type: 'block_actions' } }],
  [
    'a click with wrong types',
    { type: 'interactive', envelope_id: 'a', payload: { type: 'block_actions', actions: 5, user: null, team: 'T' } },
  ],
  [
    'a submission without view',
    { type: 'interactive', envelope_id: 'a', payload: { type: 'view_submission', view: null } },
  ],
  ['a message with wrong types', message({ type: 'message', channel: {}, ts: 5, text: [], user: 7 })],
  ['a retry counter that is a text', { ...message({ type: 'surprise' }), retry_attempt: 'two', retry_reason: 5 }],
  ['a second hello without fields', { type: 'hello' }],
  ['a hello with wrong types', { type: 'hello', num_connections: 'many', debug_info: 5 }],
  ['a disconnect without reason', { type: 'disconnect' }],
  ['a disconnect with wrong types', { type: 'disconnect', reason: {}, debug_info: null }],
]

const frames: OddFrame[] = [
  ['binary', ({ socket }) => socket.send(Buffer.from('{"type":"hello"}'))],
  ['empty binary', ({ socket }) => socket.send(Buffer.alloc(0))],
  ['an unasked pong', ({ socket }) => socket.pong('x')],
  ['a ping of 125 bytes', ({ socket }) => socket.ping('x'.repeat(125))],
  ['invalid UTF-8', bytes(0x81, 0x02, 0xc3, 0x28)],
  ['an unknown opcode', bytes(0x8b, 0x00)],
  ['reserved bits', bytes(0xf1, 0x01, 0x61)],
  ['a masked frame', bytes(0x81, 0x81, 1, 2, 3, 4, 0x60)],
  ['a ping of 126 bytes', bytes(0x89, 0x7e, 0x00, 0x7e)],
  ['a fragmented ping', bytes(0x09, 0x01, 0x61)],
  ['a continuation of nothing', bytes(0x80, 0x01, 0x61)],
  ['a frame that declares 2^62 bytes', bytes(0x81, 0x7f, 0x40, 0, 0, 0, 0, 0, 0, 0)],
  ['a close code that is not allowed', bytes(0x88, 0x02, 0x03, 0xed)],
  ['a close frame of one byte', bytes(0x88, 0x01, 0x03)],
  ['close 1000', ({ socket }) => socket.close(1000)],
  ['close 1011 with a reason', ({ socket }) => socket.close(1011, 'overloaded')],
  ['close 4999', ({ socket }) => socket.close(4999)],
  ['a reset', ({ socket }) => socket.terminate()],
]

/** Frames of every kind: no JSON, wrong shapes, names that the client uses itself, broken protocol. */
export const oddFrames: OddFrame[] = [
  ...texts.map(([name, content]): OddFrame => [name, text(content)]),
  ...values.map(([name, value]): OddFrame => [name, json(value)]),
  ...frames,
]
