import { type Clock, CLOCK_JUMP_MS } from './clock.ts'

/**
 * Returns a function that returns by how many milliseconds the clock was set since its last call, negative if it was set back; 0 for less than a
 * minute. Compares the clock with one that cannot be set.
 */
export function createClockJumpDetector(clock: Clock): () => number {
  let offset = clock.now() - performance.now()
  return () => {
    const before = offset
    offset = clock.now() - performance.now()
    return Math.abs(offset - before) > CLOCK_JUMP_MS ? offset - before : 0
  }
}
