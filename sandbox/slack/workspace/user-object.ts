import { deriveSecret } from './slack-ids.ts'
import type { App } from './app-types.ts'
import type { JsonObject, Person, Workspace } from './workspace-types.ts'

const AVATAR_SIZES = [24, 32, 48, 72, 192, 512]

/** `image_24` to `image_512`, as every profile has them. */
const avatars = (workspace: Workspace, id: string): JsonObject =>
  Object.fromEntries(AVATAR_SIZES.map((size) => [`image_${size}`, `${workspace.baseUrl()}/avatars/${id}_${size}.png`]))

function profileObject(workspace: Workspace, app: App, person: Person): JsonObject {
  const { id, team_id, real_name, is_bot } = person
  const [first = '', ...last] = real_name.split(' ')
  return {
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
  }
}

/** A member as the Web API shows it to this app; the email address needs `users:read.email`. Of a deactivated one, Slack leaves most out. */
export function userObject(workspace: Workspace, app: App, person: Person, locale = false): JsonObject {
  const { id, team_id, name, deleted, is_bot } = person
  const head = { id, team_id, name, deleted, profile: profileObject(workspace, app, person) }
  const end = {
    is_bot,
    is_app_user: false,
    updated: person.updated,
    ...(person.is_stranger && { is_stranger: true }),
    ...(locale && !deleted && { locale: person.locale }),
  }
  if (deleted) return { ...head, ...end }
  return {
    ...head,
    color: person.color,
    real_name: person.real_name,
    tz: person.tz,
    tz_label: person.tz_label,
    tz_offset: person.tz_offset,
    is_admin: person.is_admin,
    is_owner: person.is_owner,
    is_primary_owner: false,
    is_restricted: person.is_restricted,
    is_ultra_restricted: person.is_ultra_restricted,
    is_email_confirmed: true,
    who_can_share_contact_card: 'EVERYONE',
    ...end,
  }
}
