/** The app's own count of its tasks by state; a task that waits for its time is `delayed`, not `waiting`. */
export interface TaskCounts {
  waiting: number
  active: number
  delayed: number
  dead: number
}

/** Reads the task counts of a running app from `/metrics`; a count that it does not report is NaN. */
export async function readTaskCounts(appUrl: string, timeoutMs = 30_000): Promise<TaskCounts> {
  const text = await (await fetch(`${appUrl}/metrics`, { signal: AbortSignal.timeout(timeoutMs) })).text()
  const count = (state: string): number =>
    Number(new RegExp(`^bellhop_tasks\\{state="${state}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? NaN)
  return { waiting: count('waiting'), active: count('active'), delayed: count('delayed'), dead: count('dead') }
}
