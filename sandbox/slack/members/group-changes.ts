import { announceEvent } from '../apps/publish-event.ts'
import { SlackError } from '../api/slack-errors.ts'
import { newSlackId, nextTimestamp } from '../workspace/slack-ids.ts'
import { createGroup } from '../workspace/seed-data.ts'
import type { JsonObject, UserGroup, Workspace } from '../workspace/workspace-types.ts'

/** The event lists this many members; its count is not cut. */
const USERS_IN_EVENT = 500

const nowS = (): number => Math.floor(Date.now() / 1000)

export interface GroupFields {
  name?: string
  handle?: string
  description?: string
}

/** Refuses a name or handle that another group has. */
function requireFreeName(workspace: Workspace, name: string, handle: string, own?: UserGroup): void {
  for (const one of workspace.groups.values()) {
    if (one === own) continue
    if (one.fields.name === name) throw new SlackError('name_already_exists')
    if (handle !== '' && one.fields.handle === handle) throw new SlackError('handle_already_exists')
  }
}

function announceGroup(workspace: Workspace, type: 'subteam_created' | 'subteam_updated', group: UserGroup): void {
  const { fields, users } = group
  const subteam = { ...fields, users: users.slice(0, USERS_IN_EVENT), user_count: users.length, channel_count: 0 }
  announceEvent(workspace, { key: type, event: { type, subteam, event_ts: nextTimestamp() } })
  workspace.server.emit({ type: 'slack.group', group: fields.id })
}

function requireKnownPeople(workspace: Workspace, users: string[]): void {
  for (const user of users) if (!workspace.people.has(user)) throw new SlackError('invalid_users')
}

/** Creates a user group and notifies every app that listens. */
export function addGroup(
  workspace: Workspace,
  { name = '', handle = '', description = '' }: GroupFields,
  users: string[],
  by: string,
): UserGroup {
  requireFreeName(workspace, name, handle)
  requireKnownPeople(workspace, users)
  const group = createGroup({ id: newSlackId('S'), name, handle }, { users, by, at: nowS(), description })
  workspace.groups.set(group.fields.id, group)
  announceGroup(workspace, 'subteam_created', group)
  return group
}

/** Changes a group's name, handle or description. */
export function updateGroup(workspace: Workspace, group: UserGroup, given: GroupFields, by: string): void {
  const { fields } = group
  const [name, handle] = [given.name ?? fields.name, given.handle ?? fields.handle]
  requireFreeName(workspace, name, handle, group)
  const description = given.description ?? fields['description']
  Object.assign(fields, { name, handle, description, updated_by: by, date_update: nowS() })
  announceGroup(workspace, 'subteam_updated', group)
}

/** Disables a group, which Slack's client calls deleting, or enables it again. */
export function setGroupEnabled(workspace: Workspace, group: UserGroup, enabled: boolean, by: string): void {
  group.fields.date_delete = enabled ? 0 : nowS()
  Object.assign(group.fields, { deleted_by: enabled ? null : by, date_update: nowS() })
  announceGroup(workspace, 'subteam_updated', group)
}

/** Replaces a group's members; apps learn of the current group, and of who came and went. */
export function setGroupMembers(workspace: Workspace, group: UserGroup, users: string[], by: string): void {
  requireKnownPeople(workspace, users)
  const added = users.filter((user) => !group.users.includes(user))
  const removed = group.users.filter((user) => !users.includes(user))
  const { id, date_update: before } = group.fields
  group.users = [...new Set(users)]
  Object.assign(group.fields, { updated_by: by, date_update: nowS() })
  announceGroup(workspace, 'subteam_updated', group)
  const event: JsonObject = {
    type: 'subteam_members_changed',
    subteam_id: id,
    team_id: workspace.team.id,
    date_previous_update: before,
    date_update: group.fields.date_update,
    added_users: added,
    added_users_count: added.length,
    removed_users: removed,
    removed_users_count: removed.length,
    event_ts: nextTimestamp(),
  }
  announceEvent(workspace, { key: 'subteam_members_changed', event })
}
