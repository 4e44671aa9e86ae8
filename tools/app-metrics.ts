/** The app's own count of its tasks by state; a task that waits for its time is `delayed`, not `waiting`. */
export interface TaskCounts {
  waiting: number
  active: number
  delayed: number
  dead: number
}

/** Reads the task counts of a running app from `/metrics`; a count that it does not report is NaN. */
export async function readTaskCounts(appUrl: string, timeoutMs = 30_000): Promise<TaskCounts> {
  // The app closes a connection that is idle for a while, and on a busy machine the next request may meet that.
  const headers = { connection: 'close' }
  const answer = await fetch(`${appUrl}/metrics`, { headers, signal: AbortSignal.timeout(timeoutMs) })
  const text = await answer.text()
  const count = (state: string): number =>
    Number(new RegExp(`^bellhop_tasks\\{state="${state}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? NaN)
  return { waiting: count('waiting'), active: count('active'), delayed: count('delayed'), dead: count('dead') }
}
