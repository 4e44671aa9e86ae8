import type { CallArguments } from '../api/call-arguments.ts'
import { SlackError } from '../api/slack-errors.ts'
import type { ApiMethod, ApiMethods, MethodCall } from '../api/api-method.ts'
import { addGroup, setGroupEnabled, setGroupMembers, updateGroup } from '../members/group-changes.ts'
import type { JsonObject, UserGroup } from '../workspace/workspace-types.ts'

function requireGroup({ workspace, args }: MethodCall): UserGroup {
  const found = workspace.groups.get(args.required('usergroup'))
  if (!found) throw new SlackError('no_such_subteam')
  return found
}

const groupObject = (
  { fields, users }: UserGroup,
  args: CallArguments,
  withUsers = args.flag('include_users'),
): JsonObject => ({
  ...fields,
  ...(withUsers && { users }),
  ...(args.flag('include_count') && { user_count: users.length }),
})

function names({ args }: MethodCall): { name?: string; handle?: string; description?: string } {
  const given = ['name', 'handle', 'description'].map((name) => [name, args.text(name)])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as ReturnType<typeof names>
}

function create(call: MethodCall): JsonObject {
  call.args.required('name')
  return { usergroup: groupObject(addGroup(call.workspace, names(call), [], call.app.botUser), call.args) }
}

function change(call: MethodCall, apply: (group: UserGroup) => void, withUsers?: boolean): JsonObject {
  const group = requireGroup(call)
  apply(group)
  return { usergroup: groupObject(group, call.args, withUsers) }
}

function replaceUsers(call: MethodCall): JsonObject {
  const users = call.args.words('users')
  requireGroup(call)
  if (users.length === 0) throw new SlackError('no_users_provided')
  return change(call, (group) => setGroupMembers(call.workspace, group, users, call.app.botUser), true)
}

/** The members of a group. A disabled group is unknown unless the call also asks for those. */
function listUsers(call: MethodCall): JsonObject {
  const group = requireGroup(call)
  if (group.fields.date_delete !== 0 && !call.args.flag('include_disabled')) throw new SlackError('no_such_subteam')
  return { users: group.users }
}

const read = (run: ApiMethod['run']): ApiMethod => ({ rate: 2, scopes: ['usergroups:read'], run })
const write = (run: ApiMethod['run']): ApiMethod => ({ rate: 2, scopes: ['usergroups:write'], run })

/** User groups, which can be mentioned: apps read and change them. */
export const usergroupMethods: ApiMethods = {
  'usergroups.list': read(({ workspace, args }) => ({
    usergroups: [...workspace.groups.values()]
      .filter(({ fields }) => fields.date_delete === 0 || args.flag('include_disabled'))
      .map((one) => groupObject(one, args)),
  })),
  'usergroups.create': write(create),
  'usergroups.update': write((call) =>
    change(call, (group) => updateGroup(call.workspace, group, names(call), call.app.botUser)),
  ),
  'usergroups.enable': write((call) =>
    change(call, (group) => setGroupEnabled(call.workspace, group, true, call.app.botUser)),
  ),
  'usergroups.disable': write((call) =>
    change(call, (group) => setGroupEnabled(call.workspace, group, false, call.app.botUser)),
  ),
  'usergroups.users.list': read(listUsers),
  'usergroups.users.update': write(replaceUsers),
}
