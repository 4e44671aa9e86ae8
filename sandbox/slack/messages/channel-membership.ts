import { announce } from '../events/publish-event.ts'
import { stamp } from '../workspace/slack-ids.ts'
import { post } from './channel-messages.ts'
import type { Channel, Fields, World } from '../workspace/workspace-types.ts'
import { appOfBot } from '../workspace/workspace-state.ts'

/** A person or bot comes into a channel: the members, the note in the channel, the event. */
export function join(world: World, channel: Channel, user: string, inviter?: string): void {
  channel.members.add(user)
  const word = channel.kind === 'private' ? 'group' : 'channel'
  post(world, {
    channel,
    user,
    text: `<@${user}> has joined the ${word}`,
    subtype: `${word}_join`,
    ...(inviter !== undefined && { more: { inviter } }),
  })
  announce(world, {
    key: 'member_joined_channel',
    channel,
    event: membership(world, 'member_joined_channel', channel, user, inviter),
  })
  world.host.tell({ type: 'slack.channel', channel: channel.id, action: 'joined', user })
}

/** A person or bot leaves a channel; the bot that left is told too. */
export function leave(world: World, channel: Channel, user: string, kicker?: string): void {
  channel.members.delete(user)
  const event = membership(world, 'member_left_channel', channel, user)
  announce(world, { key: 'member_left_channel', channel, event })
  const app = appOfBot(world, user)
  if (app) {
    const type = channel.kind === 'private' ? 'group_left' : 'channel_left'
    const left = { type, channel: channel.id, actor_id: kicker, event_ts: stamp() }
    announce(world, { key: type, app, anyway: app.installed, event: left })
  }
  world.host.tell({ type: 'slack.channel', channel: channel.id, action: 'left', user })
}

const membership = (world: World, type: string, channel: Channel, user: string, inviter?: string): Fields => ({
  type,
  user,
  channel: channel.id,
  channel_type: channel.kind === 'private' ? 'G' : 'C',
  team: world.team.id,
  ...(inviter !== undefined && { inviter }),
  event_ts: stamp(),
})

export function archive(world: World, channel: Channel, user: string, archived: boolean): void {
  channel.is_archived = archived
  const prefix = channel.kind === 'private' ? 'group' : 'channel'
  const type = `${prefix}_${archived ? 'archive' : 'unarchive'}`
  post(world, { channel, user, text: archived ? 'archived the channel' : 'un-archived the channel', subtype: type })
  announce(world, {
    key: type,
    channel,
    event: { type, channel: channel.id, user, is_moved: 0, event_ts: stamp() },
  })
  world.host.tell({ type: 'slack.channel', channel: channel.id, action: archived ? 'archived' : 'unarchived' })
}
