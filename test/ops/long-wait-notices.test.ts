import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import type { Task } from '../../src/queue/queue.ts'
import { createLongWaitNotifier } from '../../src/workspace/long-wait-notices.ts'
import { until } from '../support/simulators.ts'

const HOUR_MS = 3_600_000
const postSchema = z.object({ opId: z.string(), message: z.object({ text: z.string() }) })

/** Processes that notify over one store with a stopped clock, and the op ids of what they post. */
function openNotifiers() {
  const time = { at: 1_800_000_000_000 }
  const clock = { now: () => time.at, scaled: (ms: number) => ms }
  const file = openSqliteDatabase(':memory:')
  onTestFinished(() => file.close())
  const store = createSqliteStore(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock })
  const log = createLogger({ level: 'silent' })
  const posts: z.infer<typeof postSchema>[] = []
  const queue = { send: async ({ data }: Task) => void posts.push(postSchema.parse(data)) }
  const installations = { lastKnown: () => ({ token: 'xoxb-test', teamId: 'T1', userId: 'U0', botId: 'B0' }) }
  const start = () => createLongWaitNotifier({ store, queue, clock, adminUsers: ['U1', 'U2'], installations, log })
  const reported = async (count: number) => {
    await until(async () => posts.length >= count)
    return posts.map(({ opId }) => opId)
  }
  return { start, time, posts, reported }
}

test('all processes report one episode under the same name, and a later one under another', async () => {
  const { start, time, posts, reported } = openNotifiers()
  start()('mailbox', 24 * HOUR_MS)
  const [first] = await reported(2)
  time.at += HOUR_MS / 2
  start()('mailbox', 24 * HOUR_MS)
  // The second report prolongs the episode.
  await reported(4)
  time.at += HOUR_MS - 1
  start()('mailbox', 24 * HOUR_MS)
  expect(new Set(await reported(6)).size).toBe(2)
  start()('slack', HOUR_MS)
  expect(new Set(await reported(8)).size).toBe(4)
  time.at += HOUR_MS + 1
  start()('mailbox', 24 * HOUR_MS)
  expect((await reported(10)).slice(8)).not.toContain(first)
  expect(posts[0]?.message.text).toContain('The mailbox asked Bellhop to wait 24 hours')
})

test('a process reports a service that keeps asking only now and then', async () => {
  const { start, posts, reported } = openNotifiers()
  const report = start()
  for (let n = 0; n < 100; n++) report('agent', HOUR_MS)
  await reported(2)
  expect(posts).toHaveLength(2)
})
