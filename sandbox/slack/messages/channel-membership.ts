import { announceEvent } from '../apps/publish-event.ts'
import { OTHER_TEAM } from '../workspace/seed-data.ts'
import { nextTimestamp } from '../workspace/slack-ids.ts'
import { addMessage } from './channel-messages.ts'
import type { Channel, JsonObject, Workspace } from '../workspace/workspace-types.ts'
import { findAppOfBot } from '../workspace/workspace-state.ts'

/** Adds a person or bot to a channel, with the note in the channel and the event. */
export function addMember(workspace: Workspace, channel: Channel, user: string, inviter?: string): void {
  channel.members.add(user)
  const word = channel.kind === 'private' ? 'group' : 'channel'
  addMessage(workspace, {
    channel,
    user,
    text: `<@${user}> has joined the ${word}`,
    subtype: `${word}_join`,
    ...(inviter !== undefined && { more: { inviter } }),
  })
  announceEvent(workspace, {
    key: 'member_joined_channel',
    channel,
    event: membership(workspace, 'member_joined_channel', channel, user, inviter),
  })
  workspace.server.emit({ type: 'slack.channel', channel: channel.id, action: 'joined', user })
}

/** Removes a person or bot from a channel. A bot that is removed gets an event as well. */
export function removeMember(workspace: Workspace, channel: Channel, user: string, kicker?: string): void {
  channel.members.delete(user)
  const event = membership(workspace, 'member_left_channel', channel, user)
  announceEvent(workspace, { key: 'member_left_channel', channel, event })
  const app = findAppOfBot(workspace, user)
  if (app) {
    const type = channel.kind === 'private' ? 'group_left' : 'channel_left'
    const left = { type, channel: channel.id, actor_id: kicker, event_ts: nextTimestamp() }
    announceEvent(workspace, { key: type, app, regardless: app.installed, event: left })
  }
  workspace.server.emit({ type: 'slack.channel', channel: channel.id, action: 'left', user })
}

const membership = (
  workspace: Workspace,
  type: string,
  channel: Channel,
  user: string,
  inviter?: string,
): JsonObject => ({
  type,
  user,
  channel: channel.id,
  channel_type: channel.kind === 'private' ? 'G' : 'C',
  team: workspace.team.id,
  ...(inviter !== undefined && { inviter }),
  event_ts: nextTimestamp(),
})

/** Shares a channel with the other organization, or ends that. */
export function setShared(workspace: Workspace, channel: Channel, isShared: boolean): void {
  channel.is_ext_shared = isShared
  const type = isShared ? 'channel_shared' : 'channel_unshared'
  const other = isShared
    ? { connected_team_id: OTHER_TEAM }
    : { previously_connected_team_id: OTHER_TEAM, is_ext_shared: false }
  announceEvent(workspace, {
    key: type,
    channel,
    event: { type, channel: channel.id, ...other, event_ts: nextTimestamp() },
  })
}

export function setArchived(workspace: Workspace, channel: Channel, user: string, archived: boolean): void {
  channel.is_archived = archived
  const prefix = channel.kind === 'private' ? 'group' : 'channel'
  const type = `${prefix}_${archived ? 'archive' : 'unarchive'}`
  addMessage(workspace, {
    channel,
    user,
    text: archived ? 'archived the channel' : 'un-archived the channel',
    subtype: type,
  })
  announceEvent(workspace, {
    key: type,
    channel,
    event: { type, channel: channel.id, user, is_moved: 0, event_ts: nextTimestamp() },
  })
  workspace.server.emit({ type: 'slack.channel', channel: channel.id, action: archived ? 'archived' : 'unarchived' })
}
