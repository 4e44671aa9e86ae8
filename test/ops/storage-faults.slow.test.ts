import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { failWrites, openAppDatabase } from '../support/sqlite-faults.ts'
import { readTaskCounts } from '../../tools/app-metrics.ts'
import { openHarness, type Harness, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'
import { findInThread, sendReply, withoutHold } from '../mail/outbound/send/reply-sending.ts'

const MAIN = join(import.meta.dirname, '../../src/main.ts')
const AWAY_MS = Number(process.env['TEST_AWAY_MS'] ?? 15_000)

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms))
const readReadiness = async ({ sandbox }: Harness): Promise<string> => (await fetch(`${sandbox.app}/readyz`)).text()

function createFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bellhop-weather-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A Redis of this test's own, which keeps what it acknowledged when it is killed. */
async function startStoppableRedis() {
  const [dir, probe] = [createFolder(), createServer().listen(0, '127.0.0.1')]
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const url = `redis://127.0.0.1:${port}`
  const lasting = ['--dir', dir, '--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
  let child: ChildProcess | undefined
  async function start(): Promise<void> {
    child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', ...lasting], { stdio: 'ignore' })
    await until(async () => {
      const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
      client.on('error', () => {})
      return client
        .connect()
        .then(() => client.ping())
        .catch(() => undefined)
        .finally(() => client.disconnect())
    })
  }
  await start()
  onTestFinished(() => void child?.kill('SIGKILL'))
  return { url, start, signal: (name: NodeJS.Signals) => void child?.kill(name) }
}

testWith({ ownProcess: true, store: 'sqlite' })(
  'while the file is locked nothing is acknowledged, and Slack’s retries are processed',
  async ({ app, slack, agent, docs, maria, bot }) => {
    const other = openAppDatabase(app)
    other.exec('BEGIN IMMEDIATE')
    // A busy machine answers later than Slack waits.
    expect([0, 503]).toContain((await slack.command(maria, docs, '/docs Explain the lost command')).status)
    expect((await fetch(`${app.sandbox.app}/healthz`)).status).toBe(200)
    expect(await readReadiness(app)).toContain('the store cannot be written')
    await slack.say(maria, docs, `<@${bot}> Explain the kept mention`)
    other.exec('ROLLBACK')
    other.close()
    await app.setClock(100)
    await agent.findJob(/kept mention/)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
    await until(async () => (await readReadiness(app)) === 'ready\n')
  },
)

testWith({ app: false, store: 'sqlite', env: () => ({ STORE_URL: `sqlite:${join(createFolder(), 'b.db')}` }) })(
  'on a full disk only stored requests are acknowledged, and all of those are processed',
  { tags: 'rest' },
  async ({ app, slack, agent, docs, maria }) => {
    let output = ''
    /** `ulimit` counts in half kilobytes: no file of the app grows beyond it, as on a disk that is full. */
    async function start(limit: string): Promise<ChildProcess> {
      const command = `ulimit -S -f ${limit} && exec "$0" "$1"`
      const child = spawn('sh', ['-c', command, process.execPath, MAIN], { env: app.sandbox.env })
      child.stdout.on('data', (chunk: Buffer) => void (output += String(chunk)))
      onTestFinished(() => void child.kill('SIGKILL'))
      await until(async () => (await fetch(`${app.sandbox.app}/healthz`).catch(() => undefined))?.status === 200)
      return child
    }
    const small = await start('700')
    const statuses: number[] = []
    while (statuses.at(-1) !== 503 && statuses.length < 90)
      statuses.push((await slack.command(maria, docs, `/docs Write page number ${statuses.length}.`)).status)
    expect(statuses.at(-1)).toBe(503)
    expect(output).toMatch(/the database hit a disk error|the disk is full/)
    expect(small.exitCode).toBeNull()
    small.kill('SIGKILL')
    await once(small, 'exit')

    await start('unlimited')
    const accepted = statuses.filter((status) => status === 200).length
    expect(accepted).toBeGreaterThan(0)
    await until(async () => (await agent.jobs()).length >= accepted)
    await app.settled()
    const prompts = (await agent.jobs()).map((job) => job.prompt)
    expect(new Set(prompts).size).toBe(prompts.length)
    expect(prompts).toHaveLength(accepted)
  },
)

testWith({ file: true, store: 'sqlite', env: { JOB_UNDO_SECONDS: '10' } })(
  'a damaged task is reported and kept, and blocks nothing',
  async ({ app, slack, agent, docs, maria, aiko }) => {
    await slack.command(maria, docs, '/docs Explain the damaged row')
    await slack.findMessage(docs, /Starts at/)
    const other = openAppDatabase(app)
    expect(other.prepare(`UPDATE tasks SET body = randomblob(90) WHERE id LIKE 'jobs.admit:%'`).run().changes).toBe(1)
    other.close()
    await slack.findMessage(aiko, /gave up on a task of kind `unreadable`/)
    // People are notified before the dead letter is logged and written.
    await until(() => app.output().includes('the task cannot be read'))
    await until(async () => (await readTaskCounts(app.sandbox.app)).dead === 1)
    await slack.command(maria, docs, '/docs Explain the whole row')
    await agent.findJob(/whole row/)
    expect(await readReadiness(app)).toBe('ready\n')
  },
)

test('a Redis that hangs or is killed loses and repeats nothing that was acknowledged', { tags: 'rest' }, async () => {
  const redis = await startStoppableRedis()
  const app = await openHarness({ ownProcess: true, redis: redis.url, env: { JOB_UNDO_SECONDS: '10' } })
  const { sandbox, slack, agent, output } = app
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, '/docs Explain the page asked before')
  await slack.findMessage(docs, /Starts at/)

  redis.signal('SIGSTOP')
  // A busy machine answers later than Slack waits.
  expect([0, 503]).toContain((await slack.command(maria, docs, '/docs Explain the page refused')).status)
  expect(await readReadiness(app)).toContain('the store cannot be written')
  expect((await fetch(`${sandbox.app}/healthz`)).status).toBe(200)
  await pause(AWAY_MS)
  redis.signal('SIGCONT')
  await until(async () => (await readReadiness(app)) === 'ready\n')
  await agent.findJob(/asked before/)

  expect((await slack.command(maria, docs, '/docs Explain the page asked between')).status).toBe(200)
  redis.signal('SIGKILL')
  await pause(AWAY_MS / 3)
  expect((await slack.command(maria, docs, '/docs Explain the page refused again')).status).toBe(503)
  await redis.start()
  await until(async () => (await readReadiness(app)) === 'ready\n')
  await until(async () => (await agent.jobs()).some((job) => job.prompt.includes('asked between')))
  expect(output()).toContain('Redis cannot be reached')
  // A request that timed out may have been stored after all: it is done once, or not at all.
  await app.settled()
  const prompts = (await agent.jobs()).map((job) => job.prompt)
  expect(new Set(prompts).size).toBe(prompts.length)
  expect(sandbox.process?.state().state).toBe('running')
})

