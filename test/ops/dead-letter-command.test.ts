import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAuditLog } from '../../src/audit/audit-log.ts'
import { createClock, DAY_MS } from '../../src/core/clock.ts'
import type { Json } from '../../src/core/json.ts'
import { installationSchema } from '../../src/slack/directory/installations.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import { createTable } from '../../src/store/typed-table.ts'
import { readConfig } from '../../src/config.ts'
import { runDeadLetterCommand } from '../../src/cli/dead-letters.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openStorage } from '../../src/adapters/open-storage.ts'
import { createTempFolder } from '../support/app-process.ts'

/** Opens a storage whose worker fails each task until `mend` is called, and the operator's command on it. */
async function openBroken() {
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
  return {
    stores,
    done,
    mend: () => void (isBroken = false),
    /** Sends tasks with these data, and waits until they are dead letters. */
    fail: async (kind: string, entries: Json[]) => {
      const { dead } = await queue.stats()
      for (const [n, data] of entries.entries())
        await queue.send({ kind, version: 1, data }, { id: `${kind}-${n}`, lane: 'one' })
      await expect.poll(() => queue.stats()).toMatchObject({ dead: dead + entries.length })
    },
    run: async (...args: string[]) => {
      const said: string[] = []
      expect(await runDeadLetterCommand(settings, args, (text) => said.push(text))).toBe(0)
      return said
    },
    readAudit: async (team: string) => {
      const keyedHash = await createKeyedHash(stores.store)
      const audit = createAuditLog({ store: stores.store, clock: createClock(), keyedHash, retentionMs: DAY_MS })
      const { records } = await audit.list(team, {})
      return records.map(({ user, action, verb, object, outcome }) => [user, action, verb, object, outcome])
    },
  }
}

test('the dead letters of a lane are retried in the order of their failure', async () => {
  const { fail, mend, run, done } = await openBroken()
  await fail('post', ['a', 'b', 'c'])
  mend()
  expect(await run('retry', 'all')).toEqual(['3 queued again'])
  await expect.poll(() => done).toEqual(['a', 'b', 'c'])
})

test('dropping and retrying dead letters is in the audit of their workspace, or of the home workspace', async () => {
  const { fail, mend, run, stores, readAudit } = await openBroken()
  const installations = createTable(stores.store, { partition: 'installations', schema: installationSchema })
  const id = createHash('sha256').update('xoxb-1').digest('base64url').slice(0, 16)
  await installations.put(id, { teamId: 'T0', userId: 'U0', botId: 'B0' }, 0)
  await fail('mail.send', [{ team: 'T1', reply: 'r1' }])
  await fail('post', ['a'])
  expect(await run('drop', 'mail.send')).toEqual(['1 deleted'])
  const object = { kind: 'task', id: expect.stringMatching(/^[0-9A-F]{6}$/) }
  expect(await readAudit('T1')).toEqual([[undefined, 'task.drop', 'mail.send', object, 'done']])
  mend()
  expect(await run('retry', 'all')).toEqual(['1 queued again'])
  expect(await readAudit('T0')).toEqual([[undefined, 'task.retry', 'post', object, 'done']])
})
