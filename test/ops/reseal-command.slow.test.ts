/** @module-tag rest */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openStorage } from '../../src/adapters/open-storage.ts'
import { openHarness, until } from '../support/harness.ts'
import { runCommand, startApp } from '../support/app-process.ts'

test.each(['sqlite', 'redis'] as const)(
  'on %s an operator can retire a key while the app is running',
  async (store) => {
    const { sandbox, slack, agent, stop } = await openHarness({ ownProcess: true, store })
    const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
    const old = sandbox.env['ENCRYPTION_KEY'] ?? ''
    const fresh = randomBytes(32).toString('base64')
    const sealedBy = (keys: string) => ({ ...sandbox.env, ENCRYPTION_KEY: keys })
    const reseal = (keys: string) => runCommand(sealedBy(keys), 'reseal')

    await slack.command(maria, docs, '/docs Explain the retry schedule')
    await agent.findJob(/retry schedule/)
    const stores = await openStorage(sandbox.env['STORE_URL'] ?? '', {
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
    await stop()

    const both = await startApp(sealedBy(`${fresh},${old}`)).ready()
    const forgotten = await reseal(fresh)
    expect(forgotten.code).toBe(1)
    expect(forgotten.output).toContain('No key in ENCRYPTION_KEY opens these')
    const done = await reseal(`${fresh},${old}`)
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('Nothing needs an older key') })
    expect(done.output).toMatch(/^[1-9]\d* records and [3-9]\d* values of tasks/)
    both.child.kill('SIGTERM')
    await both.ended

    await startApp(sealedBy(fresh)).ready()
    expect(await reseal(fresh)).toMatchObject({ code: 0, output: expect.stringContaining('0 records and 0 values') })
    const letters = await runCommand(sealedBy(fresh), 'dead', 'show', 'all', '--data')
    expect(letters.output).toContain('a dead letter')
    expect(letters.output).toContain('no handler for task kind jobs.forgotten')
  },
)
