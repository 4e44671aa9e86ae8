import type { Channel, ChannelKind, Person, UserGroup } from './workspace-types.ts'

export const HOME_TEAM = { id: 'T08N4Q2LK1M', name: 'Acme', domain: 'acme-sandbox' }
/** The organization that shares a channel with ours. */
export const OTHER_TEAM = 'T06GLOBEX4R'

const ZONES: Record<string, [string, number]> = {
  'Europe/Madrid': ['Central European Time', 3600],
  'Europe/London': ['Greenwich Mean Time', 0],
  'Asia/Tokyo': ['Japan Standard Time', 32_400],
  'Asia/Shanghai': ['China Standard Time', 28_800],
  'America/New_York': ['Eastern Standard Time', -18_000],
}

interface Zone {
  tz: string
  tz_label: string
  tz_offset: number
}

/** A time zone as profiles have it: its name, and how far it is from UTC in seconds, in winter. */
export function findZone(tz: string): Zone | undefined {
  const [label, offset] = ZONES[tz] ?? []
  if (label !== undefined && offset !== undefined) return { tz, tz_label: label, tz_offset: offset }
  const write = (timeZoneName: 'long' | 'longOffset'): string =>
    new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName })
      .formatToParts(0)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  let written: string
  try {
    written = write('longOffset')
  } catch {
    return undefined
  }
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(written) ?? []
  const seconds = Number(hours) * 3600 + Number(minutes) * 60
  return { tz, tz_label: write('long'), tz_offset: sign === '-' ? -seconds : seconds }
}

export function createPerson(id: string, name: string, realName: string, more: Partial<Person> = {}): Person {
  const tz = more.tz ?? 'Europe/London'
  const zone = findZone(tz) ?? { tz, tz_label: 'Coordinated Universal Time', tz_offset: 0 }
  return {
    id,
    team_id: HOME_TEAM.id,
    name,
    real_name: realName,
    email: `${name}@acme.test`,
    title: '',
    locale: 'en-US',
    color: '9f69e7',
    deleted: false,
    is_admin: false,
    is_owner: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: false,
    is_stranger: false,
    updated: 1_760_000_000,
    ...more,
    ...zone,
  }
}

/** The bot user of an app, as a member of the workspace. */
export const createBotPerson = (id: string, name: string, botId: string, appId: string): Person => {
  const bot = createPerson(id, name.toLowerCase(), name, {
    is_bot: true,
    bot_id: botId,
    app_id: appId,
    tz: 'America/New_York',
  })
  delete bot.email
  return bot
}

/** The people of the sandbox: three members, an admin, a guest and a person from another organization. */
export const seedPeople = (): Person[] => [
  createPerson('U08MARIA01A', 'maria', 'Maria Torres', {
    tz: 'Europe/Madrid',
    locale: 'es-ES',
    title: 'Technical writer',
  }),
  createPerson('U08TOMHD02B', 'tom', 'Tom Hadley', { title: 'Support lead', color: 'e7392d' }),
  createPerson('U08AIKO003C', 'aiko', 'Aiko Tanaka', {
    tz: 'Asia/Tokyo',
    locale: 'ja-JP',
    title: 'Workspace admin',
    is_admin: true,
    color: '3c989f',
  }),
  createPerson('U08LIWEI04D', 'li', 'Li Wei', {
    tz: 'Asia/Shanghai',
    locale: 'zh-CN',
    title: 'Engineer',
    color: '674b1b',
  }),
  createPerson('U08GUEST05E', 'gwen', 'Gwen Ashby', { is_restricted: true, title: 'Contractor', color: 'd58247' }),
  createPerson('U06PARTN06F', 'pat', 'Pat of Globex', {
    team_id: OTHER_TEAM,
    email: 'pat@globex.test',
    is_stranger: true,
    title: 'Partner',
    color: '2b6836',
  }),
]

export function createChannel(id: string, name: string, kind: ChannelKind, more: Partial<Channel> = {}): Channel {
  return {
    id,
    name,
    kind,
    topic: '',
    purpose: '',
    creator: 'U08AIKO003C',
    created: 1_760_000_000,
    is_archived: false,
    is_general: false,
    is_ext_shared: false,
    members: new Set(),
    timeline: [],
    byTs: new Map(),
    threads: new Map(),
    ephemerals: [],
    reads: new Map(),
    ...more,
  }
}

const EVERYONE = ['U08MARIA01A', 'U08TOMHD02B', 'U08AIKO003C', 'U08LIWEI04D', 'U08GUEST05E']
const MEMBERS = EVERYONE.slice(0, 4)

/** The channels of the sandbox, with the given bot users in each. */
export const seedChannels = (bots: string[]): Channel[] => [
  createChannel('C08DOCS001A', 'docs', 'public', {
    topic: 'Everything about our documentation',
    members: new Set([...EVERYONE, ...bots]),
  }),
  createChannel('C08GENRL02B', 'general', 'public', {
    topic: 'Company-wide announcements',
    is_general: true,
    members: new Set([...EVERYONE, ...bots]),
  }),
  createChannel('C08SUPPT03C', 'support', 'public', {
    topic: 'What customers write',
    members: new Set([...EVERYONE, ...bots]),
  }),
  createChannel('C08QUARN04D', 'quarantine', 'public', {
    topic: 'Mail that looks wrong',
    members: new Set([...MEMBERS, ...bots]),
  }),
  createChannel('C08LEADS05E', 'leads', 'private', {
    topic: 'Private to the leads',
    members: new Set(['U08MARIA01A', 'U08TOMHD02B', 'U08AIKO003C', ...bots]),
  }),
  createChannel('C08GLOBX06F', 'with-globex', 'public', {
    topic: 'Shared with Globex',
    is_ext_shared: true,
    members: new Set([...MEMBERS, 'U06PARTN06F', ...bots]),
  }),
]

export function createGroup(
  names: { id: string; name: string; handle: string },
  { users, by, at, description = '' }: { users: string[]; by: string; at: number; description?: string },
): UserGroup {
  const fields = {
    ...names,
    team_id: HOME_TEAM.id,
    is_usergroup: true,
    is_subteam: true,
    description,
    is_external: false,
    date_create: at,
    date_update: at,
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

/** The user groups of the sandbox: who writes the documentation, and who answers customers. */
export function seedGroups(): UserGroup[] {
  const made = { by: 'U08AIKO003C', at: 1_760_000_000 }
  return [
    createGroup(
      { id: 'S08DOCSTEAM', name: 'Docs team', handle: 'docs-team' },
      { ...made, users: ['U08MARIA01A', 'U08TOMHD02B'], description: 'Who looks after the documentation' },
    ),
    createGroup(
      { id: 'S08SUPPORT1', name: 'Support', handle: 'support' },
      { ...made, users: ['U08LIWEI04D'], description: 'Who answers customers' },
    ),
  ]
}
