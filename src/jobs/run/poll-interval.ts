import { createHash } from 'node:crypto'

const LEAST_MS = 3000
const MOST_MS = 60_000
const SHARE = 0.1

/** A fixed share between 0 and 1 for each job, so that jobs of one age do not ask at the same moment. */
export function jobShare(id: string): number {
  return createHash('sha256').update(id).digest().readUInt16BE(0) / 0xffff
}

/** How far behind a job may be seen: 3 s, then 10 % of its age, 60 s at most. */
export function pollBoundMs(ageMs: number, scaled: (ms: number) => number): number {
  return Math.min(scaled(MOST_MS), Math.max(LEAST_MS, ageMs * SHARE))
}

/** The pause until the next poll: within the bound with room for the call itself, spread by job. */
export function pollDelayMs(id: string, ageMs: number, scaled: (ms: number) => number): number {
  const bound = pollBoundMs(ageMs, scaled)
  return Math.round(bound * (0.75 + 0.15 * jobShare(id)))
}
