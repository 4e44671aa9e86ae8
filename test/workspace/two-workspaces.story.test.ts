import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { openStorage } from '../../src/adapters/open-storage.ts'
import type { Config } from '../../src/config.ts'
import { createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { readText } from '../support/block-queries.ts'
import type { Harness } from '../support/harness.ts'
import { openTwoWorkspaces, TEAMS, type WorkspaceName } from '../support/two-workspaces.ts'
import { until } from '../support/until.ts'

/** docs/architecture.md explains why the keys without a team may be shared. */
const SHARED = /^(bellhop\/|budgets|agent\/line-|installations|health|long-waits)/

/** A customer writes, Maria replies, and a job starts; every text contains the word. */
async function playStory(app: Harness, word: string): Promise<void> {
  const [maria, support, docs] = await Promise.all([
    app.slack.user('maria'),
    app.slack.channel('support'),
    app.slack.channel('docs'),
  ])
  await app.mail.receive({ subject: `Invoice ${word}`, text: `The total of ${word} looks wrong.` })
  const head = await app.slack.findMessage(support, new RegExp(`total of ${word}`))
  await app.slack.click(maria, head, 'mail.reply')
  const form = await app.slack.findForm(maria)
  await app.slack.fillForm(maria, form, [['mail.text', `Here is the new invoice for ${word}.`]])
  await app.mail.findSentMail(new RegExp(`new invoice for ${word}`))
  await app.slack.command(maria, docs, `/docs add a page about ${word}`)
  const { id } = await app.agent.findJob(new RegExp(`a page about ${word}`))
  await app.agent.changeJob(id, { status: 'completed', prLink: `https://github.test/${word}/pull/1` })
  await app.slack.findCard(docs, 'finished')
}

/** Reads every record and task in the store, with its content in plain text. */
async function readStored({ store: settings }: Config): Promise<{ key: string; content: string }[]> {
  const database = new DatabaseSync(settings.url.slice('sqlite:'.length))
  const rows = database.prepare('SELECT partition, id FROM records').all() as { partition: string; id: string }[]
  const tasks = database.prepare('SELECT id FROM tasks').all() as { id: string }[]
  database.close()
  const sealer = createSealer(settings.encryptionKeys)
  const log = createLogger({ level: 'silent' })
  const storage = await openStorage(settings.url, { sealer, clock: createClock(), log, admin: true })
  try {
    const records = await Promise.all(
      rows.map(async ({ partition, id }) => {
        const key = `${partition}/${id}`
        return { key, content: JSON.stringify((await storage.store.get(key))?.value ?? null) }
      }),
    )
    return [...records, ...tasks.map(({ id }) => ({ key: id, content: '' }))]
  } finally {
    await storage.close()
  }
}

const teamOf = (key: string): WorkspaceName | undefined =>
  (['home', 'other'] as const).find((name) => key.split(/[/:]/).includes(TEAMS[name]))

test('two workspaces of one app share no credentials, no records and no text', async () => {
  const { home, other, calls, credentialsOf, closeApp, config } = await openTwoWorkspaces(({ agent, mail }) => ({
    agent,
    mail,
  }))
  await Promise.all([playStory(home, 'alpha'), playStory(other, 'omega')])
  await Promise.all([home.settled(), other.settled()])
  const foreign = { home: 'omega', other: 'alpha' }
  for (const name of ['home', 'other'] as const) {
    const own = calls.filter(({ reached }) => reached === name)
    for (const system of ['/slack/api/', '/agent', '/mail/'])
      expect(own.filter(({ path }) => path.startsWith(system)).length).toBeGreaterThan(0)
    const tokens = new Set(own.map(({ token }) => token).filter((token) => token !== ''))
    expect([...tokens].filter((token) => !credentialsOf(name).includes(token))).toEqual([])
    expect(own.filter(({ path, token }) => token === '' && !path.startsWith('/slack/hooks'))).toEqual([])
    expect(own.filter(({ body, path }) => `${path} ${body}`.includes(foreign[name]))).toEqual([])
  }
  expect(credentialsOf('home').filter((one) => credentialsOf('other').includes(one))).toEqual([])
  await closeApp()
  const stored = await readStored(config)
  for (const name of ['home', 'other'] as const) {
    const own = stored.filter(({ key }) => teamOf(key) === name)
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter(({ content }) => content.includes(foreign[name])).map(({ key }) => key)).toEqual([])
    expect(own.some(({ content }) => content.includes(name === 'home' ? 'alpha' : 'omega'))).toBe(true)
  }
  const shared = stored.filter(({ key }) => teamOf(key) === undefined)
  expect(shared.map(({ key }) => key).filter((key) => !SHARED.test(key))).toEqual([])
  expect(shared.filter(({ content }) => /alpha|omega/.test(content))).toEqual([])
})

