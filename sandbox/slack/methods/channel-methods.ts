import { channelObject } from '../workspace/channel-object.ts'
import { SlackError } from '../api/slack-errors.ts'
import { announceEvent } from '../apps/publish-event.ts'
import { newSlackId, nextTimestamp } from '../workspace/slack-ids.ts'
import { setArchived, addMember, removeMember } from '../messages/channel-membership.ts'
import { addMessage } from '../messages/channel-messages.ts'
import { requireScope, visibleChannel, type MethodCall, type ApiMethod, type ApiMethods } from '../api/api-method.ts'
import type { Channel, JsonObject } from '../workspace/workspace-types.ts'
import { createChannel as newChannel } from '../workspace/seed-data.ts'

const WRITE = ['channels:manage', 'groups:write', 'im:write', 'mpim:write']

/** A channel (not a direct message) that the app may change. */
function changeable(call: MethodCall): Channel {
  const channel = visibleChannel(call)
  if (channel.kind === 'im' || channel.kind === 'mpim') throw new SlackError('method_not_supported_for_channel_type')
  requireScope(call.app, channel.kind === 'public' ? 'channels:manage' : 'groups:write')
  if (!channel.members.has(call.app.botUser)) throw new SlackError('not_in_channel')
  return channel
}

function named(call: MethodCall): string {
  const name = call.args.required('name').toLowerCase()
  if (!/^[\p{L}\p{N}_-]{1,80}$/u.test(name)) throw new SlackError('invalid_name_specials')
  for (const one of call.workspace.channels.values()) if (one.name === name) throw new SlackError('name_taken')
  return name
}

function create(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const name = named(call)
  const secret = args.flag('is_private')
  requireScope(app, secret ? 'groups:write' : 'channels:manage')
  const channel = newChannel(newSlackId('C'), name, secret ? 'private' : 'public', {
    creator: app.botUser,
    created: Math.floor(Date.now() / 1000),
    members: new Set([app.botUser]),
  })
  workspace.channels.set(channel.id, channel)
  workspace.server.emit({ type: 'slack.channel', channel: channel.id, action: 'created' })
  const { created, creator } = channel
  const made = { id: channel.id, name, is_channel: true, created, creator, context_team_id: workspace.team.id }
  // Every app receives it, member or not, because the channel is public.
  if (!secret)
    announceEvent(workspace, {
      key: 'channel_created',
      event: { type: 'channel_created', channel: made, event_ts: nextTimestamp() },
    })
  return { channel: channelObject(workspace, app, channel) }
}

function joinChannel(call: MethodCall): JsonObject {
  const { workspace, app, warn } = call
  const channel = visibleChannel(call)
  if (channel.kind !== 'public') throw new SlackError('method_not_supported_for_channel_type')
  if (channel.is_archived) throw new SlackError('is_archived')
  if (channel.members.has(app.botUser)) warn('already_in_channel')
  else addMember(workspace, channel, app.botUser)
  return { channel: channelObject(workspace, app, channel) }
}

function invite(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const channel = changeable(call)
  if (channel.is_archived) throw new SlackError('is_archived')
  const users = args.words('users')
  if (users.length === 0) throw new SlackError('no_user')
  for (const user of users) {
    if (!workspace.people.has(user)) throw new SlackError('user_not_found')
    if (user === app.botUser) throw new SlackError('cant_invite_self')
    if (channel.members.has(user)) throw new SlackError('already_in_channel')
  }
  for (const user of users) addMember(workspace, channel, user, app.botUser)
  return { channel: channelObject(workspace, app, channel) }
}

function kick(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const channel = changeable(call)
  const user = args.required('user')
  if (user === app.botUser) throw new SlackError('cant_kick_self')
  if (channel.is_general) throw new SlackError('cant_kick_from_general')
  if (!channel.members.has(user)) throw new SlackError('not_in_channel')
  removeMember(workspace, channel, user, app.botUser)
  return {}
}

function depart(call: MethodCall): JsonObject {
  const { workspace, app } = call
  const channel = visibleChannel(call)
  if (channel.kind === 'im' || channel.kind === 'mpim') throw new SlackError('method_not_supported_for_channel_type')
  if (channel.is_general) throw new SlackError('cant_leave_general')
  if (!channel.members.has(app.botUser)) return { not_in_channel: true }
  removeMember(workspace, channel, app.botUser)
  return {}
}

function filed(call: MethodCall, archived: boolean): JsonObject {
  const channel = changeable(call)
  if (channel.is_general) throw new SlackError('cant_archive_general')
  if (channel.is_archived === archived) throw new SlackError(archived ? 'already_archived' : 'not_archived')
  setArchived(call.workspace, channel, call.app.botUser, archived)
  return {}
}

function described(call: MethodCall, field: 'topic' | 'purpose'): JsonObject {
  const { workspace, app, args } = call
  const channel = visibleChannel(call)
  if (!channel.members.has(app.botUser)) throw new SlackError('not_in_channel')
  if (channel.is_archived) throw new SlackError('is_archived')
  const value = args.text(field) ?? ''
  if (value.length > 250) throw new SlackError('too_long')
  channel[field] = value
  const words = field === 'topic' ? 'channel topic' : 'channel description'
  addMessage(workspace, {
    channel,
    app,
    text: `set the ${words}: ${value}`,
    subtype: `channel_${field}`,
    more: { [field]: value },
  })
  return { channel: channelObject(workspace, app, channel) }
}

const write = (rate: ApiMethod['rate'], run: ApiMethod['run'], scopes = WRITE): ApiMethod => ({ rate, scopes, run })

/** Creating and changing conversations. */
export const channelMethods: ApiMethods = {
  'conversations.create': write(2, create),
  'conversations.join': write(3, joinChannel, ['channels:join']),
  'conversations.invite': write(3, invite),
  'conversations.kick': write(3, kick),
  'conversations.leave': write(3, depart),
  'conversations.archive': write(2, (call) => filed(call, true)),
  'conversations.unarchive': write(2, (call) => filed(call, false)),
  'conversations.rename': write(2, (call) => {
    const channel = changeable(call)
    channel.name = named(call)
    const { id: channelId, name, created } = channel
    const type = channel.kind === 'private' ? 'group_rename' : 'channel_rename'
    const event = { type, channel: { id: channelId, name, created }, event_ts: nextTimestamp() }
    announceEvent(call.workspace, { key: type, channel, event })
    call.workspace.server.emit({ type: 'slack.channel', channel: channel.id, action: 'renamed' })
    return { channel: channelObject(call.workspace, call.app, channel) }
  }),
  'conversations.setTopic': write(2, (call) => described(call, 'topic')),
  'conversations.setPurpose': write(2, (call) => described(call, 'purpose')),
  'conversations.close': write(2, (call) => (visibleChannel(call), { no_op: true, already_closed: true }), [
    'im:write',
    'mpim:write',
  ]),
  'conversations.mark': write(3, (call) => (visibleChannel(call), call.args.required('ts'), {})),
}
