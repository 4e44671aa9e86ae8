import { HTTPReceiver, verifySlackRequest, type App } from '@slack/bolt'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts'
import { outsideApp, type ReceivedPayload } from './third-party-app.ts'

const MANIFEST = 'test/fixtures/outside-app.yml'

type Fields = Record<string, unknown>
interface Person {
  id: string
  name: string
  is_bot?: boolean
}

/** The control surface as a person at a keyboard. */
function hands(box: Sandbox) {
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${box.control}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const answer = (await response.json()) as T
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    ask,
    do: (path: string, body: object) => ask<Fields>(path, body),
    async scene() {
      const channels = await ask<{ id: string; name: string }[]>('/slack/channels')
      const people = await ask<Person[]>('/slack/users')
      const channel = channels.find(({ name }) => name === 'docs')?.id ?? ''
      const user = people.find((one) => !one.is_bot)?.id ?? ''
      return { channel, user, people }
    },
    messages: (channel: string, thread?: string) =>
      ask<Fields[]>(`/slack/messages?channel=${channel}${thread ? `&thread_ts=${thread}` : ''}`),
    views: (user: string) => ask<Fields[]>(`/slack/views?user=${user}`),
  }
}

const texts = (messages: Fields[]): unknown[] => messages.map(({ text }) => text)

/** The same app, the same people, both ways of reaching it. */
const modes: Record<string, (box: Sandbox) => Promise<{ app: App; received: ReceivedPayload[] }>> = {
  async 'over HTTP'(box) {
    const signingSecret = box.env['SLACK_SIGNING_SECRET'] ?? ''
    const made = outsideApp({
      token: box.env['SLACK_BOT_TOKEN'] ?? '',
      receiver: new HTTPReceiver({ signingSecret }),
      clientOptions: { slackApiUrl: box.slackApi },
    })
    await made.app.start(Number(box.env['PORT']))
    return made
  },
  async 'over Socket Mode'(box) {
    const made = outsideApp({
      token: box.env['SLACK_BOT_TOKEN'] ?? '',
      appToken: box.env['SANDBOX_SOCKET_TOKEN'] ?? '',
      socketMode: true,
      clientOptions: { slackApiUrl: box.slackApi },
    })
    await made.app.start()
    return made
  },
}

