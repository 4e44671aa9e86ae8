import { createHash } from 'node:crypto'

const MIN_BOUND_MS = 3000
const MAX_BOUND_MS = 60_000
const SHARE_OF_AGE = 0.1

/** A fixed share between 0 and 1 for each job: jobs of the same age are polled at different moments. */
export function jobShare(id: string): number {
  return createHash('sha256').update(id).digest().readUInt16BE(0) / 0xffff
}

/** The longest delay before a change is seen: 3 s, then 10 % of the job's age, 60 s at most. */
export function pollBoundMs(ageMs: number, scaled: (ms: number) => number): number {
  return Math.min(scaled(MAX_BOUND_MS), Math.max(MIN_BOUND_MS, ageMs * SHARE_OF_AGE))
}

/** The delay before the next poll: short of the bound, to leave time for the call, and spread by job. */
export function pollDelayMs(id: string, ageMs: number, scaled: (ms: number) => number): number {
  const bound = pollBoundMs(ageMs, scaled)
  return Math.round(bound * (0.75 + 0.15 * jobShare(id)))
}