testWith({ file: true, store: 'sqlite' })(
  'a job over the quota waits in line although the disk was full',
  async ({ app, slack, agent, docs, maria }) => {
    const other = openAppDatabase(app)
    failWrites(other, "INSERT ON tasks WHEN new.id LIKE 'jobs.admit:%:2'")
    await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 429, retryAfterS: 1 })
    await slack.command(maria, docs, '/docs Explain the line')
    await slack.findMessage(docs, /in line/)
    await until(() => app.output().includes('the disk is full'))
    other.exec('DROP TRIGGER full')
    other.close()
    await app.clearFaults()
    await agent.findJob(/the line/)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
  },
)

testWith({ ownProcess: true, store: 'sqlite' })(
  'a click that is replayed after a crash does not answer a later question',
  { tags: 'rest' },
  async ({ app, slack, agent, docs, maria }) => {
    const creates = (): number =>
      app.sandbox.server.exchanges.filter(({ method, path }) => method === 'POST' && path.endsWith('/job')).length
    const other = openAppDatabase(app)
    const count = (sql: string): number => Number(other.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.['n'])
    await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 500 })
    await slack.command(maria, docs, '/docs Explain the second webhook')
    const card = await slack.findMessage(docs, /may be running/)
    expect(creates()).toBe(1)
    failWrites(other, "UPDATE OF state ON tasks WHEN new.state = 3 AND new.id LIKE 'jobs.act:%'")
    await slack.clickAndConfirm(maria, card, 'jobs.ask_anyway')
    await until(() => app.output().includes('cannot be written, trying again'))
    await until(() => creates() === 2)
    await until(() => count("tasks WHERE state = 3 AND id LIKE 'jobs.create:%:2'"))
    await app.kill()
    other.exec('DROP TRIGGER full')
    await app.start()
    await until(() => count("tasks WHERE state = 3 AND id LIKE 'jobs.act:%'"))
    await until(async () => count('arrivals') + count("tasks WHERE state < 2 AND id LIKE 'jobs.%'") === 0)
    other.close()
    expect(creates()).toBe(2)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(0)
    await slack.findMessage(docs, /may be running/)
  },
)

testWith({ file: true, store: 'sqlite' })(
  'a refused follow-up is announced although the disk was full',
  { tags: 'rest' },
  async ({ app, slack, agent, docs, maria }) => {
    await slack.command(maria, docs, '/docs Explain the archive')
    const { id } = await agent.findJob(/archive/)
    const card = await slack.findCard(docs, 'working')
    await agent.changeJob(id, { status: 'archived' })
    await slack.findMessage(docs, /Archived: it no longer takes follow-ups/)
    const other = openAppDatabase(app)
    failWrites(other, "INSERT ON tasks WHEN new.id LIKE 'post:%:refused'")
    await slack.say(maria, docs, `<@${card.user}> add the kept table`, { thread_ts: card.ts })
    await until(() => app.output().includes('the disk is full'))
    other.exec('DROP TRIGGER full')
    other.close()
    await slack.findMessage(docs, /kept table/, card.ts)
  },
)

testWith({ file: true, store: 'sqlite', ...withoutHold })(
  'a reply that was found is shown as sent although the disk was full in between',
  { tags: 'rest' },
  async ({ app }) => {
    await app.addFault({ target: 'mail', match: 'GET', mode: 'status', status: 503 })
    const { maria, head } = await sendReply(app, { mode: 'accept-then-drop', times: 1 })
    const checking = await findInThread(app, head, /Checking whether this was sent…/)
    await app.slack.click(maria, { ...checking, thread: head.ts }, 'mail.stop')
    await findInThread(app, head, /couldn’t confirm that your reply was sent/)
    const other = openAppDatabase(app)
    failWrites(other, "UPDATE ON records WHEN new.partition LIKE '%/mail.outgoing'")
    await app.clearFaults()
    await until(() => app.output().includes('the disk is full'))
    other.exec('DROP TRIGGER full')
    other.close()
    await findInThread(app, head, /Maria Torres replied to/)
  },
)