describe.each(Object.entries(modes))('an ordinary Bolt app %s', (_, start) => {
  let box: Sandbox
  let app: App
  let received: ReceivedPayload[]
  let person: ReturnType<typeof hands>
  let channel: string
  let user: string

  beforeAll(async () => {
    box = await createSandbox({ app: false, empty: true, manifest: MANIFEST })
    person = hands(box)
    ;({ channel, user } = await person.scene())
    ;({ app, received } = await start(box))
  })
  afterAll(async () => {
    await app.stop()
    await box.close()
  })

  const lastReceived = (kind: string): ReceivedPayload | undefined => received.findLast((one) => one.kind === kind)

  test('answers a message, and its button is clicked', async () => {
    await person.do('/slack/message', { channel, user, text: 'well hello there' })
    await expect.poll(async () => texts(await person.messages(channel))).toContain('Hey there!')
    const posted = (await person.messages(channel)).findLast(({ text }) => text === 'Hey there!')
    const click = await person.do('/slack/click', {
      user,
      channel,
      message_ts: posted?.['ts'],
      action_id: 'button_click',
    })
    expect(click).toMatchObject({ status: 200 })
    await expect.poll(async () => texts(await person.messages(channel))).toContain(`<@${user}> clicked the button`)
    await expect.poll(async () => texts(await person.messages(channel))).toContain('Clicked.')
    expect(lastReceived('button_click')?.payload).toMatchObject({
      type: 'button',
      value: 'v1',
      action_id: 'button_click',
    })
  })

  test('receives its mention and a reaction', async () => {
    const me = await app.client.auth.test()
    const { ts } = await person.do('/slack/message', { channel, user, text: `<@${me.user_id}> are you there?` })
    await expect.poll(async () => texts(await person.messages(channel, String(ts)))).toContain('You called?')
    await person.do('/slack/react', { user, channel, ts, name: 'eyes' })
    await expect.poll(() => lastReceived('reaction_added')?.payload).toMatchObject({ reaction: 'eyes', user })
  })

  test('opens a form by command, asks for options, refuses a short title, takes a long one', async () => {
    expect(await person.do('/slack/command', { channel, user, command: '/ticket', text: 'bad' })).toMatchObject({
      status: 200,
    })
    await expect.poll(async () => (await person.views(user)).length).toBe(1)
    const [view] = await person.views(user)
    expect(view).toMatchObject({ type: 'modal', callback_id: 'ticket_form', private_metadata: '{"from":"outside"}' })
    const view_id = view?.['id']
    await person.do('/slack/click', { user, view_id, action_id: 'level_pick', value: 'high' })
    await expect.poll(async () => JSON.stringify(await person.views(user))).toContain('Level is set.')
    const refused = await person.do('/slack/submit', { user, view_id, values: { title: { value: 'bad' } } })
    expect(refused).toMatchObject({ status: 200, response_action: 'errors', errors: { title: 'Say a little more.' } })
    await person.do('/slack/submit', {
      user,
      view_id,
      values: { title: { value: 'The login is broken' }, owner: { value: user }, product: { product_search: 'lamp' } },
    })
    expect(await person.views(user)).toEqual([])
    expect(lastReceived('ticket_form')?.payload).toMatchObject({
      state: {
        values: {
          title: { value: { type: 'plain_text_input', value: 'The login is broken' } },
          owner: { value: { type: 'users_select', selected_user: user } },
          product: { product_search: { selected_option: { text: { text: 'Product lamp' }, value: 'lamp' } } },
          level: { level_pick: { type: 'static_select', selected_option: { value: 'high' } } },
        },
      },
    })
    await expect.poll(async () => texts(await person.messages(user))).toContain('Ticket: The login is broken')
  })

  test('answers a command immediately and by its response_url', async () => {
    const answer = await person.do('/slack/command', { channel, user, command: '/echo', text: 'a & b' })
    expect(answer).toMatchObject({ status: 200 })
    await expect.poll(async () => texts(await person.messages(channel))).toContain('a &amp; b')
    await expect.poll(async () => texts(await person.messages(channel))).toContain('Listening.')
  })

  test('handles shortcuts, and learns that the form was closed', async () => {
    await person.do('/slack/shortcut', { user, callback_id: 'new_ticket' })
    await expect.poll(async () => (await person.views(user)).length).toBe(1)
    const [first] = await person.views(user)
    await person.do('/slack/close', { user, view_id: first?.['id'] })
    await expect.poll(() => lastReceived('view_closed')?.payload).toMatchObject({ id: first?.['id'] })
    const { ts } = await person.do('/slack/message', { channel, user, text: 'Nothing loads' })
    await person.do('/slack/shortcut', { user, callback_id: 'message_ticket', channel, message_ts: ts })
    await expect.poll(async () => JSON.stringify(await person.views(user))).toContain('Nothing loads')
    const [second] = await person.views(user)
    await person.do('/slack/close', { user, view_id: second?.['id'] })
  })

  test('shows a Home', async () => {
    await person.do('/slack/home', { user })
    await expect.poll(async () => (await person.views(user)).map(({ type }) => type)).toContain('home')
  })
})

test('a request from Slack passes Bolt’s own verifier, and fails it with another secret', async () => {
  const seen: { headers: Fields; body: string }[] = []
  const box = await createSandbox({ app: false, empty: true, manifest: MANIFEST })
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ headers: request.headers, body })
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(Number(box.env['PORT']), '127.0.0.1', done))
  try {
    const person = hands(box)
    const { channel, user } = await person.scene()
    await person.do('/slack/command', { channel, user, command: '/echo', text: 'x' })
    await person.do('/slack/message', { channel, user, text: 'x' })
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(2)
    for (const { headers, body } of seen) {
      const signed = {
        'x-slack-signature': String(headers['x-slack-signature']),
        'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
      }
      const verify = (signingSecret: string) => () => verifySlackRequest({ signingSecret, body, headers: signed })
      expect(verify(box.env['SLACK_SIGNING_SECRET'] ?? '')).not.toThrow()
      expect(verify('0123456789abcdef0123456789abcdef')).toThrow()
    }
  } finally {
    await new Promise((done) => server.close(done))
    await box.close()
  }
})
