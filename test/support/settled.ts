import { setTimeout as sleep } from 'node:timers/promises'
import { readTaskCounts } from '../../tools/app-metrics.ts'

const PAUSE_MS = 100
/** The app counts its tasks once a second: after so long, a count is younger than the first one that was read. */
const QUIET_MS = 1_100
/** A hundred cards take two minutes: Slack allows a workspace about fifty edits a minute. */
const TIMEOUT_MS = 180_000

/**
 * Resolves once the app has nothing left to do now: for a second, no task is due or active. Work that is scheduled for later (polls, holds,
 * retries) does not count.
 */
export async function untilSettled(appUrl: string): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  for (let quietSince: number | undefined; ;) {
    const { waiting, active } = await readTaskCounts(appUrl)
    quietSince = waiting + active === 0 ? (quietSince ?? Date.now()) : undefined
    if (quietSince !== undefined && Date.now() - quietSince > QUIET_MS) return
    if (Date.now() > end) throw new Error(`after ${TIMEOUT_MS} ms ${waiting} tasks are due and ${active} active`)
    await sleep(PAUSE_MS)
  }
}
