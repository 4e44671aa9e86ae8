import { composed, type Composed } from '../messages/message-content.ts'
import { RateLimited, SlackError } from '../api/slack-errors.ts'
import { change, post, remove, shown } from '../messages/channel-messages.ts'
import { visible, type Asked, type Method, type Methods } from '../api/api-method.ts'
import type { Channel, Fields, Message } from '../workspace/workspace-types.ts'
import { channelNamed, directMessages } from '../workspace/workspace-state.ts'

const UPDATE_TEXT_MOST = 4000
const CLEARABLE = ['metadata', 'attachments'] as const

/** Where a message may be posted: a channel by id or name, or a person's direct messages with the app. */
export function target({ world, app, args }: Asked): Channel {
  const name = args.need('channel')
  const person = world.people.get(name)
  if (person) {
    if (person.is_bot && person.app_id === app.id) throw new SlackError('channel_not_found')
    if (!app.manifest.messagesTab) throw new SlackError('messages_tab_disabled')
    return directMessages(world, person.id, app.botUser)
  }
  const channel = channelNamed(world, name)
  const member = channel?.members.has(app.botUser)
  if (!channel || (channel.kind !== 'public' && !member)) throw new SlackError('channel_not_found')
  if (channel.is_archived) throw new SlackError('is_archived')
  if (!member && (channel.is_ext_shared || !app.scopes.has('chat:write.public'))) throw new SlackError('not_in_channel')
  return channel
}

/** A name or picture of its own makes it a `bot_message`, as Slack has it. */
function costume({ app, args }: Asked): { username?: string; icons?: Fields; subtype?: string } {
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

const said = ({ text, blocks, derived, attachments, metadata }: Composed): Composed => ({
  text,
  blocks,
  derived,
  ...(attachments && attachments.length > 0 && { attachments }),
  ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
})

/** What is no time stamp at all, as nothing between quotes, is refused; one that names no message is not. */
function threadOf({ args }: Asked): { thread_ts?: string } {
  const ts = args.text('thread_ts')
  if (ts === undefined) return {}
  if (/^\d+\.\d+$/.test(ts)) return { thread_ts: ts }
  throw new SlackError('invalid_thread_ts', {
    response_metadata: { messages: [`[ERROR] ${ts} is not a valid thread_ts`] },
  })
}

function postMessage(asked: Asked): Fields {
  const { world, app, args } = asked
  const channel = target(asked)
  const content = said(composed(world, args, asked.warn))
  const thread = threadOf(asked)
  const waitMs = asked.rates.takePost(app, channel.id)
  if (waitMs > 0) throw new RateLimited(waitMs)
  const message = post(world, {
    channel,
    app,
    ...content,
    ...costume(asked),
    ...thread,
    broadcast: args.flag('reply_broadcast'),
  })
  return { channel: channel.id, ts: message.ts, message: shown(world, message, channel, { metadata: true }) }
}

function own(asked: Asked, refused: string): { channel: Channel; message: Message } {
  const channel = visible(asked)
  const message = channel.byTs.get(asked.args.need('ts'))
  if (!message || message.subtype === 'tombstone') throw new SlackError('message_not_found')
  if (message.author !== asked.app) throw new SlackError(refused)
  return { channel, message }
}

const hasRichText = (blocks: { type: string }[] | undefined): boolean =>
  blocks?.some(({ type }) => type === 'rich_text') === true

function update(asked: Asked): Fields {
  const { world, args } = asked
  const { channel, message } = own(asked, 'cant_update_message')
  if (channel.is_archived) throw new SlackError('is_inactive')
  const given = (name: string): boolean => args.all[name] !== undefined && args.all[name] !== null
  if ((args.text('text') ?? '').length > UPDATE_TEXT_MOST) throw new SlackError('msg_too_long')
  const speaks = ['text', 'blocks', 'attachments', 'markdown_text'].some(given)
  if (!speaks && !given('metadata')) throw new SlackError('no_text')
  const content = speaks ? composed(world, args, asked.warn) : undefined
  const replaced = content && !content.derived
  if (replaced && !message.derived && hasRichText(message.blocks) && !hasRichText(content.blocks))
    throw new SlackError('block_mismatch')
  const patch: Parameters<typeof change>[3] = {}
  if (content) {
    // Text without blocks takes the old blocks away; attachments alone leave both.
    if (given('text') || given('markdown_text')) patch.text = content.text
    if (given('text') || given('markdown_text') || given('blocks')) {
      patch.blocks = content.blocks.length > 0 ? content.blocks : undefined
      patch.derived = content.derived || undefined
    }
    if (!replaced) patch.edited = { user: asked.app.botUser, ts: `${Math.floor(Date.now() / 1000)}.000000` }
  }
  for (const name of CLEARABLE) {
    if (!given(name)) continue
    const value = name === 'metadata' ? args.object(name) : content?.attachments
    Object.assign(patch, { [name]: value && Object.keys(value).length > 0 ? value : undefined })
  }
  change(world, channel, message, patch)
  return {
    channel: channel.id,
    ts: message.ts,
    text: message.text,
    message: shown(world, message, channel, { metadata: true }),
  }
}

function postEphemeral(asked: Asked): Fields {
  const { world, app, args } = asked
  const channel = target(asked)
  const user = args.need('user')
  if (!channel.members.has(app.botUser)) throw new SlackError('not_in_channel')
  if (!world.people.has(user)) throw new SlackError('user_not_found')
  if (!channel.members.has(user)) throw new SlackError('user_not_in_channel')
  const thread = threadOf(asked)
  const { metadata: _none, ...content } = said(composed(world, args, asked.warn))
  const message = post(world, {
    channel,
    app,
    ...content,
    ...costume(asked),
    ...thread,
    ephemeral_for: user,
  })
  return { message_ts: message.ts }
}

function permalink(asked: Asked): Fields {
  const channel = visible(asked)
  const message = channel.byTs.get(asked.args.need('message_ts'))
  if (!message) throw new SlackError('message_not_found')
  const thread = message.thread_ts && `?thread_ts=${message.thread_ts}&cid=${channel.id}`
  const link = `${asked.world.base()}/archives/${channel.id}/p${message.ts.replace('.', '')}${thread ?? ''}`
  return { channel: channel.id, permalink: link }
}

const write = (rate: Method['rate'], run: Method['run']): Method => ({ rate, scopes: ['chat:write'], run })

/** The `chat.*` family. */
export const chat: Methods = {
  'chat.postMessage': write({ perMinute: 300 }, postMessage),
  'chat.update': write(3, update),
  'chat.delete': write(3, (asked) => {
    const { channel, message } = own(asked, 'cant_delete_message')
    remove(asked.world, channel, message)
    return { channel: channel.id, ts: message.ts }
  }),
  'chat.postEphemeral': write(4, postEphemeral),
  'chat.getPermalink': { rate: { perMinute: 600 }, run: permalink },
}
