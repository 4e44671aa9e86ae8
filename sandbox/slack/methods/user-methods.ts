import { channelObject } from '../workspace/channel-object.ts'
import { listConversations } from './conversation-methods.ts'
import { SlackError } from '../api/slack-errors.ts'
import { deriveSecret } from '../workspace/slack-ids.ts'
import type { MethodCall, ApiMethods } from '../api/api-method.ts'
import type { App } from '../workspace/app-types.ts'
import type { JsonObject, Person, Workspace } from '../workspace/workspace-types.ts'
import { listPage } from '../api/cursor-pages.ts'

const AVATAR_SIZES = [24, 32, 48, 72, 192, 512]

/** `image_24` to `image_512`, as every profile has them. */
const avatars = (workspace: Workspace, id: string): JsonObject =>
  Object.fromEntries(AVATAR_SIZES.map((size) => [`image_${size}`, `${workspace.baseUrl()}/avatars/${id}_${size}.png`]))

/** A member as the Web API shows it to this app; the email address needs `users:read.email`. */
function userObject(workspace: Workspace, app: App, person: Person, locale = false): JsonObject {
  const { id, team_id, name, deleted, color, real_name, tz, tz_label, tz_offset, is_bot } = person
  const [first = '', ...last] = real_name.split(' ')
  return {
    id,
    team_id,
    name,
    deleted,
    color,
    real_name,
    tz,
    tz_label,
    tz_offset,
    profile: {
      title: person.title,
      phone: '',
      skype: '',
      real_name,
      real_name_normalized: real_name,
      display_name: is_bot ? '' : real_name,
      display_name_normalized: is_bot ? '' : real_name,
      fields: null,
      status_text: '',
      status_emoji: '',
      status_emoji_display_info: [],
      status_expiration: 0,
      avatar_hash: deriveSecret(id, 12),
      ...avatars(workspace, id),
      ...(person.bot_id && { api_app_id: person.app_id, bot_id: person.bot_id, always_active: true }),
      ...(person.email && app.scopes.has('users:read.email') && { email: person.email }),
      first_name: first,
      last_name: last.join(' '),
      status_text_canonical: '',
      team: team_id,
    },
    is_admin: person.is_admin,
    is_owner: person.is_owner,
    is_primary_owner: false,
    is_restricted: person.is_restricted,
    is_ultra_restricted: person.is_ultra_restricted,
    is_bot,
    is_app_user: false,
    updated: 1_760_000_000,
    is_email_confirmed: true,
    who_can_share_contact_card: 'EVERYONE',
    ...(person.is_stranger && { is_stranger: true }),
    ...(locale && { locale: person.locale }),
  }
}

function member({ workspace, args }: MethodCall, name = 'user'): Person {
  const person = workspace.people.get(args.required(name))
  if (!person) throw new SlackError('user_not_found')
  return person
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
      const { some, next } = listPage(call.args, 'user', own, 0x7fffffff, 0x7fffffff)
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
        (one) => one.email?.toLowerCase() === email && !one.is_stranger,
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
      const { some, next } = listPage(args, 'team', all, 100, 1000)
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
