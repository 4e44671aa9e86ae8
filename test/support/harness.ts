import { onTestFinished } from 'vitest'
import { Redis } from 'ioredis'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSandbox, type SandboxOptions } from '../../sandbox/create-sandbox.ts'
import { createDriver } from './sandbox-driver.ts'
import { until } from './simulators.ts'

export type { ActionAnswer, Fields, Message, View } from '../../tools/sandbox-types.ts'
export type { MessageRef } from './sandbox-driver.ts'
export { until } from './simulators.ts'

export interface HarnessOptions extends SandboxOptions {
  /** The default is TEST_STORE, or else SQLite. */
  store?: 'sqlite' | 'redis'
  /** Runs the app in a separate process, which can be killed, even if TEST_APP allows to run it in this one. */
  ownProcess?: boolean
}

const DATABASES = 15

/** Claims an empty database of the tests' Redis for this harness alone. */
async function claimRedisDatabase(url: string): Promise<{ url: string; release(): Promise<void> }> {
  const claims = new Redis(url)
  for (let database = 1; database <= DATABASES; database += 1) {
    const claim = `bellhop-test-database-${database}`
    if ((await claims.set(claim, process.pid, 'PX', 600_000, 'NX')) !== 'OK') continue
    const mine = new URL(url)
    mine.pathname = `/${database}`
    const emptied = new Redis(mine.href)
    await emptied.flushdb()
    return {
      url: mine.href,
      async release() {
        await emptied.flushdb()
        emptied.disconnect()
        await claims.del(claim)
        claims.disconnect()
      },
    }
  }
  throw new Error('every database of the tests’ Redis is in use')
}

/** The app under test with the simulators around it. */
export type Harness = ReturnType<typeof createDriver>

/** Opens the app in this process, which takes a tenth of the time of starting one. */
async function openAppInProcess(
  env: Record<string, string>,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  const settings = readConfig(env)
  const app = await openApp(settings, createLogger({ level: settings.logLevel, destination: { write: log } }))
  await until(() => fetch(`${app.url}/readyz`).then(({ status }) => status === 200))
  return app
}

/** Opens a sandbox and the app for one test and closes them after it; jobs and mails change only when the test says so. */
export async function openHarness({
  store,
  ownProcess: alone,
  env = {},
  ...options
}: HarnessOptions = {}): Promise<Harness> {
  const redisUrl = process.env['TEST_REDIS_URL']
  const onRedis = (store ?? process.env['TEST_STORE']) === 'redis'
  if (onRedis && !redisUrl) throw new Error('TEST_REDIS_URL is not set: `npm test` starts a Redis and sets it')
  const redis = onRedis && redisUrl ? await claimRedisDatabase(redisUrl) : undefined
  const lines: string[] = []
  const log = (text: string): void => void lines.push(text)
  const isHere = process.env['TEST_APP'] === 'here' && !alone
  try {
    const sandbox = await createSandbox({
      empty: true,
      ...(redis && { redis: redis.url }),
      log,
      ...(isHere && { app: false }),
      // A job starts at once, unless the test needs a hold.
      env: (given) => ({
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        JOB_UNDO_SECONDS: '0',
        ...(typeof env === 'function' ? env(given) : env),
      }),
      ...options,
    })
    let app: { close(): Promise<void> } | undefined
    onTestFinished(async ({ task }) => {
      await app?.close()
      await sandbox.close()
      await redis?.release()
      if (task.result?.state === 'fail') console.error(`the app wrote:\n${lines.join('').slice(-8000)}`)
    })
    if (isHere) app = await openAppInProcess(sandbox.env, log)
    return createDriver(sandbox, () => lines.join(''))
  } catch (error) {
    await redis?.release()
    throw error
  }
}
