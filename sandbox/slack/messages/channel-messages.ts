import { announceEvent } from '../apps/publish-event.ts'
import { nextTimestamp } from '../workspace/slack-ids.ts'
import type { App } from '../workspace/app-types.ts'
import type { Block, Channel, JsonObject, Message, Workspace } from '../workspace/workspace-types.ts'
import { findAppOfBot } from '../workspace/workspace-state.ts'
import { messageObject } from './message-object.ts'

const KEYS = { public: 'message.channels', private: 'message.groups', im: 'message.im', mpim: 'message.mpim' } as const

const TYPES = { public: 'channel', private: 'group', im: 'im', mpim: 'mpim' } as const

const MENTION = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g

export interface MessageDraft {
  channel: Channel
  /** A person, or the app that speaks as its bot. */
  user?: string
  app?: App
  text: string
  blocks?: Block[]
  derived?: boolean
  attachments?: unknown[]
  metadata?: JsonObject
  files?: JsonObject[]
  subtype?: string
  thread_ts?: string
  broadcast?: boolean
  ephemeral_for?: string
  username?: string
  icons?: JsonObject
  more?: JsonObject
}

function place(channel: Channel, message: Message, broadcast: boolean): void {
  if (message.ephemeral_for !== undefined) {
    channel.ephemerals.push(message)
    return
  }
  channel.byTs.set(message.ts, message)
  if (message.thread_ts !== undefined) {
    const thread = channel.threads.get(message.thread_ts) ?? []
    channel.threads.set(message.thread_ts, thread)
    thread.push(message)
  }
  if (message.thread_ts === undefined || broadcast) channel.timeline.push(message)
}

/** Notifies the page that a message changed. */
export function emitMessageChange(workspace: Workspace, channel: Channel, message: Message, action: string): void {
  workspace.server.emit({
    type: 'slack.message',
    action,
    channel: channel.id,
    ts: message.ts,
    ...(message.thread_ts !== undefined && { thread_ts: message.thread_ts }),
    ...(channel.user !== undefined && { user: channel.user }),
    ...(message.ephemeral_for !== undefined && { ephemeral_for: message.ephemeral_for }),
  })
}

const context = (channel: Channel): JsonObject => ({ channel: channel.id, channel_type: TYPES[channel.kind] })

/** Adds a message to its channel and sends the events. With an unknown `thread_ts` it is posted in the channel, as in Slack. */
export function addMessage(workspace: Workspace, draft: MessageDraft): Message {
  const { channel, app, ephemeral_for } = draft
  const parent = draft.thread_ts === undefined ? undefined : channel.byTs.get(draft.thread_ts)
  const inThread = parent !== undefined && parent.thread_ts === undefined
  const user = app ? app.botUser : draft.user
  const team = (user && workspace.people.get(user)?.team_id) || workspace.team.id
  const message: Message = {
    type: 'message',
    ...(draft.subtype && { subtype: draft.subtype }),
    ...(inThread && draft.broadcast && { subtype: 'thread_broadcast' }),
    ...(user !== undefined && { user }),
    ...(app && { bot_id: app.botId, app_id: app.id, author: app }),
    ts: nextTimestamp(),
    text: draft.text,
    team,
    ...(team !== workspace.team.id && { user_team: team, source_team: team }),
    ...(draft.username && { username: draft.username }),
    ...(draft.icons && { icons: draft.icons }),
    ...(!app && draft.user !== undefined && draft.subtype === undefined && { client_msg_id: crypto.randomUUID() }),
    ...(draft.blocks && draft.blocks.length > 0 && { blocks: draft.blocks }),
    ...(draft.derived && { derived: true }),
    ...(draft.attachments && draft.attachments.length > 0 && { attachments: draft.attachments }),
    ...(draft.metadata && { metadata: draft.metadata }),
    ...(draft.files && draft.files.length > 0 && { files: draft.files, upload: false }),
    ...((inThread || (ephemeral_for !== undefined && draft.thread_ts !== undefined)) && { thread_ts: draft.thread_ts }),
    ...(inThread && parent.user !== undefined && { parent_user_id: parent.user }),
    ...(ephemeral_for !== undefined && { ephemeral_for }),
    ...draft.more,
  }
  place(channel, message, draft.broadcast === true)
  emitMessageChange(workspace, channel, message, ephemeral_for === undefined ? 'posted' : 'ephemeral')
  if (ephemeral_for === undefined) announceMessage(workspace, channel, message)
  return message
}

