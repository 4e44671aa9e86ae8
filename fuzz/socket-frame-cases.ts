import { randomUUID } from 'node:crypto'
import type { Prng } from '../tools/prng.ts'
import { marksOf, type EntranceRun } from './entrance.ts'
import { freshenSlackPayload } from './freshen-samples.ts'
import { JsonText, writeJson } from './json-text.ts'
import { createNoise, mutateBytes } from './mutate-bytes.ts'
import { mutateJson } from './mutate-json.ts'
import { encodeFrame, OPCODES } from './web-socket-frames.ts'

/** The bytes of one case, which may be several frames. */
export interface Frames {
  bytes: Buffer
  label: string
}

const ENVELOPE_TYPES = { json: 'events_api', form: 'slash_commands', payload: 'interactive' }

const ODD_TEXTS: [string, ...string[]] = [
  '',
  'null',
  '[]',
  '{}',
  '5',
  '"text"',
  'true',
  '{',
  'hello',
  '{"type":"hello"}',
  '{"type":"hello","num_connections":"x","connection_info":null}',
  '{"type":null}',
  '{"type":{"a":1}}',
  '{"type":"events_api"}',
  '{"type":"events_api","envelope_id":"a"}',
  '{"type":"events_api","envelope_id":"a","payload":null}',
  '{"type":"slash_commands","envelope_id":null,"payload":{}}',
  '{"type":"interactive","envelope_id":"a","payload":[]}',
  '{"type":"interactive","envelope_id":{"a":1},"payload":"x"}',
  '{"type":"__proto__","envelope_id":"a","payload":{}}',
  '{"type":"error","error":{"code":1}}',
  '{"__proto__":{"type":"events_api"}}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  '\ufeff{}',
  '\0',
]

/** Frames that the protocol allows, with a content that Slack never sends. */
export function createFrames(run: EntranceRun, prng: Prng, index: number): Frames {
  const sample = prng.pick(run.samples.slack)
  const payload = freshenSlackPayload(sample.payload, marksOf(run, index))
  const type = ENVELOPE_TYPES[sample.encoding]
  const envelope = { envelope_id: randomUUID(), payload, type, accepts_response_payload: type !== 'events_api' }
  const text = (value: unknown): Buffer => Buffer.from(writeJson(value))
  switch (
    prng.weighted({ envelope: 6, payload: 5, odd: 4, bytes: 2, binary: 1, ping: 1, fragments: 1, type: 1, large: 0.1 })
  ) {
    case 'envelope':
      return {
        bytes: encodeFrame(text(mutateJson(prng, envelope, prng.integer(1, 4)))),
        label: `a changed envelope (${sample.name})`,
      }
    case 'payload': {
      const changed = new JsonText(writeJson(mutateJson(prng, payload, prng.integer(0, 4))))
      return {
        bytes: encodeFrame(text({ ...envelope, payload: changed })),
        label: `a changed payload (${sample.name})`,
      }
    }
    case 'odd': {
      const odd = prng.pick(ODD_TEXTS)
      return { bytes: encodeFrame(Buffer.from(odd)), label: `the text ${odd.slice(0, 60)}` }
    }
    case 'bytes': {
      // A byte outside ASCII would make the text invalid UTF-8, which ends the connection.
      const changed = mutateBytes(prng, text(envelope), prng.integer(1, 3)).map((byte) => byte & 0x7f)
      return { bytes: encodeFrame(Buffer.from(changed)), label: 'an envelope with changed bytes' }
    }
    case 'binary':
      return {
        bytes: encodeFrame(createNoise(prng, prng.integer(0, 2000)), { opcode: OPCODES.binary }),
        label: 'binary data',
      }
    case 'ping':
      return {
        bytes: encodeFrame(createNoise(prng, prng.integer(0, 125)), {
          opcode: prng.pick([OPCODES.ping, OPCODES.pong]),
        }),
        label: 'a ping or a pong',
      }
    case 'fragments': {
      const whole = text(envelope)
      const parts = [whole.subarray(0, 10), whole.subarray(10)]
      const frames = parts.map((part, at) =>
        encodeFrame(part, { opcode: at === 0 ? OPCODES.text : OPCODES.continuation, isFinal: at > 0 }),
      )
      const between = encodeFrame(Buffer.alloc(3), { opcode: OPCODES.ping })
      return {
        bytes: Buffer.concat([frames[0] ?? between, between, frames[1] ?? between]),
        label: 'a fragmented envelope',
      }
    }
    case 'type':
      return {
        bytes: encodeFrame(
          text({ ...envelope, type: prng.pick(['toString', 'x', '', 'hello', 'error', 'close', 'connected']) }),
        ),
        label: 'an envelope of another type',
      }
    case 'large':
      return {
        bytes: encodeFrame(text({ ...envelope, payload: { text: 'x'.repeat(8_000_000) } })),
        label: 'a large envelope',
      }
  }
}

/** Frames that end the connection. */
export function createEndingFrames(prng: Prng): Frames {
  const kind = prng.weighted({
    opcode: 1,
    reserved: 1,
    'invalid text': 1,
    'odd close': 1,
    'long ping': 1,
    continuation: 1,
    length: 1,
    masked: 1,
    disconnect: 2,
    noise: 1,
  })
  const create = (): Buffer => {
    switch (kind) {
      case 'opcode':
        return encodeFrame(Buffer.from('{}'), { opcode: prng.pick([3, 7, 11, 15]) })
      case 'reserved':
        return encodeFrame(Buffer.from('{}'), { reserved: prng.integer(1, 7) })
      case 'invalid text':
        return encodeFrame(Buffer.from([0x7b, 0xc3, 0x28, 0x7d]))
      case 'odd close':
        return encodeFrame(Buffer.from(prng.pick([[], [3], [0, 1], [0x0f, 0xff], [3, 0xe8, 0xff, 0xfe]])), {
          opcode: OPCODES.close,
        })
      case 'long ping':
        return encodeFrame(Buffer.alloc(200), { opcode: OPCODES.ping })
      case 'continuation':
        return encodeFrame(Buffer.from('{}'), { opcode: OPCODES.continuation })
      case 'length':
        return Buffer.from([0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
      case 'masked':
        return Buffer.from([0x81, 0x82, 1, 2, 3, 4, 5, 6])
      case 'disconnect':
        return encodeFrame(
          Buffer.from(
            prng.pick([
              '{"type":"disconnect"}',
              '{"type":"disconnect","reason":{"a":1},"debug_info":null}',
              '{"type":"disconnect","reason":"link_disabled"}',
            ]),
          ),
        )
      case 'noise':
        return createNoise(prng, 300)
    }
  }
  return { bytes: create(), label: `${kind} (ends the connection)` }
}
