import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { openHarness, type Harness, until } from '../support/harness.ts'

/** The app without an address of its own: no signing secret, only a socket that it opens itself. */
const openSocketModeHarness = ({ ownProcess = false } = {}): Promise<Harness> =>
  openHarness({
    ownProcess,
    store: 'sqlite',
    env: (given) => ({ SLACK_APP_TOKEN: given['SANDBOX_SOCKET_TOKEN'] ?? '', SLACK_SIGNING_SECRET: '' }),
  })

const readReadiness = async (sandbox: Harness['sandbox']): Promise<string> =>
  (await fetch(`${sandbox.app}/readyz`)).text()

test('a job runs over Socket Mode from the command to the pull request', async () => {
  const app = await openSocketModeHarness()
  const { sandbox, slack, agent, output } = app
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, '/docs help')
  await slack.findEphemeral(docs, maria, /Start a job/)
  expect((await fetch(`${sandbox.app}/slack/events`, { method: 'POST', body: '{}' })).status).toBe(404)

  await slack.command(maria, docs, '/docs')
  const form = await slack.findForm(maria)
  expect((await slack.fillForm(maria, form, [[/./, 'Explain the retry schedule']])).errors).toBeUndefined()
  const job = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')

  // Slack ends connections now and then; the next one is there before anybody notices.
  const countOpened = (): number => output().split('the socket to Slack is open').length - 1
  for (const reason of ['link_disabled', 'refresh_requested'] as const) {
    const opened = countOpened()
    await slack.disconnectSockets(reason)
    await until(() => countOpened() > opened)
  }
  await until(async () => (await readReadiness(sandbox)) === 'ready\n')
  const said = await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  await until(async () => (await agent.jobs())[0]?.followUps[0])
  await slack.redeliver(3)
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/7' })
  await slack.findCard(docs, 'finished')
  await slack.findMessage(docs, /pull\/7|pull request is ready/, card.ts)
  await slack.openHome(maria)
  const entry = `prompt:${/prompt:(\w+)/.exec(readText(await slack.findCard(docs, 'finished')))?.[1]}`
  expect((await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.more', entry)).status).toBe(200)
  expect(said.ts > card.ts).toBe(true)
  await app.settled()
  expect((await agent.jobs()).map((one) => one.followUps.length)).toEqual([1])
})

test('after a kill before the acknowledgement the event is delivered again', { tags: 'rest' }, async () => {
  const app = await openSocketModeHarness({ ownProcess: true })
  const { sandbox, slack, agent, kill, start, setClock } = app
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  const self = await slack.user('bellhop')
  const file = new DatabaseSync((sandbox.env['STORE_URL'] ?? '').replace(/^sqlite:/, ''), { timeout: 5000 })
  file.exec('BEGIN IMMEDIATE')
  await setClock(20)
  const saying = slack.say(maria, docs, `<@${self}> Explain the kept mention`)
  await new Promise((wake) => setTimeout(wake, 500))
  await kill()
  file.exec('ROLLBACK')
  file.close()
  await Promise.all([saying, start()])
  const job = await agent.findJob(/kept mention/)
  await slack.redeliver(2)
  await slack.findCard(docs, 'working', { thread: (await saying).ts })
  await app.settled()
  expect(await agent.jobs()).toEqual([expect.objectContaining({ id: job.id })])
})

test('an unreachable Slack neither ends the app nor prevents its start', { tags: 'rest' }, async () => {
  const { sandbox, slack, agent, start, stop, addFault, clearFaults, output } = await openSocketModeHarness({
    ownProcess: true,
  })
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await addFault({ target: 'slack', mode: 'reset' })
  await slack.disconnectSockets('link_disabled')
  await until(async () => (await readReadiness(sandbox)).includes('the socket to Slack is not open'))
  await until(() => output().includes('the socket to Slack cannot be opened'))
  await clearFaults()
  await until(async () => (await readReadiness(sandbox)) === 'ready\n')

  await stop()
  await addFault({ target: 'slack', mode: 'status', error: 'invalid_auth' })
  const starting = start()
  await until(async () => (await fetch(`${sandbox.app}/healthz`).catch(() => undefined))?.status === 200)
  expect(await readReadiness(sandbox)).toContain('the socket to Slack is not open')
  await clearFaults()
  await starting
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await agent.findJob(/retry schedule/)
})
