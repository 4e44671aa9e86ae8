import { onTestFinished, type TestContext } from 'vitest'
import { Redis } from 'ioredis'
import { type App, openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/create-sandbox.ts'
import { recordReachedFiles, startRecordingReachedFiles } from './record-reached-files.ts'
import { createDriver } from './sandbox-driver.ts'
import { readWorkload, untilDelivered, untilIdle, untilQuiet } from './settled.ts'
import { until, watchForIdleness } from './until.ts'

export type { ActionAnswer, Fields, Message, View } from '../../sandbox/control-types.ts'
export type { MessageRef } from './sandbox-driver.ts'
export { until } from './until.ts'

export interface HarnessOptions extends SandboxOptions {
  /** The default is TEST_STORE, or else SQLite. */
  store?: 'sqlite' | 'redis'
  /** Runs the app in a separate process, which can be killed. */
  ownProcess?: boolean
  /** Keeps SQLite in a file, which the test reads from outside; by default an app in this process has it in memory. */
  file?: boolean
}

const DATABASES = 15

/** How long a trigger lives: a form opens however busy the machine is. The tests of the simulator prove its 3 s. */
export const TRIGGER_MS = 60_000

/** Claims an empty database of the tests' Redis for this harness alone. */
export async function claimRedisDatabase(url: string): Promise<{ url: string; release(): Promise<void> }> {
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
export async function openAppInProcess(env: Record<string, string>, log: (line: string) => void): Promise<App> {
  const settings = readConfig(env)
  const app = await openApp(settings, createLogger({ level: settings.logLevel, destination: { write: log } }))
  await until(() => fetch(`${app.url}/readyz`).then(({ status }) => status === 200))
  return app
}

/** The driver of an app in this process, which counts exactly what it has to do. `unwatch` before the app closes. */
export function driveApp(app: App, sandbox: Sandbox, output?: () => string): { driver: Harness; unwatch: () => void } {
  const driver = createDriver(sandbox, { ...(output && { output }), untilSettled: () => untilIdle(app, sandbox) })
  const unwatch = watchForIdleness({ readWorkload: () => readWorkload(app, sandbox), actCount: driver.actCount })
  return { driver, unwatch }
}

/**
 * Opens a sandbox and the app for one test and closes them after it; jobs and mails change only when the test changes them. A test that runs beside
 * others of its file passes its own context.
 */
export async function openHarness(
  { store, ownProcess: alone, file = false, env = {}, ...options }: HarnessOptions = {},
  context: Pick<TestContext, 'onTestFinished'> = { onTestFinished },
): Promise<Harness> {
  const redisUrl = process.env['TEST_REDIS_URL']
  const onRedis = (store ?? process.env['TEST_STORE']) === 'redis'
  if (onRedis && !redisUrl) throw new Error('TEST_REDIS_URL is not set: `npm test` starts a Redis and sets it')
  const redis = onRedis && redisUrl ? await claimRedisDatabase(redisUrl) : undefined
  await startRecordingReachedFiles()
  const lines: string[] = []
  const log = (text: string): void => void lines.push(text)
  const isHere = !alone && options.app !== false
  // A file is only worth its price where something outlives the app's process or reads it from outside.
  const inMemory = isHere && !onRedis && !file ? { STORE_URL: 'sqlite::memory:' } : {}
  try {
    const sandbox = await createSandbox({
      empty: true,
      triggerMs: TRIGGER_MS,
      ...(redis && { redis: redis.url }),
      log,
      ...(isHere && { app: false }),
      // A job starts immediately, unless the test needs a hold.
      env: (given) => ({
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        JOB_UNDO_SECONDS: '0',
        ...inMemory,
        ...(typeof env === 'function' ? env(given) : env),
      }),
      ...options,
    })
    let app: App | undefined
    let unwatch: (() => void) | undefined
    context.onTestFinished(async ({ task }) => {
      unwatch?.()
      await app?.close()
      await sandbox.close()
      await redis?.release()
      await recordReachedFiles(task.file.filepath)
      if (task.result?.state === 'fail') console.error(`the app wrote:\n${lines.join('').slice(-8000)}`)
    })
    const output = (): string => lines.join('')
    if (!isHere) {
      // After a kill, only the simulators are left.
      const isStopped = (): boolean => sandbox.process?.state().state === 'stopped'
      return createDriver(sandbox, {
        output,
        untilSettled: () => (isStopped() ? untilDelivered(sandbox) : untilQuiet(sandbox.app)),
      })
    }
    app = await openAppInProcess(sandbox.env, log)
    const driven = driveApp(app, sandbox, output)
    unwatch = driven.unwatch
    return driven.driver
  } catch (error) {
    await redis?.release()
    throw error
  }
}
