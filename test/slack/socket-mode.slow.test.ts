import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { harness, type Harness, until, whole } from '../support/harness.ts'

/** The app without an address of its own: no signing secret, only a socket that it opens itself. */
const overSocket = (env: Record<string, string> = {}): Promise<Harness> =>
  harness({
    store: 'sqlite',
    env: (given) => ({ SLACK_APP_TOKEN: given['SANDBOX_SOCKET_TOKEN'] ?? '', SLACK_SIGNING_SECRET: '', ...env }),
  })

const ready = async (box: Harness['box']): Promise<string> => (await fetch(`${box.app}/readyz`)).text()

test('a job runs over Socket Mode from the command to the pull request', async () => {
  const { box, slack, agent } = await overSocket()
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, '/docs help')
  await slack.told(docs, maria, /Start a job/)
  expect((await fetch(`${box.app}/slack/events`, { method: 'POST', body: '{}' })).status).toBe(404)

  await slack.command(maria, docs, '/docs')
  const form = await slack.form(maria)
  expect((await slack.fill(maria, form, [[/./, 'Explain the retry schedule']])).errors).toBeUndefined()
  const job = await agent.job(/retry schedule/)
  const card = await slack.saw(docs, /Working since/)

  // Slack ends connections now and then; the next one is there before anybody notices.
  await slack.disconnectSockets('link_disabled')
  await slack.disconnectSockets('refresh_requested')
  await until(async () => (await ready(box)) === 'ready\n')
  const said = await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  await until(async () => (await agent.jobs())[0]?.followUps[0])
  await slack.redeliver(3)
  await agent.move(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/7' })
  await until(async () => whole((await slack.messages(docs)).at(-1)).includes('Pull request ready'))
  await slack.saw(docs, /pull\/7|pull request is ready/, card.ts)
  await slack.home(maria)
  expect((await slack.click(maria, { channel: docs, ts: card.ts }, /View prompt/)).status).toBe(200)
  expect(said.ts > card.ts).toBe(true)
  expect((await agent.jobs()).map((one) => one.followUps.length)).toEqual([1])
})

test('killed between an event and its answer, the app hears it again', async () => {
  const { box, slack, agent, app, clock } = await overSocket()
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  const self = await slack.user('bellhop')
  const file = new DatabaseSync((box.env['STORE_URL'] ?? '').replace(/^sqlite:/, ''), { timeout: 5000 })
  file.exec('BEGIN IMMEDIATE')
  await clock(20)
  const saying = slack.say(maria, docs, `<@${self}> Explain the kept mention`)
  await new Promise((wake) => setTimeout(wake, 500))
  await app('kill')
  file.exec('ROLLBACK')
  file.close()
  await Promise.all([saying, app('start')])
  const job = await agent.job(/kept mention/)
  await slack.redeliver(2)
  await slack.saw(docs, /Working since/, (await saying).ts)
  expect(await agent.jobs()).toEqual([expect.objectContaining({ id: job.id })])
})

test('a Slack that is away neither ends the app nor keeps it from opening', async () => {
  const { box, slack, agent, app, fault, fair, output } = await overSocket()
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await fault({ target: 'slack', mode: 'reset' })
  await slack.disconnectSockets('link_disabled')
  await until(async () => (await ready(box)).includes('the socket to Slack is not open'))
  await until(() => output().includes('the socket to Slack cannot be opened'))
  await fair()
  await until(async () => (await ready(box)) === 'ready\n')

  await app('stop')
  await fault({ target: 'slack', mode: 'status', error: 'invalid_auth' })
  const starting = app('start')
  await until(async () => (await fetch(`${box.app}/healthz`).catch(() => undefined))?.status === 200)
  expect(await ready(box)).toContain('the socket to Slack is not open')
  await fair()
  await starting
  await slack.command(maria, docs, '/docs Explain the weather')
  await agent.job(/weather/)
})
