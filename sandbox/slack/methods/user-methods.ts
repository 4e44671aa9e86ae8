import { channelObject } from '../workspace/channel-object.ts'
import { listConversations } from './conversation-methods.ts'
import { SlackError } from '../api/slack-errors.ts'
import type { MethodCall, ApiMethods } from '../api/api-method.ts'
import type { Person } from '../workspace/workspace-types.ts'
import { userObject } from '../workspace/user-object.ts'
import { listPage, readLimit, LIST_MOST } from '../api/cursor-pages.ts'

function member({ workspace, args }: MethodCall, name = 'user'): Person {
  const person = workspace.people.get(args.required(name))
  if (!person) throw new SlackError('user_not_found')
  return person
}

/** The most people in one answer of users.list, and the most that it lists without a limit. */
const PEOPLE_PAGE = 1000
const PEOPLE_WITHOUT_LIMIT = 10_000

function readListSize({ args }: MethodCall, people: number): number {
  const asked = args.number('limit', 0)
  if (asked === 0 && people > PEOPLE_WITHOUT_LIMIT) throw new SlackError('limit_required')
  return asked === 0 ? PEOPLE_WITHOUT_LIMIT : Math.min(asked, PEOPLE_PAGE)
}

/** The `users.*` family. */
export const userMethods: ApiMethods = {
  'users.info': {
    rate: 4,
    scopes: ['users:read'],
    run: (call) => ({ user: userObject(call.workspace, call.app, member(call), call.args.flag('include_locale')) }),
  },
  'users.list': {
    rate: 2,
    scopes: ['users:read'],
    run(call) {
      const own = [...call.workspace.people.values()].filter(({ team_id }) => team_id === call.workspace.team.id)
      const { some, next } = listPage(call.args, 'user', own, readListSize(call, own.length))
      const locale = call.args.flag('include_locale')
      const members = some.map((one) => userObject(call.workspace, call.app, one, locale))
      return { members, cache_ts: Math.floor(Date.now() / 1000), ...next }
    },
  },
  'users.lookupByEmail': {
    rate: 3,
    scopes: ['users:read.email'],
    run({ workspace, app, args }) {
      const email = args.required('email').toLowerCase()
      const person = [...workspace.people.values()].find(
        (one) => one.email?.toLowerCase() === email && !one.is_stranger && !one.deleted,
      )
      if (!person) throw new SlackError('users_not_found')
      return { user: userObject(workspace, app, person) }
    },
  },
  'users.conversations': {
    rate: 2,
    scopes: ['channels:read', 'groups:read', 'im:read', 'mpim:read'],
    run(call) {
      const { workspace, app, args } = call
      const user = args.text('user') ?? app.botUser
      if (!workspace.people.has(user)) throw new SlackError('user_not_found')
      const all = listConversations(call, workspace.channels.values()).filter((one) => one.members.has(user))
      const { some, next } = listPage(args, 'team', all, readLimit(args, 100, LIST_MOST))
      return { channels: some.map((one) => channelObject(workspace, app, one)), ...next }
    },
  },
  'users.getPresence': {
    rate: 3,
    scopes: ['users:read'],
    run: (call) => (member(call), { presence: 'active', online: true }),
  },
  'users.setPresence': {
    rate: 2,
    scopes: ['users:write'],
    run({ args }) {
      if (!['auto', 'away'].includes(args.required('presence'))) throw new SlackError('invalid_presence')
      return {}
    },
  },
  'users.profile.get': {
    rate: 4,
    scopes: ['users.profile:read'],
    run: (call) => ({ profile: userObject(call.workspace, call.app, member(call))['profile'] }),
  },
}
