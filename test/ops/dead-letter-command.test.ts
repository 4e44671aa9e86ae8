import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../src/core/clock.ts'
import { readConfig } from '../../src/config.ts'
import { runDeadLetterCommand } from '../../src/cli/dead-letters.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openStorage } from '../../src/adapters/open-storage.ts'
import { createTempFolder } from '../support/app-process.ts'

test('the dead letters of a lane are retried in the order of their failure', async () => {
  const settings = readConfig({
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_SIGNING_SECRET: 'secret',
    AGENT_API_URL: 'http://127.0.0.1:1/agent',
    AGENT_PROJECT_ID: 'p1',
    AGENT_API_KEY: 'k1',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    STORE_URL: `sqlite:${join(createTempFolder(), 'bellhop.db')}`,
  })
  const stores = await openStorage(settings.store.url, {
    sealer: createSealer(settings.store.encryptionKeys),
    clock: createClock(),
    log: createLogger({ level: 'silent' }),
  })
  const { queue } = stores
  let isBroken = true
  const done: unknown[] = []
  const worker = queue.work(
    async ({ data }) => {
      if (isBroken) throw new Error('broken')
      done.push(data)
    },
    { concurrency: 4 },
  )
  onTestFinished(async () => {
    await worker.stop(0)
    await stores.close()
  })
  for (const id of ['a', 'b', 'c']) await queue.send({ kind: 'post', version: 1, data: id }, { id, lane: 'one' })
  await expect.poll(() => queue.stats()).toMatchObject({ dead: 3 })
  isBroken = false

  const said: string[] = []
  expect(await runDeadLetterCommand(settings, ['retry', 'all'], (text) => said.push(text))).toBe(0)
  expect(said).toEqual(['3 queued again'])
  await expect.poll(() => done).toEqual(['a', 'b', 'c'])
})
