import type { Channel, ChannelKind, Person } from './workspace-types.ts'

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

function person(id: string, name: string, realName: string, more: Partial<Person> = {}): Person {
  const tz = more.tz ?? 'Europe/London'
  const [label, offset] = ZONES[tz] ?? ['Coordinated Universal Time', 0]
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
    ...more,
    tz,
    tz_label: label,
    tz_offset: offset,
  }
}

/** The bot user of an app, as a member of the workspace. */
export const createBotPerson = (id: string, name: string, botId: string, appId: string): Person => {
  const bot = person(id, name.toLowerCase(), name, {
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
  person('U08MARIA01A', 'maria', 'Maria Torres', { tz: 'Europe/Madrid', locale: 'es-ES', title: 'Technical writer' }),
  person('U08TOMHD02B', 'tom', 'Tom Hadley', { title: 'Support lead', color: 'e7392d' }),
  person('U08AIKO003C', 'aiko', 'Aiko Tanaka', {
    tz: 'Asia/Tokyo',
    locale: 'ja-JP',
    title: 'Workspace admin',
    is_admin: true,
    color: '3c989f',
  }),
  person('U08LIWEI04D', 'li', 'Li Wei', { tz: 'Asia/Shanghai', locale: 'zh-CN', title: 'Engineer', color: '674b1b' }),
  person('U08GUEST05E', 'gwen', 'Gwen Ashby', { is_restricted: true, title: 'Contractor', color: 'd58247' }),
  person('U06PARTN06F', 'pat', 'Pat of Globex', {
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
