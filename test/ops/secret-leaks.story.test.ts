/** @module-tag redis */
import { createHmac } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { type Fields, type Harness, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

/** Marker words that occur only in the content this test sends. */
const WORDS = {
  prompt: 'quokka',
  followUp: 'wombat',
  quoted: 'numbat',
  refusal: 'bandicoot',
  repeated: 'potoroo',
  subject: 'narwhal',
  text: 'platypus',
  html: 'axolotl',
  sender: 'heron.person',
  company: 'albatross.test',
  file: 'pangolin',
  reply: 'capybara',
  unreadable: 'echidna',
}
const SECRETS = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'AGENT_API_KEY',
  'MAIL_API_KEY',
  'MAIL_WEBHOOK_SECRET',
  'ENCRYPTION_KEY',
]

/** The places where one of the words or secrets occurs in a text, with their surroundings. */
function findLeaks(text: string, needles: Record<string, string>): string[] {
  const low = text.toLowerCase()
  return Object.entries(needles).flatMap(([name, needle]) => {
    const at = low.indexOf(needle.toLowerCase())
    return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 200), at + 100)}…`]
  })
}

async function dumpRedis(url: string): Promise<string> {
  const client = new Redis(url)
  const kinds: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => client.get(key),
    hash: (key) => client.hgetall(key),
    list: (key) => client.lrange(key, 0, -1),
    set: (key) => client.smembers(key),
    zset: (key) => client.zrange(key, '0', '-1'),
    stream: (key) => client.xrange(key, '-', '+'),
  }
  const parts: unknown[] = []
  for (const key of (await client.keys('*')).map(String)) {
    const type = await client.type(key)
    // Gone since it was listed: a lock that ran out.
    if (type === 'none') continue
    const read = kinds[type]
    if (!read) throw new Error(`${key} is a ${type}`)
    parts.push(key, await read(key))
  }
  client.disconnect()
  return JSON.stringify(parts)
}

/** Everything on disk: the database file and its companions byte by byte, or all of Redis. */
async function dumpStorage({ sandbox }: Harness): Promise<string> {
  const url = sandbox.env['STORE_URL'] ?? ''
  if (!url.startsWith('sqlite:')) return dumpRedis(url)
  const files = globSync(`${url.replace('sqlite:', '')}*`)
  expect(files.length).toBeGreaterThan(1)
  return files.map((file) => readFileSync(file).toString('latin1')).join('\n')
}

async function playJobStory({ slack, agent, addFault }: Harness): Promise<void> {
  const [docs, maria, tom] = await Promise.all([slack.channel('docs'), slack.user('maria'), slack.user('tom')])
  const self = await slack.user('bellhop')
  const head = await slack.say(tom, docs, `The ${WORDS.quoted} page is wrong`)
  await slack.say(maria, docs, `<@${self}> Explain the ${WORDS.prompt} schedule`, { thread_ts: head.ts })
  const job = await agent.findJob(/quokka/)
  await slack.findCard(docs, 'working', { thread: head.ts })
  await addFault({
    target: 'agent',
    match: 'POST',
    mode: 'status',
    status: 400,
    error: `no ${WORDS.refusal} here`,
    times: 1,
  })
  await slack.say(maria, docs, `<@${self}> add a ${WORDS.followUp} table`, { thread_ts: head.ts })
  await until(async () => /can’t work with this text/.test(readText((await slack.messages(docs, head.ts)).at(-1))))
  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findMessage(docs, /stopped with an error/, head.ts)
  await addFault({ target: 'agent', match: 'POST', mode: 'truncate', times: 1 })
  await slack.command(maria, docs, `/docs Explain the ${WORDS.prompt} again`)
  await slack.findMessage(docs, /Couldn’t confirm the start/)
  await addFault({
    target: 'agent',
    match: 'POST',
    mode: 'status',
    status: 400,
    error: `cannot read: “page about the ${WORDS.repeated}”`,
    times: 1,
  })
  await slack.command(maria, docs, `/docs Correct the page about the ${WORDS.repeated}`)
  await until(async () => (await slack.messages(docs)).some((one) => readText(one).includes('cannot read')))
  await slack.command(maria, docs, '/docs')
  await slack.findForm(maria)
  await slack.useShortcut(maria, 'jobs.from_message', head)
  await slack.openHome(maria)
}

async function playMailStory(app: Harness): Promise<void> {
  const { slack, mail, addFault } = app
  const [support, maria, aiko] = await Promise.all([slack.channel('support'), slack.user('maria'), slack.user('aiko')])
  await addFault({ target: 'mail', match: 'GET', mode: 'truncate', times: 1 })
  await mail.receive({
    subject: `The ${WORDS.subject} invoice`,
    from: `Heron <${WORDS.sender}@${WORDS.company}>`,
    text: `${WORDS.text} ${'long '.repeat(20_000)}`,
    html: `<p>${WORDS.text} <b>${WORDS.html}</b></p><p>${'long '.repeat(2000)}</p>`,
    attachments: [{ filename: `${WORDS.file}.pdf`, content_type: 'application/pdf', content: 'aGVsbG8=' }],
  })
  const head = await slack.findMessage(support, /narwhal/)
  await slack.click(maria, head, 'mail.read')
  await slack.click(maria, head, 'mail.reply')
  const form = await slack.findForm(maria)
  await addFault({ target: 'mail', match: 'POST', mode: 'accept-then-drop', times: 1 })
  expect((await slack.fillForm(maria, form, [[/^Your reply$/, `Dear ${WORDS.reply}`]])).errors).toBeUndefined()
  const sent = await mail.findSentMail(/capybara/)
  await mail.reportOutcome(sent.message_id, 'bounced')
  await slack.findMessage(support, /didn’t reach/, head.ts)
  await slack.command(aiko, support, `/mail route ${mail.inbox} #docs`)
  await slack.command(aiko, support, '/mail status')
}

