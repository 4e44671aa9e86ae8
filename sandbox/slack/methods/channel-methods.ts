import { channelObject } from '../workspace/channel-object.ts'
import { SlackError } from '../api/slack-errors.ts'
import { announce } from '../events/publish-event.ts'
import { id, stamp } from '../workspace/slack-ids.ts'
import { archive, join, leave } from '../messages/channel-membership.ts'
import { post } from '../messages/channel-messages.ts'
import { requireScope, visible, type Asked, type Method, type Methods } from '../api/api-method.ts'
import type { Channel, Fields } from '../workspace/workspace-types.ts'
import { channel as newChannel } from '../workspace/seed-data.ts'

const WRITE = ['channels:manage', 'groups:write', 'im:write', 'mpim:write']

/** A channel (not a direct message) that the app may change. */
function changeable(asked: Asked): Channel {
  const channel = visible(asked)
  if (channel.kind === 'im' || channel.kind === 'mpim') throw new SlackError('method_not_supported_for_channel_type')
  requireScope(asked.app, channel.kind === 'public' ? 'channels:manage' : 'groups:write')
  if (!channel.members.has(asked.app.botUser)) throw new SlackError('not_in_channel')
  return channel
}

function named(asked: Asked): string {
  const name = asked.args.need('name').toLowerCase()
  if (!/^[\p{L}\p{N}_-]{1,80}$/u.test(name)) throw new SlackError('invalid_name_specials')
  for (const one of asked.world.channels.values()) if (one.name === name) throw new SlackError('name_taken')
  return name
}

function create(asked: Asked): Fields {
  const { world, app, args } = asked
  const name = named(asked)
  const secret = args.flag('is_private')
  requireScope(app, secret ? 'groups:write' : 'channels:manage')
  const channel = newChannel(id('C'), name, secret ? 'private' : 'public', {
    creator: app.botUser,
    created: Math.floor(Date.now() / 1000),
    members: new Set([app.botUser]),
  })
  world.channels.set(channel.id, channel)
  world.host.tell({ type: 'slack.channel', channel: channel.id, action: 'created' })
  const { created, creator } = channel
  const made = { id: channel.id, name, is_channel: true, created, creator, context_team_id: world.team.id }
  // Heard by every app, member or not: a public channel is nobody's secret.
  if (!secret)
    announce(world, { key: 'channel_created', event: { type: 'channel_created', channel: made, event_ts: stamp() } })
  return { channel: channelObject(world, app, channel) }
}

function joinChannel(asked: Asked): Fields {
  const { world, app, warn } = asked
  const channel = visible(asked)
  if (channel.kind !== 'public') throw new SlackError('method_not_supported_for_channel_type')
  if (channel.is_archived) throw new SlackError('is_archived')
  if (channel.members.has(app.botUser)) warn('already_in_channel')
  else join(world, channel, app.botUser)
  return { channel: channelObject(world, app, channel) }
}

function invite(asked: Asked): Fields {
  const { world, app, args } = asked
  const channel = changeable(asked)
  if (channel.is_archived) throw new SlackError('is_archived')
  const users = args.words('users')
  if (users.length === 0) throw new SlackError('no_user')
  for (const user of users) {
    if (!world.people.has(user)) throw new SlackError('user_not_found')
    if (user === app.botUser) throw new SlackError('cant_invite_self')
    if (channel.members.has(user)) throw new SlackError('already_in_channel')
  }
  for (const user of users) join(world, channel, user, app.botUser)
  return { channel: channelObject(world, app, channel) }
}

function kick(asked: Asked): Fields {
  const { world, app, args } = asked
  const channel = changeable(asked)
  const user = args.need('user')
  if (user === app.botUser) throw new SlackError('cant_kick_self')
  if (channel.is_general) throw new SlackError('cant_kick_from_general')
  if (!channel.members.has(user)) throw new SlackError('not_in_channel')
  leave(world, channel, user, app.botUser)
  return {}
}

function depart(asked: Asked): Fields {
  const { world, app } = asked
  const channel = visible(asked)
  if (channel.kind === 'im' || channel.kind === 'mpim') throw new SlackError('method_not_supported_for_channel_type')
  if (channel.is_general) throw new SlackError('cant_leave_general')
  if (!channel.members.has(app.botUser)) return { not_in_channel: true }
  leave(world, channel, app.botUser)
  return {}
}

function filed(asked: Asked, archived: boolean): Fields {
  const channel = changeable(asked)
  if (channel.is_general) throw new SlackError('cant_archive_general')
  if (channel.is_archived === archived) throw new SlackError(archived ? 'already_archived' : 'not_archived')
  archive(asked.world, channel, asked.app.botUser, archived)
  return {}
}

function described(asked: Asked, field: 'topic' | 'purpose'): Fields {
  const { world, app, args } = asked
  const channel = visible(asked)
  if (!channel.members.has(app.botUser)) throw new SlackError('not_in_channel')
  if (channel.is_archived) throw new SlackError('is_archived')
  const value = args.text(field) ?? ''
  if (value.length > 250) throw new SlackError('too_long')
  channel[field] = value
  const words = field === 'topic' ? 'channel topic' : 'channel description'
  post(world, {
    channel,
    app,
    text: `set the ${words}: ${value}`,
    subtype: `channel_${field}`,
    more: { [field]: value },
  })
  return { channel: channelObject(world, app, channel) }
}

const write = (rate: Method['rate'], run: Method['run'], scopes = WRITE): Method => ({ rate, scopes, run })

/** Making and changing conversations. */
export const manage: Methods = {
  'conversations.create': write(2, create),
  'conversations.join': write(3, joinChannel, ['channels:join']),
  'conversations.invite': write(3, invite),
  'conversations.kick': write(3, kick),
  'conversations.leave': write(3, depart),
  'conversations.archive': write(2, (asked) => filed(asked, true)),
  'conversations.unarchive': write(2, (asked) => filed(asked, false)),
  'conversations.rename': write(2, (asked) => {
    const channel = changeable(asked)
    channel.name = named(asked)
    const { id: channelId, name, created } = channel
    const event = { type: 'channel_rename', channel: { id: channelId, name, created }, event_ts: stamp() }
    announce(asked.world, { key: 'channel_rename', channel, event })
    asked.world.host.tell({ type: 'slack.channel', channel: channel.id, action: 'renamed' })
    return { channel: channelObject(asked.world, asked.app, channel) }
  }),
  'conversations.setTopic': write(2, (asked) => described(asked, 'topic')),
  'conversations.setPurpose': write(2, (asked) => described(asked, 'purpose')),
  'conversations.close': write(2, (asked) => (visible(asked), { no_op: true, already_closed: true }), [
    'im:write',
    'mpim:write',
  ]),
  'conversations.mark': write(3, (asked) => (visible(asked), asked.args.need('ts'), {})),
}
