import { SlackError } from '../api/slack-errors.ts'
import { isJsonObject, type JsonObject } from '../workspace/workspace-types.ts'

/** The simulator's limit; Slack publishes none. */
const BYTES_MOST = 8192

const plain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const flat = (value: unknown): boolean => isJsonObject(value) && Object.values(value).every(plain)
const allowed = (value: unknown): boolean =>
  plain(value) || flat(value) || (Array.isArray(value) && (value as unknown[]).every((one) => plain(one) || flat(one)))

/** Message metadata as Slack takes it: an event type, and a payload one level deep. An empty object means none. */
export function readMetadata(metadata: JsonObject | undefined): JsonObject | undefined {
  if (!metadata || Object.keys(metadata).length === 0) return metadata
  const { event_type: type, event_payload: payload, entities } = metadata
  if (entities !== undefined && type === undefined) return metadata
  if (typeof type !== 'string' || type === '' || !isJsonObject(payload)) throw new SlackError('invalid_metadata_format')
  if (!Object.values(payload).every(allowed)) throw new SlackError('invalid_metadata_schema')
  if (Buffer.byteLength(JSON.stringify(metadata)) > BYTES_MOST) throw new SlackError('metadata_too_large')
  return metadata
}
