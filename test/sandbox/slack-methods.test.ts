import { SocketModeClient } from '@slack/socket-mode'
import { WebClient } from '@slack/web-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts'
import { requestSimulator } from '../support/simulators.ts'

interface Interaction {
  type: string
  trigger_id: string
  view?: { id: string; hash: string }
}

let sandbox: Sandbox
let client: WebClient
let channel: string
let user: string
let other: string

beforeAll(async () => {
  sandbox = await createSandbox({ app: false, empty: true, manifest: 'test/fixtures/outside-app.yml' })
  client = new WebClient(sandbox.env['SANDBOX_BOT_TOKEN'], {
    slackApiUrl: sandbox.slackApi,
    retryConfig: { retries: 0 },
  })
  channel = (await list<Named>('channels')).find(({ name }) => name === 'docs')?.id ?? ''
  const people = (await list<Named>('users')).filter(({ is_bot }) => !is_bot)
  user = people[0]?.id ?? ''
  other = people[1]?.id ?? ''
})
afterAll(() => sandbox.close())

interface Named {
  id: string
  name: string
  is_bot?: boolean
}

async function list<T>(path: string): Promise<T[]> {
  const response = await fetch(`${sandbox.control}/slack/${path}`)
  return (await response.json()) as T[]
}

const modal = (title: string) => ({
  type: 'modal' as const,
  title: { type: 'plain_text' as const, text: title },
  blocks: [{ type: 'section' as const, text: { type: 'mrkdwn' as const, text: 'Hello' } }],
})

interface Envelope {
  ack: () => Promise<void>
  body: Interaction
}

async function acknowledged(envelope: Envelope): Promise<Envelope> {
  await envelope.ack()
  return envelope
}

/** Waits for the next interaction that the Visitor gets by its socket, after the person has done something. */
async function interaction(socket: SocketModeClient, person: () => Promise<unknown>): Promise<Interaction> {
  const heard = new Promise<Envelope>((done) => void socket.once('interactive', done))
  const [envelope] = await Promise.all([heard.then(acknowledged), person()])
  return envelope.body
}

async function posted(text: string): Promise<string> {
  return (await client.chat.postMessage({ channel, text })).ts ?? ''
}

test('the chat methods post, update, schedule and delete messages', async () => {
  const ts = await posted('one')
  expect(await client.chat.update({ channel, ts, text: 'two' })).toMatchObject({ ok: true, text: 'two', ts })
  expect((await client.chat.getPermalink({ channel, message_ts: ts })).permalink).toContain(ts.replace('.', ''))
  expect(await client.chat.postEphemeral({ channel, user, text: 'psst' })).toMatchObject({ ok: true })
  expect(await client.chat.delete({ channel, ts })).toMatchObject({ ok: true, ts })
  const post_at = Math.floor(Date.now() / 1000) + 3600
  const later = await client.chat.scheduleMessage({ channel, text: 'later', post_at })
  expect(later).toMatchObject({ channel, post_at, message: { text: 'later' } })
  const list = await client.chat.scheduledMessages.list({ channel })
  expect(list.scheduled_messages).toMatchObject([{ id: later.scheduled_message_id, post_at, text: 'later' }])
  const scheduled_message_id = later.scheduled_message_id ?? ''
  expect(await client.chat.deleteScheduledMessage({ channel, scheduled_message_id })).toMatchObject({ ok: true })
  expect((await client.chat.scheduledMessages.list()).scheduled_messages).toEqual([])
})

test('a scheduled message is posted when its time has passed on the simulated clock', async () => {
  const post_at = Math.floor(Date.now() / 1000) + 600
  await client.chat.scheduleMessage({ channel, text: 'time flies', post_at })
  await requestSimulator(`${sandbox.control}/clock`, { method: 'POST', body: { scale: 10_000 } })
  await expect
    .poll(async () => JSON.stringify((await client.conversations.history({ channel, limit: 5 })).messages))
    .toContain('time flies')
  await requestSimulator(`${sandbox.control}/clock`, { method: 'POST', body: { scale: 1 } })
})

