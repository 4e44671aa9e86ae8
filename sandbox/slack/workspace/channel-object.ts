import type { App } from './app-types.ts'
import type { Channel, JsonObject, Workspace } from './workspace-types.ts'
import { OTHER_TEAM } from './seed-data.ts'

/** A conversation as the Web API shows it. */
export function channelObject(workspace: Workspace, app: App, channel: Channel): JsonObject {
  const { id, name, kind, created, is_archived, creator } = channel
  const team = workspace.team.id
  if (kind === 'im') {
    const user = [...channel.members].find((one) => one !== app.botUser) ?? channel.user
    return {
      id,
      created,
      is_archived: false,
      is_im: true,
      is_org_shared: false,
      context_team_id: team,
      updated: created * 1000,
      user,
      is_user_deleted: workspace.people.get(user ?? '')?.deleted === true,
      is_open: true,
      priority: 0,
    }
  }
  const note = (value: string): JsonObject => ({ value, creator, last_set: created })
  return {
    id,
    name,
    is_channel: kind === 'public',
    is_group: kind === 'private',
    is_im: false,
    is_mpim: kind === 'mpim',
    is_private: kind !== 'public',
    created,
    is_archived,
    is_general: channel.is_general,
    unlinked: 0,
    name_normalized: name,
    is_shared: channel.is_ext_shared,
    is_org_shared: false,
    is_pending_ext_shared: false,
    pending_shared: [],
    context_team_id: team,
    updated: created * 1000,
    parent_conversation: null,
    creator,
    is_ext_shared: channel.is_ext_shared,
    shared_team_ids: channel.is_ext_shared ? [team, OTHER_TEAM] : [team],
    pending_connected_team_ids: [],
    is_member: channel.members.has(app.botUser),
    topic: note(channel.topic),
    purpose: note(channel.purpose),
    previous_names: [],
  }
}
