import { setTimeout as sleep } from 'node:timers/promises'
import { readTaskCounts, type TaskCounts } from '../tools/app-metrics.ts'
import { createPrng } from '../tools/prng.ts'
import type { AppUnderTest } from './app-under-test.ts'
import { findForgedEffects } from './check-effects.ts'
import type { Entrance, EntranceRun } from './entrance.ts'
import { watchHealth } from './health-watch.ts'
import { findFailures, type Failure } from './judge.ts'
import { mailForged, mailSigned } from './mail-webhooks.ts'
import { createObservations, type Observations } from './observations.ts'
import { rawBytes } from './raw-bytes.ts'
import { slackForged, slackSigned } from './slack-requests.ts'
import { socketFrames } from './socket-frames.ts'
import { openStage, type Stage } from './stage.ts'
import { upstreamAnswers } from './upstream-answers.ts'

export interface FuzzOptions {
  seed: number
  /** How many cases this entrance gets; case number `i` depends on `seed + i` alone. */
  casesOf(this: void, entrance: Entrance): number
  /** Only this case. */
  case?: number
  /** `sqlite`, or the address of a Redis. */
  store: string
  onProgress?: (line: string) => void
}

export interface FuzzReport {
  observations: Observations
  failures: Failure[]
  /** Where the app's log is, if there are failures. */
  folder: string | undefined
}

/** Every way into the app. Forged input comes first, while there is little in which to look for its effects. */
export const entrances: [Entrance, ...Entrance[]] = [
  mailForged,
  slackForged,
  rawBytes,
  mailSigned,
  slackSigned,
  socketFrames,
  upstreamAnswers,
]

const STALLED_MS = 180_000
const POLL_MS = 500
const PROGRESS_MS = 15_000

/** Waits until no task is due or active, or until nothing has changed for a while. */
async function drainQueue(app: AppUnderTest, onProgress: (line: string) => void): Promise<TaskCounts | undefined> {
  let last: TaskCounts | undefined
  let changedAt = Date.now()
  let reportedAt = Date.now()
  while (Date.now() - changedAt < STALLED_MS && !app.hasEnded()) {
    const counts = await readTaskCounts(app.url).catch(() => undefined)
    if (counts && counts.waiting + counts.active === 0) return counts
    if (counts && JSON.stringify(counts) !== JSON.stringify(last)) changedAt = Date.now()
    last = counts ?? last
    if (Date.now() - reportedAt > PROGRESS_MS) {
      onProgress(`draining: ${JSON.stringify(last)}`)
      reportedAt = Date.now()
    }
    await sleep(POLL_MS)
  }
  return last
}

/** Sends the cases of one entrance, and judges what was observed. */
async function runEntrance(stage: Stage, entrance: Entrance, options: FuzzOptions): Promise<FuzzReport> {
  const { seed } = options
  const cases = options.casesOf(entrance)
  const { app, sandbox, samples, sentinels, folder } = stage
  const onProgress = (line: string): void => options.onProgress?.(`${entrance.name}: ${line}`)
  const observations = createObservations(entrance.name, seed, options.case === undefined ? cases : 1)
  stage.observe(observations)
  const startedAt = Date.now()
  observations.residentMb.start = app.residentMb()
  const stopWatching = watchHealth(app, observations)
  const run: EntranceRun = {
    entrance,
    seed,
    sandbox,
    app,
    samples,
    observations,
    indexes: options.case === undefined ? Array.from({ length: cases }, (_, index) => index) : [options.case],
    prngOf: (index) => createPrng(seed + index),
    report: (result) => void observations.results.push(result),
    checkSentinels: () => sentinels.check(),
    onProgress,
  }
  await stage.opened
    .get(entrance)
    ?.send(run)
    .catch((error: unknown) => {
      observations.exits.push({
        line: `given up: ${error instanceof Error ? error.message : String(error)}`,
        cases: [],
      })
    })
  await app.ensureRunning([]).catch(() => {})
  await sentinels.check()
  observations.queue = await drainQueue(app, onProgress)
  await stopWatching()
  observations.residentMb.end = app.residentMb()
  if (entrance.isForged) observations.forgedEffects = await findForgedEffects(sandbox.client)
  observations.seconds = (Date.now() - startedAt) / 1000
  const failures = findFailures(observations)
  return { observations, failures, folder: failures.length > 0 ? folder : undefined }
}

/** Runs these entrances, each app after the other, and hands over a report for each entrance. */
export async function* runFuzz(chosen: Entrance[], options: FuzzOptions): AsyncGenerator<FuzzReport> {
  const shared = chosen.filter(({ hasOwnApp }) => !hasOwnApp)
  const groups = [shared, ...chosen.filter(({ hasOwnApp }) => hasOwnApp).map((one) => [one])]
  for (const group of groups.filter(({ length }) => length > 0)) {
    const stage = await openStage(group, options.store)
    let keepsLog = false
    try {
      for (const entrance of group) {
        const report = await runEntrance(stage, entrance, options)
        keepsLog ||= report.failures.length > 0
        yield report
      }
    } finally {
      await stage.close({ keepsLog })
    }
  }
}
