import type { SandboxServer } from '../../server/sandbox-server.ts'
import { deriveSecret, newSlackId } from './slack-ids.ts'
import type { App, Manifest } from './app-types.ts'
import type { Channel, Message, Workspace } from './workspace-types.ts'
import { createBotPerson, createChannel, seedChannels, seedGroups, seedPeople, HOME_TEAM } from './seed-data.ts'
import { createSocketConnections } from './socket-connections.ts'

const digits = (words: string, length: number): string =>
  BigInt(`0x${deriveSecret(words, 40)}`)
    .toString()
    .slice(0, length)

/** Creates an installed app. Its tokens and secrets are the same on every start. */
export function createApp(
  key: string,
  ids: { id: string; bot: string; user: string },
  manifest: Manifest,
  team = HOME_TEAM.id,
): App {
  // Of an app's secrets, only the bot's token is the workspace's own.
  const bot = team === HOME_TEAM.id ? key : `${key} in ${team}`

  return {
    id: ids.id,
    name: manifest.name,
    botId: ids.bot,
    botUser: ids.user,
    manifest,
    scopes: new Set(manifest.scopes),
    botToken: ['xoxb', digits(bot, 12), digits(`${bot} bot`, 13), deriveSecret(`${bot} bot token`, 24)].join('-'),
    appToken: ['xapp', '1', ids.id, digits(`${key} app`, 13), deriveSecret(`${key} app token`, 64)].join('-'),
    clientId: `${digits(`${key} client`, 12)}.${digits(`${key} client id`, 13)}`,
    clientSecret: deriveSecret(`${key} client secret`, 32),
    signingSecret: deriveSecret(`${key} signing secret`, 32),
    verificationToken: deriveSecret(`${key} verification`, 24),
    installed: true,
    tokenRevoked: false,
    distributed: false,
  }
}

const TRIGGER_MS = 3000

/** Creates the workspace with its people, channels and apps. It holds all state of the Slack simulator. */
export function createWorkspace(
  server: SandboxServer,
  { base, team = HOME_TEAM.id }: { base: () => string; team?: string | undefined },
  primary: App,
  others: App[],
): Workspace {
  const apps = [primary, ...others]
  const workspace: Workspace = {
    server: server,
    sockets: createSocketConnections(server),
    baseUrl: base,
    team: { ...HOME_TEAM, id: team },
    primary,
    apps,
    tokens: new Map(),
    people: new Map(),
    groups: new Map(),
    channels: new Map(),
    views: new Map(),
    files: new Map(),
    triggers: new Map(),
    triggerMs: TRIGGER_MS,
    responseHooks: new Map(),
    calls: [],
    sentEvents: new Map(),
  }
  resetWorkspace(workspace)
  server.onReset(() => resetWorkspace(workspace))
  return workspace
}

/** Resets the workspace to its state after a start. */
function resetWorkspace(workspace: Workspace): void {
  const maps = [
    workspace.channels,
    workspace.views,
    workspace.files,
    workspace.triggers,
    workspace.responseHooks,
    workspace.sentEvents,
    workspace.people,
    workspace.groups,
    workspace.tokens,
  ]
  for (const map of maps) map.clear()
  workspace.calls.length = 0
  for (const one of workspace.apps) {
    Object.assign(one, {
      installed: true,
      tokenRevoked: false,
      distributed: false,
      scopes: new Set(one.manifest.scopes),
    })
    workspace.tokens.set(one.botToken, { app: one, kind: 'bot' })
    workspace.tokens.set(one.appToken, { app: one, kind: 'app' })
  }
  for (const one of seedPeople()) workspace.people.set(one.id, one)
  for (const one of seedGroups()) workspace.groups.set(one.fields.id, one)
  for (const one of workspace.apps)
    workspace.people.set(one.botUser, createBotPerson(one.botUser, one.name, one.botId, one.id))
  for (const one of [...workspace.people.values(), ...[...workspace.groups.values()].map(({ fields }) => fields)])
    if (one.team_id === HOME_TEAM.id) one.team_id = workspace.team.id
  for (const one of seedChannels(workspace.apps.map(({ botUser }) => botUser))) workspace.channels.set(one.id, one)
}

/** The direct messages between a person and an app (or two bots), opened on first use. */
export function openDirectMessages(workspace: Workspace, user: string, bot: string): Channel {
  for (const one of workspace.channels.values())
    if (one.kind === 'im' && one.members.has(user) && one.members.has(bot)) return one
  const created = Math.floor(Date.now() / 1000)
  const opened = createChannel(newSlackId('D'), '', 'im', { user, members: new Set([user, bot]), created })
  workspace.channels.set(opened.id, opened)
  return opened
}

/** The direct messages of exactly these members, opened on first use. */
export function openGroupMessages(workspace: Workspace, users: string[]): Channel {
  const members = new Set(users)
  const kind = members.size === 2 ? 'im' : 'mpim'
  for (const one of workspace.channels.values())
    if (one.kind === kind && one.members.size === members.size && users.every((user) => one.members.has(user)))
      return one
  const created = Math.floor(Date.now() / 1000)
  const names = users.map((user) => workspace.people.get(user)?.name)
  const opened =
    kind === 'im'
      ? createChannel(newSlackId('D'), '', 'im', { members, created })
      : createChannel(newSlackId('C'), `mpdm-${names.join('--')}-1`, 'mpim', { members, created })
  workspace.channels.set(opened.id, opened)
  return opened
}

/** A channel by id, or by name with or without `#` (chat.postMessage takes both). */
export function findChannel(workspace: Workspace, name: string): Channel | undefined {
  const bare = name.replace(/^#/, '')
  return (
    workspace.channels.get(name) ?? [...workspace.channels.values()].find((one) => one.name === bare && bare !== '')
  )
}

/** A message of a channel, ephemeral ones included. */
export const findMessage = (where: Channel, ts: string): Message | undefined =>
  where.byTs.get(ts) ?? where.ephemerals.find((one) => one.ts === ts)

/** The app whose bot user this is. */
export const findAppOfBot = (workspace: Workspace, user: string): App | undefined =>
  workspace.apps.find((one) => one.botUser === user)
