import { setTimeout as sleep } from 'node:timers/promises'
import { readTaskCounts } from '../../tools/app-metrics.ts'

/** Long enough for a timer of the app, or an event that Slack sends back, to become a task. */
const PAUSE_MS = 100
/** A hundred cards take two minutes: Slack allows a workspace about fifty edits a minute. */
const TIMEOUT_MS = 180_000

/**
 * Resolves once the app has nothing left to do now: no task is due or active, twice in a row. Work that is scheduled for later (polls,
 * holds, retries) does not count.
 */
export async function untilSettled(appUrl: string): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  for (let quietLooks = 0; ;) {
    const { waiting, active } = await readTaskCounts(appUrl)
    quietLooks = waiting + active === 0 ? quietLooks + 1 : 0
    if (quietLooks === 2) return
    if (Date.now() > end) throw new Error(`after ${TIMEOUT_MS} ms ${waiting} tasks are due and ${active} active`)
    await sleep(PAUSE_MS)
  }
}
