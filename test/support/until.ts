import { AsyncLocalStorage } from 'node:async_hooks'
import type { Workload } from '../../src/app.ts'

const LONGEST_PAUSE_MS = 200
/** A round of polls, which `nextDueMs` leaves out: a job is polled every 3 s at most. */
const POLL_ROUND_MS = 3_500

/** An app in this process that a wait can ask whether anything may still happen. */
export interface Watched {
  readWorkload(): Promise<Workload>
  /** How often the test has acted so far. */
  actCount(): number
}

const watched = new Set<Watched>()
const looking = new AsyncLocalStorage<true>()

/** Ends waits early once this app has nothing left to do. Returns a function that stops this. */
export function watchForIdleness(app: Watched): () => void {
  watched.add(app)
  return () => void watched.delete(app)
}

/** Whether the caller runs inside the `look` of a wait, which is repeated. */
export const isLooking = (): boolean => looking.getStore() === true

/** Runs reads that may come too early, because the caller waits for what they find. */
export const lookAround = <T>(look: () => T): T => looking.run(true, look)

/** The acts of the test so far if no app has anything to do before `end`; undefined if something may still happen. */
async function findActsIfIdle(end: number): Promise<number | undefined> {
  if (watched.size === 0) return undefined
  const apps = [...watched]
  const acts = apps.reduce((sum, app) => sum + app.actCount(), 0)
  const loads = await Promise.all(apps.map((app) => app.readWorkload()))
  const isIdle = loads.every(({ current, nextDueMs = Infinity }) => current === 0 && Date.now() + nextDueMs > end)
  return isIdle ? acts : undefined
}

/**
 * Polls until `look` returns a truthy value and resolves to it; the pauses grow, to take no time from the app. Gives up after `ms`, or as soon as
 * every app in this process is idle, has nothing scheduled within that time and polled its jobs once more. `evenIfIdle`: waits for something that no
 * task does, such as a timer or another process.
 */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  { ms = 120_000, evenIfIdle = false }: { ms?: number; evenIfIdle?: boolean } = {},
): Promise<T> {
  const end = Date.now() + ms
  let idle: { since: number; acts: number } | undefined
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const found = await lookAround(look)
    if (found) return found
    if (Date.now() > end) throw new Error(`nothing within ${ms} ms: ${look.toString()}`)
    if (idle && Date.now() - idle.since > POLL_ROUND_MS)
      throw new Error(`nothing, and the app has nothing left to do: ${look.toString()}`)
    const acts = evenIfIdle ? undefined : await findActsIfIdle(end)
    if (acts === undefined) idle = undefined
    else if (acts !== idle?.acts) idle = { since: Date.now(), acts }
    await new Promise((wake) => setTimeout(wake, pauseMs))
  }
}
