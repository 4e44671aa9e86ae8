import type { Host } from '../../server/sandbox-server.ts'
import { derived, id } from './slack-ids.ts'
import type { App, Channel, Manifest, Message, World } from './workspace-types.ts'
import { botPerson, channel, channels, people, TEAM } from './seed-data.ts'
import { sockets } from '../events/socket-mode.ts'

const digits = (words: string, length: number): string =>
  BigInt(`0x${derived(words, 40)}`)
    .toString()
    .slice(0, length)

/** An installed app; its tokens and secrets are the same on every start. */
export function app(key: string, ids: { id: string; bot: string; user: string }, manifest: Manifest): App {
  return {
    id: ids.id,
    name: manifest.name,
    botId: ids.bot,
    botUser: ids.user,
    manifest,
    scopes: new Set(manifest.scopes),
    botToken: ['xoxb', digits(key, 12), digits(`${key} bot`, 13), derived(`${key} bot token`, 24)].join('-'),
    appToken: ['xapp', '1', ids.id, digits(`${key} app`, 13), derived(`${key} app token`, 64)].join('-'),
    clientId: `${digits(`${key} client`, 12)}.${digits(`${key} client id`, 13)}`,
    clientSecret: derived(`${key} client secret`, 32),
    signingSecret: derived(`${key} signing secret`, 32),
    verificationToken: derived(`${key} verification`, 24),
    installed: true,
    tokenRevoked: false,
    distributed: false,
  }
}

/** The workspace: people, channels and apps; everything that happens in it is kept here and nowhere else. */
export function world(host: Host, base: () => string, primary: App, others: App[]): World {
  const apps = [primary, ...others]
  const place: World = {
    host,
    sockets: sockets(host),
    base,
    team: { ...TEAM },
    primary,
    apps,
    tokens: new Map(),
    people: new Map(),
    channels: new Map(),
    views: new Map(),
    files: new Map(),
    triggers: new Map(),
    hooks: new Map(),
    calls: [],
    sent: new Map(),
  }
  settle(place)
  host.onReset(() => settle(place))
  return place
}

/** Back to the moment after a start: the same people, channels, apps and tokens; nothing has happened yet. */
function settle(place: World): void {
  const maps = [
    place.channels,
    place.views,
    place.files,
    place.triggers,
    place.hooks,
    place.sent,
    place.people,
    place.tokens,
  ]
  for (const map of maps) map.clear()
  place.calls.length = 0
  for (const one of place.apps) {
    Object.assign(one, {
      installed: true,
      tokenRevoked: false,
      distributed: false,
      scopes: new Set(one.manifest.scopes),
    })
    place.tokens.set(one.botToken, { app: one, kind: 'bot' })
    place.tokens.set(one.appToken, { app: one, kind: 'app' })
  }
  for (const one of people()) place.people.set(one.id, one)
  for (const one of place.apps) place.people.set(one.botUser, botPerson(one.botUser, one.name, one.botId, one.id))
  for (const one of channels(place.apps.map(({ botUser }) => botUser))) place.channels.set(one.id, one)
}

/** The direct messages between a person and an app (or two apps' bots), opened when first needed. */
export function directMessages(place: World, user: string, bot: string): Channel {
  for (const one of place.channels.values())
    if (one.kind === 'im' && one.members.has(user) && one.members.has(bot)) return one
  const created = Math.floor(Date.now() / 1000)
  const opened = channel(id('D'), '', 'im', { user, members: new Set([user, bot]), created })
  place.channels.set(opened.id, opened)
  return opened
}

/** The direct messages of exactly these members, opened when first needed. */
export function groupMessages(place: World, users: string[]): Channel {
  const members = new Set(users)
  const kind = members.size === 2 ? 'im' : 'mpim'
  for (const one of place.channels.values())
    if (one.kind === kind && one.members.size === members.size && users.every((user) => one.members.has(user)))
      return one
  const created = Math.floor(Date.now() / 1000)
  const names = users.map((user) => place.people.get(user)?.name)
  const opened =
    kind === 'im'
      ? channel(id('D'), '', 'im', { members, created })
      : channel(id('C'), `mpdm-${names.join('--')}-1`, 'mpim', { members, created })
  place.channels.set(opened.id, opened)
  return opened
}

/** A channel by id, or by name with or without `#` (chat.postMessage takes both). */
export function channelNamed(place: World, name: string): Channel | undefined {
  const bare = name.replace(/^#/, '')
  return place.channels.get(name) ?? [...place.channels.values()].find((one) => one.name === bare && bare !== '')
}

/** A message of a channel, ephemeral ones included. */
export const messageAt = (where: Channel, ts: string): Message | undefined =>
  where.byTs.get(ts) ?? where.ephemerals.find((one) => one.ts === ts)

/** The app whose bot user this is. */
export const appOfBot = (place: World, user: string): App | undefined => place.apps.find((one) => one.botUser === user)
