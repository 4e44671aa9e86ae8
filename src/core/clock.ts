/** Real time for timestamps and deadlines; `CLOCK_SCALE` shortens the app's own long waits, so the sandbox can run them faster. */
export interface Clock {
  /** Epoch milliseconds, never scaled. */
  now(): number
  /** The length of one of our own waits: above 10 s it is divided by the scale, below it stays (docs/sandbox.md). */
  scaled(ms: number): number
}

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60_000

const UNSCALED_MS = 10_000

/** Smaller steps are how a time service corrects a clock. */
export const CLOCK_JUMP_MS = 60_000

/** Whether the clock was set back since this moment was written. */
export const wasSetBack = (clock: Clock, since: number): boolean => clock.now() < since - CLOCK_JUMP_MS

/** Whether this moment is less than `ms` away. One far ahead was written before the clock was set back: nothing waits for it. */
export const isRecent = (clock: Clock, at: number, ms: number): boolean => Math.abs(clock.now() - at) < ms

/** Epoch milliseconds by the clock at the start of this process: setting the clock later does not move it. */
export const steadyNow = (): number => performance.timeOrigin + performance.now()

/** The system's clock; `scale` divides long waits. */
export function createClock(scale = 1): Clock {
  return { now: Date.now, scaled: (ms) => (ms > UNSCALED_MS ? Math.max(ms / scale, Math.min(ms, 50)) : ms) }
}
