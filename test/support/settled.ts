import { setTimeout as sleep } from 'node:timers/promises'
import type { App, Workload } from '../../src/app.ts'
import type { Sandbox } from '../../sandbox/create-sandbox.ts'
import { countUnansweredEvents } from '../../sandbox/server/app-requests.ts'
import { readTaskCounts } from '../../tools/app-metrics.ts'

const PAUSE_MS = 5
/** A process of its own counts its tasks once a second: after so long, a count is younger than the first one that was read. */
const QUIET_MS = 1_100
/** A hundred cards take two minutes: Slack allows a workspace about fifty edits a minute. */
const TIMEOUT_MS = 180_000

/** The pending work of the app and the simulators, counted exactly. */
export async function readWorkload(app: App, { server }: Sandbox): Promise<Workload> {
  const count = (): number => countUnansweredEvents(server) + Number(server.clock.nextDueMs() === 0)
  const before = count()
  const { current, nextDueMs } = await app.workload()
  // Counted again, because an event may have been sent while the app counted.
  const scheduled = [nextDueMs, server.clock.nextDueMs()].filter((ms) => ms !== undefined)
  return {
    current: before + current + count(),
    nextDueMs: scheduled.length === 0 ? undefined : Math.min(...scheduled),
  }
}

/**
 * Resolves once nothing is left to do now: no task is due or active, no request in flight, no event on its way to the app. Work that is
 * scheduled for later (polls, holds, retries) does not count.
 */
export async function untilIdle(app: App, sandbox: Sandbox): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const { current } = await readWorkload(app, sandbox)
    if (current === 0) return
    if (Date.now() > end) throw new Error(`after ${TIMEOUT_MS} ms the app is still not idle: ${current} things to do`)
    await sleep(PAUSE_MS)
  }
}

/** Resolves once no event is on its way, for a part of the app without tasks. */
export async function untilDelivered({ server }: Sandbox): Promise<void> {
  while (countUnansweredEvents(server) > 0) await sleep(PAUSE_MS)
}

/** The same for an app in a process of its own, from the outside: for a second, no task is due or active. */
export async function untilQuiet(appUrl: string): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  for (let quietSince: number | undefined; ;) {
    const { waiting, active } = await readTaskCounts(appUrl)
    quietSince = waiting + active === 0 ? (quietSince ?? Date.now()) : undefined
    if (quietSince !== undefined && Date.now() - quietSince > QUIET_MS) return
    if (Date.now() > end) throw new Error(`after ${TIMEOUT_MS} ms ${waiting} tasks are due and ${active} active`)
    await sleep(20 * PAUSE_MS)
  }
}
