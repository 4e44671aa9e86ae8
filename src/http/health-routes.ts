import type { Clock } from '../core/clock.ts'
import { UpstreamError } from '../core/errors.ts'
import { cacheBriefly } from '../core/short-cache.ts'
import type { Route } from './http-server.ts'
import type { Store } from '../store/store.ts'
import { withTimeout } from '../core/with-timeout.ts'

export interface HealthOptions {
  store: Store
  clock: Clock
  /** Why the storage is lost, if it is; never remembered from an earlier look. */
  storageFailure(this: void): string | undefined
  /** Reasons why the app cannot work, in words; empty when it is ready. */
  notReadyReasons(this: void): Promise<string[]>
}

const PROBE = 'health/probe'

/** A store that cannot be read is one more reason, not an error of the request. */
function unread(error: unknown): string[] {
  if (error instanceof UpstreamError && error.details.service === 'store') return ['the store cannot be read']
  throw error
}

/** Whether the store accepts writes, tried with a record that nobody reads. */
async function writable(store: Store, clock: Clock): Promise<boolean> {
  try {
    const entry = await store.get(PROBE)
    // If another process won the race, it wrote just now, which proves the same.
    await store.put(PROBE, clock.now(), { version: entry?.version ?? 0, ttlMs: 3_600_000 })
    return true
  } catch {
    return false
  }
}

/** A load balancer polls readiness at least this often. */
const WATCH_MS = 15_000
const PROPAGATION_MS = 5_000
const KEPT_MS = 1_000
/** Short, because everything that starts the app waits for the first positive answer. */
const NOT_READY_KEPT_MS = 50

export interface HealthRoutes {
  routes: Route[]
  /** Makes `/readyz` fail. Resolves once a load balancer has seen it, after 5 s at most; immediately if nobody polls it. */
  startDraining: () => Promise<void>
}

/** `/healthz` (alive) and `/readyz` (able to work; names what is missing). The look-up is kept for a second, for 50 ms while something is missing. */
export function createHealthRoutes(options: HealthOptions): HealthRoutes {
  const { store, clock, storageFailure, notReadyReasons } = options
  const findProblems = cacheBriefly(
    (problems) => (problems.length === 0 ? KEPT_MS : NOT_READY_KEPT_MS),
    async () => [
      ...((await writable(store, clock)) ? [] : ['the store cannot be written']),
      ...(await notReadyReasons().catch(unread)),
    ],
  )

  const drainingSeen = Promise.withResolvers<void>()
  let isDraining = false
  let wasReady = false
  let watchedAt = -Infinity

  return {
    async startDraining() {
      isDraining = true
      if (performance.now() - watchedAt > WATCH_MS) return
      await withTimeout(PROPAGATION_MS, drainingSeen.promise)
    },
    routes: [
      { method: 'GET', path: '/healthz', handle: async () => ({ status: 200, body: 'ok\n' }) },
      {
        method: 'GET',
        path: '/readyz',
        handle: async () => {
          // A script that only waits for the start does not poll again after the first success.
          if (wasReady) watchedAt = performance.now()
          if (isDraining) {
            drainingSeen.resolve()
            return { status: 503, headers: { connection: 'close' }, body: 'draining\n' }
          }
          const failure = storageFailure()
          const problems = failure === undefined ? await findProblems() : [failure]
          if (problems.length === 0) wasReady = true
          return problems.length === 0
            ? { status: 200, body: 'ready\n' }
            : { status: 503, body: `${problems.join('\n')}\n` }
        },
      },
    ],
  }
}
