import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openStorage } from '../../src/adapters/open-storage.ts'
import { openAppInProcess, openHarness, until } from '../support/harness.ts'
import { runCommand } from '../support/app-process.ts'

/** Opens the app in this process, until it is closed or the test ends. */
async function openApp(env: Record<string, string>): Promise<{ close(): Promise<void> }> {
  const app = await openAppInProcess(env, () => {})
  let closed: Promise<void> | undefined
  const close = () => (closed ??= app.close())
  onTestFinished(close)
  return { close }
}

for (const [store, tags] of [
  ['sqlite', []],
  ['redis', ['rest']],
] as const) {
  test(`on ${store} an operator can retire a key while the app is running`, { tags: [...tags] }, async () => {
    const { sandbox, slack, agent } = await openHarness({ app: false, store })
    const first = await openApp(sandbox.env)
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
    await first.close()

    const both = await openApp(sealedBy(`${fresh},${old}`))
    const forgotten = await reseal(fresh)
    expect(forgotten.code).toBe(1)
    expect(forgotten.output).toContain('No key in ENCRYPTION_KEY opens these')
    const done = await reseal(`${fresh},${old}`)
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('No value needs an older key') })
    expect(done.output).toMatch(/^[1-9]\d* records and [3-9]\d* values of tasks/)
    await both.close()

    await openApp(sealedBy(fresh))
    expect(await reseal(fresh)).toMatchObject({ code: 0, output: expect.stringContaining('0 records and 0 values') })
    const letters = await runCommand(sealedBy(fresh), 'dead', 'show', 'all', '--data')
    expect(letters.output).toContain('a dead letter')
    expect(letters.output).toContain('no handler for task kind jobs.forgotten')
  })
}
