import type { CallArguments } from '../api/call-arguments.ts'
import { SlackError } from '../api/slack-errors.ts'
import { newSlackId } from '../workspace/slack-ids.ts'
import type { ApiMethods } from '../api/api-method.ts'
import type { JsonObject, Workspace } from '../workspace/workspace-types.ts'

interface Group {
  fields: JsonObject & { id: string; handle: string; name: string; date_delete: number }
  users: string[]
}

const nowS = (): number => Math.floor(Date.now() / 1000)

/** Groups of people that can be mentioned together; one is seeded, apps read and change them. */
export function createUsergroupMethods(workspace: Workspace): ApiMethods {
  const kept = new Map<string, Group>()

  function group(groupId: string, name: string, handle: string, by: string, users: string[]): Group {
    const fields = {
      id: groupId,
      team_id: workspace.team.id,
      is_usergroup: true,
      is_subteam: true,
      name,
      description: '',
      handle,
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
    return { fields, users }
  }

  function seed(): void {
    kept.clear()
    const users = [...workspace.people.values()]
      .filter((one) => !one.is_bot && !one.is_stranger && !one.is_restricted)
      .map((one) => one.id)
      .slice(0, 3)
    const docs = group('S08DOCSTEAM', 'Docs team', 'docs-team', users[0] ?? '', users)
    Object.assign(docs.fields, { description: 'Who looks after the documentation', date_create: 1_760_000_000 })
    kept.set(docs.fields.id, docs)
  }
  seed()
  workspace.server.onReset(seed)

  function find(args: CallArguments): Group {
    const found = kept.get(args.required('usergroup'))
    if (!found) throw new SlackError('no_such_subteam')
    return found
  }

  function free(name: string, handle: string, but?: Group): void {
    for (const one of kept.values()) {
      if (one === but) continue
      if (one.fields.name === name) throw new SlackError('name_already_exists')
      if (handle !== '' && one.fields.handle === handle) throw new SlackError('handle_already_exists')
    }
  }

  const shown = (
    { fields, users }: Group,
    args: CallArguments,
    withUsers = args.flag('include_users'),
  ): JsonObject => ({
    ...fields,
    ...(withUsers && { users }),
    ...(args.flag('include_count') && { user_count: users.length }),
  })

  const write = (run: ApiMethods[string]['run']): ApiMethods[string] => ({ rate: 2, scopes: ['usergroups:write'], run })

  const switched = (enabled: boolean): ApiMethods[string] =>
    write(({ app, args }) => {
      const found = find(args)
      found.fields.date_delete = enabled ? 0 : nowS()
      Object.assign(found.fields, { deleted_by: enabled ? null : app.botUser, date_update: nowS() })
      return { usergroup: shown(found, args) }
    })

  return {
    'usergroups.list': {
      rate: 2,
      scopes: ['usergroups:read'],
      run: ({ args }) => ({
        usergroups: [...kept.values()]
          .filter(({ fields }) => fields.date_delete === 0 || args.flag('include_disabled'))
          .map((one) => shown(one, args)),
      }),
    },
    'usergroups.create': write(({ app, args }) => {
      const [name, handle] = [args.required('name'), args.text('handle') ?? '']
      free(name, handle)
      const made = group(newSlackId('S'), name, handle, app.botUser, [])
      made.fields['description'] = args.text('description') ?? ''
      kept.set(made.fields.id, made)
      return { usergroup: shown(made, args) }
    }),
    'usergroups.update': write(({ app, args }) => {
      const found = find(args)
      const { fields } = found
      const [name, handle] = [args.text('name') ?? fields.name, args.text('handle') ?? fields.handle]
      free(name, handle, found)
      const description = args.text('description') ?? fields['description']
      Object.assign(fields, { name, handle, description, updated_by: app.botUser, date_update: nowS() })
      return { usergroup: shown(found, args) }
    }),
    'usergroups.enable': switched(true),
    'usergroups.disable': switched(false),
    'usergroups.users.list': {
      rate: 2,
      scopes: ['usergroups:read'],
      run: ({ args }) => ({ users: find(args).users }),
    },
    'usergroups.users.update': write(({ app, args }) => {
      const found = find(args)
      const users = args.words('users')
      if (users.length === 0) throw new SlackError('no_users_provided')
      for (const user of users) if (!workspace.people.has(user)) throw new SlackError('invalid_users')
      found.users = users
      Object.assign(found.fields, { updated_by: app.botUser, date_update: nowS() })
      return { usergroup: shown(found, args, true) }
    }),
  }
}
