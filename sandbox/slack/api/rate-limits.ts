import type { App } from '../workspace/app-types.ts'
import type { Workspace } from '../workspace/workspace-types.ts'

/** Calls a minute per tier. Slack documents these as minimum rates; the simulator grants exactly these. */
const TIERS = { 1: 1, 2: 20, 3: 50, 4: 100 } as const
const MINUTE_MS = 60_000
/** Messages to one channel: one a second after a small burst. */
const CHANNEL_BURST = 5
const CHANNEL_REFILL_MS = 1000

export type RateLimit = keyof typeof TIERS | { perMinute: number }

export interface RateLimiter {
  /** Milliseconds to wait; 0 if the call is allowed, which is then counted. */
  take(app: App, method: string, rate: RateLimit): number
  /** The same for one message into one channel. */
  takePost(app: App, channel: string): number
}

/** The limits per method, workspace and app, on the simulators' clock. */
export function createRateLimiter(workspace: Workspace): RateLimiter {
  const windows = new Map<string, number[]>()
  const buckets = new Map<string, { left: number; at: number }>()
  workspace.server.onReset(() => {
    windows.clear()
    buckets.clear()
  })
  return {
    take(app, method, rate) {
      const key = `${app.id} ${method}`
      const limit = typeof rate === 'number' ? TIERS[rate] : rate.perMinute
      const now = workspace.server.clock.elapsed()
      const recent = (windows.get(key) ?? []).filter((at) => now - at < MINUTE_MS)
      windows.set(key, recent)
      const oldest = recent.length < limit ? undefined : recent[recent.length - limit]
      if (oldest !== undefined) return oldest + MINUTE_MS - now
      recent.push(now)
      return 0
    },
    takePost(app, channel) {
      const key = `${app.id} ${channel}`
      const now = workspace.server.clock.elapsed()
      const bucket = buckets.get(key) ?? { left: CHANNEL_BURST, at: now }
      buckets.set(key, bucket)
      bucket.left = Math.min(CHANNEL_BURST, bucket.left + (now - bucket.at) / CHANNEL_REFILL_MS)
      bucket.at = now
      if (bucket.left < 1) return (1 - bucket.left) * CHANNEL_REFILL_MS
      bucket.left -= 1
      return 0
    },
  }
}
