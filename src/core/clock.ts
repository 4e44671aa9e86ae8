/** Real time for timestamps and deadlines; `CLOCK_SCALE` shortens the app's own long waits, so that the sandbox can run them faster. */
export interface Clock {
  /** Epoch milliseconds, never scaled. */
  now(): number
  /** The length of one of our own waits: above 10 s it is divided by the scale, below it stays (docs/sandbox.md). */
  scaled(ms: number): number
}

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60_000

const UNSCALED_MS = 10_000

/** The system's clock; `scale` divides long waits. */
export function createClock(scale = 1): Clock {
  return { now: Date.now, scaled: (ms) => (ms > UNSCALED_MS ? Math.max(ms / scale, Math.min(ms, 50)) : ms) }
}
