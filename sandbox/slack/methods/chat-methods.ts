import { composeContent, type MessageContent } from '../messages/message-content.ts'
import { RateLimitError, SlackError } from '../api/slack-errors.ts'
import { messageObject } from '../messages/message-object.ts'
import { changeMessage, addMessage, removeMessage } from '../messages/channel-messages.ts'
import { visibleChannel, type MethodCall, type ApiMethod, type ApiMethods } from '../api/api-method.ts'
import type { Channel, JsonObject, Message } from '../workspace/workspace-types.ts'
import { findChannel, openDirectMessages } from '../workspace/workspace-state.ts'

const UPDATE_TEXT_MOST = 4000
const CLEARABLE = ['metadata', 'attachments'] as const

/** Where a message may be posted: a channel by id or name, or a person's direct messages with the app. */
export function postTarget({ workspace, app, args }: MethodCall): Channel {
  const name = args.required('channel')
  const person = workspace.people.get(name)
  if (person) {
    if (person.is_bot && person.app_id === app.id) throw new SlackError('channel_not_found')
    if (!app.manifest.messagesTab) throw new SlackError('messages_tab_disabled')
    return openDirectMessages(workspace, person.id, app.botUser)
  }
  const channel = findChannel(workspace, name)
  const member = channel?.members.has(app.botUser)
  if (!channel || (channel.kind !== 'public' && !member)) throw new SlackError('channel_not_found')
  if (channel.is_archived) throw new SlackError('is_archived')
  if (!member && (channel.is_ext_shared || !app.scopes.has('chat:write.public'))) throw new SlackError('not_in_channel')
  return channel
}

/** A custom name or picture turns the message into a `bot_message`. */
function readIdentity({ app, args }: MethodCall): { username?: string; icons?: JsonObject; subtype?: string } {
  if (!app.scopes.has('chat:write.customize')) return {}
  const username = args.text('username')
  const emoji = args.text('icon_emoji')
  const image = args.text('icon_url')
  if (!username && !emoji && !image) return {}
  return {
    subtype: 'bot_message',
    ...(username && { username }),
    ...(emoji && { icons: { emoji } }),
    ...(!emoji && image && { icons: { image_48: image } }),
  }
}

const withoutEmpty = ({ text, blocks, derived, attachments, metadata }: MessageContent): MessageContent => ({
  text,
  blocks,
  derived,
  ...(attachments && attachments.length > 0 && { attachments }),
  ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
})

/** The thread of a post. Slack refuses an invalid timestamp, including an empty one, but not an unknown one. */
function readThread({ args }: MethodCall): { thread_ts?: string } {
  const ts = args.text('thread_ts')
  if (ts === undefined) return {}
  if (/^\d+\.\d+$/.test(ts)) return { thread_ts: ts }
  throw new SlackError('invalid_thread_ts', {
    response_metadata: { messages: [`[ERROR] ${ts} is not a valid thread_ts`] },
  })
}

function postMessage(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const channel = postTarget(call)
  const content = withoutEmpty(composeContent(workspace, args, call.warn))
  const thread = readThread(call)
  const waitMs = call.rates.takePost(app, channel.id)
  if (waitMs > 0) throw new RateLimitError(waitMs)
  const message = addMessage(workspace, {
    channel,
    app,
    ...content,
    ...readIdentity(call),
    ...thread,
    broadcast: args.flag('reply_broadcast'),
  })
  return {
    channel: channel.id,
    ts: message.ts,
    message: messageObject(workspace, message, channel, { metadata: true }),
  }
}

function ownMessage(call: MethodCall, refused: string): { channel: Channel; message: Message } {
  const channel = visibleChannel(call)
  const message = channel.byTs.get(call.args.required('ts'))
  if (!message || message.subtype === 'tombstone') throw new SlackError('message_not_found')
  if (message.author !== call.app) throw new SlackError(refused)
  return { channel, message }
}

const hasRichText = (blocks: { type: string }[] | undefined): boolean =>
  blocks?.some(({ type }) => type === 'rich_text') === true