test('a file is uploaded in three steps, listed, downloaded with the token and deleted', async () => {
  const upload = await client.filesUploadV2({
    channel_id: channel,
    initial_comment: 'the report',
    filename: 'report.csv',
    file: Buffer.from('a,b\n1,2\n'),
    title: 'Report',
  })
  expect(upload.ok).toBe(true)
  const { messages } = await client.conversations.history({ channel, limit: 1 })
  const file = messages?.[0]?.files?.[0]
  expect(file).toMatchObject({ name: 'report.csv', title: 'Report', mimetype: 'text/csv', size: 8, mode: 'hosted' })
  expect(messages?.[0]).toMatchObject({ subtype: 'file_share', text: 'the report' })
  const url = file?.url_private ?? ''
  const authorization = `Bearer ${sandbox.env['SANDBOX_BOT_TOKEN']}`
  const given = await fetch(url, { headers: { authorization } })
  expect(await given.text()).toBe('a,b\n1,2\n')
  const stranger = await fetch(url)
  expect(stranger.headers.get('content-type')).toContain('text/html')
  const id = file?.id ?? ''
  expect((await client.files.info({ file: id })).file).toMatchObject({ id, channels: [channel] })
  expect((await client.files.list({ channel })).files?.map((one) => one.id)).toEqual([id])
  expect(await client.files.delete({ file: id })).toMatchObject({ ok: true })
  await expect(client.files.info({ file: id })).rejects.toMatchObject({ data: { error: 'file_deleted' } })
  expect((await fetch(url, { headers: { authorization } })).status).toBe(404)
})

test('the conversations methods read and change a channel and its members', async () => {
  const made = await client.conversations.create({ name: 'brand-new' })
  const id = made.channel?.id ?? ''
  expect((await client.conversations.info({ channel: id })).channel).toMatchObject({
    name: 'brand-new',
    is_member: true,
  })
  await client.conversations.invite({ channel: id, users: `${user},${other}` })
  expect((await client.conversations.members({ channel: id })).members).toEqual(expect.arrayContaining([user, other]))
  await client.conversations.kick({ channel: id, user: other })
  await client.conversations.setTopic({ channel: id, topic: 'A topic' })
  await client.conversations.setPurpose({ channel: id, purpose: 'A purpose' })
  await client.conversations.rename({ channel: id, name: 'renamed' })
  expect((await client.conversations.list()).channels?.map(({ name }) => name)).toContain('renamed')
  expect((await client.users.conversations({})).channels?.map((one) => one.id)).toContain(id)
  const parent = (await client.chat.postMessage({ channel: id, text: 'parent' })).ts ?? ''
  await client.chat.postMessage({ channel: id, text: 'reply', thread_ts: parent })
  expect((await client.conversations.replies({ channel: id, ts: parent })).messages).toMatchObject([
    { text: 'parent', reply_count: 1 },
    { text: 'reply', thread_ts: parent },
  ])
  await client.conversations.mark({ channel: id, ts: parent })
  const direct = await client.conversations.open({ users: user })
  expect(direct.channel?.id).toMatch(/^D/)
  await client.conversations.close({ channel: direct.channel?.id ?? '' })
  const group = await client.conversations.open({ users: `${user},${other}` })
  expect(group.channel?.id).toMatch(/^C/)
  expect(await client.conversations.open({ users: `${other},${user},${user}` })).toMatchObject({
    already_open: true,
    channel: group.channel,
  })
  await client.conversations.leave({ channel: id })
  await client.conversations.join({ channel: id })
  await client.conversations.archive({ channel: id })
  await expect(client.chat.postMessage({ channel: id, text: 'x' })).rejects.toMatchObject({
    data: { error: 'is_archived' },
  })
  expect((await client.conversations.history({ channel: id })).messages?.length).toBeGreaterThan(0)
})

