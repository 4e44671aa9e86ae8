import { isBlockObject, readMember } from '../blocks/block-schema.ts'
import { isEarlier, nextTimestamp } from '../workspace/slack-ids.ts'
import type { Channel, JsonObject, Message, Workspace } from '../workspace/workspace-types.ts'

/** Whether a part of a message calls this person: by a mention, or with everyone in the channel. Plain text calls nobody. */
function callsPerson(part: unknown, user: string): boolean {
  if (Array.isArray(part)) return part.some((one) => callsPerson(one, user))
  if (!isBlockObject(part)) return false
  const text = readMember(part, 'text')
  if (['mrkdwn', 'markdown'].includes(String(part['type'])) && typeof text === 'string')
    return writesMention(text, user)
  if (part['type'] === 'user') return part['user_id'] === user
  return part['type'] === 'broadcast' || Object.values(part).some((one) => callsPerson(one, user))
}

const writesMention = (text: string, user: string): boolean =>
  text.includes(`<@${user}>`) || text.includes(`<@${user}|`) || /<!(?:here|channel|everyone)[|>]/.test(text)

const isMention = (message: Message, user: string): boolean =>
  writesMention(message.text, user) || callsPerson(message.blocks, user)

function countUnread(channel: Channel, user: string): JsonObject {
  const read = channel.reads.get(user) ?? ''
  const fresh = [...channel.byTs.values()].filter(
    (one) =>
      isEarlier(read, one.ts) && one.user !== user && !/^(?:tombstone|(?:channel|group)_)/.test(one.subtype ?? ''),
  )
  const inChannel = (one: Message): boolean => one.thread_ts === undefined || one.subtype === 'thread_broadcast'
  const direct = channel.kind === 'im'
  return {
    channel: channel.id,
    // The control surface names the direct messages with the app by the person.
    ...(direct && { user }),
    messages: fresh.filter(inChannel).length,
    mentions: fresh.filter((one) => (direct && inChannel(one)) || isMention(one, user)).length,
  }
}

/**
 * Unread messages of this person, for each of their channels and their direct messages with the app under test. Replies in threads count only as
 * mentions.
 */
export const listUnread = (workspace: Workspace, user: string): JsonObject[] =>
  [...workspace.channels.values()]
    .filter(({ kind, members }) => members.has(user) && (kind !== 'im' || members.has(workspace.primary.botUser)))
    .map((channel) => countUnread(channel, user))

/** Everything in the channel counts as read by this person from now on. */
export function markChannelRead(workspace: Workspace, channel: Channel, user: string): void {
  channel.reads.set(user, nextTimestamp())
  workspace.server.emit({ type: 'slack.read', channel: channel.id, user })
}
