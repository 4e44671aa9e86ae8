import { z } from 'zod'
import { parseJson } from '../../core/json.ts'
import { MAX_PAYLOAD_VALUES } from './payload-text.ts'

/** Slack's requests are smaller, over HTTP they may not be larger either. */
const LIMIT_CHARACTERS = 1024 * 1024

const payload = z.record(z.string(), z.unknown())
const envelope = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('events_api'),
    envelope_id: z.string(),
    payload: z.looseObject({ event: z.looseObject({ type: z.string() }) }),
  }),
  z.object({ type: z.enum(['slash_commands', 'interactive']), envelope_id: z.string(), payload }),
  z.object({ type: z.literal(['hello', 'disconnect']) }),
])

/** A message of Slack over the socket: it is ready, it will close the connection, or a request in its envelope. */
export type SocketFrame = z.infer<typeof envelope>

/** Undefined for whatever Slack does not send: binary, no JSON, too long, of another shape. */
export function parseSocketFrame(data: unknown): SocketFrame | undefined {
  if (typeof data !== 'string' || data.length > LIMIT_CHARACTERS) return undefined
  return envelope.safeParse(parseJson(data, MAX_PAYLOAD_VALUES)).data
}

/** Describes an unreadable frame for the log. */
export function describeFrame(data: unknown): { kind: string; length: number | undefined } {
  if (typeof data === 'string') return { kind: 'text', length: data.length }
  return { kind: 'binary', length: data instanceof Blob ? data.size : undefined }
}
