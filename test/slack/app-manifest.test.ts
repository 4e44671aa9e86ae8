import { globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import { startSimulators } from '../support/simulators.ts'

interface Manifest {
  display_information: unknown
  features: {
    slash_commands: { command: string; usage_hint: string; should_escape: boolean }[]
    shortcuts: { callback_id: string }[]
    app_home: { home_tab_enabled: boolean }
  }
  oauth_config: { scopes: { bot: string[] } }
  settings: {
    event_subscriptions: { bot_events: string[] }
    interactivity: { request_url: string; message_menu_options_url: string }
  }
}

const source = readFileSync('manifest.yml', 'utf8')
const manifest = parse(source) as Manifest
const sortUnique = (names: Iterable<string>): string[] => [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))

const HISTORY = ['channels:history', 'groups:history', 'im:history']
/** The scopes that a bot token needs for each method we call, in the kinds of conversation where we call it (docs.slack.dev/reference/methods). */
const METHODS: Record<string, string[]> = {
  'apps.connections.open': [],
  'assistant.threads.setStatus': ['chat:write'],
  'auth.test': [],
  'chat.delete': ['chat:write'],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.history': HISTORY,
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.list': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'conversations.replies': HISTORY,
  'files.completeUploadExternal': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.info': ['files:read'],
  'usergroups.list': ['usergroups:read'],
  'usergroups.users.list': ['usergroups:read'],
  'users.conversations': ['channels:read', 'groups:read'],
  'users.info': ['users:read'],
  'users.list': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.push': [],
  'views.update': [],
}
/** And for each event (docs.slack.dev/reference/events). */
const EVENTS: Record<string, string[]> = {
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
  channel_archive: ['channels:read'],
  channel_rename: ['channels:read'],
  channel_shared: ['channels:read', 'groups:read'],
  channel_unarchive: ['channels:read'],
  channel_unshared: ['channels:read', 'groups:read'],
  group_archive: ['groups:read'],
  group_rename: ['groups:read'],
  group_unarchive: ['groups:read'],
  member_joined_channel: ['channels:read', 'groups:read'],
  member_left_channel: ['channels:read', 'groups:read'],
  'message.channels': ['channels:history'],
  'message.groups': ['groups:history'],
  'message.im': ['im:history'],
  reaction_added: ['reactions:read'],
  subteam_created: ['usergroups:read'],
  subteam_members_changed: ['usergroups:read'],
  subteam_updated: ['usergroups:read'],
  user_change: ['users:read'],
}

/** The Web API methods that the source names. */
function findCalledMethods(): string[] {
  const families = 'apps|assistant|auth|bookmarks|chat|conversations|files|pins|reactions|usergroups|users|views'
  const name = new RegExp(`['"\`]((?:${families})(?:\\.[a-zA-Z]+)+)['"\`]`, 'g')
  const files = globSync('src/**/*.ts')
  return sortUnique(
    files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(name)].map((match) => match[1] ?? '')),
  )
}

test("the manifest is valid by Slack's public schema", () => {
  const schema = JSON.parse(readFileSync('test/fixtures/manifest.schema.2.0.0.json', 'utf8'))
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const validate = ajv.compile(schema)
  expect(validate(manifest) ? [] : validate.errors).toEqual([])
})

/** The fields of the manifest that people read in Slack. */
const TEXT_FIELDS = ['name', 'display_name', 'description', 'long_description', 'usage_hint']

/** The texts as the file has them, whatever YAML makes of them: everything behind the field's name, without quotes, folded lines joined. */
function writtenTexts(): string[] {
  const field = new RegExp(`^( *)(?:- )?(?:${TEXT_FIELDS.join('|')}): (>-(?:\\n\\1 .*)+|.*)$`, 'gm')
  return [...source.matchAll(field)].map(([, , text = '']) =>
    text
      .replace(/^>-\n */, '')
      .replaceAll(/\n */g, ' ')
      .replace(/^'(.*)'$/, '$1'),
  )
}

/** The same texts as Slack reads them. */
function shownTexts(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([field, value]) => (TEXT_FIELDS.includes(field) ? [value] : shownTexts(value)))
}

test('Slack shows every text of the manifest unchanged', () => {
  const shown = shownTexts([manifest.display_information, manifest.features])
  expect(shown).toHaveLength(16)
  expect(shown).toEqual(writtenTexts())
})

test('commands receive mentions as ids', () => {
  expect(manifest.features.slash_commands.map((one) => one.should_escape)).toEqual([true, true])
})

test('the manifest declares exactly what the app listens to', async () => {
  const { sandbox, close } = await startSimulators()
  onTestFinished(close)
  const app = await openApp(
    readConfig({ ...sandbox.env, STORE_URL: 'sqlite::memory:' }),
    createLogger({ level: 'silent' }),
  )
  onTestFinished(() => app.close())
  const { slash_commands: commands, shortcuts } = manifest.features
  expect(sortUnique(app.subscriptions.commands)).toEqual(sortUnique(commands.map(({ command }) => command)))
  expect(sortUnique(app.subscriptions.shortcuts)).toEqual(sortUnique(shortcuts.map((shortcut) => shortcut.callback_id)))
  const events = manifest.settings.event_subscriptions.bot_events
  // A mention is a message that a person typed, also in a channel whose other messages the app would not hear.
  expect(sortUnique(app.subscriptions.events)).toEqual(
    sortUnique(events.map((name) => (name === 'app_mention' ? 'message' : (name.split('.')[0] ?? '')))),
  )
  expect(manifest.features.app_home.home_tab_enabled).toBe(events.includes('app_home_opened'))
})

test('the scopes are exactly those that the called methods and events need', () => {
  expect(findCalledMethods().filter((method) => !METHODS[method])).toEqual([])
  expect(Object.keys(METHODS).filter((method) => !findCalledMethods().includes(method))).toEqual([])
  const events = manifest.settings.event_subscriptions.bot_events
  expect(events.filter((event) => !EVENTS[event])).toEqual([])
  const needed = ['commands', ...findCalledMethods().flatMap((method) => METHODS[method] ?? [])]
  expect(sortUnique(manifest.oauth_config.scopes.bot)).toEqual(
    sortUnique([...needed, ...events.flatMap((event) => EVENTS[event] ?? [])]),
  )
})

test('Slack asks for the choices of menus where it sends clicks', () => {
  const { request_url: clicks, message_menu_options_url: menus } = manifest.settings.interactivity
  expect(menus).toBe(clicks)
})

test('Slack shows the usage hints in full', () => {
  const hints = manifest.features.slash_commands.map(({ command, usage_hint: hint }) => [command, hint])
  expect(Object.fromEntries(hints)).toEqual({
    '/docs': 'add a page about webhooks',
    '/mail': 'write anna@example.com | find invoice | help',
  })
})
