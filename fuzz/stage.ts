import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTaskCounts } from '../tools/app-metrics.ts'
import { createProcessGroup, waitUntil } from '../tools/processes.ts'
import { startSandbox, type SandboxProcess } from '../tools/sandbox-process.ts'
import { startAppUnderTest, type AppUnderTest } from './app-under-test.ts'
import { captureSamples, type Samples } from './capture-samples.ts'
import type { Entrance, OpenEntrance } from './entrance.ts'
import { createObservations, type Observations } from './observations.ts'
import { openSentinels, type Sentinels } from './sentinels.ts'

/** An app and its simulators, with the samples of what they say to each other. */
export interface Stage {
  sandbox: SandboxProcess
  app: AppUnderTest
  samples: Samples
  sentinels: Sentinels
  /** Where the app's log is. */
  folder: string
  opened: Map<Entrance, OpenEntrance>
  /** From now on, everything that is observed belongs to these observations. */
  observe(observations: Observations): void
  close(options: { keepsLog: boolean }): Promise<void>
}

const CLOCK_SCALE = 100
/** How long a job works, on the simulators' clock. */
const JOB_MS = 120_000
/** `/metrics` counts once a second at most, and what was counted before may be over. */
const COUNTED_EVERY_MS = 1100
const ROUTED_WITHIN_MS = 60_000

/** Waits until the tasks of the routing commands are done: a mail that comes before them is shown in another channel. */
async function waitForRoutes(appUrl: string): Promise<void> {
  await sleep(COUNTED_EVERY_MS)
  await waitUntil(
    'the routes',
    async () => {
      const { waiting, active } = await readTaskCounts(appUrl)
      return waiting + active === 0
    },
    ROUTED_WITHIN_MS,
  )
}

/** Starts simulators, the servers of the entrances, and an app with their settings. `store` is `sqlite` or the address of a Redis. */
export async function openStage(entrances: Entrance[], store: string): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-fuzz-'))
  const group = createProcessGroup()
  const opened = new Map<Entrance, OpenEntrance>()
  let app: AppUnderTest | undefined
  let observations = createObservations('start', 0, 0)
  async function close({ keepsLog }: { keepsLog: boolean }): Promise<void> {
    await app?.close()
    for (const one of opened.values()) one.close()
    await group.close()
    if (!keepsLog) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const sandbox = await startSandbox(group, '--clock', `${CLOCK_SCALE}`)
    for (const entrance of entrances) opened.set(entrance, await entrance.open(sandbox))
    const STORE_URL = store === 'sqlite' ? `sqlite:${join(folder, 'app.db')}` : store
    const settings = [...opened.values()].map(({ env }) => env)
    const env = Object.assign(
      {},
      sandbox.env,
      { JOB_UNDO_SECONDS: '0', MAIL_UNDO_SECONDS: '0', STORE_URL },
      ...settings,
    )
    app = await startAppUnderTest({ env, folder, observed: () => observations })
    const inbox = sandbox.env['SANDBOX_INBOX'] ?? ''
    const samples = await captureSamples(sandbox.client, { inbox, appUrl: app.url })
    await sandbox.client.agent.setScript('completed', JOB_MS)
    const sentinels = await openSentinels(sandbox.client, inbox, () => observations)
    await waitForRoutes(app.url)
    return { sandbox, app, samples, sentinels, folder, opened, observe: (next) => void (observations = next), close }
  } catch (error) {
    await close({ keepsLog: true })
    throw error
  }
}