test('the methods of reactions, bookmarks, users, groups and statuses work', async () => {
  const timestamp = await posted('react to me')
  await client.reactions.add({ channel, timestamp, name: 'tada' })
  expect((await client.reactions.get({ channel, timestamp })).message?.reactions).toMatchObject([
    { name: 'tada', count: 1 },
  ])
  const reacted = await client.reactions.list({ count: 10 })
  expect(reacted.items).toMatchObject([{ channel, message: { ts: timestamp } }])
  expect(reacted.paging).toEqual({ count: 10, total: 1, page: 1, pages: 1 })
  await client.reactions.remove({ channel, timestamp, name: 'tada' })
  for (const name of ['no_such_emoji', 'constructor', 'tada::skin-tone-9'])
    await expect(client.reactions.add({ channel, timestamp, name })).rejects.toMatchObject({
      data: { error: 'invalid_name' },
    })
  const made = await client.bookmarks.add({
    channel_id: channel,
    type: 'link',
    title: 'Docs',
    link: 'https://docs.test',
  })
  const bookmark_id = made.bookmark?.id ?? ''
  await client.bookmarks.edit({ channel_id: channel, bookmark_id, title: 'The docs' })
  expect((await client.bookmarks.list({ channel_id: channel })).bookmarks).toMatchObject([{ title: 'The docs' }])
  await client.bookmarks.remove({ channel_id: channel, bookmark_id })
  expect((await client.bookmarks.list({ channel_id: channel })).bookmarks).toEqual([])
  const info = await client.users.info({ user })
  expect(info.user).toMatchObject({ id: user, is_bot: false })
  const sizes = [24, 32, 48, 72, 192, 512].map((size) => `image_${size}`)
  expect(Object.keys(info.user?.profile ?? {})).toEqual(expect.arrayContaining(sizes))
  expect((await client.users.list({})).members?.map((one) => one.id)).toContain(user)
  const email = info.user?.profile?.email ?? ''
  expect((await client.users.lookupByEmail({ email })).user?.id).toBe(user)
  expect((await client.users.profile.get({ user })).profile).toMatchObject({ email })
  expect(await client.users.getPresence({ user })).toMatchObject({ ok: true })
  const [group] = (await client.usergroups.list({ include_users: true })).usergroups ?? []
  expect((await client.usergroups.users.list({ usergroup: group?.id ?? '' })).users).toEqual(group?.users)
  expect(await client.users.setPresence({ presence: 'auto' })).toMatchObject({ ok: true })
  const usergroup = (await client.usergroups.create({ name: 'Writers', handle: 'writers' })).usergroup?.id ?? ''
  await expect(client.usergroups.create({ name: 'Writers' })).rejects.toMatchObject({
    data: { error: 'name_already_exists' },
  })
  await client.usergroups.update({ usergroup, description: 'Who writes' })
  await client.usergroups.users.update({ usergroup, users: user })
  expect((await client.usergroups.users.list({ usergroup })).users).toEqual([user])
  await client.usergroups.disable({ usergroup })
  expect((await client.usergroups.list({})).usergroups?.map((one) => one.id)).not.toContain(usergroup)
  expect((await client.usergroups.enable({ usergroup })).usergroup).toMatchObject({ description: 'Who writes' })
  const thread = { channel_id: channel, thread_ts: timestamp }
  expect(await client.assistant.threads.setTitle({ ...thread, title: 'Retries' })).toMatchObject({ ok: true })
  const prompts: [{ title: string; message: string }] = [{ title: 'Ask', message: 'How often?' }]
  expect(await client.assistant.threads.setSuggestedPrompts({ ...thread, prompts })).toMatchObject({ ok: true })
  const status = { channel_id: channel, thread_ts: timestamp, status: 'is thinking…' }
  expect(await client.assistant.threads.setStatus(status)).toMatchObject({ ok: true })
  expect((await client.team.info()).team).toMatchObject({ name: expect.any(String) as string })
  const me = await client.auth.test()
  expect((await client.bots.info({ bot: me.bot_id ?? '' })).bot).toMatchObject({ user_id: me.user_id })
  expect(await client.api.test()).toMatchObject({ ok: true })
})

test('blocks.validate checks blocks, messages and views, and needs no token', async () => {
  const anyone = new WebClient(undefined, { slackApiUrl: sandbox.slackApi })
  expect(await anyone.apiCall('blocks.validate', { view: modal('Fine') })).toMatchObject({ ok: true })
  const blocks = [{ type: 'section', text: { type: 'invalid', text: 'x' } }]
  await expect(anyone.apiCall('blocks.validate', { blocks })).rejects.toMatchObject({
    data: {
      error: 'invalid_blocks',
      errors: expect.arrayContaining([
        {
          code: 'failed_constraint',
          message: 'unsupported type: invalid',
          pointer: '/0/text/type',
          constraint: { type: 'enum', expected: ['plain_text', 'mrkdwn'] },
        },
      ]) as unknown,
    },
  })
  const message = { text: 'no', blocks: [] }
  await expect(anyone.apiCall('blocks.validate', { message })).rejects.toMatchObject({
    data: { error: 'invalid_message' },
  })
  await expect(anyone.apiCall('blocks.validate', {})).rejects.toMatchObject({ data: { error: 'invalid_arguments' } })
})

