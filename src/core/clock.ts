/** Time as the app lives it: real for timestamps and deadlines, faster for its own long waits when `CLOCK_SCALE` says so. */
export interface Clock {
  /** Epoch milliseconds, never scaled. */
  now(): number
  /** One of our own waits: what is above 10 s is divided by the scale (docs/sandbox.md), the rest stays. */
  scaled(ms: number): number
}

const UNSCALED_MS = 10_000

export function createClock(scale = 1): Clock {
  return { now: Date.now, scaled: (ms) => (ms > UNSCALED_MS ? Math.max(ms / scale, Math.min(ms, 50)) : ms) }
}
