import type { Route } from '../../server/http-types.ts'
import { channelOf, control, inside, messageOf, type Wish } from './slack-control-route.ts'
import { ControlError } from '../../server/control-routes.ts'
import { actor, upload } from '../interactions/interaction-payload.ts'
import { change, post, remove } from '../messages/channel-messages.ts'
import type { Channel, Fields, World } from '../workspace/workspace-types.ts'
import { richText } from '../messages/derived-rich-text.ts'
import { appOfBot } from '../workspace/workspace-state.ts'
import { normal } from '../messages/message-text.ts'

function writable(world: World, channel: Channel): void {
  if (channel.is_archived) throw new ControlError(`#${channel.name} is archived`, 409)
  if (channel.kind !== 'im') return
  const app = [...channel.members].map((member) => appOfBot(world, member)).find(Boolean)
  if (app && (!app.manifest.messagesTab || app.manifest.messagesReadOnly))
    throw new ControlError(`${app.name} takes no direct messages: its manifest says so`, 409)
}

function say(world: World, wish: Wish): Fields {
  const channel = channelOf(world, wish.text('channel'))
  const person = actor(world, wish.text('user'))
  inside(channel, person)
  writable(world, channel)
  const given = wish.body['files']
  if (given !== undefined && given !== null && !Array.isArray(given)) throw new ControlError('files is an array')
  const files = Array.isArray(given) ? given.map((file) => upload(world, person.id, file)) : []
  const text = normal(files.length > 0 ? (wish.maybe('text') ?? '') : wish.text('text'))
  const replying = wish.maybe('thread_ts')
  const parent = replying === undefined ? undefined : messageOf(channel, replying)
  if (parent?.ephemeral_for !== undefined) throw new ControlError('nobody can answer an ephemeral message', 409)
  for (const file of files) world.files.get(String(file['id']))?.channels.add(channel.id)
  const message = post(world, {
    channel,
    user: person.id,
    text,
    blocks: richText(text),
    ...(files.length > 0 && { files, subtype: 'file_share' }),
    ...(parent && { thread_ts: parent.thread_ts ?? parent.ts }),
    broadcast: wish.body['reply_broadcast'] === true,
  })
  return { ts: message.ts }
}

function edit(world: World, wish: Wish): Fields {
  const channel = channelOf(world, wish.text('channel'))
  const message = messageOf(channel, wish.text('ts'))
  const text = wish.maybe('text')
  if (text === undefined) {
    remove(world, channel, message)
    return {}
  }
  if (message.author) throw new ControlError('an app wrote that message: people can delete it, not edit it', 409)
  const stored = normal(text)
  const edited = { user: message.user ?? '', ts: `${Math.floor(Date.now() / 1000)}.000000` }
  const blocks = richText(stored)
  change(world, channel, message, { text: stored, blocks: blocks.length > 0 ? blocks : undefined, edited })
  return { ts: message.ts }
}

/** What a person types, edits and deletes. */
export const typingRoutes = (world: World): Route[] => [
  control('POST', '/slack/message', (wish) => say(world, wish)),
  control('POST', '/slack/edit', (wish) => edit(world, wish)),
]