test('a workspace without connections shows an explanation, and no connection is used for it', async () => {
  const { home, other, calls, credentialsOf } = await openTwoWorkspaces(() => ({ agent: undefined, mail: undefined }))
  await playStory(home, 'alpha')
  const [maria, aiko, support, docs] = await Promise.all([
    other.slack.user('maria'),
    other.slack.user('aiko'),
    other.slack.channel('support'),
    other.slack.channel('docs'),
  ])
  const answers = [
    await other.slack.command(maria, support, '/mail'),
    await other.slack.command(aiko, docs, '/docs add a page about omega'),
  ]
  expect(answers.map((answer) => JSON.stringify(answer))).toEqual([
    expect.stringMatching(/No mailbox is connected to this workspace/),
    expect.stringMatching(/No docs agent is connected to this workspace/),
  ])
  await other.slack.useShortcut(maria, 'jobs.new')
  await until(async () => (await other.slack.views(maria)).some((view) => /No docs agent/.test(readText(view))))
  await other.slack.openHome(maria)
  const shown = await until(async () => {
    const view = (await other.slack.views(maria)).find(({ type }) => type === 'home')
    return view && /No mailbox is connected/.test(readText(view)) && readText(view)
  })
  expect(shown).toContain('No docs agent is connected')
  expect(shown).not.toMatch(/Start a docs job|Email rules/)
  await other.settled()
  const foreign = calls.filter(({ path, reached }) => reached === 'other' && !path.startsWith('/slack/'))
  expect(foreign).toEqual([])
  const stolen = calls.filter(({ reached, token }) => reached === 'other' && credentialsOf('home').includes(token))
  expect(stolen).toEqual([])
})

test('jobs of two workspaces with one agent project wait in one line', async () => {
  const { home, other } = await openTwoWorkspaces(({ agent, mail }) => ({ agent, mail }), { AGENT_HOURLY_LIMIT: '1' })
  const [maria, docs] = await Promise.all([home.slack.user('maria'), home.slack.channel('docs')])
  await home.slack.command(maria, docs, '/docs add a page about alpha')
  await home.slack.findCard(docs, 'working')
  await other.slack.command(maria, docs, '/docs add a page about omega')
  await other.slack.findCard(docs, 'waiting')
  // The project has another name there.
  await home.slack.command(maria, docs, '/docs describe the export of invoices')
  const behind = await home.slack.findCard(docs, 'waiting')
  expect(readText(behind)).toMatch(/2nd in line/)
})

test('a delivery for one workspace must be signed with a secret of that workspace’s mailbox', async () => {
  const { url, webhookSecretOf } = await openTwoWorkspaces(({ agent, mail }) => ({ agent, mail }))
  const deliver = async (secret: string, address: string): Promise<number> => {
    const body = JSON.stringify({
      type: 'event',
      event_type: 'domain.verified',
      event_id: `evt_${randomUUID()}`,
      domain: {},
    })
    const [id, at] = [`msg_${randomUUID()}`, new Date()]
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    }
    return (await fetch(`${url}/webhooks/mail${address}`, { method: 'POST', body, headers })).status
  }
  const [home, other] = [webhookSecretOf('home'), webhookSecretOf('other')]
  expect(await deliver(home, '')).toBe(200)
  expect(await deliver(other, `?team=${TEAMS.other}`)).toBe(200)
  expect(await deliver(other, '')).toBe(401)
  expect(await deliver(home, `?team=${TEAMS.other}`)).toBe(401)
  expect(await deliver(home, '?team=TUNKNOWN')).toBe(401)
})
