/** @module-tag rest */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { openHarness } from '../support/harness.ts'
import { until } from '../support/simulators.ts'
import { createTempFolder } from '../support/app-process.ts'
import { findFreePort } from '../../tools/servers.ts'

const NAME = 'mymaster'

function startProgram(...args: string[]): ChildProcess {
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function connectRedis(port: number, password?: string): Redis {
  const client = new Redis({
    port,
    ...(password && { password }),
    host: '127.0.0.1',
    retryStrategy: () => 50,
    maxRetriesPerRequest: null,
  })
  client.on('error', () => {})
  onTestFinished(() => client.disconnect())
  return client
}

/** Starts a primary, its replica and a sentinel that promotes the replica soon after the primary stops answering. */
async function startSentinels() {
  const [first, second, sentinel] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const common = ['--bind', '127.0.0.1', '--appendonly', 'yes', '--save', '', '--repl-diskless-sync-delay', '0']
  const server = (port: number, ...more: string[]) =>
    startProgram(
      '--port',
      `${port}`,
      '--dir',
      createTempFolder(),
      ...common,
      '--requirepass',
      'p@ss',
      '--masterauth',
      'p@ss',
      ...more,
    )
  const primary = server(first)
  server(second, '--replicaof', `127.0.0.1 ${first}`)
  const [old, replica] = [connectRedis(first, 'p@ss'), connectRedis(second, 'p@ss')]
  await until(async () => (await replica.info('replication')).includes('master_link_status:up'))
  const file = join(createTempFolder(), 'sentinel.conf')
  const lines = [
    `port ${sentinel}`,
    'bind 127.0.0.1',
    `sentinel monitor ${NAME} 127.0.0.1 ${first} 1`,
    `sentinel auth-pass ${NAME} p@ss`,
    `sentinel down-after-milliseconds ${NAME} 1000`,
    `sentinel failover-timeout ${NAME} 3000`,
  ]
  writeFileSync(file, lines.join('\n'))
  startProgram(file, '--sentinel')
  const guard = connectRedis(sentinel)
  await until(async () => JSON.stringify(await guard.call('SENTINEL', 'REPLICAS', NAME)).includes(`${second}`))
  const where = async () => Number(((await guard.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as string[])[1])
  return {
    url: `redis+sentinel://:p%40ss@127.0.0.1:${sentinel}/${NAME}`,
    primary,
    /** Waits until the replica has everything written so far: WAIT covers the writes of its own connection and all earlier ones. */
    async copied() {
      await old.set('copied', '1')
      await until(async () => (await old.wait(1, 1000)) === 1)
    },
    movedTo: () => until(async () => (await where()) === second && second),
    isReplica: () => until(async () => (await old.info('replication')).includes('role:slave')),
  }
}

test('after a hanging primary the replica takes over without losing acknowledged work', async () => {
  const redis = await startSentinels()
  const { slack, agent, settled } = await openHarness({
    ownProcess: true,
    store: 'sqlite',
    env: { STORE_URL: redis.url, JOB_UNDO_SECONDS: '4' },
  })
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  const accepted: string[] = []
  let count = 0
  const ask = async (): Promise<boolean> => {
    const text = `Explain thing ${++count}.`
    const { status } = await slack.command(maria, docs, `/docs ${text}`)
    if (status === 200) accepted.push(text)
    return status === 200
  }
  const prompts = async () => (await agent.jobs()).map(({ prompt }) => prompt)
  const done = () => until(async () => prompts().then((all) => accepted.every((text) => all.includes(text))))

  await until(ask)
  await slack.findMessage(docs, /thing 1\./)
  await redis.copied()
  redis.primary.kill('SIGSTOP')
  await ask()
  await redis.movedTo()
  await until(ask)
  await done()
  // The old primary comes back as a replica, and the app no longer writes to it.
  redis.primary.kill('SIGCONT')
  await redis.isReplica()
  await until(ask)
  await done()
  await settled()
  expect(accepted.length).toBeGreaterThan(2)
  expect(new Set(await prompts()).size).toBe((await prompts()).length)
})
