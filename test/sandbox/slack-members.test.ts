import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  AIKO,
  BOT,
  createSlackHarness,
  DOCS,
  type Fields,
  GUEST,
  LEADS,
  LI,
  MARIA,
  readPath,
  type SlackHarness,
  STRANGER,
  TOM,
} from './slack-simulator-harness.ts'

const TEAM = 'S08DOCSTEAM'

let sandbox: SlackHarness
beforeEach(async () => {
  sandbox = await createSlackHarness()
})
afterEach(() => sandbox.close())

const change = (action: string, user: string, more: Fields = {}): ReturnType<SlackHarness['post']> =>
  sandbox.post('/slack/workspace', { action, user, ...more })
const refused = async (method: string, args: Fields): Promise<unknown> => (await sandbox.call(method, args))['error']

test('the workspace has two user groups, which an app with the scope can read', async () => {
  const { client } = sandbox
  expect((await client.usergroups.list({ include_users: true, include_count: true })).usergroups).toMatchObject([
    { id: TEAM, handle: 'docs-team', name: 'Docs team', users: [MARIA, TOM], user_count: 2, date_delete: 0 },
    { handle: 'support', users: [LI] },
  ])
  expect(readPath(await client.usergroups.list({}), 'usergroups', 0, 'users')).toBeUndefined()
  expect((await client.usergroups.users.list({ usergroup: TEAM })).users).toEqual([MARIA, TOM])
  expect(await refused('usergroups.users.list', { usergroup: 'S0NOTHING' })).toBe('no_such_subteam')
  expect(await refused('usergroups.update', { usergroup: TEAM, name: 'x' })).toBe('missing_scope')
})

test('each change of a group reaches the app as Slack’s events', async () => {
  const made = (await sandbox.post('/slack/group', { action: 'create', name: 'Leads', handle: 'leads', users: [TOM] }))
    .body
  expect(await sandbox.waitForEvent('subteam_created')).toMatchObject({
    subteam: { id: made['id'], handle: 'leads', users: [TOM], user_count: 1, created_by: AIKO, is_usergroup: true },
  })
  await sandbox.post('/slack/group', { action: 'members', group: '@leads', users: [MARIA, LI] })
  expect(await sandbox.waitForEvent('subteam_members_changed')).toMatchObject({
    subteam_id: made['id'],
    team_id: 'T08N4Q2LK1M',
    added_users: [MARIA, LI],
    added_users_count: 2,
    removed_users: [TOM],
    removed_users_count: 1,
  })
  await sandbox.waitForEvent('subteam_updated', ({ subteam }) => readPath(subteam, 'user_count') === 2)
  await sandbox.post('/slack/group', { action: 'disable', group: made['id'] })
  const gone = await sandbox.waitForEvent('subteam_updated', ({ subteam }) => readPath(subteam, 'deleted_by') === AIKO)
  expect(readPath(gone, 'subteam', 'date_delete')).toBeGreaterThan(0)
  const usergroup = String(made['id'])
  expect(await refused('usergroups.users.list', { usergroup })).toBe('no_such_subteam')
  const { client } = sandbox
  expect((await client.usergroups.users.list({ usergroup, include_disabled: true })).users).toEqual([MARIA, LI])
  expect((await client.usergroups.list({})).usergroups?.map(({ id }) => id)).not.toContain(usergroup)
  expect((await client.usergroups.list({ include_disabled: true })).usergroups).toHaveLength(3)
  await sandbox.post('/slack/group', { action: 'enable', group: 'leads' })
  await sandbox.waitForEvent('subteam_updated', ({ subteam }) => readPath(subteam, 'deleted_by') === null)
  expect((await client.usergroups.users.list({ usergroup })).users).toEqual([MARIA, LI])
})

test('a deactivated person cannot act, is shown as Slack shows them and comes back', async () => {
  await change('deactivate', MARIA)
  const { user } = await sandbox.waitForEvent('user_change')
  expect(user).toMatchObject({ id: MARIA, deleted: true, profile: { real_name: 'Maria Torres' } })
  expect(user).not.toHaveProperty('is_admin')
  expect((await sandbox.client.users.info({ user: MARIA })).user?.deleted).toBe(true)
  expect((await sandbox.client.users.list({})).members?.find(({ id }) => id === MARIA)?.deleted).toBe(true)
  expect(await refused('conversations.open', { users: MARIA })).toBe('user_disabled')
  expect(await refused('chat.postEphemeral', { channel: DOCS, user: MARIA, text: 'a' })).toBe('user_not_in_channel')
  const said = { channel: DOCS, user: MARIA, text: 'hello' }
  expect((await sandbox.post('/slack/message', said)).status).toBe(403)
  expect((await sandbox.post('/slack/command', { ...said, command: '/plain' })).status).toBe(403)
  expect((await sandbox.post('/slack/command', { ...said, command: '/plain', late: true })).status).toBe(200)
  expect((await sandbox.waitForRequest(({ kind }) => kind === '/plain')).payload).toMatchObject({ user_id: MARIA })
  await change('reactivate', MARIA)
  await sandbox.waitForEvent('user_change', (event) => readPath(event, 'user', 'deleted') === false)
  expect((await sandbox.post('/slack/message', said)).status).toBe(200)
})

