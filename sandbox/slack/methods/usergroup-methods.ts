import type { CallArguments } from '../api/call-arguments.ts'
import { SlackError } from '../api/slack-errors.ts'
import { newSlackId } from '../workspace/slack-ids.ts'
import type { ApiMethod, ApiMethods, MethodCall } from '../api/api-method.ts'
import type { JsonObject, Workspace } from '../workspace/workspace-types.ts'

interface Group {
  fields: JsonObject & { id: string; handle: string; name: string; date_delete: number }
  users: string[]
}

const nowS = (): number => Math.floor(Date.now() / 1000)

function newGroup(teamId: string, names: { id: string; name: string; handle: string }, by: string): Group {
  const fields = {
    ...names,
    team_id: teamId,
    is_usergroup: true,
    is_subteam: true,
    description: '',
    is_external: false,
    date_create: nowS(),
    date_update: nowS(),
    date_delete: 0,
    auto_type: null,
    auto_provision: false,
    enterprise_subteam_id: '',
    created_by: by,
    updated_by: by,
    deleted_by: null,
    prefs: { channels: [], groups: [] },
  }
  return { fields, users: [] }
}

/** The group that the workspace has from the start: its first three full members. */
function seedGroup(workspace: Workspace): Group {
  const users = [...workspace.people.values()]
    .filter((one) => !one.is_bot && !one.is_stranger && !one.is_restricted)
    .map((one) => one.id)
    .slice(0, 3)
  const names = { id: 'S08DOCSTEAM', name: 'Docs team', handle: 'docs-team' }
  const group = newGroup(workspace.team.id, names, users[0] ?? '')
  Object.assign(group.fields, { description: 'Who looks after the documentation', date_create: 1_760_000_000 })
  return { ...group, users }
}

type Groups = Map<string, Group>

function requireGroup(groups: Groups, args: CallArguments): Group {
  const found = groups.get(args.required('usergroup'))
  if (!found) throw new SlackError('no_such_subteam')
  return found
}

/** Refuses a name or handle that another group has. */
function requireFreeName(groups: Groups, name: string, handle: string, own?: Group): void {
  for (const one of groups.values()) {
    if (one === own) continue
    if (one.fields.name === name) throw new SlackError('name_already_exists')
    if (handle !== '' && one.fields.handle === handle) throw new SlackError('handle_already_exists')
  }
}

const groupObject = (
  { fields, users }: Group,
  args: CallArguments,
  withUsers = args.flag('include_users'),
): JsonObject => ({
  ...fields,
  ...(withUsers && { users }),
  ...(args.flag('include_count') && { user_count: users.length }),
})

function createGroup(groups: Groups, { workspace, app, args }: MethodCall): JsonObject {
  const [name, handle] = [args.required('name'), args.text('handle') ?? '']
  requireFreeName(groups, name, handle)
  const group = newGroup(workspace.team.id, { id: newSlackId('S'), name, handle }, app.botUser)
  group.fields['description'] = args.text('description') ?? ''
  groups.set(group.fields.id, group)
  return { usergroup: groupObject(group, args) }
}

function updateGroup(groups: Groups, { app, args }: MethodCall): JsonObject {
  const group = requireGroup(groups, args)
  const { fields } = group
  const [name, handle] = [args.text('name') ?? fields.name, args.text('handle') ?? fields.handle]
  requireFreeName(groups, name, handle, group)
  const description = args.text('description') ?? fields['description']
  Object.assign(fields, { name, handle, description, updated_by: app.botUser, date_update: nowS() })
  return { usergroup: groupObject(group, args) }
}

function setEnabled(groups: Groups, { app, args }: MethodCall, enabled: boolean): JsonObject {
  const group = requireGroup(groups, args)
  group.fields.date_delete = enabled ? 0 : nowS()
  Object.assign(group.fields, { deleted_by: enabled ? null : app.botUser, date_update: nowS() })
  return { usergroup: groupObject(group, args) }
}

function setUsers(groups: Groups, { workspace, app, args }: MethodCall): JsonObject {
  const group = requireGroup(groups, args)
  const users = args.words('users')
  if (users.length === 0) throw new SlackError('no_users_provided')
  for (const user of users) if (!workspace.people.has(user)) throw new SlackError('invalid_users')
  group.users = users
  Object.assign(group.fields, { updated_by: app.botUser, date_update: nowS() })
  return { usergroup: groupObject(group, args, true) }
}

/** User groups, which can be mentioned. One exists from the start; apps read and change them. */
export function createUsergroupMethods(workspace: Workspace): ApiMethods {
  const groups: Groups = new Map()
  function seed(): void {
    groups.clear()
    const group = seedGroup(workspace)
    groups.set(group.fields.id, group)
  }
  seed()
  workspace.server.onReset(seed)

  const read = (run: ApiMethod['run']): ApiMethod => ({ rate: 2, scopes: ['usergroups:read'], run })
  const write = (run: ApiMethod['run']): ApiMethod => ({ rate: 2, scopes: ['usergroups:write'], run })
  return {
    'usergroups.list': read(({ args }) => ({
      usergroups: [...groups.values()]
        .filter(({ fields }) => fields.date_delete === 0 || args.flag('include_disabled'))
        .map((one) => groupObject(one, args)),
    })),
    'usergroups.create': write((call) => createGroup(groups, call)),
    'usergroups.update': write((call) => updateGroup(groups, call)),
    'usergroups.enable': write((call) => setEnabled(groups, call, true)),
    'usergroups.disable': write((call) => setEnabled(groups, call, false)),
    'usergroups.users.list': read(({ args }) => ({ users: requireGroup(groups, args).users })),
    'usergroups.users.update': write((call) => setUsers(groups, call)),
  }
}