/** The message in the answer to `chat.update`: its content only. Slack gives `ts` next to it, and nothing about its place in a thread. */
function updatedMessage(call: MethodCall, message: Message): JsonObject {
  const shown = messageObject(call.workspace, message, undefined, { metadata: true })
  const { ts: _ts, thread_ts: _threadTs, parent_user_id: _parent, subtype: _subtype, ...content } = shown
  return content
}

function update(call: MethodCall): JsonObject {
  const { workspace, args } = call
  const { channel, message } = ownMessage(call, 'cant_update_message')
  if (channel.is_archived) throw new SlackError('is_inactive')
  const given = (name: string): boolean => args.all[name] !== undefined && args.all[name] !== null
  if ((args.text('text') ?? '').length > UPDATE_TEXT_MOST) throw new SlackError('msg_too_long')
  const speaks = ['text', 'blocks', 'attachments', 'markdown_text'].some(given)
  if (!speaks && !given('metadata')) throw new SlackError('no_text')
  const content = speaks ? composeContent(workspace, args, call.warn) : undefined
  const replaced = content && !content.derived
  if (replaced && !message.derived && hasRichText(message.blocks) && !hasRichText(content.blocks))
    throw new SlackError('block_mismatch')
  const patch: Parameters<typeof changeMessage>[3] = {}
  if (content) {
    // Text without blocks removes the old blocks; attachments alone leave both.
    if (given('text') || given('markdown_text')) patch.text = content.text
    if (given('text') || given('markdown_text') || given('blocks')) {
      patch.blocks = content.blocks.length > 0 ? content.blocks : undefined
      patch.derived = content.derived || undefined
    }
    if (!replaced) patch.edited = { user: call.app.botId, ts: `${Math.floor(Date.now() / 1000)}.000000` }
  }
  for (const name of CLEARABLE) {
    if (!given(name)) continue
    const value = name === 'metadata' ? args.object(name) : content?.attachments
    Object.assign(patch, { [name]: value && Object.keys(value).length > 0 ? value : undefined })
  }
  changeMessage(workspace, channel, message, patch)
  return {
    channel: channel.id,
    ts: message.ts,
    text: message.text,
    message: updatedMessage(call, message),
  }
}

function postEphemeral(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const channel = postTarget(call)
  const user = args.required('user')
  if (!channel.members.has(app.botUser)) throw new SlackError('not_in_channel')
  const reader = workspace.people.get(user)
  if (!reader) throw new SlackError('user_not_found')
  if (reader.deleted || !channel.members.has(user)) throw new SlackError('user_not_in_channel')
  const thread = readThread(call)
  const { metadata: _none, ...content } = withoutEmpty(composeContent(workspace, args, call.warn))
  const message = addMessage(workspace, {
    channel,
    app,
    ...content,
    ...readIdentity(call),
    ...thread,
    ephemeral_for: user,
  })
  return { message_ts: message.ts }
}

function permalink(call: MethodCall): JsonObject {
  const channel = visibleChannel(call)
  const message = channel.byTs.get(call.args.required('message_ts'))
  if (!message) throw new SlackError('message_not_found')
  const thread = message.thread_ts && `?thread_ts=${message.thread_ts}&cid=${channel.id}`
  const link = `${call.workspace.baseUrl()}/archives/${channel.id}/p${message.ts.replace('.', '')}${thread ?? ''}`
  return { channel: channel.id, permalink: link }
}

const write = (rate: ApiMethod['rate'], run: ApiMethod['run']): ApiMethod => ({ rate, scopes: ['chat:write'], run })

/** The `chat.*` family. */
export const chatMethods: ApiMethods = {
  'chat.postMessage': write({ perMinute: 300 }, postMessage),
  'chat.update': write(3, update),
  'chat.delete': write(3, (call) => {
    const { channel, message } = ownMessage(call, 'cant_delete_message')
    removeMessage(call.workspace, channel, message)
    return { channel: channel.id, ts: message.ts }
  }),
  'chat.postEphemeral': write(4, postEphemeral),
  'chat.getPermalink': { rate: { perMinute: 600 }, run: permalink },
}