test('an app is installed through the authorize page', async () => {
  const [client_id, client_secret] = [
    sandbox.env['SANDBOX_CLIENT_ID'] ?? '',
    sandbox.env['SANDBOX_CLIENT_SECRET'] ?? '',
  ]
  const redirect_uri = 'https://outside.test/oauth'
  const query = new URLSearchParams({ client_id, scope: 'chat:write,commands', state: 'abc', redirect_uri }).toString()
  const page = await fetch(`${sandbox.page}slack/oauth/v2/authorize?${query}`)
  expect(await page.text()).toContain('chat:write')
  const back = await fetch(`${sandbox.page}slack/oauth/v2/allow?${query}`, { redirect: 'manual' })
  const location = new URL(back.headers.get('location') ?? '')
  expect(location.searchParams.get('state')).toBe('abc')
  const anyone = new WebClient(undefined, { slackApiUrl: sandbox.slackApi })
  const code = location.searchParams.get('code') ?? ''
  const access = { client_id, client_secret, code, redirect_uri }
  const wrong = { ...access, client_secret: 'no' }
  await expect(anyone.oauth.v2.access(wrong)).rejects.toMatchObject({ data: { error: 'bad_client_secret' } })
  const given = await anyone.oauth.v2.access(access)
  expect(given).toMatchObject({ token_type: 'bot', enterprise: null, is_enterprise_install: false })
  expect(given.scope?.split(',')).toEqual(expect.arrayContaining(['chat:write', 'commands']))
  await expect(anyone.oauth.v2.access(access)).rejects.toMatchObject({ data: { error: 'code_already_used' } })
  const installed = new WebClient(given.access_token, { slackApiUrl: sandbox.slackApi })
  expect(await installed.auth.test()).toMatchObject({ user_id: given.bot_user_id })
})

test('views are opened, pushed and updated with triggers from the socket, and a Home is published', async () => {
  const socket = new SocketModeClient({
    appToken: sandbox.env['SANDBOX_APP_TOKEN'] ?? '',
    clientOptions: { slackApiUrl: sandbox.slackApi },
  })
  await socket.start()
  const button = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } } as const
  const row = { type: 'actions', block_id: 'row', elements: [button] } as const
  const { ts } = await client.chat.postMessage({ channel, text: 'press', blocks: [row] })
  const click = (fields: object) =>
    requestSimulator(`${sandbox.control}/slack/click`, { method: 'POST', body: { user, action_id: 'go', ...fields } })
  const first = await interaction(socket, () => click({ channel, message_ts: ts }))
  const view = { ...modal('One'), blocks: [row] }
  const opened = await client.views.open({ trigger_id: first.trigger_id, view })
  await expect(client.views.open({ trigger_id: first.trigger_id, view })).rejects.toMatchObject({
    data: { error: 'exchanged_trigger_id' },
  })
  const view_id = opened.view?.id ?? ''
  const second = await interaction(socket, () => click({ view_id }))
  expect(second.view?.id).toBe(view_id)
  const pushed = await client.views.push({ trigger_id: second.trigger_id, view: modal('Two') })
  expect(pushed.view).toMatchObject({ root_view_id: view_id, previous_view_id: view_id })
  const stale = { view_id: pushed.view?.id ?? '', hash: '1.stale', view: modal('Three') }
  await expect(client.views.update(stale)).rejects.toMatchObject({ data: { error: 'hash_conflict' } })
  expect((await client.views.update({ ...stale, hash: pushed.view?.hash ?? '' })).view?.title?.text).toBe('Three')
  const home = { type: 'home' as const, blocks: [] }
  expect((await client.views.publish({ user_id: user, view: home })).view).toMatchObject({ type: 'home' })
  await socket.disconnect()
})

test('the remaining methods work: session status, unarchiving and revoking the token', async () => {
  const { channel: made } = await client.conversations.create({ name: 'to-and-fro' })
  await client.conversations.archive({ channel: made?.id ?? '' })
  await client.conversations.unarchive({ channel: made?.id ?? '' })
  const thread_ts = await posted('a session')
  const session = { channel_id: channel, channel, thread_ts, status: 'processing' }
  expect(await client.apiCall('agents.sessions.setStatus', session)).toMatchObject({ ok: true })
  expect(await client.auth.revoke({})).toMatchObject({ revoked: true })
  await expect(client.auth.test()).rejects.toMatchObject({ data: { error: 'token_revoked' } })
})

test('every method of the simulator was called in this file and worked', async () => {
  const calls = await list<{ method: string; ok: boolean }>('calls')
  const worked = new Set(calls.filter(({ ok }) => ok).map(({ method }) => method))
  expect(Object.keys(sandbox.slack.methods).filter((method) => !worked.has(method))).toEqual([])
})
