import { z } from 'zod'
import { limitedList } from '../api/limited-list.ts'
import { payloadText } from './payload-text.ts'
import type { ChangedMessage, DeletedMessage, SlackEvent, TypedMessage } from './listeners.ts'
import { messageTs, payloadId, slackId } from './payload-ids.ts'

const envelope = z.object({
  event_id: payloadId,
  event: z.looseObject({ type: payloadId }),
})

/** Reads any other event; `user` is empty if the event names none. */
export function parseSlackEvent(body: unknown, team: string): SlackEvent {
  const raw = envelope.parse(body)
  return {
    team,
    // In some events it is a whole person, which the listener reads.
    user: slackId.safeParse(raw.event['user']).data ?? '',
    eventId: raw.event_id,
    type: raw.event.type,
    event: raw.event,
  }
}

const typed = z.object({
  subtype: z.string().optional(),
  bot_id: z.string().optional(),
  user: slackId,
  channel: slackId,
  channel_type: z.string().optional(),
  ts: messageTs,
  thread_ts: messageTs.optional(),
  text: payloadText.default(''),
  blocks: z.unknown().optional(),
  files: limitedList(z.object({ id: payloadId, name: z.string().default('') })).default([]),
})

/** Subtypes of messages that a person typed. We ignore all others (joins, edits, topics, bots). */
const TYPED_SUBTYPES = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])

const channelTypes: Record<string, TypedMessage['channelType']> = {
  channel: 'channel',
  group: 'group',
  im: 'im',
  mpim: 'mpim',
}

const gone = z.object({
  subtype: z.enum(['message_deleted', 'message_changed']),
  channel: slackId,
  deleted_ts: messageTs.optional(),
  message: z
    .object({ subtype: z.literal('tombstone'), ts: messageTs })
    .optional()
    .catch(undefined),
  previous_message: z.object({ user: z.string().optional() }).optional().catch(undefined),
})

/** Reads that a message is gone; undefined if it is not, or if somebody else than the app wrote it. */
export function parseDeletedMessage(
  event: Record<string, unknown>,
  team: string,
  appUser: string,
): DeletedMessage | undefined {
  const { data } = gone.safeParse(event)
  const ts = data?.deleted_ts ?? data?.message?.ts
  const author = data?.previous_message?.user ?? appUser
  return data && ts !== undefined && author === appUser ? { team, channel: data.channel, ts } : undefined
}

/**
 * Reads a message; undefined if no person typed it, unless another app mentions ours. A mention arrives twice, as `message` and as `app_mention`, with two event ids. Our
 * event id consists of the channel and the timestamp, so both have the same one.
 */
export function parseTypedMessage(
  event: Record<string, unknown>,
  team: string,
  appUser: string,
): TypedMessage | undefined {
  const parsed = typed.safeParse(event)
  if (!parsed.success || !TYPED_SUBTYPES.has(parsed.data.subtype) || parsed.data.user === appUser) return undefined
  const raw = parsed.data
  const mentionsApp = raw.text.includes(`<@${appUser}>`) || raw.text.includes(`<@${appUser}|`)
  if (raw.bot_id !== undefined && !mentionsApp) return undefined
  return {
    team,
    user: raw.user,
    eventId: `${raw.channel}:${raw.ts}`,
    channel: raw.channel,
    channelType:
      channelTypes[raw.channel_type ?? ''] ??
      (raw.channel.startsWith('D') ? 'im' : raw.channel.startsWith('G') ? 'group' : 'channel'),
    ts: raw.ts,
    text: raw.text,
    blocks: raw.blocks,
    files: raw.files,
    mentionsApp,
    ...(raw.thread_ts && { threadTs: raw.thread_ts }),
  }
}

const personsMessage = z.object({
  user: slackId,
  bot_id: z.string().optional(),
  ts: messageTs,
  thread_ts: messageTs.optional(),
  text: payloadText.default(''),
})
const changed = z.object({
  event_id: payloadId,
  event: z.object({
    subtype: z.enum(['message_deleted', 'message_changed']),
    channel: slackId,
    message: z
      .object({
        subtype: z.string().optional(),
        text: payloadText.default(''),
        files: limitedList(z.object({ name: z.string().default('') })).default([]),
      })
      .optional(),
    previous_message: personsMessage,
  }),
})

/** Reads that a person's message has another text or is gone; undefined for any other event, and for messages of apps. */
export function parseChangedMessage(body: unknown, team: string): ChangedMessage | undefined {
  const { data } = changed.safeParse(body)
  if (!data || data.event.previous_message.bot_id !== undefined) return undefined
  const { subtype, channel, message, previous_message: before } = data.event
  const isDeleted = subtype === 'message_deleted' || message?.subtype === 'tombstone'
  if (!isDeleted && (message === undefined || message.text === before.text)) return undefined
  return {
    team,
    user: before.user,
    eventId: data.event_id,
    channel,
    ts: before.ts,
    text: isDeleted ? undefined : message?.text,
    files: message?.files ?? [],
    ...(before.thread_ts && { threadTs: before.thread_ts }),
  }
}