function announceMessage(workspace: Workspace, channel: Channel, message: Message): void {
  const event: JsonObject = { ...messageObject(workspace, message, channel), ...context(channel), event_ts: message.ts }
  announceEvent(workspace, { key: KEYS[channel.kind], channel, event })
  for (const file of message.files ?? []) {
    const shared = { type: 'file_shared', file_id: file['id'], user_id: message.user, file: { id: file['id'] } }
    announceEvent(workspace, {
      key: 'file_shared',
      channel,
      event: { ...shared, channel_id: channel.id, event_ts: message.ts },
    })
  }
  if (channel.kind === 'im' || message.subtype?.startsWith('channel_')) return
  const mentioned = new Set([...message.text.matchAll(MENTION)].map((match) => match[1] ?? ''))
  for (const user of mentioned) {
    const app = findAppOfBot(workspace, user)
    if (!app || app === message.author) continue
    const { channel_type: _type, ...rest } = event
    announceEvent(workspace, { key: 'app_mention', channel, app, event: { ...rest, type: 'app_mention' } })
  }
}

/** Changes a message in place; `undefined` removes a field. Changes of ephemeral messages send no event. */
export function changeMessage(
  workspace: Workspace,
  channel: Channel,
  message: Message,
  patch: { [K in keyof Message]?: Message[K] | undefined },
): Message {
  const before = messageObject(workspace, message, channel)
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) Reflect.deleteProperty(message, name)
    else Object.assign(message, { [name]: value })
  }
  emitMessageChange(workspace, channel, message, 'changed')
  if (message.ephemeral_for !== undefined) return message
  announceEvent(workspace, {
    key: KEYS[channel.kind],
    channel,
    event: {
      type: 'message',
      subtype: 'message_changed',
      message: messageObject(workspace, message, channel),
      previous_message: before,
      hidden: true,
      ts: nextTimestamp(),
      ...context(channel),
      event_ts: nextTimestamp(),
    },
  })
  return message
}

function cut(list: Message[], message: Message): void {
  const at = list.lastIndexOf(message)
  if (at >= 0) list.splice(at, 1)
}

/** Removes a message. If it has replies it becomes a tombstone, and its thread can still be read and answered. */
export function removeMessage(workspace: Workspace, channel: Channel, message: Message): void {
  emitMessageChange(workspace, channel, message, 'deleted')
  if (message.ephemeral_for !== undefined) return cut(channel.ephemerals, message)
  const before = messageObject(workspace, message, channel)
  const replies = channel.threads.get(message.ts)
  if (replies && replies.length > 0) {
    for (const name of Object.keys(message)) if (name !== 'type' && name !== 'ts') Reflect.deleteProperty(message, name)
    Object.assign(message, { subtype: 'tombstone', user: 'USLACKBOT', text: 'This message was deleted.', hidden: true })
  } else {
    channel.byTs.delete(message.ts)
    channel.threads.delete(message.ts)
    cut(channel.timeline, message)
    if (message.thread_ts !== undefined) cut(channel.threads.get(message.thread_ts) ?? [], message)
  }
  announceEvent(workspace, {
    key: KEYS[channel.kind],
    channel,
    event: {
      type: 'message',
      subtype: 'message_deleted',
      hidden: true,
      deleted_ts: before['ts'],
      previous_message: before,
      ts: nextTimestamp(),
      ...context(channel),
      event_ts: nextTimestamp(),
    },
  })
}
