import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openStorage } from '../../src/adapters/open-storage.ts'
import { harness, until } from '../support/harness.ts'
import { command, start } from '../support/app-process.ts'

test.each(['sqlite', 'redis'] as const)('on %s an operator retires a key, beside the running app', async (store) => {
  const { box, slack, agent, app } = await harness({ store })
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  const old = box.env['ENCRYPTION_KEY'] ?? ''
  const fresh = randomBytes(32).toString('base64')
  const sealedBy = (keys: string) => ({ ...box.env, ENCRYPTION_KEY: keys })
  const reseal = (keys: string) => command(sealedBy(keys), 'reseal')

  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await agent.job(/retry schedule/)
  const stores = await openStorage(box.env['STORE_URL'] ?? '', {
    sealer: createSealer([Buffer.from(old, 'base64')]),
    clock: createClock(),
    log: createLogger({ level: 'silent' }),
    admin: true,
  })
  await stores.queue.send({ kind: 'jobs.forgotten', version: 1, data: 'a dead letter' }, { id: 'dead' })
  await stores.queue.send(
    { kind: 'jobs.forgotten', version: 1, data: 'for later' },
    { id: 'later', delayMs: 3_600_000 },
  )
  await until(async () => (await stores.queue.stats()).dead === 1)
  await stores.close()
  await app('stop')

  const both = await start(sealedBy(`${fresh},${old}`)).ready()
  const forgotten = await reseal(fresh)
  expect(forgotten.code).toBe(1)
  expect(forgotten.said).toContain('No key in ENCRYPTION_KEY opens these')
  const done = await reseal(`${fresh},${old}`)
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('Nothing needs an older key') })
  expect(done.said).toMatch(/^[1-9]\d* records and [3-9]\d* values of tasks/)
  both.child.kill('SIGTERM')
  await both.ended

  await start(sealedBy(fresh)).ready()
  expect(await reseal(fresh)).toMatchObject({ code: 0, said: expect.stringContaining('0 records and 0 values') })
  const letters = await command(sealedBy(fresh), 'dead', 'show', 'all', '--data')
  expect(letters.said).toContain('a dead letter')
  expect(letters.said).toContain('no handler for task kind jobs.forgotten')
})