/** Sends a signed event that the app does not understand, which it stores once and sealed. */
async function sendUnreadableEvents({ sandbox }: Harness): Promise<void> {
  const [id, stamp] = ['msg_unreadable', `${Math.floor(Date.now() / 1000)}`]
  const body = JSON.stringify({ type: 'event', event_type: 'message.received', message: { text: WORDS.unreadable } })
  const key = Buffer.from((sandbox.env['MAIL_WEBHOOK_SECRET'] ?? '').replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${stamp}.${body}`).digest('base64')
  const answer = await fetch(`${sandbox.app}/webhooks/mail`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': stamp,
      'webhook-signature': `v1,${signature}`,
    },
  })
  expect(answer.status).toBe(200)
}

testWith({ ownProcess: true, env: { LOG_LEVEL: 'trace', MAIL_UNDO_SECONDS: '0' } })(
  'no secret and no content appears in logs, metrics, metadata or unencrypted on disk',
  async ({ app, slack }) => {
    await Promise.all([playJobStory(app), playMailStory(app)])
    await sendUnreadableEvents(app)
    await fetch(`${app.sandbox.app}/slack/events`, {
      method: 'POST',
      body: `payload=${WORDS.prompt}`,
      headers: { 'content-type': 'application/json' },
    })
    const metrics = await (await fetch(`${app.sandbox.app}/metrics`)).text()
    expect(metrics).toContain('bellhop_tasks{state="dead"}')
    const secrets = Object.fromEntries(SECRETS.map((name) => [name, app.sandbox.env[name] ?? '']))
    expect(Object.values(secrets)).not.toContain('')
    const needles = { ...WORDS, ...secrets }

    await app.settled()
    const calls = (await slack.calls()) as { method: string; args: Fields }[]
    const hidden = calls.map(({ method, args }) => {
      const view = args['view'] as Fields | string | undefined
      const open = typeof view === 'string' ? (JSON.parse(view) as Fields) : view
      return JSON.stringify([method, args['metadata'], open?.['private_metadata']])
    })
    expect(hidden.some((line) => line.includes('op_id'))).toBe(true)
    expect(findLeaks(hidden.join('\n'), needles)).toEqual([])
    expect(findLeaks(metrics, needles)).toEqual([])
    await until(() => app.output().includes('"level":"trace"') || app.output().includes('"level":"debug"'))
    // The agent's own sentence in an error answer is logged: operators need it as much as people do.
    const { refusal, ...unlogged } = needles
    expect(app.output()).toContain(refusal)
    expect(findLeaks(app.output(), unlogged)).toEqual([])
    expect(findLeaks(await dumpStorage(app), needles)).toEqual([])
    await app.stop()
    expect(findLeaks(await dumpStorage(app), needles)).toEqual([])
  },
)
