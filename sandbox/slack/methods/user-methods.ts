import { channelObject } from '../workspace/channel-object.ts'
import { listed } from './conversation-methods.ts'
import { SlackError } from '../api/slack-errors.ts'
import { derived } from '../workspace/slack-ids.ts'
import type { Asked, Methods } from '../api/api-method.ts'
import type { App, Fields, Person, World } from '../workspace/workspace-types.ts'
import { page } from '../api/cursor-pages.ts'

/** A member as the Web API shows it to this app: the address only with `users:read.email`. */
function userObject(world: World, app: App, person: Person, locale = false): Fields {
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
      avatar_hash: derived(id, 12),
      image_48: `${world.base()}/avatars/${id}.png`,
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

function member({ world, args }: Asked, name = 'user'): Person {
  const person = world.people.get(args.need(name))
  if (!person) throw new SlackError('user_not_found')
  return person
}

/** The `users.*` family. */
export const users: Methods = {
  'users.info': {
    rate: 4,
    scopes: ['users:read'],
    run: (asked) => ({ user: userObject(asked.world, asked.app, member(asked), asked.args.flag('include_locale')) }),
  },
  'users.list': {
    rate: 2,
    scopes: ['users:read'],
    run(asked) {
      const own = [...asked.world.people.values()].filter(({ team_id }) => team_id === asked.world.team.id)
      const { some, next } = page(asked.args, 'user', own, 0x7fffffff, 0x7fffffff)
      const locale = asked.args.flag('include_locale')
      const members = some.map((one) => userObject(asked.world, asked.app, one, locale))
      return { members, cache_ts: Math.floor(Date.now() / 1000), ...next }
    },
  },
  'users.lookupByEmail': {
    rate: 3,
    scopes: ['users:read.email'],
    run({ world, app, args }) {
      const email = args.need('email').toLowerCase()
      const person = [...world.people.values()].find((one) => one.email?.toLowerCase() === email && !one.is_stranger)
      if (!person) throw new SlackError('users_not_found')
      return { user: userObject(world, app, person) }
    },
  },
  'users.conversations': {
    rate: 2,
    scopes: ['channels:read', 'groups:read', 'im:read', 'mpim:read'],
    run(asked) {
      const { world, app, args } = asked
      const user = args.text('user') ?? app.botUser
      if (!world.people.has(user)) throw new SlackError('user_not_found')
      const all = listed(asked, world.channels.values()).filter((one) => one.members.has(user))
      const { some, next } = page(args, 'team', all, 100, 1000)
      return { channels: some.map((one) => channelObject(world, app, one)), ...next }
    },
  },
  'users.getPresence': {
    rate: 3,
    scopes: ['users:read'],
    run: (asked) => (member(asked), { presence: 'active', online: true }),
  },
  'users.setPresence': {
    rate: 2,
    scopes: ['users:write'],
    run({ args }) {
      if (!['auto', 'away'].includes(args.need('presence'))) throw new SlackError('invalid_presence')
      return {}
    },
  },
  'users.profile.get': {
    rate: 4,
    scopes: ['users.profile:read'],
    run: (asked) => ({ profile: userObject(asked.world, asked.app, member(asked))['profile'] }),
  },
}