test.each([
  ['admin', { is_admin: true, is_owner: false }],
  ['owner', { is_admin: true, is_owner: true }],
  ['guest', { is_admin: false, is_restricted: true, is_ultra_restricted: false }],
  ['single-channel-guest', { is_restricted: true, is_ultra_restricted: true }],
  ['external', { is_restricted: false, is_stranger: true, team_id: 'T06GLOBEX4R' }],
] as const)('a person whose role becomes %s is that in users.info and in user_change', async (role, shown) => {
  await change('role', AIKO, { role })
  expect((await sandbox.waitForEvent('user_change'))['user']).toMatchObject({ id: AIKO, locale: 'ja-JP', ...shown })
  expect((await sandbox.client.users.info({ user: AIKO })).user).toMatchObject(shown)
  await change('role', AIKO, { role: 'member' })
  const back = (await sandbox.client.users.info({ user: AIKO })).user
  expect(back).toMatchObject({ team_id: 'T08N4Q2LK1M', is_admin: false, is_restricted: false })
  expect(back).not.toHaveProperty('is_stranger')
  expect((await change('role', AIKO, { role: 'king' })).status).toBe(400)
})

test('a profile’s locale and time zone can be set', async () => {
  await sandbox.post('/slack/person', { user: TOM, locale: 'de-DE', tz: 'Asia/Kolkata' })
  expect((await sandbox.waitForEvent('user_change'))['user']).toMatchObject({ locale: 'de-DE', tz: 'Asia/Kolkata' })
  const { user } = await sandbox.client.users.info({ user: TOM, include_locale: true })
  expect(user).toMatchObject({ locale: 'de-DE', tz: 'Asia/Kolkata', tz_offset: 19_800 })
  expect((await sandbox.client.users.info({ user: GUEST, include_locale: true })).user?.locale).toBe('en-US')
})

test.each([
  ['public', DOCS, 'C'],
  ['private', LEADS, 'G'],
])('an app in a %s channel hears who leaves and joins', async (_kind, channel, channel_type) => {
  await change('kick', MARIA, { channel })
  expect(await sandbox.waitForEvent('member_left_channel')).toMatchObject({ user: MARIA, channel, channel_type })
  await change('invite', MARIA, { channel })
  expect(await sandbox.waitForEvent('member_joined_channel')).toMatchObject({ user: MARIA, channel, channel_type })
})

test('a person’s conversations are paged, and private ones are those of the app only', async () => {
  const { client } = sandbox
  const types = 'public_channel,private_channel'
  const seen: string[] = []
  for await (const page of client.paginate('users.conversations', { user: MARIA, types, limit: 4 }))
    seen.push(...(readPath(page, 'channels') as Fields[]).map(({ name }) => String(name)))
  expect(seen).toEqual(['docs', 'general', 'support', 'quarantine', 'leads', 'with-globex'])
  await change('remove-app', AIKO, { channel: LEADS })
  await change('archive', AIKO, { channel: DOCS })
  const left = await client.users.conversations({ user: MARIA, types, exclude_archived: true })
  expect(left.channels?.map(({ name }) => name)).toEqual(['general', 'support', 'quarantine', 'with-globex'])
  expect((await client.users.conversations({ user: STRANGER })).channels).toHaveLength(1)
  expect(await refused('users.conversations', { user: MARIA, limit: 1000 })).toBe('invalid_limit')
  expect(await refused('conversations.list', { limit: 1000 })).toBe('invalid_limit')
  expect(await refused('users.conversations', { user: 'U0NOBODY' })).toBe('user_not_found')
  expect(await refused('users.conversations', { user: MARIA, types: 'channels' })).toBe('invalid_types')
  for (const cursor of ['dGVhbTp4', 'dGVhbTo5OTk=', 'bm90aGluZw=='])
    expect(await refused('conversations.list', { cursor })).toBe('invalid_cursor')
})

test('a workspace of ten thousand people is listed in pages', async () => {
  const { body } = await sandbox.post('/slack/workspace', { action: 'populate', channel: DOCS, count: 10_000 })
  const users = body['users'] as string[]
  expect(await refused('users.list', {})).toBe('limit_required')
  expect((await sandbox.call('users.list', { limit: 5000 }))['members']).toHaveLength(1000)
  const seen = new Set<string>()
  for await (const page of sandbox.client.paginate('conversations.members', { channel: DOCS, limit: 1000 }))
    for (const member of readPath(page, 'members') as string[]) seen.add(member)
  expect([seen.has(users.at(-1) ?? ''), seen.has(BOT), seen.size]).toEqual([true, true, 10_007])
})

test('channels are added with the app in them', async () => {
  const { body } = await sandbox.post('/slack/workspace', { action: 'add-channels', count: 2 })
  const [channel = ''] = body['channels'] as string[]
  expect(body['channels']).toHaveLength(2)
  const posted = await sandbox.call('chat.postMessage', { channel, text: 'hello' })
  expect(posted['ok']).toBe(true)
})
